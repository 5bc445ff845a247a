import { hemisphereRadius } from '../../core/body.js';
import { ALL_SCENES, MAPS, RECORDS } from '../../core/build-flags.js';
import type { Chance } from '../../core/chance.js';
import { Drops } from '../../core/drops.js';
import { onlyChart, type Place, placeOf, type Surface } from '../../surface/surface.js';
import type { ModelSetup, StateVisitor, World } from '../model.js';
import { Falling } from '../shared/falling.js';
import { visitDrops } from '../shared/visit-drops.js';
import { Deforming } from './deforming.js';
import { DropCells } from './drop-cells.js';
import type { NakataOptions } from './options.js';
import type { Shaking } from './shaking.js';
import { KeptRadii, KeptShapes } from './shape.js';
import { StillMargins } from './still-margins.js';

/** What a hemisphere shows to the wind: its front over r² and its height over r. */
export const HEMISPHERE_FRONT = Math.PI / 2;
export const HEMISPHERE_CREST = 1;

const PLACE: Place = { chart: 0, x: 0, y: 0 };
const WAY = new Float64Array(2);

/** What the passes of the model work on: drops and the water book. There are no maps. */
export class NakataState {
  options: NakataOptions;
  readonly surface: Surface;
  readonly chance: Chance;
  readonly drops = new Drops();
  readonly cells: DropCells;
  /** By how much still drops hold, and radii and shapes of running ones: all follow from the rest. */
  readonly margins = ALL_SCENES ? new StillMargins() : null;
  readonly radii = ALL_SCENES ? new KeptRadii() : null;
  readonly shapes = ALL_SCENES ? new KeptShapes() : null;

  /** Circumference of a closed surface, at which x starts again [mm]; 0 on an open one. */
  readonly around: number;
  /** Drops that came off the surface; null on panes, where none do. */
  readonly falling: Falling | null;

  /** Water that came, ran off, and was taken off [mg]. */
  supplied = 0;
  drained = 0;
  wiped = 0;
  /** Must still drops be tested again, since the world changed? */
  restless = false;
  /** What holds a drop now, over its radius: ½πγΩ [mg/s²]. */
  grip = 0;
  /** ηf of eq. 5 [mg/(mm s)]. */
  resistance = 0;
  /** What a still drop shows to the wind: its front over r² and its height over r, r the radius of the hemisphere. */
  front = HEMISPHERE_FRONT;
  crest = HEMISPHERE_CREST;
  /** The shapes of drops that deform (NAK-L2); null where they are hemispheres and half capsules. */
  deforming: Deforming | null = null;
  /** The noise that shakes all drops; made when it is first needed. */
  shaking: Shaking | null = null;

  constructor(setup: ModelSetup) {
    this.options = setup.options as unknown as NakataOptions;
    this.surface = setup.surface;
    this.chance = setup.chance;
    const { width, height } = onlyChart(setup.surface);
    this.around = ALL_SCENES && !setup.surface.seams.isEmpty ? width : 0;
    this.falling = ALL_SCENES && setup.surface.kind !== 'pane' ? new Falling(setup.surface) : null;
    this.cells = new DropCells(this.drops, width, height, this.around);
    if (ALL_SCENES && MAPS) setDeforming(this);
  }

  /** Radius of a drop as a hemisphere [mm], kept for as long as it has the same mass. */
  radiusOf(slot: number): number {
    const mass = this.drops.mass[slot];
    return ALL_SCENES && this.radii ? this.radii.of(mass, slot) : hemisphereRadius(mass, 1);
  }

  /** Moves a drop by (dx, dy) [mm], over the seam of a closed surface too. False if it left the surface. */
  shift(slot: number, dx: number, dy: number): boolean {
    const { drops } = this;
    placeOf(drops, slot, PLACE);
    WAY[0] = dx;
    WAY[1] = dy;
    const isOn = this.surface.move(PLACE, WAY, 1);
    drops.x[slot] = PLACE.x;
    drops.y[slot] = PLACE.y;
    return isOn;
  }

  /** A drop is off the glass: it is drained, or falls where edges drip. */
  leave(world: World, slot: number): void {
    if (ALL_SCENES && this.falling && world.edgesDrip) this.comeOff(world, slot);
    else this.drain(slot);
  }

  /** Removes a drop and books its water as drained. */
  drain(slot: number): void {
    this.drained += this.drops.mass[slot];
    this.drops.remove(slot);
  }

  /** A drop comes off the surface and falls. */
  comeOff(world: World, slot: number): void {
    if (!ALL_SCENES) return;
    const { vx, vy, mass } = this.drops;
    placeOf(this.drops, slot, PLACE);
    this.falling?.detach(world, PLACE, vx[slot], vy[slot], mass[slot]);
    this.drops.remove(slot);
  }

  /** Visits everything that a later step depends on, in a fixed order. */
  visit(visitor: StateVisitor): void {
    if (!RECORDS) return;
    this.supplied = visitor.number(this.supplied, 0);
    this.drained = visitor.number(this.drained, 0);
    this.wiped = visitor.number(this.wiped, 0);
    this.restless = visitor.number(this.restless ? 1 : 0, 0, 1) === 1;
    visitDrops(visitor, this.drops, true, this.surface);
    this.cells.isStale = true;
    if (visitor.loads) this.margins?.forget();
    this.falling?.visit(visitor);
  }
}

/** Drops deform, or not, as the options say. */
export function setDeforming(state: NakataState): void {
  state.deforming = state.options.deform ? (state.deforming ?? new Deforming(state)) : null;
}
