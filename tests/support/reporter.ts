/**
 * Reports to `npm test`: writes the counts of a run, what failed in it, the results of its attacks and the figures of its faults to
 * the file named by `TEST_COUNTS`, and prints the slowest files.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';
import type { FaultFigure } from './faults.ts';
import { PROXY } from './proxies.ts';

const SLOWEST_SHOWN = 10;
/** Letters of an error in the list of failures. The output of its stage has all of it. */
const ERROR_LENGTH_MAX = 320;

export interface Counts {
  passed: number;
  /** Failed tests, plus one for each file, group or error outside of tests that failed by itself. */
  failed: number;
  skipped: number;
  /** One line for each failure: `tests/api/x.test.ts > group > test: the beginning of its error`. */
  failures: string[];
  /** What the files `attack-*.test.ts` tried. */
  attacks?: Attack[];
  /** What the tests of docs/faults.md measured. */
  faults?: Fault[];
}

interface Fault extends FaultFigure {
  readonly test: string;
  readonly isMet: boolean;
}

interface Attack {
  /** As in docs/security.md: `H6`, `M3`, `low`. */
  readonly finding: string;
  readonly attack: string;
  readonly result: string;
}

/** Title of the top `describe` of an attack: `H6: twelve uploads of one byte each`. */
const ATTACK_TITLE = /^([HM]\d+|low): (.+)$/;

/** One row for each top `describe`; one for a file that could not be loaded. */
function attacksOf(module: TestModule): Attack[] {
  const { name } = path.parse(module.relativeModuleId);
  if (!name.startsWith('attack-')) return [];
  const suites = [...module.children.suites()];
  if (suites.length === 0) return [{ finding: '?', attack: name, result: 'NOT TRIED' }];
  return suites.map((suite) => {
    const [, finding = '?', title = suite.name] = ATTACK_TITLE.exec(suite.name) ?? [];
    const attack = PROXY === null ? title : `${title}, through ${PROXY}`;
    const states = [...suite.children.allTests()].map((test) => test.result().state);
    const refused = states.filter((state) => state === 'passed').length;
    const tried = states.filter((state) => state !== 'skipped').length;
    const isRefused = tried > 0 && refused === tried && suite.errors().length === 0;
    return {
      finding,
      attack,
      result:
        tried === 0
          ? 'not tried: skipped'
          : isRefused
            ? `refused, ${tried} tests`
            : `NOT REFUSED, ${refused} of ${tried} tests`,
    };
  });
}

function faultsOf(module: TestModule): Fault[] {
  return [...module.children.allTests()].flatMap((test) =>
    (test.meta().faults ?? []).map((figure) => ({
      ...figure,
      test: `${module.relativeModuleId}: ${test.name}`,
      isMet: test.result().state === 'passed',
    })),
  );
}

function countModule(module: TestModule, counts: Counts): void {
  const fail = (names: readonly string[], errors: readonly SerializedError[] | undefined): void => {
    counts.failed++;
    counts.failures.push(failureLine([module.relativeModuleId, ...names], errors?.[0]));
  };
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (state === 'passed') counts.passed++;
    else if (state === 'skipped') counts.skipped++;
    // A test that never finished has not passed.
    else fail([test.fullName], errors);
  }
  // When a hook throws or a file cannot be loaded, its tests did not run: that is a failure.
  if (module.errors().length > 0) fail([], module.errors());
  for (const suite of module.children.allSuites())
    if (suite.errors().length > 0) fail([suite.fullName], suite.errors());
}

function failureLine(names: readonly string[], error: SerializedError | undefined): string {
  // Some errors name their reason in a later line: 'The browser reported:'.
  const why = stripVTControlCharacters(error?.message ?? 'it did not end').replace(/\s+/g, ' ');
  return `${names.join(' > ')}: ${why.slice(0, ERROR_LENGTH_MAX)}`;
}

/** Milliseconds from loading the file to the end of its last hook. */
function durationOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}

function slowestFiles(modules: readonly TestModule[]): string {
  const lines = modules
    .map((module) => ({ seconds: durationOf(module) / 1000, file: module.relativeModuleId }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_SHOWN)
    .map(({ seconds, file }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`);
  return `\nThe slowest files:\n${lines.join('\n')}\n`;
}

export default class CountsReporter implements Reporter {
  /** Tests that the caller filtered out by name do not count as skipped. */
  private isFiltered = false;

  onInit(vitest: Vitest): void {
    this.isFiltered = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    process.stdout.write(slowestFiles(modules));
    const file = process.env.TEST_COUNTS;
    if (!file) return;
    const counts: Counts = { passed: 0, failed: errors.length, skipped: 0, failures: [] };
    counts.failures.push(...errors.map((error) => failureLine(['outside of the tests'], error)));
    for (const module of modules) countModule(module, counts);
    if (this.isFiltered) counts.skipped = 0;
    const attacks = modules.flatMap(attacksOf);
    if (attacks.length > 0) counts.attacks = attacks;
    const faults = modules.flatMap(faultsOf);
    if (faults.length > 0) counts.faults = faults;
    writeFileSync(file, JSON.stringify(counts));
  }
}
