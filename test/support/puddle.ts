/** A model without drops and without maps: its water is one number. It shows what the least of models has to have. */
import { Drops } from '../../src/core/drops.js';
import { EMPTY_BOOK } from '../../src/core/ledger.js';
import type { Model, ModelDefinition, World } from '../../src/models/model.js';
import { BareFrame } from '../../src/models/shared/bare-frame.js';
import { rainDown } from '../../src/models/shared/raining.js';

/** Shares of the water that drip off and evaporate in a step. */
const DRIPS = 0.01;
const EVAPORATES = 0.02;

/** `onStep` sees the world of each step. */
export function puddle(onStep: (world: World) => void = () => {}): ModelDefinition {
  return {
    name: 'puddle',
    title: 'Water without a shape',
    options: {},
    supports: () => true,
    create({ surface, layers }): Model {
      const drops = new Drops();
      const charts = surface.charts.map((chart, k) => new BareFrame(chart, layers.on(k)));
      let [supplied, inField, dripped, evaporated, wiped] = [0, 0, 0, 0, 0];
      return {
        kernels: 'none',
        drops,
        charts,
        step(world) {
          onStep(world);
          rainDown(this, world);
          const [drips, vapour] = [DRIPS * inField, EVAPORATES * inField];
          inField -= drips + vapour;
          dripped += drips;
          evaporated += vapour;
        },
        addDrop(_world, { mass }) {
          supplied += mass;
          inField += mass;
          return 0;
        },
        sweep() {
          const taken = inField;
          wiped += taken;
          inField = 0;
          return taken;
        },
        clear() {
          this.sweep(undefined as never, undefined as never);
        },
        configure() {},
        worldChanged() {},
        book: () => ({ ...EMPTY_BOOK, supplied, inField, dripped, evaporated, wiped }),
        visit(visitor) {
          supplied = visitor.number(supplied, 0);
          inField = visitor.number(inField, 0);
          dripped = visitor.number(dripped, 0);
          evaporated = visitor.number(evaporated, 0);
          wiped = visitor.number(wiped, 0);
        },
      };
    },
  };
}
