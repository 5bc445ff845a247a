import { BODY, bodyBounds, hemisphereRadius, reachOf, writeBody } from '../../core/body.js';
import { headOffset } from '../../core/body-volume.js';
import { capRadius, profileOf } from '../../core/profile.js';
import { CONTACTS } from '../../kernels/kernels.js';
import { BodyArea } from '../../layers/region.js';
import { isOnSurface, type Place, placeOf } from '../../surface/surface.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { Fields } from '../maps/fields.js';
import { type Link, turnBody } from '../maps/links.js';
import type { MapState } from '../maps/map-state.js';
import { layStill } from '../maps/resting.js';
import { moveAlong, sweepWay } from '../maps/running.js';
import type { Shapes } from '../maps/shapes.js';
import { type Extent, TOUCH } from '../maps/sweeping.js';
import { type TakeUp, UnderShapes } from '../maps/under-shapes.js';
import type { World } from '../model.js';
import { uniteShapes } from '../shared/uniting-shapes.js';
import { Goals } from './goals.js';
import type { RivuletOptions } from './options.js';
import { Relaxing, stepsBetweenPictures, stepsWithin } from './relaxing.js';
import { TrailStamps } from './trail-stamps.js';
import { bodiesTouch } from './uniting.js';

/** Length of way that one stamp covers, over the head's radius: no contact is found later than that. */
const STAMPED_WAY = 0.5;
const STAMPED_STEPS = 8;
/**
 * Length of way after which a body clears the layers again, over the head's radius: what it has not cleared yet lies under its
 * front, and the notches between the discs that its head clears are at most a fourteenth of its radius deep.
 */
const MET_WAY = 0.75;
const MET_STEPS = 16;
/** Gap between a body and the droplet it leaves, in cells: the two do not touch from the start. */
const GAP = 1.5;

/** Drops with the coating's contact angles: bodies that lean, stretch, follow the glass and relax (docs/models/rivulet.md). */
export class Bodies implements Shapes {
  readonly haveBodies = true;
  /** Relaxing bodies are laid again and again, which would cost more than the bits save. */
  readonly hasStillBits = false;
  /** The body at hand, where the kernels see it. */
  readonly body: Float64Array;
  readonly goals: Goals;
  readonly relaxing: Relaxing;
  readonly trails: TrailStamps;

  readonly #state: MapState<RivuletOptions>;
  readonly #bounds = new Float64Array(4);
  readonly #area = new BodyArea();
  readonly #under: UnderShapes;
  /** The still drop that is being laid or taken out, and whether its contacts are known already. */
  #slot = 0;
  #isKnown = false;
  /** The body that `measure` measured. */
  readonly #measured = new Float64Array(BODY.size);

  constructor(state: MapState<RivuletOptions>) {
    this.#state = state;
    const { heap, body } = state.memory;
    this.body = heap.f64.subarray(body >> 1, (body >> 1) + BODY.size);
    this.#under = new UnderShapes(state, this);
    this.goals = new Goals(state);
    this.relaxing = new Relaxing(state, this);
    this.trails = new TrailStamps(state, this);
  }

  get relax(): boolean {
    return this.#state.options.relax;
  }

  get waveFloats(): boolean {
    return this.relax;
  }

  // In the maps

