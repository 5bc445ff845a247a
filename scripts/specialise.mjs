/**
 * A bundler plugin: writes a finished scene's model options into the code of the particle models, where the lean build
 * can never have others. What they switch off is then dead code, which the minifier takes away.
 */
import { parseAst } from 'vite';
import { edited, visit } from './syntax.mjs';

const FILES = /\/models\/particles\/[^/]+\.js$/;
/** Expressions that hold the state or its options, by how they end. */
const OWNER = /(^|[.#])(state|options)$/;

/** @param {Record<string, string | number | boolean>} model the options of a finished scene's model */
export function specialise({ name: _, ...options }) {
  // What `ParticleState` derives from them.
  const caps = options.shapes === 'caps';
  const facts = { ...options, caps, single: options.maps === 'single', relaxes: caps && options.relax };
  return {
    name: 'rivulet-specialise',
    transform: (code, id) => (FILES.test(id) ? { code: replaceFacts(code, id, facts), map: null } : null),
  };
}

function replaceFacts(code, id, facts) {
  const text = ({ start, end }) => code.slice(start, end);
  const isOwner = (node) => OWNER.test(text(node)) || (text(node) === 'this' && id.endsWith('/state.js'));
  const isFact = (key) => key?.type === 'Identifier' && Object.hasOwn(facts, key.name);
  const edits = [];
  visit(parseAst(code), (node) => {
    if (node.type === 'MemberExpression' && !node.computed && isFact(node.property) && isOwner(node.object)) {
      edits.push({ ...node, to: JSON.stringify(facts[node.property.name]) });
    }
    if (node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern' && isOwner(node.init)) {
      const known = node.id.properties.filter(({ key }) => isFact(key));
      if (known.length === 0) return;
      const rest = node.id.properties.filter((property) => !known.includes(property)).map(text);
      const values = known.map(({ key, value }) => `${value.name} = ${JSON.stringify(facts[key.name])}`);
      edits.push({ ...node, to: [`{ ${rest.join(', ')} } = ${text(node.init)}`, ...values].join(', ') });
    }
  });
  return edited(code, edits);
}
