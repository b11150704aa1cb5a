/** The program before the newest change of the schema, built from the history of this repository. */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export interface EarlierProgram {
  readonly commit: string;
  /** Its sources and its build. */
  readonly folder: string;
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim();

/**
 * @returns the commit before the one that added the newest migration, or that of `UPGRADE_FROM`; or why it is not known
 */
export function earlierCommit(): { readonly commit: string } | { readonly missing: string } {
  try {
    const named = process.env.UPGRADE_FROM;
    if (named) return { commit: git('rev-parse', '--verify', `${named}^{commit}`) };
    const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'src/lib/db/migrations');
    if (newest === '') return { missing: 'no commit of this history added a migration' };
    return { commit: git('rev-parse', '--verify', `${newest}^`) };
  } catch (cause) {
    return { missing: `the history of this checkout is not whole: ${String(cause).split('\n')[0]}` };
  }
}

/** Builds that commit once, with the dependencies of this checkout. */
export function buildEarlier(commit: string): EarlierProgram {
  const folder = path.resolve('.tmp', 'earlier', commit);
  if (fs.existsSync(path.join(folder, 'dist/server/server.mjs'))) return { commit, folder };
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const astro = path.resolve('node_modules/astro/bin/astro.mjs');
  const built = spawnSync(process.execPath, [astro, 'build', '--silent'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ASTRO_TELEMETRY_DISABLED: '1', CI: 'true' },
  });
  if (built.status !== 0) throw new Error(`the build of ${commit} failed:\n${built.stdout}${built.stderr}`);
  return { commit, folder };
}
