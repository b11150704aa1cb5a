/** Bounds the open connections: of the server, and of one address, so that it cannot take all of them. */
import type { Server } from 'node:http';
import type { Peers } from './client-address.ts';

const CONNECTIONS_MAX = 10_000;
/** An address may be the gateway of a mobile network with hundreds of people. */
const CONNECTIONS_PER_ADDRESS_MAX = 2_500;

/** Closes a new connection that exceeds a limit. Connections of trusted proxies count for the server alone. */
export function limitConnections(server: Server, peers: Peers): void {
  server.maxConnections = CONNECTIONS_MAX;
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = peers.directAddress(socket);
    if (address === null) return;
    const count = counts.get(address) ?? 0;
    if (count >= CONNECTIONS_PER_ADDRESS_MAX) return void socket.destroy();
    counts.set(address, count + 1);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });
}
