/**
 * The thin server around Astro's handler: drain, body bounds, host check, security headers, request id, log, compression,
 * assets from memory, health. It knows no feature.
 */
import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import compression from 'compression';
import sirv from 'sirv';
import { BODY_BYTES_MAX, UPLOAD_BODY_BYTES_MAX } from '../http/body.ts';
import { siteHosts } from '../http/origin.ts';
import type { App } from '../scope.ts';
import { securityHeaders } from './headers.ts';
import { createPeers } from './peers.ts';

export type AstroHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
  locals: { app: App; requestId: string; ip: string },
) => void | Promise<void>;

interface ServerOptions {
  readonly app: App;
  readonly handler: AstroHandler;
  readonly clientDir: string;
}

export interface LaunchbookServer {
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Takes no new requests, lets those under way finish for at most ten seconds. */
  drain(): Promise<void>;
}

const DRAIN_MS = 10_000;
const UPLOADS_AT_ONCE_MAX = 12;
const UPLOAD_PATH = /^\/api\/v1\/(user|admin|superadmin)\/media\/add\/?$/i;

export function createServer({ app, handler, clientDir }: ServerOptions): LaunchbookServer {
  const assets = sirv(clientDir, { brotli: true, gzip: true, etag: true, dotfiles: false, setHeaders: assetHeaders });
  const compress = compression({ threshold: 1024 });
  const peers = createPeers(app.config.trustedProxies);
  const hosts = siteHosts(app.config);
  let draining = false;
  let underWay = 0;
  let uploads = 0;

  const server = http.createServer(
    { requestTimeout: 120_000, headersTimeout: 15_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 },
    (req, res) => {
      const requestId = randomUUID();
      const startedNs = process.hrtime.bigint();
      const ip = peers.resolve(req);
      const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
      underWay++;
      res.on('close', () => {
        underWay--;
        const ms = Number(process.hrtime.bigint() - startedNs) / 1e6;
        const cut = !res.writableFinished;
        app.log.info(
          {
            requestId,
            method: req.method,
            path,
            status: res.statusCode,
            ms: Math.round(ms * 10) / 10,
            ip,
            ...(cut && { cut }),
          },
          'request',
        );
      });
      securityHeaders(res, app.config);
      res.setHeader('X-Request-Id', requestId);
      if (draining) res.setHeader('Connection', 'close');
      const refuse = (status: number, code: string, message: string, headers: Record<string, string> = {}): void => {
        res.writeHead(status, {
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'no-store',
          Connection: 'close',
          ...headers,
        });
        res.end(JSON.stringify({ status: false, message, code, requestId }));
      };

      if (path === '/healthz') return void plain(res, 200, 'ok');
      if (path === '/readyz') {
        if (draining) return void plain(res, 503, 'stopping');
        return void app.database.answers().then((yes) => plain(res, yes ? 200 : 503, yes ? 'ready' : 'no database'));
      }
      if (!hosts.has((req.headers.host ?? '').toLowerCase()))
        return refuse(421, 'misdirected', 'This host is not served here.');

      const isUpload = UPLOAD_PATH.test(path);
      const isApi = /^\/api(\/|$)/i.test(path);
      const bytesMax = isUpload ? UPLOAD_BODY_BYTES_MAX : isApi ? BODY_BYTES_MAX : 0;
      const announced = Number(req.headers['content-length'] ?? 0);
      const hasBody = announced > 0 || req.headers['transfer-encoding'] !== undefined;
      if (announced > bytesMax || (hasBody && bytesMax === 0)) {
        return refuse(413, 'payload_too_large', 'What was sent is too large. Please send less.');
      }
      if (isUpload && hasBody) {
        // A multipart body is parsed whole in memory: bound how many are.
        if (uploads >= UPLOADS_AT_ONCE_MAX)
          return refuse(503, 'unavailable', 'Many files are being sent right now. Please try again in a moment.', {
            'Retry-After': '2',
          });
        uploads++;
        res.on('close', () => uploads--);
      }

      const serve = (): void => {
        const done = (error?: unknown): void => {
          if (error) app.log.error({ requestId, err: error }, 'request failed');
          if (!res.headersSent)
            refuse(error ? 500 : 404, error ? 'internal' : 'not_found', error ? 'Something went wrong.' : 'Not found.');
        };
        Promise.resolve(handler(req, res, done, { app, requestId, ip })).catch(done);
      };
      const withAssets = (): void => {
        if (isApi || (req.method !== 'GET' && req.method !== 'HEAD')) serve();
        else assets(req, res, serve);
      };
      // express types on a function that needs none of express
      (compress as unknown as (req: IncomingMessage, res: ServerResponse, next: () => void) => void)(
        req,
        res,
        withAssets,
      );
    },
  );

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.removeListener('error', reject);
          resolve(server.address() as AddressInfo);
        });
      }),
    drain: async () => {
      draining = true;
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const timer = setInterval(() => underWay === 0 && server.closeAllConnections(), 50);
      const late = new Promise<void>((done) => setTimeout(done, DRAIN_MS).unref());
      await Promise.race([closed, late]);
      clearInterval(timer);
      server.closeAllConnections();
    },
  };
}

function plain(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(status === 503 && { 'Retry-After': '2' }),
  });
  res.end(`${text}\n`);
}

function assetHeaders(res: ServerResponse, pathname: string): void {
  // Astro names what it builds after its content; everything else may change under its name.
  res.setHeader(
    'Cache-Control',
    pathname.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  );
}
