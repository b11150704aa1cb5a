/** Reads the sources as the compiler sees them: each file with its syntax tree and what it imports. */
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export interface Import {
  /** As written. */
  readonly specifier: string;
  /** Path from the root of the project where it is a file of ours, else null. */
  readonly target: string | null;
  /** What is imported, by the names that the other file gives them; of `import * as` none. */
  readonly names: readonly string[];
  readonly line: number;
  /** Gone after compiling. */
  readonly typeOnly: boolean;
  /** In a `<script>` of a page, which runs in the browser. */
  readonly inScript: boolean;
}

export interface Source {
  /** From the root of the project, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** The code; of an `.astro` file its front matter and scripts on their own lines. Null for styles and the like. */
  readonly tree: ts.SourceFile | null;
  readonly imports: readonly Import[];
}

export interface Breach {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly what: string;
}

/** A rule of the house: what of a file breaks it. `all` has every file by its path. */
export type Rule = (source: Source, all: ReadonlyMap<string, Source>) => Breach[];

const CODE = /\.(ts|tsx|mjs|js|astro)$/;

/** Everything but the parts that hold code becomes blank, so that lines keep their numbers. */
function codeOfAstro(text: string): { code: string; scriptLines: Set<number> } {
  const spans: [number, number][] = [];
  const scripts: [number, number][] = [];
  const front = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text);
  if (front) spans.push([4, 4 + (front[1]?.length ?? 0)]);
  for (const match of text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)) {
    const start = match.index + match[0].indexOf('>') + 1;
    scripts.push([start, start + (match[1]?.length ?? 0)]);
  }
  const isCode = (at: number): boolean => [...spans, ...scripts].some(([from, to]) => at >= from && at < to);
  const code = [...text].map((char, at) => (char === '\n' || isCode(at) ? char : ' ')).join('');
  const scriptLines = new Set<number>();
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  for (const [from, to] of scripts) for (let line = lineOf(from); line <= lineOf(to); line++) scriptLines.add(line);
  return { code, scriptLines };
}

export function lineOf(tree: ts.SourceFile, node: ts.Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

/** Visits every node of a tree. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  return !clause.name && !!names && ts.isNamedImports(names) && names.elements.every((it) => it.isTypeOnly);
}

function namesOf(node: ts.Node): string[] {
  if (!ts.isImportDeclaration(node)) return [];
  const bindings = node.importClause?.namedBindings;
  return bindings && ts.isNamedImports(bindings)
    ? bindings.elements.map((it) => (it.propertyName ?? it.name).text)
    : [];
}

/** The files that a browser gets for the names with `#` (package.json, `imports`). */
const ofBrowsers = new Map(
  Object.entries((JSON.parse(fs.readFileSync('package.json', 'utf8')) as { imports: Imports }).imports).map(
    ([name, { browser }]) => [name, browser.slice(2)],
  ),
);
type Imports = Readonly<Record<string, { readonly browser: string }>>;

function resolve(from: string, specifier: string, exists: (file: string) => boolean): string | null {
  const bare = specifier.replace(/\?.*$/, '');
  const ofBrowser = ofBrowsers.get(bare);
  if (ofBrowser !== undefined) return ofBrowser;
  const base = bare.startsWith('@/')
    ? `src/${bare.slice(2)}`
    : bare.startsWith('.')
      ? path.posix.join(path.posix.dirname(from), bare)
      : null;
  if (base === null) return null;
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find(exists) ?? base;
}

export function parse(file: string, text: string, exists: (file: string) => boolean): Source {
  const lines = text.split('\n');
  if (!CODE.test(file)) return { path: file, text, lines, tree: null, imports: [] };
  const { code, scriptLines } = file.endsWith('.astro')
    ? codeOfAstro(text)
    : { code: text, scriptLines: new Set<number>() };
  const kind = /\.(tsx|astro)$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  const imports: Import[] = [];
  const add = (node: ts.Node, specifier: string, typeOnly: boolean): void => {
    const line = lineOf(tree, node);
    const target = resolve(file, specifier, exists);
    imports.push({ specifier, target, names: namesOf(node), line, typeOnly, inScript: scriptLines.has(line) });
  };
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const { moduleSpecifier } = node;
      if (moduleSpecifier && ts.isStringLiteral(moduleSpecifier)) add(node, moduleSpecifier.text, isTypeOnly(node));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [first] = node.arguments;
      if (first && ts.isStringLiteralLike(first)) add(node, first.text, false);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument;
      if (ts.isStringLiteral(literal)) add(node, literal.text, true);
    }
  });
  return { path: file, text, lines, tree, imports };
}

/**
 * The files of some folders under a root, and files that are named themselves.
 * @param suffix of a fixture's files, taken off their names: a planted breach must not be a source to any other tool
 */
export function readSources(root: string, folders: readonly string[], suffix = ''): Map<string, Source> {
  const texts = new Map<string, string>();
  const read = (folder: string): void => {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory()) read(file);
      else if (!/\.(woff2|png|jpg|ico|webp|svg)$/.test(entry.name) && file.endsWith(suffix))
        texts.set(file.slice(0, file.length - suffix.length), fs.readFileSync(path.join(root, file), 'utf8'));
    }
  };
  for (const name of folders) {
    const entry = fs.statSync(path.join(root, name), { throwIfNoEntry: false });
    if (entry?.isDirectory()) read(name);
    else if (entry) texts.set(name, fs.readFileSync(path.join(root, name), 'utf8'));
  }
  return new Map([...texts].map(([file, text]) => [file, parse(file, text, (it) => texts.has(it))]));
}
