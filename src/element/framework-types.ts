// biome-ignore-all lint/suspicious/noTsIgnore: which frameworks a project has is not known here.
/**
 * `<rivulet-pane>` for the compilers of React, Preact, Vue and Svelte. No code. All of it follows from the lists of
 * attributes, properties and events. A framework that a project does not have is ignored, which is what `@ts-ignore` is for.
 */
import type { ATTRIBUTES } from './attributes.js';
import type { RivuletPaneEvents } from './page-types.js';
import type { ReflectedProperties } from './reflecting-element.js';
import type { RivuletPaneElement } from './rivulet-pane.js';

/** `aria-label` is known of every element. */
type AttributeName = Exclude<(typeof ATTRIBUTES)[number], `aria-${string}`>;

/** The property's name of an attribute: `drop-size` is `dropSize`. */
type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** What may be written where a property of this type is set: texts also as numbers. */
type Written<Value> = [Value] extends [boolean] ? boolean : Value | number;

type WrittenAs<Name extends string> = Name extends keyof ReflectedProperties
  ? Written<ReflectedProperties[Name]>
  : string | number | null;

/** What a framework may set on `<rivulet-pane>`: its attributes, and its properties. */
export type RivuletPaneProps = { [Name in AttributeName]?: WrittenAs<CamelCase<Name>> } & {
  [Name in keyof ReflectedProperties]?: WrittenAs<Name>;
};

type Handlers = { [Name in keyof RivuletPaneEvents as `on${Name}`]?: (event: RivuletPaneEvents[Name]) => void };
type VueHandlers = {
  [Name in keyof RivuletPaneEvents as `on${Capitalize<Name>}`]?: (event: RivuletPaneEvents[Name]) => void;
};

/** `Own` instead of what every element has under the same names. */
type Over<Common, Own> = Omit<Common, keyof Own> & Own;
type Props<Common> = Over<Common, RivuletPaneProps & Handlers>;

/** @ts-ignore React may be absent. */
type ReactCommon<Element> = import('react').DetailedHTMLProps<import('react').HTMLAttributes<Element>, Element>;
/** @ts-ignore Preact may be absent. */
type PreactCommon<Element> = import('preact').HTMLAttributes<Element>;
/** @ts-ignore Vue may be absent. */
type VueCommon = import('vue').HTMLAttributes;
/** @ts-ignore Svelte may be absent. */
type SvelteCommon<Element> = import('svelte/elements').HTMLAttributes<Element>;

/** @ts-ignore React may be absent. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'rivulet-pane': Props<ReactCommon<RivuletPaneElement>>;
    }
  }
}

/** @ts-ignore Preact may be absent. */
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'rivulet-pane': Props<PreactCommon<RivuletPaneElement>>;
    }
  }
}

/** @ts-ignore Vue may be absent. */
declare module 'vue' {
  interface GlobalComponents {
    'rivulet-pane': new () => { $props: Over<VueCommon, RivuletPaneProps & VueHandlers> };
  }
}

/** @ts-ignore Svelte may be absent. */
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'rivulet-pane': Props<SvelteCommon<RivuletPaneElement>>;
  }
}
