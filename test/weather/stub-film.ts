/** A film layer that keeps its books by the cell, to see what a blade asks of one. */
import type { GlassLayers } from '../../src/weather/glass-layers.js';
import type { SweptRegion } from '../../src/weather/swept-region.js';

export class StubFilm implements GlassLayers {
  /** Thickness per cell [mm]. */
  readonly film: Float64Array;
  readonly #columns: number;
  readonly #rows: number;
  readonly #cell: number;

  constructor(columns: number, rows: number, cell: number) {
    this.#columns = columns;
    this.#rows = rows;
    this.#cell = cell;
    this.film = new Float64Array(columns * rows);
  }

  get water(): number {
    return this.film.reduce((sum, thickness) => sum + thickness, 0) * this.#cell ** 2;
  }

  take(region: SweptRegion): number {
    let taken = 0;
    this.#forEach(region, (cell) => {
      taken += this.film[cell];
      this.film[cell] = 0;
    });
    return taken * this.#cell ** 2;
  }

  leave(region: SweptRegion, most: number): number {
    let wanted = 0;
    this.#forEach(region, (_, x, y) => {
      wanted += region.filmAt(x, y) * this.#cell ** 2;
    });
    const share = wanted > most ? most / wanted : 1;
    this.#forEach(region, (cell, x, y) => {
      this.film[cell] += share * region.filmAt(x, y);
    });
    return share * wanted;
  }

  #forEach(region: SweptRegion, visit: (cell: number, x: number, y: number) => void): void {
    const span = new Float64Array(2);
    for (let row = 0; row < this.#rows; row++) {
      const y = (row + 0.5) * this.#cell;
      if (!region.span(y, span)) continue;
      for (let col = 0; col < this.#columns; col++) {
        const x = (col + 0.5) * this.#cell;
        if (x >= span[0] && x < span[1]) visit(row * this.#columns + col, x, y);
      }
    }
  }
}
