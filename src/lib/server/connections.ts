/** Bounds the open connections: of the server, and of one network, so that it cannot take all of them (decision 0758). */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createNetworkCounts } from '../http/networks.ts';
import type { Peers } from './client-address.ts';

export interface ConnectionBounds {
  readonly max: number;
  /** Connections of an IPv4 address or a /64; a /48 may have four times as many. An address may be that of hundreds of people. */
  readonly perNetworkMax: number;
  /** The last ones, which only health checks use. */
  readonly reserved: number;
  /** How long a connection above half of the maximum may be idle. */
  readonly idleMsMax: number;
}

export const CONNECTION_BOUNDS: ConnectionBounds = {
  max: 10_000,
  perNetworkMax: 500,
  reserved: 100,
  idleMsMax: 10_000,
};
/** Shares of the maximum above which connections are idle for a shorter time, and above which each new one ends another. */
const BUSY = 0.5;
const CROWDED = 0.8;
const SWEEP_MS = 1_000;
/** How long a reserved connection may take for its health check. */
const RESERVED_MS = 2_000;

interface Connection {
  readonly socket: Socket;
  /** The client's own address; null for a trusted proxy, whose connections are many clients'. */
  readonly address: string | null;
  readonly isReserved: boolean;
  requests: number;
  /** Since when it has no request; from the start until its first one. */
  idleSinceMs: number;
}

export interface Connections {
  /**
   * Counts a request for the network of its client, if it came through a proxy: of such a connection nothing else is known.
   * @returns false if it must be refused, because its network has too many or its connection is for health checks alone
   */
  admit(req: IncomingMessage, res: ServerResponse, ip: string): boolean;
}

/**
 * Closes a new connection that exceeds a limit. A network at its limit loses its longest idle connection instead, if it has an
 * idle one, and a crowded server that of the network with the most idle ones.
 */
export function limitConnections(server: Server, peers: Peers, bounds = CONNECTION_BOUNDS): Connections {
  server.maxConnections = bounds.max;
  const open = new Map<Socket, Connection>();
  const ofNetworks = createNetworkCounts<Connection>(bounds.perNetworkMax);
  const idle = createIdleConnections();
  const forwarded = createNetworkCounts<ServerResponse>(bounds.perNetworkMax);

  const end = (connection: Connection | undefined): boolean => {
    if (connection === undefined) return false;
    forget(connection);
    connection.socket.destroy();
    return true;
  };
  const forget = (connection: Connection): void => {
    if (!open.delete(connection.socket)) return;
    idle.delete(connection);
    if (connection.address !== null) ofNetworks.delete(connection.address, connection);
  };
  server.on('connection', (socket: Socket) => {
    const address = peers.directAddress(socket);
    const full = address === null ? null : ofNetworks.fullNetwork(address);
    if (full !== null && !end(idle.longestOf(full))) return void socket.destroy();
    if (open.size >= bounds.max * CROWDED) end(idle.longestOfLargest());
    const isReserved = open.size >= bounds.max - bounds.reserved;
    const connection: Connection = { socket, address, isReserved, requests: 0, idleSinceMs: performance.now() };
    open.set(socket, connection);
    if (address !== null) ofNetworks.add(address, connection);
    idle.add(connection);
    socket.once('close', () => forget(connection));
    if (isReserved) endLater(socket);
  });
  for (const event of ['request', 'checkContinue'] as const)
    server.on(event, ({ socket }: IncomingMessage, res: ServerResponse) => {
      const connection = open.get(socket);
      if (connection === undefined) return;
      idle.delete(connection);
      connection.requests++;
      res.once('close', () => {
        connection.requests--;
        if (connection.requests > 0 || !open.has(socket)) return;
        connection.idleSinceMs = performance.now();
        idle.add(connection);
      });
    });
  setInterval(() => {
    if (open.size <= bounds.max * BUSY) return;
    for (const connection of idle.since(performance.now() - bounds.idleMsMax)) end(connection);
  }, SWEEP_MS).unref();

  return {
    admit({ socket }, res, ip) {
      if (open.get(socket)?.isReserved) return false;
      if (peers.directAddress(socket) !== null) return true;
      if (forwarded.fullNetwork(ip) !== null) return false;
      forwarded.add(ip, res);
      res.once('close', () => forwarded.delete(ip, res));
      return true;
    },
  };
}

function endLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), RESERVED_MS);
  socket.once('close', () => clearTimeout(timer));
}

interface IdleConnections {
  add(connection: Connection): void;
  delete(connection: Connection): void;
  longestOf(network: string): Connection | undefined;
  longestOfLargest(): Connection | undefined;
  /** Connections that were idle before, the longest first. */
  since(ms: number): Connection[];
}

/** The connections of clients that have no request under way. A proxy ends its own, as long as it knows the time-out of this server. */
function createIdleConnections(): IdleConnections {
  const all = new Set<Connection>();
  const ofNetworks = createNetworkCounts<Connection>(Number.POSITIVE_INFINITY);
  const longestOf = (network: string): Connection | undefined => ofNetworks.of(network).values().next().value;
  return {
    longestOf,
    longestOfLargest() {
      const largest = ofNetworks.largest();
      return largest === null ? undefined : longestOf(largest);
    },
    since(ms) {
      const longest: Connection[] = [];
      for (const connection of all) {
        if (connection.idleSinceMs > ms) break;
        longest.push(connection);
      }
      return longest;
    },
    add(connection) {
      if (connection.address === null) return;
      all.add(connection);
      ofNetworks.add(connection.address, connection);
    },
    delete(connection) {
      if (connection.address === null || !all.delete(connection)) return;
      ofNetworks.delete(connection.address, connection);
    },
  };
}
