/** The language of names and texts: the word lists of docs/writing.md. */
import path from 'node:path';
import ts from 'typescript';
import { type Breach, lineOf, type Rule, type Source, walk } from './sources.ts';

const BANNED_IN_NAMES = new Set([
  'kept',
  'told',
  'telling',
  'said',
  'asked',
  'drained',
  'turns',
  'place',
  'hand',
  'words',
]);

/** Names that have a banned word in its proper sense, or that are not ours to choose. */
const ALLOWED_NAMES: readonly { names: readonly string[]; why: string }[] = [
  {
    names: [
      ...['hold', 'holdStock', 'releaseHold', 'onHold', 'holdMinutes', 'holdSeconds', 'stockHold', 'stock-hold'],
      ...['holdHours', 'hold_hours', 'HOLD_HOURS_MAX', 'holdEndedAt', 'hold_ended_at', 'HOLD_ENDED'],
    ],
    why: 'reserving stock for a purchase',
  },
  { names: ['inWords', 'amountInWords', 'totalInWords'], why: 'an amount in words, the term of receipts and cheques' },
  {
    names: ['reversalAsked', 'askedBy'],
    why: 'a field of the API, and a field of sealed audit entries: a new name would break clients and stored entries',
  },
  { names: ['notFound', 'NOT_FOUND', 'not_found', 'isFound'], why: 'HTTP 404' },
  { names: ['0025_supply_turns'], why: 'databases in use record this migration' },
  { names: ['totalInWords', 'reversalAsked'], why: 'fields of the API, which published clients read' },
];

/** Splits `notFound`, `not-found` and `NOT_FOUND` into not, found. */
function splitName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** What is wrong with a name, or null. */
export function faultOfName(name: string): string | null {
  if (ALLOWED_NAMES.some((allowed) => allowed.names.includes(name))) return null;
  const parts = splitName(name);
  const banned = parts.find((word) => BANNED_IN_NAMES.has(word));
  if (banned) return `${name}: use a standard word for '${banned}'`;
  if (parts.includes('hold')) return `${name}: 'hold' is for reserving stock alone`;
  if (parts[0] === 'found' || parts.at(-1) === 'found') return `${name}: say what was found`;
  return null;
}

function isDeclaredName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  if (ts.isBindingElement(parent)) return parent.name === node;
  if (ts.isImportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === node;
  if (ts.isJsxAttribute(parent) || ts.isPropertyAccessExpression(parent)) return false;
  return (parent as { name?: ts.Node }).name === node && !ts.isMetaProperty(parent);
}

/** `it` is for callbacks of one line: `rows.map((it) => it.id)`. */
function isLongIt(tree: ts.SourceFile, node: ts.Identifier): boolean {
  if (node.text !== 'it' || !ts.isParameter(node.parent)) return false;
  const { parent: callback } = node.parent;
  const lastLine = tree.getLineAndCharacterOfPosition(callback.getEnd()).line + 1;
  return lineOf(tree, node) !== lastLine;
}

/** Banned words in what our code names, and in file names. */
export const names: Rule = ({ path: file, tree }) => {
  const breaches: Breach[] = [];
  const add = (line: number, what: string): void => void breaches.push({ rule: 'names', path: file, line, what });
  const baseName = path.posix.basename(file).replace(/\.[^.]+$/, '');
  const faultOfFile = file.startsWith('docs/decisions/') ? null : faultOfName(baseName);
  if (faultOfFile) add(1, faultOfFile);
  if (!tree) return breaches;
  walk(tree, (node) => {
    if (!ts.isIdentifier(node) || !isDeclaredName(node)) return;
    const fault = isLongIt(tree, node)
      ? 'it: name the parameter of a callback that has several lines'
      : faultOfName(node.text);
    if (fault) add(lineOf(tree, node), fault);
  });
  return breaches;
};

/** A space stands for any gap, also over the end of a line of a comment. */
const phrase = (text: string, tail = ''): RegExp =>
  new RegExp(`\\b(${text.replaceAll(' ', '[\\s*/]+')})\\b${tail}`, 'gi');

