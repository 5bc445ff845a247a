import { ATTRIBUTES } from './attributes.js';

/**
 * The properties of `<rivulet-pane>`: each reads and writes its attribute; null removes the attribute. The build takes the
 * comments over into custom-elements.json, and types for frameworks follow from this list (`framework-types.ts`).
 */
export interface ReflectedProperties {
  /** Name of a preset; `rivulet scenes` lists them. A change restarts the rain. Default 'window'. */
  scene: string | null;
  /** Address of an image, a video or a Radiance file (.hdr) behind the glass. Default: the scene's painted backdrop. */
  src: string | null;
  /** 'rivulet', 'chen2013', 'chin' or 'nakata2012'. A change restarts the rain. Default: the scene's. */
  model: string | null;
  /** Drops a second ('200/s'), a depth ('10mm/h') or 'none'. Default: the scene's. */
  rain: string | null;
  /** Speed of the wind ('30km/h'). Default: the scene's. */
  wind: string | null;
  /** Tilt of the glass from level ('60deg'). Default: the scene's. */
  tilt: string | null;
  /** Seed of the random numbers. A change restarts the rain. Default: the scene's. */
  seed: string | null;
  /** Fine drops too small to run, a mm² ('2'), or 'none'. A change restarts the rain. Default: the scene's, fewer with `src`. */
  fine: string | null;
  /** Contact angles of the glass, advancing and receding ('65deg 20deg'), or the name of a coating. Default: the scene's. */
  coating: string | null;
  /** How strongly water bends light, over what water does, 0 to 4. Default: the scene's. */
  refraction: string | null;
  /** What is sharp: 'glass' or 'street'. The attribute is `focus`; every element has a method of that name. Default: the scene's. */
  focusOn: string | null;
  /** How far what is out of focus melts: '6px', or a share of the height. The attribute is `blur`; every element has a method of that name. */
  blurBy: string | null;
  /** How large a drop of 1 mm is shown on the page ('1.5mm'). The attribute is `drop-size`. Default: the glass fills the element. */
  dropSize: string | null;
  /** 'auto' adapts the resolution to the time that drawing takes; 'high', or 'fast' without glow, keep it. Default 'auto'. */
  quality: string | null;
  /** What the pressed pointer does: 'wipe' clears water along its way, 'none' nothing. Default 'wipe'. */
  pointer: string | null;
  /** Corner of the pause button: 'bottom-right', 'bottom-left', 'top-right', 'top-left', or 'none'. Default 'bottom-right'. */
  controls: string | null;
  /** The water stands still. Default false. */
  paused: boolean;
  /** Draw the drops alone, over what lies behind the element. Default false. */
  transparent: boolean;
}

/** Attributes whose properties have other names; `aria-label` has one already. */
const RENAMED: Readonly<Record<string, string>> = { focus: 'focusOn', blur: 'blurBy', 'drop-size': 'dropSize' };
const FLAGS: readonly string[] = ['paused', 'transparent'];
const NAMES = new Map(ATTRIBUTES.filter((name) => name !== 'aria-label').map((name) => [RENAMED[name] ?? name, name]));

/** On a server there are no elements; the class is then only a name. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

class Reflecting extends Base {
  constructor() {
    super();
    // What a page set before the element was known stands on the element itself, and hides the accessors.
    for (const name of Object.keys(Reflecting.prototype)) {
      if (!Object.hasOwn(this, name)) continue;
      const value = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }
}

for (const [name, attribute] of NAMES) {
  define(name, FLAGS.includes(name) ? flagOf(attribute) : textOf(attribute));
  // Frameworks set a property of the attribute's name if there is one, even a method. It stays callable.
  const method = name === attribute ? undefined : Reflect.get(Base.prototype, attribute);
  if (method) define(attribute, { ...textOf(attribute), get: () => method });
}

function flagOf(attribute: string): PropertyDescriptor {
  return {
    get(this: HTMLElement) {
      return this.hasAttribute(attribute);
    },
    set(this: HTMLElement, value: unknown) {
      this.toggleAttribute(attribute, Boolean(value));
    },
  };
}

function textOf(attribute: string): PropertyDescriptor {
  return {
    get(this: HTMLElement) {
      return this.getAttribute(attribute);
    },
    set(this: HTMLElement, value: unknown) {
      if (value === null || value === undefined) this.removeAttribute(attribute);
      else this.setAttribute(attribute, String(value));
    },
  };
}

function define(name: string, accessors: PropertyDescriptor): void {
  Object.defineProperty(Reflecting.prototype, name, { configurable: true, enumerable: true, ...accessors });
}

/** An element with these properties. */
export const ReflectingElement = Reflecting as unknown as {
  new (): HTMLElement & ReflectedProperties;
};
