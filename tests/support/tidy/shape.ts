/** Rules about the shape of the code: file names, length of functions, transactions, global symbols. */
import ts from 'typescript';
import { FEATURES } from './layers.ts';
import { type Breach, lineOf, type Rule, walk } from './sources.ts';

/** Files of a feature whose name is not one of a layer, each for a reason. */
const NAMED_FILES: readonly { path: RegExp; why: string }[] = [
  { path: /^mail\/templates\/[a-z-]+\.ts$/, why: 'one file for each group of mails' },
  { path: /^mail\/worker\/[a-z-]+\.ts$/, why: 'the worker is a small library of its own: queue, transport, worker' },
  { path: /^mail\/(eml-reader|encryption|mailbox)\.ts$/, why: 'file formats and keys, no use cases' },
  { path: /^media\/formats\/[a-z-]+\.ts$/, why: 'one file for each file format' },
  { path: /^media\/storage\.ts$/, why: 'files on disk, as a store is for rows' },
  { path: /^media\/s3\/(requests|objects)\.ts$/, why: 'files in an object store, as a store is for rows' },
  { path: /^media\/storages\.ts$/, why: 'chooses between disk and object store' },
  { path: /^audit\/chain\.ts$/, why: 'hashes a chain with node:crypto, so browsers may not import it' },
  { path: /^integrations\/networks\.ts$/, why: 'compares with node:net, so browsers may not import it' },
  { path: /^tokens\/(brand|catalogue|data-texts)\.ts$/, why: 'data of the token brands' },
  { path: /^auth\/common-passwords\.ts$/, why: 'a list of data' },
  { path: /^accounts\/qr\.ts$/, why: 'draws a QR code' },
  { path: /^exports\/formats\/[a-z]+\.ts$/, why: 'one file for each file format' },
  { path: /^(reconciliation\/statement|members\/import)\/formats\/[a-z]+\.ts$/, why: 'one file for each file format' },
  { path: /^accounts\/passwords\/hashing\/worker\.ts$/, why: 'runs in a thread of its own' },
  { path: /^reconciliation\/statement\/reading\/worker\.ts$/, why: 'runs in a separate process' },
  { path: /^launch\/packing\/process\/worker\.ts$/, why: 'runs in a separate process' },
  { path: /^launch\/pack\/[a-z-]+\.ts$/, why: 'hashes with node:crypto, so browsers may not import it' },
  { path: /^reconciliation\/statement\/identity\.ts$/, why: 'hashes with node:crypto, so browsers may not import it' },
];

const LAYER_FILE = /(^|\/)(calls|contract|rules|service|store|mapper|[a-z0-9-]+\.rules)\.ts$/;

/** In a feature, the name of a file says its layer. */
export const fileNames: Rule = ({ path }) => {
  const [, feature = '', rest = ''] = /^src\/lib\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (!FEATURES.includes(feature) || !rest.endsWith('.ts') || LAYER_FILE.test(rest)) return [];
  if (NAMED_FILES.some((known) => known.path.test(`${feature}/${rest}`))) return [];
  const what = 'a file of a feature is calls, contract, rules, service, store, mapper or <name>.rules';
  return [{ rule: 'file-name', path, line: 1, what }];
};

const FUNCTION_LINES_MAX = 70;

/** The name that a function is declared or assigned by. */
function nameOf(node: ts.Node): string {
  const named = ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? node.parent : node;
  const name = (named as { name?: ts.Node }).name;
  return name && ts.isIdentifier(name) ? name.text : 'a function';
}

/** Tests are exempt: a `describe` holds its cases. */
export const longFunction: Rule = ({ path, tree }) => {
  if (!tree || /\.test\.tsx?$/.test(path)) return [];
  const breaches: Breach[] = [];
  walk(tree, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return;
    const line = lineOf(tree, node);
    const count = tree.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - line;
    if (count <= FUNCTION_LINES_MAX) return;
    breaches.push({ rule: 'long-function', path, line, what: `${nameOf(node)} has ${count} lines; split it` });
  });
  return breaches;
};

/** Files that control transactions, each for a reason. */
const TRANSACTION_FILES: readonly { path: RegExp; why: string }[] = [
  { path: /^src\/lib\/db\/client\.ts$/, why: '`inTransaction`' },
  { path: /^src\/lib\/db\/migrate\.ts$/, why: 'runs before there is a scope' },
  { path: /^src\/lib\/cli\//, why: 'backup and restore speak to a connection of their own' },
];
const TRANSACTION_CALLS = new Set(['transaction', 'startTransaction', 'commit', 'rollback', 'savepoint']);
const TRANSACTION_TEXT = /^\s*(begin|commit|rollback|start transaction|end|savepoint)\b(\s|;|$)/i;

/** A use case opens its transaction with `inTransaction`; nothing else begins, commits or rolls back. */
export const transactions: Rule = ({ path, tree }) => {
  if (!tree || !path.startsWith('src/lib/') || TRANSACTION_FILES.some((known) => known.path.test(path))) return [];
  const breaches: Breach[] = [];
  walk(tree, (node) => {
    const line = lineOf(tree, node);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const called = node.expression.name.text;
      if (TRANSACTION_CALLS.has(called))
        breaches.push({ rule: 'transaction', path, line, what: `controls a transaction (${called})` });
      return;
    }
    const text = ts.isStringLiteralLike(node) ? node.text : ts.isTemplateExpression(node) ? node.head.text : '';
    const isStatement = /^\s*(begin|commit|rollback)\s*;?\s*$/i.test(text) || /^[A-Z ]+$/.test(text.slice(0, 12));
    if (isStatement && TRANSACTION_TEXT.test(text))
      breaches.push({ rule: 'transaction', path, line, what: 'holds a statement that controls a transaction' });
  });
  return breaches;
};

/** One module graph needs no symbols that several copies of a module share. */
export const globalSymbols: Rule = ({ path, tree }) => {
  if (!tree || !path.startsWith('src/')) return [];
  const breaches: Breach[] = [];
  walk(tree, (node) => {
    if (!ts.isPropertyAccessExpression(node) || node.expression.getText() !== 'Symbol') return;
    if (!/^(for|hasInstance)$/.test(node.name.text)) return;
    breaches.push({ rule: 'global-symbol', path, line: lineOf(tree, node), what: `Symbol.${node.name.text}` });
  });
  return breaches;
};

/** `core/zod.ts` configures `zod/mini`, so everything else imports it from there. */
export const oneZod: Rule = ({ path, imports }) => {
  if (!path.startsWith('src/') || path === 'src/lib/core/zod.ts') return [];
  return imports
    .filter((it) => it.specifier === 'zod/mini')
    .map(({ line, specifier }) => ({ rule: 'one-zod', path, line, what: `import ${specifier} from core/zod.ts` }));
};

/** Between rooms an import says where it goes (`@/lib/…`); inside the library it says how far away its neighbour is. */
export const relativeInLib: Rule = ({ path, imports }) => {
  if (!path.startsWith('src/')) return [];
  const isInLib = path.startsWith('src/lib/');
  const isWrong = (specifier: string) => (isInLib ? specifier.startsWith('@/lib/') : /^(\.\.\/)+lib\//.test(specifier));
  const right = isInLib ? 'a relative path' : '@/lib/…';
  return imports
    .filter(({ specifier }) => isWrong(specifier))
    .map(({ line, specifier }) => ({ rule: 'import-path', path, line, what: `import ${specifier} by ${right}` }));
};
