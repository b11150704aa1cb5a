/**
 * Every regular expression of the server is tried on long texts that it almost matches. One that takes the square of their length
 * uses seconds of a processor there, all others milliseconds.
 */
import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import { BOUNDED } from '../support/regexes/bounded.ts';
import { collect, type Expression, madeBy, nameOf } from '../support/regexes/expressions.ts';
import { type NearMiss, nearMissesOf } from '../support/regexes/near-misses.ts';

/** Folders whose expressions read nothing that a visitor writes. */
const NOT_READ: Readonly<Record<string, string>> = {
  'src/lib/cli/': 'commands and files of the operator',
  'src/lib/db/': 'SQL and migrations of the program, names of roles',
};
const { literals, calls } = collect((file) => !Object.keys(NOT_READ).some((folder) => file.startsWith(folder)));

type Load = (file: string) => Promise<Record<string, (...parts: unknown[]) => unknown>>;
/** A second copy, which is loaded while its calls of `RegExp` are noted. */
const load: Load = (file) =>
  import(/* @vite-ignore */ `${new URL(`../../${file}`, import.meta.url).pathname}?expressions`);

/** Expressions that functions make: how often in the file, and a run that makes each, or the reason why none is needed. */
const LATER: Readonly<Record<string, readonly [number, string | ((of: Awaited<ReturnType<Load>>) => unknown)]>> = {
  'src/lib/core/payee.rules.ts': [
    5,
    (of) => of.payeeProblem?.('a . b 12345678', { values: ['+919876543210'], hosts: ['sale.example.com'] }),
  ],
  'src/lib/http/openapi/examples.ts': [1, 'patterns of contracts, which are literals of their own'],
  'src/lib/media/formats/pdf-actions.ts': [1, 'called for constants while the file is loaded'],
  'src/lib/media/formats/pdf-trailer.ts': [1, (of) => of.findEncryption?.('', ENCRYPTED)],
  'src/lib/reconciliation/statement/narration.rules.ts': [
    1,
    (of) => of.withoutPayersBank?.('UPI/412345678901/A/a@b/C'),
  ],
};
const ENCRYPTED = new Map([['Encrypt', { kind: 'reference', number: 1, generation: 0 }]]);

const CHARACTERS = 200_000;
/** Ends a text: nothing matches it. */
const END = '\u0001';
const WAIT_MS = 2_500;
/** A linear expression needs about twenty; the square of the length about twenty thousand. */
const PROCESSOR_MS_MAX = 2_000;

const context = vm.createContext({ run: () => {} });
const isEndedAfter = (run: () => void, ms: number): boolean => {
  context.run = run;
  try {
    vm.runInContext('run()', context, { timeout: ms });
    return false;
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause;
    return true;
  }
};

/** Whether a run uses more of the processor than any linear one; a machine that gives it too little of one waits longer. */
function isEndless(run: () => void): boolean {
  for (let waitMs = WAIT_MS; ; waitMs *= 2) {
    const before = process.cpuUsage();
    if (!isEndedAfter(run, waitMs)) return false;
    if (process.cpuUsage(before).user / 1_000 > PROCESSOR_MS_MAX) return true;
  }
}

function textOf({ start, unit }: NearMiss, characters: number): string {
  return (start + unit.repeat(Math.ceil(characters / unit.length))).slice(0, characters) + END;
}

function run(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, '');
  else pattern.test(text);
}

const boundOf = ({ file, source }: Expression) =>
  BOUNDED.find((bound) => bound.file === file && source.startsWith(bound.begins));

/** The first text that an expression does not get through, shortened; null if it gets through all. */
function failureOf(expression: Expression): string | null {
  const pattern = new RegExp(expression.source, expression.flags);
  const characters = boundOf(expression)?.characters ?? CHARACTERS;
  const miss = nearMissesOf(expression).find((it) => isEndless(() => run(pattern, textOf(it, characters))));
  return miss === undefined ? null : `${nameOf(expression)} on ${JSON.stringify(miss)}`;
}

async function allMade(): Promise<Expression[]> {
  const all: Expression[] = [];
  for (const file of calls.keys()) {
    const [, later] = LATER[file] ?? [];
    all.push(
      ...(await madeBy(file, async () => {
        const of = await load(file);
        if (typeof later === 'function') later(of);
      })),
    );
  }
  return [...new Map(all.map((it) => [nameOf(it), it])).values()];
}

describe('the regular expressions of the server', () => {
  test('each that a file writes gets through texts that it almost matches', () => {
    expect(literals.length).toBeGreaterThan(700);
    expect(literals.flatMap((it) => failureOf(it) ?? [])).toEqual([]);
  }, 600_000);

  test('each that a call makes does too', async () => {
    const made = await allMade();
    expect(made.length).toBeGreaterThanOrEqual(30);
    expect(made.flatMap((it) => failureOf(it) ?? [])).toEqual([]);
  }, 600_000);

  test('those that functions make are listed', () => {
    const later = [...calls].flatMap(([file, of]) => (of.later > 0 ? [[file, of.later]] : []));
    expect(later).toEqual(Object.entries(LATER).map(([file, [count]]) => [file, count]));
  });

  test('each bound is of an expression that exists and needs it', () => {
    for (const bound of BOUNDED) {
      const of = literals.filter((it) => boundOf(it) === bound);
      expect(of, JSON.stringify(bound)).toHaveLength(1);
    }
  });
});

describe('the near misses', () => {
  const failing = ['\\s+$', 'a+b', '^(a+)+$', '(?:x|xy?)*z', '[A-Z0-9.]+@', '^\\d*\\.?\\d*$'];
  test.for(failing)('find what takes the square of the length, or more: %s', (source) => {
    expect(failureOf({ file: 'planted.ts', source, flags: '' })).toContain(source);
  });

  test.for(['(?<!\\s)\\s+$', '^a+b', '^[A-Z]{4}0[A-Z0-9]{6}$', '(?<![A-Z0-9.])[A-Z0-9.]+@'])(
    'pass what is linear: %s',
    (source) => {
      expect(failureOf({ file: 'planted.ts', source, flags: '' })).toBeNull();
    },
  );
}, 600_000);
