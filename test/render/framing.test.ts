/** Maps that show what a camera sees lie over the pictures with light, pixel by pixel. */
import { DEBUG_VIEWS, type Picture, renderBeauty, renderView } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { plain } from './beauty-lab.js';
import { makeFrame, pixel } from './make-frame.js';

const SURROUND = [0x26, 0x28, 0x2c];

/** A round drop off the middle of 32 × 18 mm of glass, and the cells that it covers: small ones, to see half a pixel. */
const DROP = { x: 20, y: 6, radius: 2 };
const inDrop = (col: number, row: number) => Math.hypot(0.1 * (col + 0.5) - DROP.x, 0.1 * (row + 0.5) - DROP.y) < 2;
const frame = makeFrame({
  columns: 320,
  rows: 180,
  cellSize: 0.1,
  heights: (col, row) => (inDrop(col, row) ? 1 : 0),
  ids: (col, row) => (inDrop(col, row) ? 1 : 0),
  drops: [DROP],
});

/** Cameras and sizes: cut, off the middle, of another aspect than the pane, and further away than it fills. */
const CASES: [camera: object, width: number, height: number][] = [
  [{}, 64, 36],
  [{}, 200, 100],
  [{ zoom: 2, centre: [18, 7] }, 320, 180],
  [{ zoom: 1.35, centre: [20.3, 6.4] }, 90, 200],
  [{ zoom: 0.5 }, 128, 72],
];

/** Middle and area [px] of the pixels for which `isWater` holds. */
function spot(picture: Picture, isWater: (colour: number[]) => boolean) {
  let [x, y, area] = [0, 0, 0];
  for (let py = 0; py < picture.height; py++) {
    for (let px = 0; px < picture.width; px++) {
      if (!isWater(pixel(picture, px, py))) continue;
      x += px + 0.5;
      y += py + 0.5;
      area += 1;
    }
  }
  return { x: x / area, y: y / area, area };
}

describe.each(CASES)('with the camera %j a picture of %i × %i px', (camera, width, height) => {
  const options = { camera, width, height };

  test('has water in the view id where mask has it', () => {
    const mask = spot(
      renderBeauty(frame, { backdrop: plain(80), view: 'mask', quality: 'high', ...options }),
      ([grey]) => grey > 127,
    );
    const ids = spot(renderView(frame, 'id', options), (colour) => {
      return colour.join() !== '0,0,0' && colour.join() !== SURROUND.join();
    });
    expect(mask.area).toBeGreaterThan(10);
    expect(Math.abs(ids.x - mask.x)).toBeLessThan(0.35);
    expect(Math.abs(ids.y - mask.y)).toBeLessThan(0.35);
    expect(ids.area / mask.area).toBeGreaterThan(0.9);
    expect(ids.area / mask.area).toBeLessThan(1.1);
  });
});

test.each(DEBUG_VIEWS)('the view %s of the whole pane is the same with a camera that shows just that', (view) => {
  const layered = makeFrame({
    columns: 64,
    rows: 36,
    heights: (col, row) => ((col + row) % 5) / 4,
    ids: (col) => col,
    affinities: (col, row) => (col + row) / 100,
    amounts: (col) => (col % 4) / 3,
    fogs: (col) => col / 32,
    films: (col) => 0.001 * col,
    drops: [DROP],
    roulettes: { x: [20], y: [6], ways: [[0, 2, 1]] },
  });
  for (const width of [32, 64, 128]) {
    expect(renderView(layered, view, { width, camera: {} }).data).toEqual(renderView(layered, view, { width }).data);
  }
});

test('glass past the edge of the pane is surround', () => {
  const picture = renderView(frame, 'height', { camera: { zoom: 0.5 }, width: 128, height: 72 });
  expect(pixel(picture, 31, 36)).toEqual(SURROUND);
  expect(pixel(picture, 32, 36)).not.toEqual(SURROUND);
  expect(pixel(picture, 95, 36)).not.toEqual(SURROUND);
  expect(pixel(picture, 96, 36)).toEqual(SURROUND);
  const away = renderView(frame, 'id', { camera: { zoom: 4, centre: [-500, 9] }, width: 40, height: 30 });
  for (let px = 0; px < 40; px++) expect(pixel(away, px, 10)).toEqual(SURROUND);
});
