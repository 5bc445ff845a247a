/** Views of water that cells hold (Kaneda 1996): caps, wet cells, the roulettes, and close-ups of any map. */
import { createSimulation } from 'rivulet';
import { renderAtlas, renderView } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { createSurface } from '../../src/surface/create-surface.js';
import { makeFrame, pixel } from './make-frame.js';

const brightness = (colour: readonly number[]) => colour[0] + colour[1] + colour[2];

describe('by hand', () => {
  test('a cap is sharp within a cell, and as high as the drop', () => {
    // One cell of 4 mm, and a hemisphere of 1 mm in its middle.
    const frame = makeFrame({ columns: 1, rows: 1, cellSize: 4, drops: [{ x: 2, y: 2, radius: 1 }] });
    const picture = renderView(frame, 'caps', { width: 81, maxHeight: 1 });
    expect(brightness(pixel(picture, 40, 40))).toBeGreaterThan(700);
    expect(brightness(pixel(picture, 40, 25))).toBeGreaterThan(200);
    expect(brightness(pixel(picture, 40, 18))).toBeLessThan(40);
  });

  test('wet cells are drawn whole, dry ones dark, those that run amber', () => {
    const drops = [{ x: 1.25, y: 0.25, vx: 1, moving: true }];
    const frame = makeFrame({ columns: 4, rows: 2, cellWaters: (col) => (col === 1 || col === 2 ? 10 : 0), drops });
    const picture = renderView(frame, 'wet', { width: 40 });
    const row = [0, 1, 2, 3].map((col) => pixel(picture, 10 * col + 1, 1));
    expect(row[0]).toEqual(row[3]);
    expect(row[1]).toEqual(pixel(picture, 19, 9));
    expect(row[2]).toEqual([0xff, 0xb4, 0x54]);
    expect(brightness(row[1])).toBeGreaterThan(brightness(row[0]) + 100);
  });

  test('a line of a roulette is as long as the way times its probability', () => {
    const ways: [number, number, number][] = [
      [0, 2, 0.75],
      [2, 0, 0.25],
    ];
    const frame = makeFrame({ columns: 8, rows: 8, cellSize: 1, roulettes: { x: [4], y: [4], ways } });
    const picture = renderView(frame, 'roulette', { width: 160 });
    const white = (x: number, y: number) => brightness(pixel(picture, Math.round(20 * x), Math.round(20 * y))) > 600;
    expect([white(4, 5.45), white(4, 5.7), white(4.45, 4), white(4.7, 4)]).toEqual([true, false, true, false]);
    expect(white(3.6, 4)).toBe(false);
  });

  test('a close-up shows the same as the picture of the whole around its place', () => {
    const frame = makeFrame({ heights: (col, row) => (col * row) / 100 });
    const whole = renderView(frame, 'height', { width: 16 * 8 });
    const part = renderView(frame, 'height', { around: { x: 4, y: 3, size: 2 }, width: 32, height: 32 });
    for (let n = 0; n < 32; n++) expect(pixel(part, n, 31 - n)).toEqual(pixel(whole, 48 + n, 32 + 31 - n));
    expect(() => renderView(frame, 'height', { around: { x: 9, y: 3, size: 2 } })).toThrow(
      'around.x must be 0 to 8 mm; got 9.',
    );
  });
});

describe('of kaneda1996', () => {
  const simulation = createSimulation('kaneda-windshield', { surface: { kind: 'bezier', cellSize: 8 } });
  simulation.advance(4);
  const frame = simulation.frame();
  const [chart] = frame.charts;

  test('every droplet wets one cell, and cells hold all the water', () => {
    const wet = [...(chart.cellWater?.data ?? [])].filter((mass) => mass > 0);
    expect(wet.length).toBe(simulation.drops.count);
    const whole = wet.reduce((sum, mass) => sum + mass, 0);
    expect(Math.abs(whole / simulation.ledger().onDrops - 1)).toBeLessThan(1e-6);
  });

  test('each running droplet has a roulette whose areas are 1 together', () => {
    const { count = 0, first, share } = chart.roulettes ?? {};
    expect(count).toBeGreaterThan(3);
    for (let n = 0; n < count; n++) {
      const sum = share?.subarray(first?.[n], first?.[n + 1]).reduce((all, one) => all + one, 0);
      expect(sum).toBeCloseTo(1, 12);
    }
  });

  test('looking at roulettes does not change the water', () => {
    const other = createSimulation('kaneda-windshield', { surface: { kind: 'bezier', cellSize: 8 } });
    for (let n = 0; n < 60; n++) {
      other.advance(1 / 15);
      renderView(other.frame(), 'roulette');
    }
    expect(other.hash()).toBe(simulation.hash());
  });

  test('the wet cells of later frames are new ones', () => {
    const later = createSimulation('kaneda-windshield', { surface: { kind: 'bezier', cellSize: 8 } });
    later.advance(1);
    const before = renderView(later.frame(), 'wet').data.slice();
    later.advance(1);
    expect(renderView(later.frame(), 'wet').data).not.toEqual(before);
  });

  test('every patch of the teapot is unfolded in one picture', () => {
    const teapot = createSimulation('kaneda-teapot', { surface: { kind: 'bezier', cellSize: 1.2 } });
    teapot.advance(1);
    const surface = createSurface(teapot.scene.surface);
    for (const view of ['caps', 'wet', 'affinity', 'roulette'] as const) {
      const picture = renderAtlas(teapot.frame(), view, { surface, width: 600, height: 900 });
      expect(new Set(new Uint32Array(picture.data.buffer)).size).toBeGreaterThan(5);
    }
  });

  test('a model without a roulette is refused in one line', () => {
    expect(() => renderView(createSimulation('window').frame(), 'roulette')).toThrow(
      'view must be of what the model has; got "roulette" of a model without. The model kaneda1996 has one.',
    );
  });
});
