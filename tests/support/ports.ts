import net from 'node:net';

/** Below the ports that the system gives to outgoing connections: one of those could take the port before the program does. */
const LOWEST = 10_240;
const HIGHEST = 32_767;

/** A port of this machine that nothing listens on. Random, so that test files that run side by side do not get the same one. */
export function freePort(): Promise<number> {
  const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(freePort()));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
