/**
 * A bundler plugin: writes what is fixed in a finished scene into the code, where the lean build can never have anything
 * else. What that switches off is then dead code, which the minifier takes away.
 */
import { parseAst } from 'vite';
import { edited, visit } from './syntax.mjs';

/** Expressions that hold a model's state or its options, by how they end. */
const OWNER = /(^|[.#])(state|options)$/;
/**
 * What a page or its worker never asks of these, though they ask others for something of that name, by which
 * leave-out.mjs goes: who makes a simulation or a renderer can, and the lean file hands out neither.
 */
const UNASKED = [
  { files: /\/simulation\/simulation\.js$/, names: ['kernels', 'drops', 'clear', 'profile'] },
  { files: /\/models\/maps\/map-model\.js$/, names: ['kernels', 'clear', 'water', 'field'] },
  { files: /\/layers\/layers\.js$/, names: ['water'] },
  { files: /\/webgl\/pane-renderer\.js$/, names: ['readPixels'] },
];
/** What the smallest file does without: pictures of the pane as files and streams, a start in parts, a budget of time. */
const SPARED = [
  { files: /\/element\/(pane|stage|rivulet-pane)\.js$/, names: ['snapshot', 'stream'] },
  { files: /\/webgl\/(pane-renderer|stage|programs|fine-tiles)\.js$/, names: ['prepare', 'finished', 'readPixels'] },
];
/** What the camera of the smallest file leaves as it is; `readCamera` then refuses these names. */
const FIXED_CAMERA = { dropSize: null, refraction: 1, aperture: null };
/** Entries of objects and words of lists that the smallest file has no use for, by module. */
const UNUSED_KEYS = [
  ['/picture/camera.js', [...Object.keys(FIXED_CAMERA), 'street']],
  ['/webgl/programs.js', ['bright', 'spread', 'shrink', 'disc', 'over']],
];
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** @param {Record<string, unknown>} scene a finished scene */
export function specialise({ model: { name, ...options }, surface: { turn }, fine, fog, film, wind, motion, wipers }) {
  const layers = { fog, ...(film === null && { film }) };
  // Of the wind only speed and direction can be changed.
  const { vehicle, boundaryLayer, exponent } = wind;
  const air = { vehicle, boundaryLayer, exponent };
  // A model without maps leaves no trails.
  const isMapped = 'smoothing' in options;
  // Only hemispheres are drawn from the height map.
  const bodies = name === 'rivulet' || !isMapped ? { drawnFrom: 'bodies', mirror: null, mirrors: false } : {};
  const trackless = isMapped ? {} : { trail: null, '#trails': null, bent: null };
  // Its drops are half capsules, and so is what they clear of the layers.
  const plainRegions = isMapped ? {} : { covers: null };
  const plain = isMapped ? {} : { sag: 0, c2: 0, s2: 0, c3: 0, s3: 0, waist: 0 };
  // What stands upright and is not moved never has its water run sideways.
  const upright = turn === 0 && motion === null ? { sideways: false } : {};
  // Blades wear, fingers and cloths do not.
  const byHand = wipers.length === 0;
  const unworn = byHand ? { wear: null } : {};
  const bladeless = byHand ? { wipers: null, '#wipers': null } : {};
  // Only hemispheres are chained.
  const unchained = name === 'rivulet' || !isMapped ? { lobe: 0 } : {};
  // Fine drops that are told when to come back do not ask the rain.
  const refill = typeof fine?.refill === 'number' ? { refill: fine.refill, '#followsRain': false } : {};
  // The smallest file draws as well as it can at once, whatever time that takes, and is not recorded.
  const atOnce = isMapped ? {} : { isShown: true, isNow: true };
  // Pictures of a page are nowhere brighter than white, so that nothing glows; and the eye is on the glass.
  const matt = isMapped ? {} : { strength: 0, waterBlur: 0 };
  const spared = isMapped ? {} : { finished: null, '#pace': null, '#isPrepared': true, '#streams': null };
  const rooms = [
    { files: /\/models\//, owned: options, facts: { ...upright, ...unworn, ...layers } },
    { files: /\/layers\//, owned: {}, facts: { ...unworn, ...layers, ...refill, ...plainRegions } },
    { files: /\/weather\//, owned: {}, facts: { ...unworn, ...air } },
    { files: /\/core\/body-volume/, owned: {}, facts: plain },
    { files: /\/core\/drop-body/, owned: {}, facts: unchained },
    { files: /\/render\/picture\//, owned: {}, facts: isMapped ? {} : FIXED_CAMERA },
    {
      files: /\/render\/webgl\//,
      owned: {},
      facts: { ...trackless, ...bodies, fog, '#veil': fog, ...atOnce, ...matt },
    },
    {
      files: /\/simulation\//,
      owned: {},
      facts: { ...layers, ...refill, ...bladeless, vehicle, several: null, motion, '#motion': motion },
    },
    // A lean file hands over nobody who paints backdrops.
    {
      files: /\/(element|worker)\//,
      owned: {},
      facts: { paint: null, '#paint': null, ...spared },
    },
  ];
  return {
    name: 'rivulet-specialise',
    transform: (code, id) => {
      const room = rooms.find(({ files }) => files.test(id));
      const unasked = [...(isMapped ? [] : SPARED), ...UNASKED].find(({ files }) => files.test(id))?.names ?? [];
      if (!room || !id.endsWith('.js')) return null;
      const [, unused] = (isMapped ? [] : UNUSED_KEYS).find(([file]) => id.endsWith(file)) ?? [];
      return { code: replaceFacts(withoutKeys(withoutMethods(code, unasked), unused ?? []), id, room), map: null };
    },
  };
}

function withoutMethods(code, names) {
  const edits = [];
  visit(parseAst(code), (node) => {
    const isOne = node.type === 'MethodDefinition' && names.includes(node.key.name);
    // Line breaks stay, as in leave-out.mjs.
    if (isOne) edits.push({ ...node, to: code.slice(node.start, node.end).replace(/[^\n]/g, '') });
    return !isOne;
  });
  return edited(code, edits);
}

/** Takes entries out of the objects and words out of the lists that a module writes down. */
function withoutKeys(code, names) {
  const edits = [];
  if (names.length === 0) return code;
  visit(parseAst(code), (node) => {
    const entries =
      node.type === 'ObjectExpression' ? node.properties : node.type === 'ArrayExpression' ? node.elements : [];
    for (const { key, value, start, end } of entries) {
      if (!names.includes(key ? key.name : value)) continue;
      edits.push({ start, end: code[end] === ',' ? end + 1 : end, to: '' });
    }
    return true;
  });
  return edited(code, edits);
}

/** `facts` are true of whatever has such a property, `owned` of the model's state and options only. */
function replaceFacts(code, id, { facts, owned }) {
  const text = ({ start, end }) => code.slice(start, end);
  const isOwner = (node) => OWNER.test(text(node)) || (text(node) === 'this' && id.endsWith('-state.js'));
  const factsOf = (owner) => (owner && isOwner(owner) ? { ...owned, ...facts } : facts);
  const edits = [];
  /** What is written to, which stays. */
  const targets = new Set();
  visit(parseAst(code), (node) => {
    if (node.type === 'AssignmentExpression') targets.add(node.left);
    if (node.type === 'MemberExpression' && !node.computed && !targets.has(node)) {
      const known = factsOf(node.object);
      const name = text(node.property);
      if (Object.hasOwn(known, name)) {
        edits.push({ ...node, to: JSON.stringify(known[name]) });
        // What it was asked of may be known too, but is asked no more.
        return false;
      }
    }
    if (node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern') {
      const { rest, values } = split(node.id, factsOf(node.init), text);
      if (values.length === 0) return true;
      const others = rest === '' ? [] : [`{ ${rest} } = ${text(node.init)}`];
      edits.push({ ...node, to: [...others, ...values].join(', ') });
    }
    if (!FUNCTIONS.includes(node.type) || node.body.type !== 'BlockStatement') return true;
    const at = node.body.start + 1;
    const define = (values) => edits.push({ start: at, end: at, to: ` const ${values.join(', ')};` });
    for (const given of node.params) {
      const param = given.type === 'AssignmentPattern' ? given.left : given;
      if (param.type === 'Identifier' && Object.hasOwn(facts, param.name)) {
        edits.push({ ...param, to: `_${param.name}` });
        define([`${param.name} = ${JSON.stringify(facts[param.name])}`]);
      }
      if (param.type !== 'ObjectPattern') continue;
      const { rest, values } = split(param, facts, text);
      if (values.length === 0) continue;
      edits.push({ ...param, to: `{ ${rest} }` });
      define(values);
    }
    return true;
  });
  return edited(code, edits);
}

/** Takes the known names out of a pattern: what is left of it, and the known as definitions. */
function split({ properties }, known, text) {
  const isKnown = ({ key, value }) =>
    key?.type === 'Identifier' && value.type === 'Identifier' && Object.hasOwn(known, key.name);
  const values = properties
    .filter(isKnown)
    .map(({ key, value }) => `${value.name} = ${JSON.stringify(known[key.name])}`);
  const others = properties.filter((property) => !isKnown(property));
  return { rest: others.map(text).join(', '), values };
}
