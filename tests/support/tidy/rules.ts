/** Rules about code and not imports: SQL, money, the clock, file length, escapes from type and HTML checks. */
import ts from 'typescript';
import { roomOf } from './layers.ts';
import { type Breach, lineOf, type Rule, type Source, walk } from './sources.ts';

/** Files that may break a rule, each for a reason. */
const EXCEPTIONS: Readonly<Record<string, readonly { path: RegExp; why: string }[]>> = {
  sql: [
    { path: /^src\/lib\/db\//, why: 'the client, the schema, the migrations and the first rows' },
    { path: /^src\/lib\/cli\//, why: 'backup and restore copy tables as they are' },
  ],
  clock: [
    { path: /^src\/lib\/(server|cli|db)\//, why: 'measures time and waits, decides nothing' },
    { path: /^src\/lib\/layout\//, why: 'runs in the browser' },
    {
      path: /^src\/lib\/(rate-limits\/service|accounts\/passwords\/queue\/service|programs\/queue\/service|programs\/slices\/service|http\/request-limit)\.ts$/,
      why: 'how long this process remembers a client; the limits that all nodes share use the time of the database',
    },
    {
      path: /^src\/lib\/reconciliation\/states\/service\.ts$/,
      why: 'measures a run to space the next one, decides nothing',
    },
  ],
  money: [
    { path: /^src\/lib\/core\/(money|format)\.ts$/, why: 'the one place that rounds, and the one that writes figures' },
    { path: /^src\/lib\/server\/server\.ts$/, why: 'milliseconds in the log' },
  ],
  escapes: [
    { path: /^src\/lib\/layout\/JsonLd\.astro$/, why: 'data for search engines, in which no tag can begin' },
    { path: /^src\/lib\/layout\/Body\.astro$/, why: 'what Astro has rendered and escaped' },
  ],
  'long-file': [{ path: /^package-lock\.json$/, why: 'written by npm' }],
};

function isExcepted(rule: string, path: string): boolean {
  return (EXCEPTIONS[rule] ?? []).some((known) => known.path.test(path));
}

/** A rule that looks at each node of the code. `look` answers what is wrong with one, or null. */
function nodeRule(
  rule: string,
  covers: (path: string) => boolean,
  look: (node: ts.Node, source: Source) => string | null,
): Rule {
  return (source) => {
    const { tree } = source;
    if (!tree || !covers(source.path) || isExcepted(rule, source.path)) return [];
    const breaches: Breach[] = [];
    walk(tree, (node) => {
      const what = look(node, source);
      if (what) breaches.push({ rule, path: source.path, line: lineOf(tree, node), what });
    });
    return breaches;
  };
}

const inSrc = (path: string): boolean => path.startsWith('src/');
const inLib = (path: string): boolean => path.startsWith('src/lib/');

/** The name that is called: `parseFloat`, or the last part of `Number.parseFloat`. */
function calledName(node: ts.Node): string | null {
  if (!ts.isCallExpression(node)) return null;
  const { expression } = node;
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : null;
}

const QUERY_BUILDERS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const SQL_TEXT = /^\s*(SELECT\s+[\w*('"]|INSERT INTO\s|UPDATE\s+\w+\s+SET\s|DELETE FROM\s|WITH\s+\w+\s+AS\s*\()/;

/** Only stores contain SQL. */
const sql = nodeRule(
  'sql',
  (path) => inSrc(path) && roomOf(path)?.layer !== 'store',
  (node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const isDriver = /^(kysely|pg)$/.test(node.moduleSpecifier.text);
      const clause = node.importClause;
      const names = clause?.namedBindings;
      const isType =
        clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
        (names && !clause.name && ts.isNamedImports(names) && names.elements.every((it) => it.isTypeOnly));
      return isDriver && !isType ? `imports ${node.moduleSpecifier.text}` : null;
    }
    const name = calledName(node);
    if (name && QUERY_BUILDERS.has(name)) return `builds a query (${name})`;
    const text = ts.isStringLiteralLike(node) ? node.text : ts.isTemplateExpression(node) ? node.head.text : '';
    return SQL_TEXT.test(text) ? 'holds the text of a query' : null;
  },
);

const MONEY_FEATURES = new Set<string>([
  'companies',
  'ledger',
  'referrals',
  'purchases',
  'reconciliation',
  'launch',
  'dashboard',
  'exports',
  'settings',
  'superadmin',
]);
const MONEY_NAME = /(paise|micros|amount|price|fee)/i;

/** Money is exact; `core/money.ts` alone rounds. (Quantities are whole and bounded by what a number holds exactly.) */
const money = nodeRule('money', inSrc, (node, source) => {
  const name = calledName(node);
  if (name === 'parseFloat' || name === 'toFixed') return `${name} makes or writes floating-point numbers`;
  if (!inLib(source.path)) return null;
  const onMath = ts.isCallExpression(node) && /^Math\.(round|fround)$/.test(node.expression.getText());
  if (onMath) return 'rounds a floating-point number';
  if (name === 'Number' && ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const what = node.arguments[0]?.getText() ?? '';
    return MONEY_NAME.test(what) ? `turns ${what} into a floating-point number` : null;
  }
  const feature = roomOf(source.path)?.feature;
  if (feature && MONEY_FEATURES.has(feature) && ts.isNumericLiteral(node) && node.getText().includes('.'))
    return 'counts with a fraction';
  return null;
});

/** Decisions take their time from the database; rules are given it. */
const clock = nodeRule(
  'clock',
  (path) => inLib(path) || path === 'src/middleware.ts',
  (node) => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length)
      return 'reads the clock';
    if (!ts.isCallExpression(node)) return null;
    return /^(Date\.now|Date|performance\.now|Temporal\.Now\.\w+)$/.test(node.expression.getText())
      ? 'reads the clock'
      : null;
  },
);

/** Rules decide the same way every time. */
const chance = nodeRule(
  'chance',
  (path) => /^(core|calls|contract|rules|mapper)$/.test(roomOf(path)?.layer ?? ''),
  (node) => {
    if (!ts.isCallExpression(node)) return null;
    return /Math\.random|randomUUID|getRandomValues|randomBytes/.test(node.expression.getText())
      ? 'draws by chance'
      : null;
  },
);

const noAny = nodeRule('any', inSrc, (node) =>
  node.kind === ts.SyntaxKind.AnyKeyword ? 'any turns the types off' : null,
);

const HTML_SINKS = new Set(['innerHTML', 'outerHTML', 'srcdoc']);
const HTML_CALLS = new Set(['insertAdjacentHTML', 'write', 'writeln', 'createContextualFragment', 'setHTMLUnsafe']);

/** Stored text is never code, and the content security policy holds: no HTML from text, no code from text, no inline style. */
const escapes = nodeRule('escapes', inSrc, (node, source) => {
  if (ts.isJsxAttribute(node) && !source.path.endsWith('.astro')) {
    const name = node.name.getText();
    if (name === 'dangerouslySetInnerHTML') return 'writes HTML from text';
    if (name === 'style') return 'the policy refuses inline styles from the server';
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const { left } = node;
    if (ts.isPropertyAccessExpression(left) && HTML_SINKS.has(left.name.text))
      return `writes HTML from text (${left.name.text})`;
  }
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    if (ts.isIdentifier(expression) && expression.text === 'eval') return 'runs text as code';
    if (ts.isPropertyAccessExpression(expression) && HTML_CALLS.has(expression.name.text)) {
      const isDocument = expression.expression.getText() === 'document';
      if (!/^write/.test(expression.name.text) || isDocument) return `writes HTML from text (${expression.name.text})`;
    }
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'Function') return 'runs text as code';
  return null;
});

/** Its ways in templates, where there is no tree to look at. */
const TEMPLATE_ESCAPES: readonly [RegExp, string][] = [
  [/\bset:(html|text)\b/, 'writes HTML from text'],
  [/\sstyle=/, 'the policy refuses inline styles from the server'],
  [/\b(is:inline|define:vars)\b/, 'the policy refuses inline scripts'],
  [/<ClientRouter\b/, 'the policy refuses its inline scripts'],
  [/\son[a-z]+=["{]/, 'the policy refuses handlers in attributes'],
];

const templateEscapes: Rule = (source) => {
  if (!source.path.endsWith('.astro') || isExcepted('escapes', source.path)) return [];
  return source.lines.flatMap((text, index) =>
    TEMPLATE_ESCAPES.filter(([pattern]) => pattern.test(text)).map(([, what]) => ({
      rule: 'escapes',
      path: source.path,
      line: index + 1,
      what,
    })),
  );
};

const LINES_MAX = 300;
/** The formatter gives each declaration of a style a line, and a table of cases one to each case. */
const STYLE_AND_TEST_LINES_MAX = 450;

const longFile: Rule = (source) => {
  const count = source.text.replace(/\n$/, '').split('\n').length;
  const max = /\.css$|^tests\//.test(source.path) ? STYLE_AND_TEST_LINES_MAX : LINES_MAX;
  if (count <= max || !/\.(ts|tsx|mjs|js|astro|css|sql)$/.test(source.path)) return [];
  if (isExcepted('long-file', source.path)) return [];
  return [{ rule: 'long-file', path: source.path, line: 1, what: `${count} lines; split it by verb` }];
};

/**
 * An API page is `export const ALL =` one call of what `lib/http` gives, over contracts and use cases. Nothing in it
 * decides.
 */
const thinEndpoint: Rule = ({ path, tree, imports }) => {
  if (!tree || !/^src\/pages\/api\/v1\/.*\.ts$/.test(path) || /\[\.\.\.\w+\]\.ts$/.test(path)) return [];
  const breach = (node: ts.Node, what: string): Breach => ({
    rule: 'thin-endpoint',
    path,
    line: lineOf(tree, node),
    what,
  });
  const fromHttp = (name: string): boolean =>
    tree.statements.some(
      (statement) =>
        ts.isImportDeclaration(statement) &&
        imports.some((known) => known.line === lineOf(tree, statement) && known.target?.startsWith('src/lib/http/')) &&
        new RegExp(`\\b${name}\\b`).test(statement.importClause?.getText() ?? ''),
    );
  const isWiring = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return true;
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false;
    return fromHttp(node.expression.text) && node.arguments.every(isWiring);
  };
  const others = tree.statements.filter((it) => !ts.isImportDeclaration(it));
  const [only] = others;
  if (!only) return [breach(tree, 'an API page exports ALL')];
  return others.flatMap((statement) => {
    const declaration = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : undefined;
    const isRoute =
      declaration?.name.getText() === 'ALL' && declaration.initializer && isWiring(declaration.initializer);
    return isRoute
      ? []
      : [breach(statement, 'an API page holds nothing but `export const ALL = endpoint(contract, useCase)`')];
  });
};

export const HOUSE_RULES: readonly Rule[] = [
  sql,
  money,
  clock,
  chance,
  noAny,
  escapes,
  templateEscapes,
  longFile,
  thinEndpoint,
];
