/** The properties of `<rivulet-pane>`: each reads and writes the attribute of its name; null takes the attribute away. */
export interface ReflectedProperties {
  scene: string | null;
  src: string | null;
  model: string | null;
  rain: string | null;
  wind: string | null;
  tilt: string | null;
  seed: string | null;
  /** The attribute `focus`; every element has a method of that name. */
  focusOn: string | null;
  quality: string | null;
  pointer: string | null;
  controls: string | null;
  paused: boolean;
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
    for (const name of [...TEXTS, ...FLAGS]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }
}

for (const name of TEXTS) {
  const attribute = name === 'focusOn' ? 'focus' : name;
  define(name, {
    get(this: HTMLElement) {
      return this.getAttribute(attribute);
    },
    set(this: HTMLElement, value: unknown) {
      if (value === null || value === undefined) this.removeAttribute(attribute);
      else this.setAttribute(attribute, String(value));
    },
  });
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
