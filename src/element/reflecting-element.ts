/**
 * The properties of `<rivulet-pane>`: each reads and writes its attribute; null removes the attribute. The build takes the
 * comments over into custom-elements.json, and types for frameworks follow from this list (`framework-types.ts`).
 */
export interface ReflectedProperties {
  /** Name of a preset; `rivulet scenes` lists them. A change restarts the rain. Default 'window'. */
  scene: string | null;
  /** Address of an image, a video or a Radiance file (.hdr) behind the glass. Default: the scene's painted backdrop. */
  src: string | null;
  /** 'chen2013', 'chin' or 'nakata2012'. A change restarts the rain. Default: the scene's. */
  model: string | null;
  /** Drops a second ('200/s'), a depth ('10mm/h') or 'none'. Default: the scene's. */
  rain: string | null;
  /** Speed of the wind ('30km/h'). Default: the scene's. */
  wind: string | null;
  /** Tilt of the glass from level ('60deg'). Default: the scene's. */
  tilt: string | null;
  /** Seed of the random numbers. A change restarts the rain. Default: the scene's. */
  seed: string | null;
  /** What is sharp: 'glass' or 'street'. The attribute is `focus`; every element has a method of that name. Default: the scene's. */
  focusOn: string | null;
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

const TEXTS = [
  'scene',
  'src',
  'model',
  'rain',
  'wind',
  'tilt',
  'seed',
  'focusOn',
  'quality',
  'pointer',
  'controls',
] as const;
const FLAGS = ['paused', 'transparent'] as const;

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

for (const name of TEXTS) {
  const attribute = name === 'focusOn' ? 'focus' : name;
  function set(this: HTMLElement, value: unknown) {
    if (value === null || value === undefined) this.removeAttribute(attribute);
    else this.setAttribute(attribute, String(value));
  }
  define(name, {
    get(this: HTMLElement) {
      return this.getAttribute(attribute);
    },
    set,
  });
  // Frameworks set a property of the attribute's name if there is one, even a method. It stays callable.
  const method = Reflect.get(Base.prototype, attribute);
  if (method) define(attribute, { get: () => method, set });
}

for (const name of FLAGS) {
  define(name, {
    get(this: HTMLElement) {
      return this.hasAttribute(name);
    },
    set(this: HTMLElement, value: unknown) {
      this.toggleAttribute(name, Boolean(value));
    },
  });
}

function define(name: string, accessors: PropertyDescriptor): void {
  Object.defineProperty(Reflecting.prototype, name, { configurable: true, enumerable: true, ...accessors });
}

/** An element with these properties. */
export const ReflectingElement = Reflecting as unknown as {
  new (): HTMLElement & ReflectedProperties;
};
