/**
 * For the build of what browsers get. A contract serves the server, the API page and the islands; islands need where a call
 * goes and what they may send. What the others need is left out, and every schema that is then used by nobody falls away:
 * schemas are made by calls without an effect, which the bundler can't know by itself.
 */
const SERVERS_OWN = new Set(['output', 'summary', 'success', 'creates', 'answers', 'limits', 'sensitive']);

const isNode = (it) => typeof it === 'object' && it !== null;

/** Calls `see` for a node and all below it, until it says that it has seen enough. */
function walk(node, see) {
  if (Array.isArray(node)) for (const it of node) walk(it, see);
  else if (isNode(node) && see(node) !== false) for (const it of Object.values(node)) if (isNode(it)) walk(it, see);
}

/** What a signed-in person asks for is checked by the server alone; a form that is sent, and what strangers ask, before that. */
function isAskedFor(properties) {
  const literalOf = (name) => properties.find((it) => it.key?.name === name)?.value?.value;
  return literalOf('from') === 'query' && literalOf('access') !== 'public';
}

/** Objects given to `contract(…)`, or spread into one. */
function slimmed(code, program) {
  const edits = [];
  walk(program.body, (node) => {
    // What stands alone, as `z.config(…)`, is there for its effect; what a function does is not done by making it.
    if (/^(ExpressionStatement|FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      return false;
    if (node.type === 'ObjectExpression' && node.properties.some((it) => it.key?.name === 'access')) {
      const isInput = (it) => it.key?.name === 'input' && isAskedFor(node.properties);
      for (const it of node.properties)
        if (SERVERS_OWN.has(it.key?.name) || isInput(it)) edits.push([it.start, it.end, '...{}']);
    }
    if (node.type === 'CallExpression') edits.push([node.start, node.start, '/* @__PURE__ */ ']);
  });
  let out = '';
  let at = 0;
  for (const [start, end, text] of edits.sort((a, b) => a[0] - b[0])) {
    if (start < at) continue;
    out += code.slice(at, start) + text;
    at = end;
  }
  return out + code.slice(at);
}

export const slimContracts = {
  name: 'launchbook-slim-contracts',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  options: (options) => ({ ...options, treeshake: { ...options.treeshake, propertyReadSideEffects: false } }),
  transform: {
    filter: { id: /\/src\/lib\/(core\/([a-z]+-)?(fields|wire)|(?!core\/)[a-z]+\/[a-z-]*contract)\.ts$/ },
    handler(code) {
      // An import that only something left out asked for falls away with it.
      return { code: slimmed(code, this.parse(code)), map: null, moduleSideEffects: false };
    },
  },
};
