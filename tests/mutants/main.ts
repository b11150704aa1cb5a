/**
 * `npm run mutants [-- NAME…]`: plants one bug at a time in a copy of the project and runs the test that must catch it. With names,
 * or beginnings of names, only those. `--whole-files` runs all tests of the files, to see which of them catch a bug.
 * The exit code is 1 when a bug survives.
 */
import type { Mutant } from './mutant.ts';
import { Scratch, type TestRun } from './scratch.ts';
import { MUTANTS } from './table.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const WHOLE_FILES = '--whole-files';
const isWholeFile = process.argv.includes(WHOLE_FILES);
const wanted = process.argv.slice(2).filter((argument) => argument !== WHOLE_FILES);

function chosenMutants(): readonly Mutant[] {
  const unknown = wanted.filter((start) => !MUTANTS.some(({ name }) => name.startsWith(start)));
  if (unknown.length > 0) throw new Error(`No mutant begins with ${unknown.join(' or ')}.`);
  return MUTANTS.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
}

const patternOf = (mutants: readonly Mutant[]): string | null =>
  isWholeFile ? null : mutants.map(({ title }) => title.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');

/** The tests must pass without a bug, or their failure says nothing. */
async function checkTests(scratch: Scratch, mutants: readonly Mutant[]): Promise<void> {
  for (const [project, own] of Map.groupBy(mutants, (mutant) => mutant.project)) {
    const files = [...new Set(own.map(({ test }) => test))];
    const { failed, passed, problem } = await scratch.test(project, files, patternOf(own));
    if (problem !== null || failed.length > 0)
      throw new Error(`Tests of ${project} fail without a bug: ${failed.join('; ')}${problem ?? ''}`);
    print(`${passed} tests of ${project} pass without a bug.`);
  }
}

function resultOf({ failed, passed, problem }: TestRun): { isCaught: boolean; text: string } {
  if (failed.length > 0) return { isCaught: true, text: `caught by '${failed.join("', '")}'` };
  if (problem === null) return { isCaught: false, text: `SURVIVED ${passed} tests` };
  // A bug with which nothing starts would not reach anybody.
  return { isCaught: false, text: `NO TEST RAN: ${problem.slice(-2_000)}` };
}

async function run(scratch: Scratch): Promise<void> {
  const mutants = chosenMutants();
  if (mutants.some(({ project }) => project !== 'unit')) {
    print('Building the program with all mutants …');
    await scratch.build(mutants);
  }
  await checkTests(scratch, mutants);
  let caught = 0;
  for (const mutant of mutants) {
    const restore = scratch.apply(mutant);
    const { isCaught, text } = resultOf(await scratch.test(mutant.project, [mutant.test], patternOf([mutant])));
    restore();
    if (isCaught) caught++;
    print(`${mutant.name.padEnd(34)} ${text}`);
  }
  print(`${caught} of ${mutants.length} planted bugs caught`);
  if (caught < mutants.length) process.exitCode = 1;
}

const scratch = new Scratch();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    scratch.remove();
    process.exit(1);
  });
try {
  await run(scratch);
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  scratch.remove();
}
