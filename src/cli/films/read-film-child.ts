/** The process that decodes a film with node-webcodecs: its pictures go to standard output as PPM files. */
import { once } from 'node:events';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { EncodedVideoChunk, VideoDecoder, type VideoFrame } from 'node-webcodecs';

const [path, rate] = [process.argv[2], Number(process.argv[3])];
const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
const track = await input.getPrimaryVideoTrack();
const config = await track?.getDecoderConfig();
if (!track || !config) throw new Error('it has no pictures that can be decoded here');
/** Decoded pictures in the order in which they are shown. */
const waiting: VideoFrame[] = [];
let failure: Error | undefined;
const decoder = new VideoDecoder({ output: (frame) => waiting.push(frame), error: (error) => (failure = error) });
decoder.configure(config as Parameters<typeof decoder.configure>[0]);
const sink = new EncodedPacketSink(track);
/** When each picture is shown [s]: those of decoded frames are not told reliably. */
const times: number[] = [];
for await (const { timestamp } of sink.packets(undefined, undefined, { metadataOnly: true })) times.push(timestamp);
times.sort((a, b) => a - b);
const begin = times[0];
let decoded = 0;
let written = 0;
let before: Uint8Array | undefined;
for await (const { type, data, timestamp } of sink.packets()) {
  decoder.decode(new EncodedVideoChunk({ type, data, timestamp: Math.round(1e6 * timestamp) }));
  while (!failure && decoder.decodeQueueSize > 4) await new Promise((resolve) => setTimeout(resolve, 1));
  if (failure) throw failure;
  await show();
}
await decoder.flush();
if (failure) throw failure;
await show();
const end = await input.computeDuration();
while (before && begin + written / rate < end - 1e-6) await write(before);

/** Writes what is decoded; a picture stays until the next one comes. */
async function show(): Promise<void> {
  for (const frame of waiting.splice(0)) {
    const now = times[decoded++];
    while (before && begin + written / rate < now - 1e-6) await write(before);
    before = await ppmOf(frame);
    frame.close();
  }
}

async function write(file: Uint8Array): Promise<void> {
  written += 1;
  if (!process.stdout.write(file)) await once(process.stdout, 'drain');
}

async function ppmOf(frame: VideoFrame): Promise<Uint8Array> {
  const { codedWidth: width, codedHeight: height, format } = frame;
  if (format !== 'I420') throw new Error(`its pixels are ${format}, which only ffmpeg reads`);
  const data = new Uint8Array(frame.allocationSize());
  const [y, u, v] = await frame.copyTo(data);
  const head = Buffer.from(`P6 ${width} ${height} 255\n`, 'latin1');
  const out = Buffer.alloc(head.length + 3 * width * height);
  out.set(head);
  const { matrix, fullRange } = config?.colorSpace ?? {};
  // ITU-R BT.601 or BT.709: shares of red and blue in the brightness.
  const [red, blue] = matrix === 'smpte170m' || matrix === 'bt470bg' ? [0.299, 0.114] : [0.2126, 0.0722];
  const green = 1 - red - blue;
  const [scale, zero, spread] = fullRange ? [1, 0, 1] : [255 / 219, 16, 255 / 224];
  for (let row = 0, q = head.length; row < height; row++) {
    for (let col = 0; col < width; col++, q += 3) {
      const light = scale * (data[y.offset + row * y.stride + col] - zero);
      const cb = spread * (data[u.offset + (row >> 1) * u.stride + (col >> 1)] - 128);
      const cr = spread * (data[v.offset + (row >> 1) * v.stride + (col >> 1)] - 128);
      out[q] = byte(light + 2 * (1 - red) * cr);
      out[q + 1] = byte(light - (2 * blue * (1 - blue) * cb + 2 * red * (1 - red) * cr) / green);
      out[q + 2] = byte(light + 2 * (1 - blue) * cb);
    }
  }
  return out;
}

function byte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
