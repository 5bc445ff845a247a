/** Fine drops as they are drawn: caps that touch have flowed together. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FINE_CAP_SIZE, fineCaps, MOST_FINE_CAPS } from '../../src/core/fine-caps.js';
import { capRadius, profileK, profileScale } from '../../src/core/profile.js';
import { LOOK } from '../../src/render/picture/look.js';
import { CAP_TILE, type Cap, CapTiles, type FineDrop, makeDrop, TOUCH } from '../../src/render/water/fine-drops.js';
import { capPoint, POINT } from '../../src/render/water/surface-point.js';

const ANGLE = 0.74;
const PROFILE = { k: profileK(ANGLE), e: profileScale(ANGLE) };
const SPREAD = capRadius(Math.PI / 6, ANGLE);
/** Side of the glass [mm]. */
const GLASS = 24;
const out = new Float64Array(POINT.size);

/** A layer that is whole everywhere. */
function layerOf(density: number, cellSize = 0.5) {
  const side = Math.ceil(GLASS / cellSize);
  const map = { width: side, height: side, stride: side, cellSize, version: 1, changedSince: () => new Int32Array() };
  const amount = { ...map, data: new Float32Array(side * side).fill(1) };
  const generation = { ...map, data: new Uint32Array(side * side) };
  const law = { seed: 3, density, sizeRate: 4, largest: 1, spread: SPREAD, contactAngle: ANGLE };
  return { ...law, cellSize, amount, generation };
}
type Layer = ReturnType<typeof layerOf>;

/** As the layer has them, largest first. */
function capsOf(layer: Layer): Cap[] {
  const { width, height } = layer.amount;
  const cell = new Float64Array(FINE_CAP_SIZE * MOST_FINE_CAPS);
  const caps = Array.from({ length: width * height }, (_, n) => n).flatMap((n) => {
    const count = fineCaps(layer, n % width, Math.floor(n / width), cell);
    return Array.from({ length: count }, (_, k) => {
      const [x, y, radius, c2, s2] = cell.subarray(FINE_CAP_SIZE * k);
      return { x, y, radius, c2, s2 };
    });
  });
  return caps.sort((a, b) => b.radius - a.radius);
}

/** What is drawn by the rule itself, cap by cap over the whole glass. */
function expectedOf(layer: Layer): FineDrop[] {
  const drops = new Map<Cap, Cap[]>();
  const seen: Cap[] = [];
  for (const cap of capsOf(layer)) {
    const touched = seen.filter((other) => {
      const touch = TOUCH * (cap.radius + other.radius);
      return (cap.x - other.x) ** 2 + (cap.y - other.y) ** 2 < touch * touch;
    });
    const hosts = [...new Set(touched.map(({ host }) => host as Cap))].sort((a, b) => b.radius - a.radius);
    cap.host = hosts[0] ?? cap;
    cap.isSeen = hosts.length === 0 || (hosts.length === 1 && touched.includes(hosts[0]));
    if (hosts.length === 0) drops.set(cap, []);
    if (cap.isSeen) seen.push(cap);
    drops.get(cap.host)?.push(cap);
  }
  const { reach } = new CapTiles(layer);
  return [...drops.values()].map((caps) => makeDrop(caps, reach));
}

const tilesOf = ({ across, down }: CapTiles) => Array.from({ length: across * down }, (_, tile) => tile);
const drawnOf = (tiles: CapTiles) => tilesOf(tiles).flatMap((tile) => tiles.drawn(tile));
const sorted = (drops: readonly FineDrop[]) => drops.map(String).sort();
const pointAt = (drop: FineDrop, x: number, y: number) => {
  capPoint(drop, PROFILE, drop[2], x - drop[0], y - drop[1], out);
  return { gx: out[POINT.gx], gy: out[POINT.gy], height: out[POINT.height], edge: out[POINT.edge] };
};

/** Sums `height` over places a share of a drop's reach apart, over half as far again as it is said to reach [mg]. */
function waterOf(drop: FineDrop, parts = 60): number {
  const [x, y, radius, reach] = drop;
  const side = (3 * radius * reach) / parts;
  let sum = 0;
  for (let n = 0; n < parts * parts; n++) {
    sum += pointAt(drop, x + side * ((n % parts) - parts / 2), y + side * (Math.floor(n / parts) - parts / 2)).height;
  }
  return sum * side * side;
}

