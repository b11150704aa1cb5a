/** `GET /metrics` on a port of its own, which the proxy of the site does not serve: figures are for operators alone. */
import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { exposition } from '../http/metrics.ts';
import { TIMEOUTS_MS } from './timeouts.ts';

/** More clients at the same time than an operator has. */
const CONNECTIONS_MAX = 20;

/**
 * Whether a request names this machine: by an address, as `localhost`, or by one of `names`. A page in the browser of an operator whose
 * own name leads here (DNS rebinding) names that.
 */
export function isNamed(host: string | undefined, names: readonly string[]): boolean {
  const name = host?.replace(/:\d+$/, '').toLowerCase() ?? '';
  return (
    isIP(name.replace(/^\[|\]$/g, '')) !== 0 || name === 'localhost' || names.some((it) => it.toLowerCase() === name)
  );
}

/**
 * @param names under which Prometheus asks, in addition to addresses and `localhost`
 * @returns where it listens, and a function that stops it. Port 0 means any free one.
 */
export async function startMetricsServer(
  port: number,
  host: string,
  names: readonly string[],
): Promise<{ readonly port: number; readonly stop: () => void }> {
  const server = http.createServer(TIMEOUTS_MS, (req, res) => {
    if (!isNamed(req.headers.host, names))
      return void res.writeHead(421).end('Ask by an address, or name this host in METRICS_NAMES.\n');
    const path = (req.url ?? '').split('?', 1)[0];
    if (path !== '/metrics') return void res.writeHead(404).end('The metrics are under /metrics.\n');
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return void res.writeHead(405, { Allow: 'GET, HEAD' }).end('Use GET.\n');
    exposition().then(
      ({ mime, text }) => res.writeHead(200, { 'Content-Type': mime, 'Cache-Control': 'no-store' }).end(text),
      () => res.writeHead(500).end('The metrics could not be read.\n'),
    );
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.listen(port, host);
  await once(server, 'listening');
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}
