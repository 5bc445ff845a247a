import type { Frame } from '../core/frame.js';
import type { CreateRenderer } from './renderer.js';

/** STAND-IN until render/webgl lands. */
export const createWebglRenderer: CreateRenderer = (canvas, options) => {
  if (!document.createElement('canvas').getContext('webgl2'))
    throw new Error('canvas gives no WebGL2: switch hardware acceleration on.');
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  let backdrop: unknown = null;
  return {
    lost: false,
    setBackdrop(source) {
      if (source instanceof HTMLElement) {
        const probe = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        probe.drawImage(source as HTMLImageElement, 0, 0);
        probe.getImageData(0, 0, 1, 1);
      }
      backdrop = source;
    },
    setCamera() {},
    resize(width, height, ratio) {
      canvas.width = width * ratio;
      canvas.height = height * ratio;
    },
    draw(frame: Frame) {
      const { width, height } = canvas;
      context.clearRect(0, 0, width, height);
      if (!options.transparent) {
        context.fillStyle = '#567';
        context.fillRect(0, 0, width, height);
        if (backdrop instanceof HTMLElement) context.drawImage(backdrop as HTMLImageElement, 0, 0, width, height);
      }
      const { height: map } = frame.charts[0];
      const scale = Math.max(width / map.width, height / map.height) / frame.charts[0].cellSize;
      context.fillStyle = '#eef';
      const { count, x, y, radius } = frame.drops;
      for (let n = 0; n < count; n++) {
        context.beginPath();
        context.arc(x[n] * scale, y[n] * scale, radius[n] * scale, 0, 7);
        context.fill();
      }
    },
    dispose() {},
  };
};