const BANNED_PHRASES: readonly [RegExp, string][] = [
  [phrase('whoever'), "'whoever': name the person or the role"],
  [phrase('anew'), "'anew': again"],
  [phrase('thereby'), "'thereby': so, or nothing"],
  [phrase('beside'), "'beside': next to, with, in addition to"],
  [phrase('in one go'), "'in one go': together, in one statement"],
  [phrase('is none'), "'is none': there is no …, or say what it is"],
  [phrase('who asks'), "'who asks': the caller, the requester"],
  [phrase('so long as'), "'so long as': while, if"],
  [phrase('stands', '(?! (in )?for\\b)'), "'stands': is"],
  [phrase('told'), "'told': notified, shown, given"],
  [phrase('at once'), "'at once': immediately, at the same time"],
  [phrase('he|his|him|himself'), "'he': they, or the role"],
];
const POINTS: readonly [RegExp, string][] = [
  [
    /\b(spec(ification)?('s)?,?|decisions?,?)[\s*/]+points?[\s*/]+\d/gi,
    'cite docs/product.md, docs/contract.md or docs/decisions/NNNN',
  ],
];

/** Sentences that quote the specification or a standard and have to stay, to the letter. */
const QUOTED: readonly { text: string; from: string }[] = [];

interface Passage {
  readonly text: string;
  readonly line: number;
}

function breachesOf(
  rule: string,
  file: string,
  passages: readonly Passage[],
  patterns: readonly [RegExp, string][],
): Breach[] {
  return passages.flatMap(({ text, line }) => {
    const own = QUOTED.reduce((rest, quoted) => rest.replaceAll(quoted.text, ''), text);
    return patterns.flatMap(([pattern, what]) =>
      [...own.matchAll(pattern)].map((match) => ({
        rule,
        path: file,
        line: line + own.slice(0, match.index).split('\n').length - 1,
        what,
      })),
    );
  });
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateLiteralToken | ts.JsxText {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isJsxText(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  );
}

/** Where texts and regular expressions begin and end, in which `//` begins no comment. */
function literalsOf(tree: ts.SourceFile): Map<number, number> {
  const ends = new Map<number, number>();
  walk(tree, (node) => {
    if (isText(node) || ts.isRegularExpressionLiteral(node)) ends.set(node.getStart(tree), node.getEnd());
  });
  return ends;
}

function commentsOf(tree: ts.SourceFile): Passage[] {
  const text = tree.text;
  const literals = [...literalsOf(tree)].sort(([one], [other]) => one - other);
  const comment = /\/\*[\s\S]*?\*\/|\/\/.*/g;
  const out: Passage[] = [];
  let next = 0;
  for (let match = comment.exec(text); match; match = comment.exec(text)) {
    const start = match.index;
    while (next < literals.length && (literals[next]?.[1] ?? 0) <= start) next++;
    const [from, to] = literals[next] ?? [text.length, text.length];
    if (from <= start) comment.lastIndex = to;
    else out.push({ text: match[0], line: tree.getLineAndCharacterOfPosition(start).line + 1 });
  }
  return out;
}

const TEST_CALLS = /^(test|it|describe|suite)$/;

/** The title of a test: `test('title', …)`, `test.each(rows)('title', …)`. */
function isTestTitle(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent || !ts.isCallExpression(parent) || parent.arguments[0] !== node) return false;
  let callee: ts.Expression = parent.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  return ts.isIdentifier(callee) && TEST_CALLS.test(callee.text);
}

function textsOf({ path: file, tree }: Source): Passage[] {
  if (!tree) return [];
  const isTest = file.startsWith('tests/');
  const out: Passage[] = [];
  walk(tree, (node) => {
    if (!isText(node) || ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent)) return;
    const holder = ts.isTemplateSpan(node.parent)
      ? node.parent.parent
      : ts.isTemplateExpression(node.parent)
        ? node.parent
        : node;
    if (isTest && !isTestTitle(holder)) return;
    out.push({ text: node.text, line: lineOf(tree, node) });
  });
  return out;
}

/** Templates, styles and documents as they are. */
const wholeText = ({ path: file, text }: Source): Passage[] | null =>
  /\.(astro|css|md)$/.test(file) ? [{ text, line: 1 }] : null;

/** Lists the banned phrases with examples. */
const STYLE_PAGE = 'docs/writing.md';

/** Banned phrases in comments, documents, titles of tests and messages. Migrations never change and are left out. */
export const phrases: Rule = (source) => {
  const { tree } = source;
  if (source.path === STYLE_PAGE) return [];
  const passages = wholeText(source) ?? (tree ? [...commentsOf(tree), ...textsOf(source)] : []);
  return breachesOf('phrases', source.path, passages, BANNED_PHRASES);
};

/** Comments cite what every reader has. */
export const citations: Rule = (source) => {
  const { tree } = source;
  return breachesOf('citations', source.path, wholeText(source) ?? (tree ? commentsOf(tree) : []), POINTS);
};