  forEachImage(slot: number, margin: number, act: (link: Link) => void): void {
    writeBody(this.#state.drops, slot, this.body);
    this.forEachBodyImage(this.#state.fieldsOf(slot), margin, act);
  }

  /** Calls `act` for each chart on which the body at hand, a place of `fields`, and a margin of cells lie. */
  forEachBodyImage(fields: Fields, margin: number, act: (link: Link) => void): void {
    const bounds = this.#bounds;
    bodyBounds(this.body, bounds);
    fields.frameCells(bounds[0], bounds[1], bounds[2], bounds[3], margin);
    fields.forEachImage(act);
  }

  /** Writes a drop's body as the chart that a link leads to has it. */
  #write(slot: number, link: Link): void {
    writeBody(this.#state.drops, slot, this.body);
    turnBody(this.body, link);
  }

  lay(slot: number): void {
    this.#isKnown = false;
    this.#lay(slot);
  }

  layAgain(slot: number): void {
    this.#isKnown = true;
    this.#lay(slot);
  }

  #lay(slot: number): void {
    this.#state.drops.laid[slot] = 1;
    this.#slot = slot;
    this.forEachImage(slot, 0, this.#layImage);
  }

  readonly #layImage = (link: Link): void => {
    const { drops } = this.#state;
    const { fields } = link;
    const { row0, row1, col0, col1 } = fields.box;
    const { header, kernels } = fields.chart;
    const contacts = this.#isKnown ? fields.discardedContacts() : fields.chart.contacts;
    if (fields.halos) this.#write(this.#slot, link);
    fields.lookAround();
    fields.writeBox();
    let added = 0;
    let row = row0;
    do {
      added += kernels.layBody(header, contacts, drops.id[this.#slot], 1, row);
      row = fields.resumeRow(contacts);
    } while (row !== CONTACTS.done);
    fields.tiles.laid.add(row0, row1, col0, col1);
    // A relaxing body is laid again and again, and the kernel has listed all that it touches.
    fields.tiles.alter(row0, row1, col0, col1);
    fields.bookStamped(added);
  };

  /** Moves the shape into the trail map, as low and narrow as trails are. */
  lift(slot: number): void {
    const { drops } = this.#state;
    if (drops.laid[slot] === 0) return;
    drops.laid[slot] = 0;
    this.#slot = slot;
    this.forEachImage(slot, 0, this.#liftImage);
  }

  readonly #liftImage = ({ fields }: Link): void => {
    const { drops } = this.#state;
    fields.liftBox(drops.id[this.#slot]);
    this.trails.lower(fields, drops.id[this.#slot]);
    if (drops.crowded[this.#slot] !== 0) fields.noteTaken();
  };

  erase(slot: number): void {
    const { drops } = this.#state;
    if (drops.laid[slot] === 0) return;
    drops.laid[slot] = 0;
    this.#slot = slot;
    this.forEachImage(slot, 0, this.#eraseImage);
  }

  readonly #eraseImage = ({ fields }: Link): void => {
    const { drops } = this.#state;
    fields.eraseBox(drops.id[this.#slot]);
    if (drops.crowded[this.#slot] !== 0) fields.noteTaken();
  };

  touch(a: number, b: number): boolean {
    return bodiesTouch(this.#state.drops, a, b, this.#state.cellSize, this.#state.unfolding.linkBetween(b, a));
  }

  noteLoaded(): void {}

  // From arrival to rest

  shape(world: World, slot: number, arrives: boolean): void {
    this.relaxing.takeShape(world, slot, arrives);
  }

  stampNew(world: World, slot: number, arrives: boolean): void {
    this.relaxing.takeShape(world, slot, arrives);
    this.trails.stampHere(slot);
    this.beginRun(world, slot);
  }

  /** Clears the layers under the whole body of a drop that begins to run or was merged: its head has not run over that glass. */
  beginRun(world: World, slot: number): void {
    const { drops } = this.#state;
    if (world.layers.isEmpty) return;
    const gain = this.#under.takeUp(world, slot, this.#exchange);
    if (gain !== 0) drops.setMass(slot, drops.mass[slot] + gain);
  }

  readonly #exchange: TakeUp = (layers, link, slot, gain) => {
    this.#write(slot, link);
    return layers.exchange(this.#area.set(this.body), this.#state.drops.mass[slot] + gain);
  };

  /** Work that is not needed in each part is done in time slices; ids spread the drops over the slices. */
  move(world: World, slot: number, dt: number, part: number, way: number): void {
    const { drops } = this.#state;
    const slice = part + drops.id[slot];
    const radius = drops.radius[slot];
    const pictures = stepsBetweenPictures(dt);
    const unstamped = stepsWithin(way, STAMPED_WAY * radius, STAMPED_STEPS);
    const meets = slice % stepsWithin(way, MET_WAY * radius, MET_STEPS) === 0;
    if (slice % pictures === 0) this.relaxing.follow(world, slot, pictures * dt);
    moveAlong(this.#state, slot, dt);
    if (slice % unstamped === 0) this.trails.stampWay(slot, unstamped * way);
    if (meets || !this.#state.isOnChart(slot)) this.#sweepWay(world, slot, dt);
  }

  /** Drag is that of the hemisphere of the same mass, whatever the shape: `viscosity` means the same in every model. */
  dragRadius(slot: number): number {
    return hemisphereRadius(this.#state.drops.mass[slot], 1);
  }

  /** A body leaves its droplet in its trail, just clear of its tail: under a drop that stops soon, both would overlap for good. */
  placeResidual(slot: number, mass: number, out: Place): boolean {
    const { drops, surface, cellSize } = this.#state;
    placeOf(drops, slot, out);
    const profile = profileOf(drops.contactAngle[slot]);
    const stretch = drops.stretch[slot];
    const tail = stretch > 0 ? drops.tail[slot] : 1;
    const own = capRadius(mass, this.relaxing.arrivalAngle(profile.angle));
    const ahead = headOffset(profile, stretch, tail, drops.waist[slot]);
    const back = drops.radius[slot] * (stretch + tail - ahead) + own + GAP * cellSize;
    out.x = drops.x[slot] - back * drops.headingX[slot];
    out.y = drops.y[slot] - back * drops.headingY[slot];
    if (isOnSurface(surface, out.chart, out.x, out.y)) return true;
    const fields = this.#state.fieldsOf(slot);
    const link = fields.linkTo(Math.floor(out.y / cellSize), Math.floor(out.x / cellSize));
    if (link) this.#state.unfolding.settle(out);
    return link !== null;
  }

  rest(world: World, slot: number): void {
    this.relaxing.beginRest(world, slot);
    layStill(this.#state, world, slot);
  }

  worldChanged(): void {
    this.relaxing.reshapeAll();
  }

  // Merging

  unite(merged: number, ids: Uint32Array, first: number, end: number): void {
    if (this.relax) uniteShapes(this.#state.drops, merged, ids, first, end);
  }

  /** A merged drop at rest draws in the water of its members. Where trails are low, a member is erased and leaves no trail. */
  absorb(slot: number, runs: boolean): void {
    if (runs || !this.relax || this.#state.options.trailHeight === 1) this.lift(slot);
    else this.erase(slot);
  }

  runMerged(world: World, slot: number): void {
    if (!this.relax) this.relaxing.takeShape(world, slot, false);
    this.beginRun(world, slot);
  }

  layMerged(world: World, slot: number): void {
    if (this.relax) this.relaxing.begin(slot);
    else this.relaxing.takeShape(world, slot, false);
    layStill(this.#state, world, slot);
  }

  /** Kin that rest and have their shapes hang together by a neck until they are one. */
  hangsTogether(a: number, b: number): boolean {
    const { moving, relaxing } = this.#state.drops;
    return moving[a] === 0 && moving[b] === 0 && relaxing[a] === 0 && relaxing[b] === 0;
  }

  // Layers and blades

  /**
   * A running drop takes the fine drops and the fog that it ran over in the last `time` [s] and those under it, and leaves
   * its film. A body meets them with its head: what it draws behind it lies where its head has been.
   */
  #sweepWay(world: World, slot: number, time: number): void {
    const { drops } = this.#state;
    if (world.layers.isEmpty) return;
    writeBody(drops, slot, this.body);
    const x = this.body[BODY.x];
    const y = this.body[BODY.y];
    const radius = drops.radius[slot];
    sweepWay(this.#state, world, slot, { x0: x - drops.vx[slot] * time, y0: y - drops.vy[slot] * time, x, y, radius });
  }

  clearUnder(world: World, slot: number): number {
    return this.#under.takeUp(world, slot, this.#clear);
  }

  readonly #clear: TakeUp = (layers, link, slot) => {
    this.#write(slot, link);
    return layers.clear(this.#area.set(this.body), 0, 0);
  };

  plainRadius(world: World, mass: number, stretch: number): number {
    return capRadius(mass, this.goals.shape(world).angle, stretch);
  }

  measure(slot: number, region: SweptRegion, out: Extent): void {
    const { drops, cellSize: rim } = this.#state;
    const body = this.#measured;
    writeBody(drops, slot, body);
    const reach = reachOf(body);
    const head = reach * body[BODY.head] + rim;
    // A body without length has no tail of its own.
    const tail = body[BODY.length] > 0 ? reach * body[BODY.tail] + rim : head;
    const tailX = body[BODY.x] - body[BODY.length] * body[BODY.ux];
    const tailY = body[BODY.y] - body[BODY.length] * body[BODY.uy];
    const headAlong = region.along(body[BODY.x], body[BODY.y]);
    const tailAlong = region.along(tailX, tailY);
    const headAhead = region.ahead(body[BODY.x], body[BODY.y]);
    const tailAhead = region.ahead(tailX, tailY);
    const last = Math.max(headAlong + head, tailAlong + tail);
    const first = Math.min(headAlong - head, tailAlong - tail);
    out.half = Math.max(last - out.along, out.along - first);
    out.near = Math.min(headAhead - head, tailAhead - tail);
    out.far = Math.max(headAhead + head, tailAhead + tail);
  }

  /** Discs along the body's axis, no further apart than a radius: between them at most a rim's width is missed. */
  meets(_slot: number, region: SweptRegion): boolean {
    const body = this.#measured;
    const length = body[BODY.length];
    const reach = reachOf(body);
    const rim = this.#state.cellSize - TOUCH;
    const parts = length > 0 ? Math.ceil(length / Math.min(body[BODY.head], body[BODY.tail])) : 0;
    for (let n = 0; n <= parts; n++) {
      const share = parts === 0 ? 0 : n / parts;
      const x = body[BODY.x] - share * length * body[BODY.ux];
      const y = body[BODY.y] - share * length * body[BODY.uy];
      const radius = body[BODY.head] + share * (body[BODY.tail] - body[BODY.head]);
      if (region.distance(x, y) <= reach * radius + rim) return true;
    }
    return false;
  }

  reachAlong(_slot: number, extent: Extent): number {
    return extent.half - this.#state.cellSize;
  }

  takeOff(slot: number): void {
    this.erase(slot);
  }

  /** Together, wave drops that rest are as long as round ones. One that runs off turns downhill: a long one would reach under the blade. */
  waveDropStretch(parts: number, holds: boolean): number {
    return parts > 1 && holds ? 4.5 - 4 / parts : 0;
  }

  formWaveDrop(world: World, slot: number, stretch: number, region: SweptRegion): void {
    const { drops } = this.#state;
    drops.roundOff(slot);
    drops.contactAngle[slot] = this.goals.shape(world).angle;
    drops.stretch[slot] = stretch;
    drops.headingX[slot] = region.alongX;
    drops.headingY[slot] = region.alongY;
  }

  layWaveDrop(world: World, slot: number, isShed: boolean): void {
    if (this.relax) {
      this.relaxing.setDown(world, slot, isShed);
      return;
    }
    this.relaxing.takeShape(world, slot, false);
    layStill(this.#state, world, slot);
  }
}
