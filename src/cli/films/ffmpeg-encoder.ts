/** Films by the program ffmpeg. */
import { spawnSync } from 'node:child_process';
import type { Codec, FilmEncoder, FilmFormat, GroupEncoder } from './film-encoder.js';
import { followingIvf, ivfPackets } from './ivf.js';
import { encodeBy, feed, start } from './program.js';

/** The encoder, if ffmpeg is on the PATH. */
export function findFfmpeg(): FilmEncoder | undefined {
  const probe = spawnSync('ffmpeg', ['-hide_banner', '-version'], { encoding: 'utf8' });
  if (probe.status !== 0) return undefined;
  const name = probe.stdout.split('\n')[0];
  return { isFfmpeg: true, name, openGroup, join: joinGroups };
}

const QUIET = ['-hide_banner', '-nostdin', '-v', 'error'];
/** Without names, dates and random numbers of ffmpeg's own: the same pictures give the same bytes. */
const EXACT = ['-fflags', '+bitexact', '-flags:v', '+bitexact'];
/** The number of threads changes what encoders write, so it is not the machine's. */
const SETTINGS: Readonly<Record<Codec, readonly string[]>> = {
  // Without B-frames packets stand in the order in which they are shown, as raw H.264 cannot say another.
  h264: ['libx264', '-preset', 'veryfast', '-crf', '18', '-bf', '0', '-threads', '4'],
  vp9: ['libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '6', '-crf', '24', '-b:v', '0', '-threads', '2'],
  av1: ['libsvtav1', '-preset', '10', '-crf', '30', '-svtav1-params', 'lp=2'],
};
/** What packets are kept in: nothing but packets, which follow each other when files do. */
const RAW: Readonly<Record<Codec, string>> = { h264: 'h264', vp9: 'ivf', av1: 'ivf' };

function openGroup({ codec, rate, width, height }: FilmFormat): GroupEncoder {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', `${rate}`, '-i', 'pipe:0'];
  const colours = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', '-colorspace', 'bt709'];
  const marks = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
  const words = [...QUIET, ...input, ...colours, ...marks, '-c:v', ...SETTINGS[codec], '-g', '100000', ...EXACT];
  return encodeBy(start('ffmpeg', [...words, '-f', RAW[codec], 'pipe:1'], 'ffmpeg'));
}

async function joinGroups(groups: Iterable<Uint8Array>, { codec, rate }: FilmFormat, output: string): Promise<void> {
  const input = codec === 'h264' ? ['-framerate', `${rate}`, '-f', 'h264'] : ['-f', 'ivf'];
  const front = output.endsWith('.mp4') ? ['-movflags', '+faststart'] : [];
  const words = [...QUIET, '-y', ...input, '-i', 'pipe:0', '-c', 'copy', ...front, ...EXACT, output];
  const program = start('ffmpeg', words, 'ffmpeg');
  let frames = 0;
  for (const group of groups) {
    await feed(program, codec === 'h264' ? group : followingIvf(group, frames));
    if (codec !== 'h264') frames += [...ivfPackets(group)].length;
  }
  program.child.stdin?.end();
  await program.output;
}
