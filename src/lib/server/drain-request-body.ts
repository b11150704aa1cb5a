/**
 * Reads and discards what a client still sends after its response, up to a bound. Closing immediately would reset the
 * connection and lose the response that says why (413, 503); reading without a bound would invite a flood. All connections
 * share one budget (decision 0758).
 */
import type { Socket } from 'node:net';
import { createNetworkCounts } from '../http/networks.ts';
import type { Visit } from './visit.ts';

/** How often a connection has to make progress, without the time in which the budget lets it wait. */
const PROGRESS_MS = 5_000;
const PROGRESS_BYTES_MIN = 16 * 1024;
const LINGER_MS_MAX = 30_000;
const LINGER_BYTES_MAX = 16 * 1024 * 1024;
const CHECK_MS = 50;
/** Bytes of all connections together: 128 MiB a second. */
const BYTES_PER_CHECK = 6.4 * 1024 * 1024;
const CONNECTIONS_MAX = 1_000;

interface Drain {
  readonly req: Visit['req'];
  readonly ip: string;
  readonly socket: Socket;
  readonly startBytes: number;
  readonly startMs: number;
  /** Time that remains of the present window, and the bytes that had arrived before it. */
  leftMs: number;
  beforeBytes: number;
}

export type DrainRequestBody = (visit: Pick<Visit, 'req' | 'res' | 'ip'>) => void;

/** @returns a function that discards the rest of a request's body once the response is sent. It closes the connection at a bound. */
export function createDrains(): DrainRequestBody {
  const drains = new Set<Drain>();
  const ofNetworks = createNetworkCounts<Drain>(Number.POSITIVE_INFINITY);
  let bytesLeft = BYTES_PER_CHECK;
  let timer: NodeJS.Timeout | null = null;

  const remove = (drain: Drain): void => {
    drains.delete(drain);
    ofNetworks.delete(drain.ip, drain);
  };
  const end = (drain: Drain): void => {
    remove(drain);
    if (!drain.req.complete) drain.socket.destroy();
  };
  const check = (): void => {
    const nowMs = performance.now();
    const isSpent = bytesLeft <= 0;
    bytesLeft = BYTES_PER_CHECK;
    for (const drain of [...drains]) {
      if (!isSpent) drain.leftMs -= CHECK_MS;
      if (drain.req.complete || drain.socket.destroyed) remove(drain);
      else if (isOver(drain, nowMs)) end(drain);
      else drain.req.resume();
    }
    if (drains.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
  const begin = (drain: Drain): void => {
    if (drains.size >= CONNECTIONS_MAX) {
      const [longest] = ofNetworks.of(ofNetworks.largest() ?? '');
      if (longest !== undefined) end(longest);
    }
    drains.add(drain);
    ofNetworks.add(drain.ip, drain);
    timer ??= setInterval(check, CHECK_MS);
    drain.req.on('data', (chunk: Uint8Array) => {
      bytesLeft -= chunk.length;
      if (drain.socket.bytesRead - drain.startBytes > LINGER_BYTES_MAX) end(drain);
      else if (bytesLeft <= 0) drain.req.pause();
    });
    // Reading begins now, and not with the next tick.
    drain.req.read(0);
    drain.req.resume();
  };
  return ({ req, res, ip }) => {
    // Read now: once the response is sent, a request whose client hung up has no socket any more.
    const { socket } = req;
    // Before Node's own listener, which throws away what nobody reads, and without a bound.
    res.prependListener('finish', () => {
      if (req.complete || socket.destroyed) return;
      const startBytes = socket.bytesRead;
      const startMs = performance.now();
      begin({ req, ip, socket, startBytes, startMs, leftMs: PROGRESS_MS, beforeBytes: startBytes });
    });
  };
}

function isOver(drain: Drain, nowMs: number): boolean {
  const { socket, startMs } = drain;
  if (nowMs - startMs > LINGER_MS_MAX) return true;
  if (drain.leftMs > 0) return false;
  const isStalled = socket.bytesRead - drain.beforeBytes < PROGRESS_BYTES_MIN;
  drain.leftMs = PROGRESS_MS;
  drain.beforeBytes = socket.bytesRead;
  return isStalled;
}