/** Distance of the outline from the middle along 64 rays. */
function outlineOf(drop: FineDrop): number[] {
  return Array.from({ length: 64 }, (_, n) => {
    const [cos, sin] = [Math.cos((n * Math.PI) / 32), Math.sin((n * Math.PI) / 32)];
    let r = 0;
    while (pointAt(drop, drop[0] + r * cos, drop[1] + r * sin).edge > 0) r += 0.01 * drop[2];
    return r;
  });
}
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('which caps become which drop', () => {
  test.each([
    [0.5, 0.5, 1],
    [2, 0.5, 1],
    [3, 0.1, 1],
    [20, 0.3, 1.5],
  ])('density %d/mm², cells of %d mm: the caps of all cells, largest first', (density, cellSize, largest) => {
    const layer = { ...layerOf(density, cellSize), largest };
    expect(sorted(drawnOf(new CapTiles(layer)))).toEqual(sorted(expectedOf(layer)));
  });

  test('a single tile has the drops that it has in the whole', () => {
    const layer = layerOf(8);
    const whole = new CapTiles(layer);
    for (const tile of tilesOf(whole).reverse()) {
      expect(new CapTiles(layer).drawn(tile)).toEqual(whole.drawn(tile));
    }
  });

  test('after a wipe only the reported drops have changed, and all are as in a new layer', () => {
    const layer = layerOf(8);
    const tiles = new CapTiles(layer);
    for (let turn = 0; turn < 12; turn++) {
      const before = new Set(sorted(drawnOf(tiles)));
      const cell = 37 * turn + 700;
      layer.amount.data[cell] = turn % 3 === 0 ? 0 : 0.5;
      layer.generation.data[cell] += 1;
      const [col, row] = [cell % layer.amount.width, Math.floor(cell / layer.amount.width)];
      const told = tiles.refresh(tiles.across * Math.floor(row / CAP_TILE) + Math.floor(col / CAP_TILE));
      const now = new Set(sorted(drawnOf(tiles)));
      expect([...now].sort()).toEqual(sorted(drawnOf(new CapTiles(layer))));
      for (const drop of sorted(told)) {
        before.delete(drop);
        now.delete(drop);
      }
      expect(before).toEqual(now);
    }
  });
});

