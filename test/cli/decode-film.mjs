// Decodes a film and prints what is in it, as JSON. A process of its own: decoders report on standard error.
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { EncodedVideoChunk, VideoDecoder } from 'node-webcodecs';

const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(process.argv[2]) });
const track = await input.getPrimaryVideoTrack();
const config = await track.getDecoderConfig();
/** Of each picture its mean brightness, 16 to 235. */
const pictures = [];
/** Times of the packets [s], and of those with which a group begins. */
const times = [];
const keys = [];
let failure;
const decoder = new VideoDecoder({
  async output(frame) {
    const { codedWidth: width, codedHeight: height } = frame;
    const picture = { width, height, format: frame.format, luma: 0 };
    pictures.push(picture);
    const data = new Uint8Array(frame.allocationSize());
    const [{ offset, stride }] = await frame.copyTo(data);
    for (let row = 0; row < height; row++)
      for (let col = 0; col < width; col++) picture.luma += data[offset + row * stride + col] / (width * height);
    frame.close();
  },
  error: (error) => (failure = error),
});
decoder.configure(config);
for await (const packet of new EncodedPacketSink(track).packets()) {
  if (packet.type === 'key') keys.push(packet.timestamp);
  times.push(packet.timestamp);
  const { type, data } = packet;
  decoder.decode(new EncodedVideoChunk({ type, data, timestamp: Math.round(1e6 * packet.timestamp) }));
}
await decoder.flush();
if (failure) throw failure;
await new Promise((resolve) => setTimeout(resolve, 50));
const codec = await track.getCodec();
const seconds = await input.computeDuration();
console.log(JSON.stringify({ codec, colours: config.colorSpace, keys, times, pictures, seconds }));
process.exit(0);
