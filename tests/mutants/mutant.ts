/** A planted bug: one change of one source file, and the test that must fail because of it. */
export interface Mutant {
  /** For the command line: `npm run mutants -- NAME`. */
  readonly name: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly text: string;
  readonly replacement: string;
  /** What the bug would cost. */
  readonly cost: string;
  readonly project: 'unit' | 'api' | 'attack' | 'e2e' | 'long';
  readonly test: string;
  /** The title of the test, or a part of it. */
  readonly title: string;
}

/**
 * The source with the bug.
 * @throws Error unless the text of the mutant occurs exactly once
 */
export function mutate(source: string, { name, file, text, replacement }: Mutant): string {
  const times = source.split(text).length - 1;
  if (times !== 1) throw new Error(`${name}: its text occurs ${times} times in ${file}, not once`);
  if (text === replacement) throw new Error(`${name}: the replacement changes nothing`);
  return source.replace(text, () => replacement);
}
