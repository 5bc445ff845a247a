/** A model whose drops never move: those that are too heavy to hang come off, fall, and land. It tests what falls without maps. */
import { Drops } from '../../src/core/drops.js';
import { EMPTY_BOOK } from '../../src/core/ledger.js';
import type { Model, ModelDefinition, World } from '../../src/models/model.js';
import { BareFrame } from '../../src/models/shared/bare-frame.js';
import { Falling } from '../../src/models/shared/falling.js';
import { rainDown } from '../../src/models/shared/raining.js';
import { visitDrops } from '../../src/models/shared/visit-drops.js';
import type { Arrival } from '../../src/weather/rain.js';

/** What happened to a drop, told as it happens. */
export type Tell = (what: 'detached' | 'landed', drop: Arrival, world: World) => void;

export function dripper(tell: Tell = () => {}): ModelDefinition {
  return {
    name: 'dripper',
    title: 'Drops that hang until they are too heavy',
    options: {},
    supports: () => true,
    create({ surface, layers }): Model {
      const drops = new Drops();
      const falling = new Falling(surface);
      const charts = surface.charts.map((chart, k) => new BareFrame(chart, layers.on(k)));
      let [supplied, wiped] = [0, 0];
      const place = (world: World, drop: Arrival): number => {
        if (drop.mass > world.hang(drop)) {
          tell('detached', drop, world);
          falling.detach(world, drop, drop.vx, drop.vy, drop.mass);
          return 0;
        }
        return drops.id[drops.add(drop.chart, drop.x, drop.y, drop.mass)];
      };
      return {
        kernels: 'none',
        drops,
        falling,
        charts,
        step(world) {
          falling.step(world, (drop) => {
            tell('landed', drop, world);
            place(world, drop);
          });
          for (let slot = drops.count - 1; slot >= 0; slot--) {
            const at = { chart: drops.chart[slot], x: drops.x[slot], y: drops.y[slot] };
            const mass = drops.mass[slot];
            if (mass <= world.hang(at)) continue;
            tell('detached', { ...at, mass, vx: 0, vy: 0 }, world);
            falling.detach(world, at, 0, 0, mass);
            drops.remove(slot);
          }
          rainDown(this, world);
        },
        addDrop(world, drop) {
          supplied += drop.mass;
          return place(world, drop);
        },
        sweep: () => 0,
        clear() {
          wiped += drops.totalMass() + falling.clear();
          drops.clear();
        },
        configure() {},
        worldChanged() {},
        book: () => ({
          ...EMPTY_BOOK,
          supplied,
          onDrops: drops.totalMass(),
          falling: falling.water,
          dripped: falling.dripped,
          wiped,
        }),
        visit(visitor) {
          supplied = visitor.number(supplied, 0);
          wiped = visitor.number(wiped, 0);
          visitDrops(visitor, drops, false, surface);
          if (surface.kind !== 'pane') falling.visit(visitor);
        },
      };
    },
  };
}
