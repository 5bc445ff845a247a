/** A film for tests, made by the page that shows it. */

/** To be evaluated in a page: a Blob with half a second or more of WebM for each of these, in upright stripes of colours. */
export const recordVideo = (...pictures: readonly string[][]): string => `(async () => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((done) => { recorder.onstop = done; });
  recorder.start();
  // By pictures, not by the clock: a busy machine would make one of a single colour.
  for (const colours of ${JSON.stringify(pictures)}) {
    for (let n = 0; n < 15; n++) {
      colours.forEach((colour, at) => {
        context.fillStyle = colour;
        context.fillRect((64 * at) / colours.length, 0, 64, 64);
      });
      await new Promise((done) => setTimeout(() => requestAnimationFrame(done), 33));
    }
  }
  recorder.stop();
  await stopped;
  return new Blob(parts, { type: 'video/webm' });
})()`;

/** The same, red first and blue then. */
export const RECORD_VIDEO = recordVideo(['#f00'], ['#00f']);
