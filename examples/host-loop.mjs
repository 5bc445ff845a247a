/**
 * Water on the windshield of a car that a physics engine moves (NAK-16). In each frame of its loop the body's rotation turns the
 * glass, its acceleration pulls at the water, and its speed is the wind. Run: node examples/host-loop.mjs
 */
import RAPIER from '@dimforge/rapier3d-compat';
import { createSimulation } from 'rivulet';

const FRAME = 1 / 60;
const MASS = 1200; // kg
const MILLI = 1000; // Rapier has metres, Rivulet millimetres

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
world.timestep = FRAME;
world.createCollider(RAPIER.ColliderDesc.cuboid(50, 0.1, 2000).setFriction(0));
const car = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0.601, 0));
world.createCollider(RAPIER.ColliderDesc.cuboid(0.9, 0.5, 2).setMass(MASS).setFriction(0), car);

// The glass leans back by 45° in the car: a turn about X.
const LEAN = { x: Math.sin(Math.PI / 8), w: Math.cos(Math.PI / 8) };
const water = createSimulation('nakata-fig-12', { wind: { vehicle: 0 }, rain: { max: null }, fine: null });

/** The car's rotation after that of the glass in it, as a quaternion. */
function glassPose({ x, y, z, w }) {
  return [w * LEAN.x + x * LEAN.w, y * LEAN.w + z * LEAN.x, z * LEAN.w - y * LEAN.x, w * LEAN.w - x * LEAN.x];
}

let before = car.linvel();
for (let frame = 1; frame <= 600; frame++) {
  // Seven seconds at 3.5 m/s² towards −Z, then the brakes.
  const push = frame <= 420 ? -3.5 : before.z < -1 ? 6 : 0;
  car.resetForces(true);
  car.addForce({ x: 0, y: 0, z: push * MASS }, true);
  world.step();
  const now = car.linvel();
  const acceleration = ['x', 'y', 'z'].map((axis) => ((now[axis] - before[axis]) / FRAME) * MILLI);
  before = now;
  water.set({
    pose: glassPose(car.rotation()),
    motion: { keys: [{ t: 0, acceleration }] },
    wind: { vehicle: Math.max(0, -now.z) * MILLI },
  });
  water.advance(FRAME);
  if (frame % 60) continue;
  const { count, moving, vy } = water.drops;
  const up = vy.subarray(0, count).filter((speed, n) => moving[n] && speed < 0).length;
  const gone = Math.round(water.ledger().drained);
  console.log(`${frame / 60} s: ${(-now.z).toFixed(1)} m/s, ${count} drops, ${up} climb, ${gone} mg blown off`);
}