describe('a drop', () => {
  test.each([0.5, 2.4, 8])('the drops of a layer of %d/mm² hold its water, within 5 %%', (density) => {
    const layer = layerOf(density);
    const water = capsOf(layer).reduce((sum, { radius, c2, s2 }) => {
      // `fineCaps` has drawn the radius in for the oval's sake.
      return sum + ((Math.PI / 6) * (radius / SPREAD) ** 3) / Math.sqrt(1 - c2 * c2 - s2 * s2);
    }, 0);
    const drawn = drawnOf(new CapTiles(layer)).reduce((sum, drop) => sum + waterOf(drop), 0);
    expect(Math.abs(drawn / water - 1)).toBeLessThan(0.05);
  });

  test('none reaches further than it says, or than any may', () => {
    for (const density of [2.4, 8, 32]) {
      const tiles = new CapTiles(layerOf(density));
      for (const drop of drawnOf(tiles)) {
        expect(Math.max(...outlineOf(drop))).toBeLessThan(drop[2] * drop[3]);
        expect(drop[2] * drop[3]).toBeLessThanOrEqual((1 + 1e-9) * tiles.reach);
      }
    }
  });

  test('no two are alike: a third are far from any ellipse, and sizes run over two decades', () => {
    const drops = drawnOf(new CapTiles(layerOf(2.4)));
    const odd = drops.map((drop) => {
      // What of the outline is left without its first two harmonics about its own middle: an ellipse has next to nothing.
      const outline = outlineOf(drop);
      const mean = meanOf(outline);
      const harmonic = (k: number) => {
        const part = (wave: (angle: number) => number) =>
          (2 / 64) * outline.reduce((sum, r, n) => sum + (r / mean) * wave((k * n * Math.PI) / 32), 0);
        return Math.hypot(part(Math.cos), part(Math.sin));
      };
      return Math.hypot(harmonic(3), harmonic(5));
    });
    expect(odd.filter((share) => share > 0.03).length / drops.length).toBeGreaterThan(1 / 3);
    const sizes = drops.map(([, , radius]) => radius).sort((a, b) => a - b);
    expect(sizes[sizes.length - 1] / sizes[Math.floor(0.01 * sizes.length)]).toBeGreaterThan(100);
    // Many tiny, few large.
    expect(sizes[Math.floor(sizes.length / 2)] / sizes[sizes.length - 1]).toBeLessThan(0.2);
  });

  test('its slope is the derivative of its height, lobes and all: there is no crease', () => {
    const drops = drawnOf(new CapTiles(layerOf(2.4))).filter((drop) => drop[2] > 0.2);
    const share = fc.double({ min: -1, max: 1, noNaN: true });
    let checked = 0;
    const property = fc.property(fc.constantFrom(...drops), share, share, (drop, u, v) => {
      const [x, y] = [drop[0] + u * drop[2] * drop[3], drop[1] + v * drop[2] * drop[3]];
      const { gx, gy, edge } = pointAt(drop, x, y);
      if (edge < 0.1 * drop[2] || Math.hypot(gx, gy) > 0.9 * LOOK.steepest) return;
      const d = 1e-6;
      expect(gx).toBeCloseTo((pointAt(drop, x + d, y).height - pointAt(drop, x - d, y).height) / (2 * d), 3);
      expect(gy).toBeCloseTo((pointAt(drop, x, y + d).height - pointAt(drop, x, y - d).height) / (2 * d), 3);
      checked += 1;
    });
    fc.assert(property, { numRuns: 600 });
    expect(checked).toBeGreaterThan(100);
  });

  test('a denser layer covers more of the glass', () => {
    const shares = [0.5, 2, 8].map((density) =>
      drawnOf(new CapTiles(layerOf(density))).reduce((sum, drop) => sum + meanOf(outlineOf(drop).map((r) => r * r)), 0),
    );
    for (let n = 1; n < shares.length; n++) expect(shares[n]).toBeGreaterThan(1.2 * shares[n - 1]);
  });
});

describe('a cap that comes', () => {
  const cap = (x: number, y: number, radius: number): Cap => ({ x, y, radius, c2: 0.1, s2: -0.2, isSeen: true });
  const host = cap(0, 0, 1);

  test.each([0.05, 0.2, 0.35, 0.5])('at the side of a drop, %d as wide, leaves the other side where it was', (r) => {
    const before = outlineOf(makeDrop([host], 9));
    for (const turn of [0, 1.3, 2.9, 4.4]) {
      const after = outlineOf(makeDrop([host, cap(Math.cos(turn) * (1 + r), Math.sin(turn) * (1 + r), r)], 9));
      before.forEach((was, n) => {
        const away = Math.cos((n * Math.PI) / 32 - turn);
        if (away < 0) expect(Math.abs(after[n] - was)).toBeLessThan(0.05);
      });
      // Where it lies the drop has grown; a speck drowns in the drop's own lobe.
      if (r < 0.1) continue;
      const towards = Math.round((turn * 32) / Math.PI);
      expect(after[towards] - before[towards]).toBeGreaterThan(0.3 * r);
    }
  });

  test('changes the drops beside it, and none further away', () => {
    const layer = layerOf(2.4);
    const tiles = new CapTiles(layer);
    layer.amount.data.fill(0.8);
    const start = new CapTiles(layer);
    drawnOf(start);
    let told = 0;
    for (let cell = 500; cell < 900; cell++) {
      const [col, row] = [cell % layer.amount.width, Math.floor(cell / layer.amount.width)];
      layer.amount.data[cell] = 1;
      const drops = start.refresh(start.across * Math.floor(row / CAP_TILE) + Math.floor(col / CAP_TILE));
      for (const [x, y] of drops) expect(Math.hypot(x - 0.5 * col, y - 0.5 * row)).toBeLessThan(2 * tiles.reach);
      told += drops.length;
    }
    expect(told).toBeGreaterThan(50);
  });
});
