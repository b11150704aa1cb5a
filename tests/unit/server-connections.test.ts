/** Connections by network: their bounds, which one ends for another, and the last ones for health checks. */
import http, { type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createPeers } from '@/lib/server/client-address.ts';
import { CONNECTION_BOUNDS, type ConnectionBounds, limitConnections } from '@/lib/server/connections.ts';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** Answers '/', and leaves '/wait' without an answer. Refuses with 503 what is not admitted. */
async function startServer(bounds: Partial<ConnectionBounds>): Promise<{ port: number; waiting: ServerResponse[] }> {
  const server = http.createServer();
  const peers = createPeers(['127.0.0.1']);
  const connections = limitConnections(server, peers, { ...CONNECTION_BOUNDS, ...bounds });
  const waiting: ServerResponse[] = [];
  server.on('request', (req, res) => {
    if (!connections.admit(req, res, peers.resolve(req))) return void res.writeHead(503).end();
    if (req.url === '/wait') waiting.push(res);
    else res.end('ok');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, waiting };
}

interface Client {
  readonly isOpen: () => boolean;
  readonly text: () => string;
  get(path: string, forwardedFor?: string): void;
}

async function connect(port: number, localAddress: string): Promise<Client> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  let isOpen = true;
  let text = '';
  socket.on('error', () => {}).on('close', () => (isOpen = false));
  socket.setEncoding('latin1').on('data', (chunk) => (text += chunk));
  endings.push(() => socket.destroy());
  await new Promise<void>((done) => socket.once('connect', done).once('error', () => done()));
  const get = (path: string, forwardedFor?: string): void => {
    const header = forwardedFor === undefined ? '' : `X-Forwarded-For: ${forwardedFor}\r\n`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
  };
  return { isOpen: () => isOpen, text: () => text, get };
}

async function connectMany(count: number, port: number, address: string): Promise<Client[]> {
  const clients: Client[] = [];
  while (clients.length < count) clients.push(await connect(port, address));
  return clients;
}

const openOf = (clients: readonly Client[]): boolean[] => clients.map(({ isOpen }) => isOpen());
/** Answers of the server, which has then seen every connection before. */
async function served(client: Client): Promise<void> {
  client.get('/');
  await expect.poll(client.text).toContain('200 OK');
}

describe('one network', () => {
  test('loses its longest idle connection for one more, and no other network does', async () => {
    const { port } = await startServer({ perNetworkMax: 3 });
    const [other] = await connectMany(1, port, '127.0.0.3');
    const clients = await connectMany(5, port, '127.0.0.2');
    await expect.poll(() => openOf(clients)).toEqual([false, false, true, true, true]);
    await served(clients[4] as Client);
    await served(other as Client);
  });

  test('gets no more when all its connections have a request', async () => {
    const { port, waiting } = await startServer({ perNetworkMax: 3 });
    const clients = await connectMany(3, port, '127.0.0.2');
    for (const client of clients) client.get('/wait');
    await expect.poll(() => waiting.length).toBe(3);
    const [fourth, other] = [await connect(port, '127.0.0.2'), await connect(port, '127.0.0.3')];
    await expect.poll(fourth.isOpen).toBe(false);
    await served(other);
    expect(openOf(clients)).toEqual([true, true, true]);
  });

  test('behind a proxy has as many requests under way, and its other networks are served', async () => {
    const { port, waiting } = await startServer({ perNetworkMax: 3 });
    const clients = await connectMany(4, port, '127.0.0.1');
    for (const client of clients) client.get('/wait', '203.0.113.9');
    await expect.poll(() => waiting.length).toBe(3);
    await expect.poll(() => clients.filter(({ text }) => text().includes(' 503 ')).length).toBe(1);
    const other = await connect(port, '127.0.0.1');
    other.get('/', '203.0.113.10');
    await expect.poll(other.text).toContain('200 OK');
    for (const res of waiting) res.end();
    const again = await connect(port, '127.0.0.1');
    await expect
      .poll(() => {
        again.get('/', '203.0.113.9');
        return again.text();
      })
      .toContain('200 OK');
  });

  test('behind a proxy a /48 has four times as many as a /64', async () => {
    const { port, waiting } = await startServer({ perNetworkMax: 2 });
    const clients = await connectMany(12, port, '127.0.0.1');
    for (const [n, client] of clients.entries()) client.get('/wait', `2001:db8:1:${n}::1`);
    await expect.poll(() => clients.filter(({ text }) => text().includes(' 503 ')).length).toBe(4);
    expect(waiting.length).toBe(8);
  });
});

describe('a crowded server', () => {
  test('ends the longest idle connection of the largest network for each new one', async () => {
    const { port } = await startServer({ max: 10, reserved: 1, perNetworkMax: 8 });
    const small = await connectMany(2, port, '127.0.0.2');
    const large = await connectMany(6, port, '127.0.0.3');
    expect(openOf([...small, ...large])).not.toContain(false);
    const newer = await connectMany(3, port, '127.0.0.4');
    await expect.poll(() => openOf(large)).toEqual([false, false, false, true, true, true]);
    await served(newer[2] as Client);
    expect(openOf([...small, ...newer])).not.toContain(false);
  });

  test('ends connections above half of the maximum that are idle for too long, and none below', async () => {
    const { port } = await startServer({ max: 10, reserved: 1, idleMsMax: 50 });
    const clients = await connectMany(5, port, '127.0.0.2');
    // A proxy ends its own.
    const proxied = await connectMany(1, port, '127.0.0.1');
    await served(proxied[0] as Client);
    await expect.poll(() => openOf(clients)).toEqual([false, false, false, false, false]);
    expect(openOf(proxied)).toEqual([true]);
    const fewer = await connectMany(4, port, '127.0.0.2');
    // The server looks each second.
    await new Promise((done) => setTimeout(done, 2_500));
    expect(openOf(fewer)).not.toContain(false);
  });

  test('has its last connections for health checks', async () => {
    const { port, waiting } = await startServer({ max: 10, reserved: 2, perNetworkMax: 10 });
    const clients = await connectMany(8, port, '127.0.0.2');
    for (const client of clients) client.get('/wait');
    await expect.poll(() => waiting.length).toBe(8);
    const late = await connectMany(4, port, '127.0.0.3');
    // The younger ones of them are open: each ended one that did not use its own.
    await expect.poll(() => openOf(late).filter(Boolean).length).toBeLessThan(4);
    const check = await connect(port, '127.0.0.4');
    check.get('/');
    // The program answers health checks before it looks at this.
    await expect.poll(check.text).toContain(' 503 ');
    await expect.poll(check.isOpen).toBe(false);
    expect(openOf(clients)).not.toContain(false);
  });
});
