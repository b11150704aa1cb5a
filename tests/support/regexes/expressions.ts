/** Collects the regular expressions of the sources, also new ones. */
import fs from 'node:fs';
import ts from 'typescript';

export interface Expression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

export const nameOf = ({ file, source, flags }: Expression): string => `${file}: /${source}/${flags}`;

const FILES = ['src/lib/**/*.ts', 'src/pages/**/*.ts', 'src/middleware.ts'];

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesOf(child);
}

const isRegExpCall = (node: ts.Node, tree: ts.SourceFile): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(tree) === 'RegExp';

function isInFunction(node: ts.Node): boolean {
  for (let at = node.parent; at; at = at.parent) if (ts.isFunctionLike(at)) return true;
  return false;
}

interface Calls {
  /** When the file is loaded. */
  loading: number;
  /** In its functions. */
  later: number;
}

export interface Collected {
  readonly literals: readonly Expression[];
  /** How often a file calls `RegExp`. */
  readonly calls: ReadonlyMap<string, Calls>;
}

/** @param isRead whether a file reads what others write */
export function collect(isRead: (file: string) => boolean): Collected {
  const literals = new Map<string, Expression>();
  const calls = new Map<string, Calls>();
  for (const file of fs.globSync(FILES).filter(isRead).sort()) {
    const tree = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    for (const node of nodesOf(tree)) {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const expression = { file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
        literals.set(nameOf(expression), expression);
      }
      if (isRegExpCall(node, tree)) {
        const of = calls.get(file) ?? { loading: 0, later: 0 };
        of[isInFunction(node) ? 'later' : 'loading']++;
        calls.set(file, of);
      }
    }
  }
  return { literals: [...literals.values()], calls };
}

/** The expressions that are made by calls of `RegExp` while `run` runs. */
export async function madeBy(file: string, run: () => Promise<unknown>): Promise<Expression[]> {
  const made: Expression[] = [];
  const Plain = globalThis.RegExp;
  const noted = (pattern: RegExp): RegExp => {
    made.push({ file, source: pattern.source, flags: pattern.flags });
    return pattern;
  };
  globalThis.RegExp = new Proxy(Plain, {
    construct: (target, parts) => noted(Reflect.construct(target, parts)),
    apply: (target, self, parts) => noted(Reflect.apply(target, self, parts)),
  });
  try {
    await run();
  } finally {
    globalThis.RegExp = Plain;
  }
  return made;
}
