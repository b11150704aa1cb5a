/** A copy of the project in a temporary folder, in which mutants are applied: the working tree never changes. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Mutant, mutate } from './mutant.ts';

const PREFIX = 'launchbook-mutants-';
const COPIED = [
  ...['src', 'public', 'scripts', 'deploy', 'docs', 'tests', 'LICENSE', 'README.md', 'astro.config.mjs', 'biome.json'],
  ...['knip.json', 'package-lock.json', 'package.json', 'tsconfig.json'],
];
const CACHES = ['.astro', '.cache', '.vite', '.vite-temp'];
const CONFIG = 'mutants.config.mjs';

export interface TestRun {
  /** Full titles of the failed tests. */
  readonly failed: readonly string[];
  readonly passed: number;
  /** Why no test could run; null when the tests ran. */
  readonly problem: string | null;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Deletes the copies of runs that were killed: each has the id of its process in its name. */
function removeAbandoned(): void {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) fs.rmSync(path.join(os.tmpdir(), name), { recursive: true });
  }
}

export class Scratch {
  readonly #folder: string;
  readonly #tree: string;
  #child: ChildProcess | null = null;

  constructor() {
    removeAbandoned();
    this.#folder = fs.mkdtempSync(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`));
    // Programs of tests run as other users, too.
    fs.chmodSync(this.#folder, 0o755);
    this.#tree = path.join(this.#folder, 'tree');
    fs.mkdirSync(this.#tree);
    for (const name of COPIED) fs.cpSync(name, path.join(this.#tree, name), { recursive: true });
    // Links to the packages, in a folder of its own for the caches of tools.
    const modules = path.join(this.#tree, 'node_modules');
    fs.mkdirSync(modules);
    for (const name of fs.readdirSync('node_modules').filter((file) => !CACHES.includes(file)))
      fs.symlinkSync(path.resolve('node_modules', name), path.join(modules, name));
  }

  get #chosenFile(): string {
    // Outside of the tree, whose path a reproducible build takes out of the program.
    return path.join(this.#folder, 'chosen');
  }

  /** Builds the program with all mutants. @throws Error with the output of a build that fails */
  async build(mutants: readonly Mutant[]): Promise<void> {
    const args = [this.#tree, mutants, this.#chosenFile].map((value) => JSON.stringify(value)).join(', ');
    fs.writeFileSync(
      path.join(this.#tree, CONFIG),
      `import config from './astro.config.mjs';
import { mutantSwitch } from './tests/mutants/switch.ts';
const plugins = [...config.vite.plugins, mutantSwitch(${args})];
export default { ...config, vite: { ...config.vite, plugins } };
`,
    );
    const { code, output } = await this.#run([
      'node_modules/astro/bin/astro.mjs',
      'build',
      '--silent',
      '--config',
      CONFIG,
    ]);
    if (code !== 0) throw new Error(`The build with mutants failed:\n${output}`);
  }

  /** Applies a mutant to the sources and to what the built program runs. @returns a function that takes it back */
  apply(mutant: Mutant): () => void {
    const file = path.join(this.#tree, mutant.file);
    const source = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, mutate(source, mutant));
    fs.writeFileSync(this.#chosenFile, mutant.name);
    return () => {
      fs.writeFileSync(file, source);
      fs.rmSync(this.#chosenFile);
    };
  }

  /** @param pattern of full titles; null for all tests of the files */
  async test(project: Mutant['project'], files: readonly string[], pattern: string | null): Promise<TestRun> {
    const report = path.join(this.#folder, 'report.json');
    fs.rmSync(report, { force: true });
    const named = pattern === null ? [] : ['-t', pattern];
    const { output } = await this.#run([
      ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--project', project],
      ...[...files, ...named, '--reporter=json', `--outputFile=${report}`],
    ]);
    if (!fs.existsSync(report)) return { failed: [], passed: 0, problem: output };
    const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8')) as Report;
    const tests = testResults.flatMap((file) => file.assertionResults);
    const failed = tests.filter((test) => test.status === 'failed').map((test) => test.fullName);
    const passed = tests.filter((test) => test.status === 'passed').length;
    const broken = testResults.filter((file) => file.status === 'failed').map((file) => file.message);
    const problem = failed.length > 0 ? null : (broken[0] ?? (passed === 0 ? `no test ran:\n${output}` : null));
    return { failed, passed, problem };
  }

  async #run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
    // A group of its own: a runner has workers, and they have programs and databases.
    const child = spawn(process.execPath, args, { cwd: this.#tree, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    this.#child = child;
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const code = await new Promise<number | null>((done) => child.on('close', done));
    this.#child = null;
    return { code, output };
  }

  /** Ends what runs and deletes the copy. */
  remove(): void {
    if (this.#child?.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}
