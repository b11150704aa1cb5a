/** The HTTP server around Astro's handler: time-outs, parser errors, start and stop. */
import http, { type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { limitConnections } from './connections.ts';
import { rawResponse } from './headers.ts';
import { createRequestHandler, type HandlerOptions, SERVED_METHODS } from './request-handler.ts';
import { endSlowClients } from './slow-clients.ts';
import { LINGER_MS, TIMEOUT_CHECK_MS, TIMEOUTS_MS } from './timeouts.ts';

/**
 * Connections that the kernel completes before the program accepts them. Above Node's 511, a burst while the program is busy
 * would find no answer: a proxy gives up after its time to connect, and its clients get 502. The kernel has a bound of its own.
 */
const BACKLOG = 4_096;

export interface LaunchbookServer {
  listen(port: number, host: string): Promise<AddressInfo>;
  /**
   * Reports by `/readyz` that it stops, serves the clients that are still connected, then finishes the requests under way.
   * Takes ten seconds at most.
   */
  drain(): Promise<void>;
}

const DRAIN_MS = 10_000;
/** How long a load balancer has to notice that this node stops, while its connections are still served. */
const NOTICE_MS = 1_000;
/** How long connections that were just opened may send the request that they were opened for. */
const LAST_REQUESTS_MS = 1_000;
const { close: stopListening } = net.Server.prototype;
/** By Node's code for what its parser refused; anything else is a bad request. */
const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

export function createServer(options: Omit<HandlerOptions, 'isDraining' | 'active' | 'connections'>): LaunchbookServer {
  const active = new Set<ServerResponse>();
  let isDraining = false;
  // A request without a host is refused as one with a wrong host is.
  const server = http.createServer({
    ...TIMEOUTS_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    maxHeaderSize: 16_384,
    requireHostHeader: false,
  });
  const connections = limitConnections(server, options.peers);
  const handle = createRequestHandler({ ...options, connections, active, isDraining: () => isDraining });
  endSlowClients(active);
  const refuse = (socket: Duplex, status: string, headers?: Record<string, string>): void =>
    endSocket(socket, rawResponse(status, options.app.config, headers));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // In the middle of a response, another status line would become part of it.
    const isResponding = [...active].some((res) => res.socket === socket && res.headersSent);
    if (error.code === 'ECONNRESET' || !socket.writable || isResponding) return void socket.destroy();
    refuse(socket, CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request');
  });
  // Node answers this method nowhere else: it asks for a tunnel.
  server.on('connect', (_, socket) => refuse(socket, '405 Method Not Allowed', { Allow: SERVED_METHODS }));
  // A client that waits for `100 Continue` gets it only where the body is accepted.
  for (const event of ['request', 'checkContinue'] as const) server.on(event, handle);

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, host, backlog: BACKLOG }, () => {
          server.removeListener('error', reject);
          resolve(server.address() as AddressInfo);
        });
      }),
    drain: () => {
      isDraining = true;
      return drain(server, active);
    },
  };
}

/** Sends the last bytes of a connection and destroys it: a client that does not close its side would keep it half-open. */
function endSocket(socket: Duplex, lastBytes: string): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.on('error', () => socket.destroy());
  socket.end(lastBytes);
  socket.resume();
}

async function drain(server: http.Server, active: ReadonlySet<ServerResponse>): Promise<void> {
  for (const res of active) if (!res.headersSent) res.setHeader('Connection', 'close');
  const endMs = performance.now() + DRAIN_MS;
  const connections = (): Promise<number> => new Promise((done) => server.getConnections((_, count) => done(count)));
  const whileConnected = async (ms: number): Promise<void> => {
    const untilMs = performance.now() + ms;
    while (performance.now() < untilMs && (await connections()) > 0) await sleep(25);
  };
  await whileConnected(NOTICE_MS);
  // Not `server.close()`, which closes idle connections immediately: a request may be on its way on one of them.
  stopListening.call(server);
  await whileConnected(LAST_REQUESTS_MS);
  server.closeIdleConnections();
  while (performance.now() < endMs && active.size > 0) await sleep(25);
  server.closeAllConnections();
}
