/** The camera around a surface: an angle around the upright axis, one above the ground, and a distance. */
import { type PerspectiveCamera, Quaternion, Vector3 } from 'three';

/** So steep the eye may look down or up [rad]; straight down nothing would say what is right. */
const STEEPEST = 1.55;
/** Nearest and farthest distance, over the first one. */
const NEAREST = 0.15;
const FARTHEST = 6;

export class Orbit {
  readonly #camera: PerspectiveCamera;
  readonly #target = new Vector3();
  /** Where the eye stood first, from the target. */
  readonly #first = new Vector3(0, 0, 1);
  #around = 0;
  #above = 0;
  #distance = 1;

  constructor(camera: PerspectiveCamera) {
    this.#camera = camera;
  }

  /** Begins at a place that looks at a target [mm]. */
  start(position: readonly number[], target: readonly number[]): void {
    this.#target.set(target[0], target[1], target[2]);
    this.#first.set(position[0], position[1], position[2]).sub(this.#target);
    this.reset();
  }

  reset(): void {
    const { x, y, z } = this.#first;
    this.#distance = this.#first.length();
    this.#around = Math.atan2(x, z);
    this.#above = Math.asin(y / this.#distance);
    this.#place();
  }

  /** Goes around and up by angles [rad]. */
  turn(around: number, above: number): void {
    this.#around += around;
    this.#above = Math.min(STEEPEST, Math.max(-STEEPEST, this.#above + above));
    this.#place();
  }

  /** Multiplies the distance. */
  zoom(by: number): void {
    const first = this.#first.length();
    this.#distance = Math.min(FARTHEST * first, Math.max(NEAREST * first, this.#distance * by));
    this.#place();
  }

  /** A turn of the surface as the hand moves over the screen [rad]: about the axes up and right of the picture. */
  handTurn(across: number, down: number): Quaternion {
    const axis = new Vector3().setFromMatrixColumn(this.#camera.matrixWorld, 1);
    const turn = new Quaternion().setFromAxisAngle(axis, across);
    axis.setFromMatrixColumn(this.#camera.matrixWorld, 0);
    return turn.multiply(new Quaternion().setFromAxisAngle(axis, down));
  }

  /** A turn of the surface about the axis of sight [rad], as the clock goes. */
  handRoll(angle: number): Quaternion {
    const axis = new Vector3().setFromMatrixColumn(this.#camera.matrixWorld, 2);
    return new Quaternion().setFromAxisAngle(axis, -angle);
  }

  #place(): void {
    const level = this.#distance * Math.cos(this.#above);
    const camera = this.#camera;
    camera.position.set(
      level * Math.sin(this.#around),
      this.#distance * Math.sin(this.#above),
      level * Math.cos(this.#around),
    );
    camera.position.add(this.#target);
    camera.lookAt(this.#target);
    camera.near = this.#distance / 200;
    camera.far = this.#distance * 200;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}
