/** `npm start`: installs and builds what is missing or stale, then runs the program until a signal stops it. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { strandedData } from './data-folder.mjs';
import { build, exclusively, install, nodeBinary, root } from './prepare.mjs';
import { watchStarter } from './starter.mjs';

const isAlone = watchStarter();

// Before anything is installed: the programs that can read the data may be those that the installation replaces.
const stranded = strandedData(process.env, root);
if (stranded !== null) {
  process.stderr.write(`${stranded}\n`);
  process.exit(1);
}

try {
  await exclusively(() => {
    install();
    build();
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
if (isAlone()) process.exit(1);

const child = spawn(nodeBinary(), [path.join(root, 'dist', 'server', 'server.mjs'), ...process.argv.slice(2)], {
  // The channel closes when this process ends for any reason, and the program notices.
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compile'),
    ...process.env,
  },
});
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

const stop = () => child.kill('SIGTERM');
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
setInterval(() => {
  if (isAlone()) stop();
}, 250).unref();
