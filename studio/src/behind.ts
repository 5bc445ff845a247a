/** What stands behind the glass: the scene's own backdrop, or a picture or video that someone hands in. */
import { type Backdrop, createBackdrop, decodeRadiance } from 'rivulet/offline';
import { find } from './page.js';

/** A picture or video to look at through the water, or all that is around, from a Radiance file. */
export type Behind = ImageBitmap | HTMLVideoElement | Backdrop;

export interface BehindOptions {
  /** Another one is wanted; null is the scene's own. */
  changed(behind: Behind | null): void;
  complain(error: unknown): void;
}

/** Wires up the file field, its reset, and files dropped on the page. */
export function listenForPictures({ changed, complain }: BehindOptions): void {
  const input = find('picture', HTMLInputElement);
  const reset = find('picture-reset');
  let shown: Behind | null = null;
  /** Counts requests: a large file may be ready after a small one that was opened later. */
  let asked = 0;

  const show = (behind: Behind | null): void => {
    release(shown);
    shown = behind;
    reset.hidden = behind === null;
    changed(behind);
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const turn = ++asked;
    try {
      const opened = await open(file);
      if (turn === asked) show(opened);
      else release(opened);
    } catch (error) {
      complain(error);
    }
  };

  input.addEventListener('change', () => {
    void take(input.files?.[0]);
    input.value = ''; // the same file again is a choice too
  });
  reset.addEventListener('click', () => {
    asked += 1;
    show(null);
  });
  // Words that are dropped on a field are the field's.
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    void take(event.dataTransfer?.files[0]);
  });
}

async function open(file: File): Promise<Behind> {
  if (file.type.startsWith('video/')) return openVideo(file);
  // Browsers know no such pictures, nor what to call them.
  if (/\.hdr$/i.test(file.name)) return openRadiance(file);
  try {
    return await createImageBitmap(file);
  } catch {
    throw new Error(`"${file.name}" must be a picture or video this browser can show. Try a PNG, JPEG or WebM.`);
  }
}

async function openRadiance(file: File): Promise<Backdrop> {
  const image = decodeRadiance(new Uint8Array(await file.arrayBuffer()), `"${file.name}"`);
  return createBackdrop({ kind: 'environment', image });
}

function openVideo(file: File): Promise<HTMLVideoElement> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, loop: true, playsInline: true, preload: 'auto', src: URL.createObjectURL(file) });
  return new Promise((done, fail) => {
    video.addEventListener('canplay', () => done(video), { once: true });
    video.addEventListener('error', () => fail(new Error(`"${file.name}" must be a video this browser can play.`)));
  });
}

function release(behind: Behind | null): void {
  if (behind instanceof HTMLVideoElement) {
    behind.pause();
    URL.revokeObjectURL(behind.src);
  } else if (behind instanceof ImageBitmap) behind.close();
}
