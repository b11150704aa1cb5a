/**
 * `npm run screens [-- WORD …]`: installs and builds what is missing or stale, starts the program with its own data and writes a
 * picture of every screen to `.screens/`. With words, only of the screens whose file names contain one of them.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { getChromium } from './chromium.mjs';
import { build, exclusively, install, nodeBinary, root } from './prepare.mjs';

try {
  await exclusively(() => {
    install();
    build();
  });
  const { status } = spawnSync(
    nodeBinary(),
    [path.join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'tests/screens/vitest.config.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM_PATH: await getChromium(), SCREENS: process.argv.slice(2).join(' ') },
    },
  );
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
