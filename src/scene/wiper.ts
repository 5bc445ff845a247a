/** The wipers of a scene, in types. */
import type { WiperOptions } from '../weather/wiper.js';

/** A wiper with every option filled in. */
export type SceneWiper = WiperOptions;

type Quantity = number | string;

/** A wiper as users write it: it needs a pivot, a length and two angles. */
export interface SceneWiperInput {
  /** 'pivot': the blade turns with its arm. 'parallel': it keeps its orientation while its arm turns. Default 'pivot'. */
  readonly kind?: 'pivot' | 'parallel' | undefined;
  /** The pivot [mm], −10000 to 10000; it may lie off the glass. */
  readonly x: Quantity;
  readonly y: Quantity;
  /** From the pivot to the blade's near end ('pivot') or to its middle ('parallel') [mm], 0 to 10000. Default 0. */
  readonly arm?: Quantity | undefined;
  /** Length of the blade [mm], 1 to 10000. */
  readonly length: Quantity;
  /** Direction of the arm at rest [rad], −2π to 2π; 0 along +x, positive turns towards +y. */
  readonly from: Quantity;
  /** Direction of the arm where it turns back [rad], −2π to 2π. */
  readonly to: Quantity;
  /** Direction of the blade of a 'parallel' wiper [rad], −2π to 2π. Default −π/2, upright. */
  readonly blade?: Quantity | undefined;
  /** Time from one end to the other [s], 0.05 to 3600. Default 0.8. */
  readonly stroke?: Quantity | undefined;
  /** Rest after each wipe forth and back [s], 0 to 3600. Default 0. */
  readonly interval?: Quantity | undefined;
  /** Time before the first wipe [s], 0 to 3600. Default 0. */
  readonly delay?: Quantity | undefined;
  /** Thickness of the film it leaves where there is a film layer [mm], 0 to 0.1. Default 0.002. */
  readonly film?: Quantity | undefined;
  /** How worn the blade is, 0 to 1: streaks of thicker film, and droplets in them. Default 0. */
  readonly wear?: number | undefined;
}
