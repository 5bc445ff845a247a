/** The process that encodes a group with node-webcodecs: pictures come on standard input, an IVF file goes to standard output. */
import { VideoEncoder, VideoFrame } from 'node-webcodecs';
import type { FilmFormat } from './film-encoder.js';
import { ivfFile } from './ivf.js';
import { COLOURS, codecString } from './webcodecs-encoder.js';

/** Bits a pixel: water before a backdrop that stands still needs few, and running drops are small. At least so many a second. */
const BITS = 0.25;
const LEAST = 300_000;
/** Pictures that wait for the encoder. */
const WAITING = 4;
const WORDS = { h264: 'H264', vp9: 'VP90', av1: 'AV01' } as const;

const format = JSON.parse(process.argv[2]) as FilmFormat;
const { width, height, rate } = format;
const packets: Uint8Array[] = [];
let failure: Error | undefined;
const encoder = new VideoEncoder({
  output(chunk) {
    const bytes = new Uint8Array(chunk.byteLength);
    chunk.copyTo(bytes);
    packets.push(bytes);
  },
  error: (error) => (failure = error),
});
encoder.configure({
  codec: codecString(format),
  width,
  height,
  framerate: rate,
  bitrate: Math.max(LEAST, Math.round(BITS * width * height * rate)),
  // The best of VP9 takes a second a picture, and that of AV1 orders packets by use and loses some at the end.
  latencyMode: format.codec === 'h264' ? 'quality' : 'realtime',
});
let frame = 0;
for await (const pixels of pictures(4 * width * height)) {
  const data = planes(pixels);
  const timestamp = Math.round((frame * 1e6) / rate);
  const picture = new VideoFrame(data, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    timestamp,
    colorSpace: COLOURS,
  });
  encoder.encode(picture, { keyFrame: frame === 0 });
  picture.close();
  frame += 1;
  while (!failure && encoder.encodeQueueSize > WAITING) await new Promise((resolve) => setTimeout(resolve, 1));
  if (failure) break;
}
await encoder.flush();
if (failure) throw failure;
if (packets.length !== frame) throw new Error(`${frame} pictures became ${packets.length} packets`);
process.stdout.write(ivfFile(packets, WORDS[format.codec], [width, height]));

/** Standard input in pieces of so many bytes. */
async function* pictures(size: number): AsyncGenerator<Uint8Array> {
  const whole = Buffer.alloc(size);
  let filled = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    for (let at = 0; at < part.length; ) {
      const count = part.copy(whole, filled, at);
      at += count;
      filled += count;
      if (filled < size) continue;
      yield whole;
      filled = 0;
    }
  }
}

/** Brightness of each pixel, and colour of each two by two, of BT.709 in the range 16 to 235 (ITU-R BT.709-6, item 3), in 1/65536. */
function planes(rgba: Uint8Array): Uint8Array {
  const [across, down] = [(width + 1) >> 1, (height + 1) >> 1];
  const out = new Uint8Array(width * height + 2 * across * down);
  for (let p = 0, at = 0; p < width * height; p++, at += 4)
    out[p] = (11_966 * rgba[at] + 40_254 * rgba[at + 1] + 4064 * rgba[at + 2] + 1_081_344) >> 16;
  let [u, v] = [width * height, width * height + across * down];
  for (let row = 0; row < height; row += 2) {
    const below = row + 1 < height ? 4 * width : 0;
    for (let col = 0; col < width; col += 2, u++, v++) {
      const at = 4 * (row * width + col);
      const right = col + 1 < width ? 4 : 0;
      const sum = (c: number) =>
        rgba[at + c] + rgba[at + right + c] + rgba[at + below + c] + rgba[at + below + right + c];
      const [red, green, blue] = [sum(0), sum(1), sum(2)];
      out[u] = (-6596 * red - 22_189 * green + 28_784 * blue + 33_685_504) >> 18;
      out[v] = (28_784 * red - 26_145 * green - 2639 * blue + 33_685_504) >> 18;
    }
  }
  return out;
}
