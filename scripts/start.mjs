/** `npm start`: installs and builds what is missing or stale, then runs the program until it is told to stop. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build, exclusively, install, nodeBinary, root } from './prepare.mjs';
import { watchStarter } from './starter.mjs';

const isAlone = watchStarter();

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

const child = spawn(nodeBinary(), [path.join(root, 'dist', 'programs', 'server.mjs'), ...process.argv.slice(2)], {
  // The channel tells the program when this process is gone, however it went.
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
