/** The rest of a body after its answer is read and thrown away, within one budget for all connections. */
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createDrains } from '@/lib/server/drain-request-body.ts';

const MIB = 1024 * 1024;
const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** Answers each request before its body. */
async function startServer(): Promise<{ port: number; readBytes: () => number }> {
  const drain = createDrains();
  const sockets = new Set<Socket>();
  const server = http.createServer((req, res) => {
    drain({ req, res, ip: '203.0.113.9' });
    res.writeHead(503, { 'Content-Length': 2 }).end('no');
  });
  server.on('connection', (socket) => void sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const readBytes = (): number => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  return { port: (server.address() as AddressInfo).port, readBytes };
}

interface Sent {
  readonly text: string;
  readonly isBroken: boolean;
}

/** Sends a body and reads the answer when all of it is sent. */
function sendBody(port: number, bytes: number): Promise<Sent> {
  const socket = net.connect({ port, host: '127.0.0.1' });
  endings.push(() => socket.destroy());
  return new Promise((resolve) => {
    let isBroken = false;
    let text = '';
    socket.on('error', () => (isBroken = true)).on('close', () => resolve({ text, isBroken }));
    socket.setEncoding('latin1').pause();
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`);
    socket.write('x'.repeat(bytes), () => {
      socket.on('data', (chunk) => {
        text += chunk;
        // It closes when the server has read everything.
        if (text.endsWith('no')) socket.end();
      });
      socket.resume();
    });
  });
}

test('all clients get their answer, and the budget bounds what all of them send together', async () => {
  const { port, readBytes } = await startServer();
  const startMs = performance.now();
  const sent = await Promise.all(Array.from({ length: 20 }, () => sendBody(port, 10 * MIB)));
  const seconds = (performance.now() - startMs) / 1000;
  expect(sent.filter(({ text, isBroken }) => isBroken || !text.startsWith('HTTP/1.1 503 '))).toEqual([]);
  expect(readBytes()).toBeGreaterThanOrEqual(200 * MIB);
  // 128 MiB a second, and what is in the buffers of twenty connections.
  expect(readBytes() / MIB).toBeLessThan(128 * seconds + 20);
});

test('a client that sends for ever is cut off at sixteen MiB', async () => {
  const { port, readBytes } = await startServer();
  // It ends with an error or not, as the system sees the end of the connection first or the rest of the body.
  await sendBody(port, 64 * MIB);
  expect(readBytes() / MIB).toBeGreaterThan(16);
  expect(readBytes() / MIB).toBeLessThan(18);
});
