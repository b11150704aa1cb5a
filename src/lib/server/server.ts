/**
 * The thin server around Astro's handler: drain, body bounds, host check, security headers, request id, log, compression,
 * assets from memory, health. It knows no feature.
 */
import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import compression from 'compression';
import sirv from 'sirv';
import { BODY_BYTES_MAX, UPLOAD_BODY_BYTES_MAX } from '../http/body.ts';
import { canonicalPath } from '../http/guard-rules.ts';
import { nameOfHost, siteHosts } from '../http/origin.ts';
import { createAskState } from '../http/page-state.ts';
import type { App } from '../scope.ts';
import { bareAnswer, securityHeaders } from './headers.ts';
import { createHostDirectory } from './hosts.ts';
import { boundRest } from './linger.ts';
import { createMemberPages } from './member-pages.ts';
import { createPageCache } from './page-cache.ts';
import type { Peers } from './peers.ts';
import { isForPerson, REFUSAL_POLICY, refusalPage } from './refusal-page.ts';
import { servedTarget } from './target.ts';

export type AstroHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
  locals: { app: App; requestId: string; ip: string; host: string | null; drained: () => Promise<void> },
) => void | Promise<void>;

interface ServerOptions {
  readonly app: App;
  readonly handler: AstroHandler;
  readonly peers: Peers;
  readonly clientDir: string;
}

export interface LaunchbookServer {
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Says by `/readyz` that it stops, serves who is still connected, then finishes what is under way; ten seconds at most. */
  drain(): Promise<void>;
}

const HEALTH = { lives: '/healthz', ready: '/readyz' } as const;
const DRAIN_MS = 10_000;
/** So long a balancer has to see that this node stops, while its connections are still answered. */
const NOTICE_MS = 1_000;
/** So long connections that were just opened may bring the request that they were opened for. */
const LAST_REQUESTS_MS = 1_000;
const { close: stopListening } = net.Server.prototype;
const UPLOADS_AT_ONCE_MAX = 12;
/** By Node's code for what its parser refused; anything else is a bad request. */
const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
/** Doors that Astro opens by itself and that nothing here uses: its image, island and action endpoints. */
const UNUSED_DOOR = /^\/_(image|server-islands|actions)(\/|$)/;
const UPLOAD_PATH = /^\/api\/v1\/(user|admin|superadmin)\/media\/add\/?$/i;

export function createServer({ app, handler, peers, clientDir }: ServerOptions): LaunchbookServer {
  const assets = sirv(clientDir, { brotli: true, gzip: true, etag: true, dotfiles: false, setHeaders: assetHeaders });
  const compress = compression({ threshold: 1024 });
  const hosts = siteHosts(app.config);
  const companyHosts = createHostDirectory(app.isCompanyHost);
  const pages = createPageCache();
  const memberPages = createMemberPages(createAskState(app));
  let draining = false;
  const underWay = new Set<ServerResponse>();
  let uploads = 0;

  const handle = (req: IncomingMessage, res: ServerResponse) => {
    const requestId = randomUUID();
    const startedMs = performance.now();
    const ip = peers.resolve(req);
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
    underWay.add(res);
    res.on('close', () => {
      underWay.delete(res);
      const ms = performance.now() - startedMs;
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
    const called = (req.headers.host ?? '').toLowerCase();
    const hasBody = Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
    // Asked about its health, the program answers under any name.
    const isSite = path === HEALTH.lives || path === HEALTH.ready || hosts.has(called);
    const name = isSite ? null : nameOfHost(app.config, called);
    const isServed = isSite || (name !== null && companyHosts.has(name));
    if (isServed === true && !draining && !hasBody && pages.answer(req, res, name, requestId)) return;
    securityHeaders(res, app.config);
    res.setHeader('X-Request-Id', requestId);
    if (draining) res.setHeader('Connection', 'close');
    boundRest(req, res);
    const refuse = (status: number, code: string, message: string, headers: Record<string, string> = {}): void => {
      const isPage = isForPerson(req, path);
      res.writeHead(status, {
        'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
        Vary: 'Accept',
        ...(isPage && { 'Content-Security-Policy': REFUSAL_POLICY }),
        ...headers,
      });
      res.end(isPage ? refusalPage(status, requestId) : JSON.stringify({ status: false, message, code, requestId }));
    };

    if (path === HEALTH.lives) return void plain(res, 200, 'ok');
    if (path === HEALTH.ready) {
      if (draining) return void plain(res, 503, 'stopping');
      return void app.database.answers().then((yes) => plain(res, yes ? 200 : 503, yes ? 'ready' : 'no database'));
    }
    const serveAs = (host: string | null) => {
      // A target with a host of its own (`GET http://…`) or none at all (`OPTIONS *`) is for proxies.
      if (!path.startsWith('/')) return refuse(400, 'bad_request', 'This address can not be read.');
      req.url = servedTarget(req.url ?? '/');
      if (UNUSED_DOOR.test(canonicalPath(path))) return refuse(404, 'not_found', 'Not found.');

      const isUpload = UPLOAD_PATH.test(path);
      const isApi = /^\/api(\/|$)/i.test(path);
      const bytesMax = isUpload ? UPLOAD_BODY_BYTES_MAX : isApi ? BODY_BYTES_MAX : 0;
      const announced = Number(req.headers['content-length'] ?? 0);
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

      if (req.headers.expect !== undefined) res.writeContinue();

      const serve = (): void => {
        const done = (error?: unknown): void => {
          if (error) app.log.error({ requestId, err: error }, 'request failed');
          if (!res.headersSent)
            refuse(error ? 500 : 404, error ? 'internal' : 'not_found', error ? 'Something went wrong.' : 'Not found.');
        };
        Promise.resolve(handler(req, res, done, { app, requestId, ip, host, drained: () => drained(res) })).catch(done);
      };
      const withAssets = (): void => {
        if (isApi || (req.method !== 'GET' && req.method !== 'HEAD')) serve();
        else assets(req, res, serve);
      };
      if (pages.keep(req, res, host, serve) || memberPages.serve(req, res, host, serve)) return;
      // express types on a function that needs none of express
      (compress as unknown as (req: IncomingMessage, res: ServerResponse, next: () => void) => void)(
        req,
        res,
        withAssets,
      );
    };

    if (isServed === true) return serveAs(name);
    const misdirected = (): void => refuse(421, 'misdirected', 'This host is not served here.');
    if (isServed === false) return misdirected();
    return void isServed.then(
      (yes) => (yes ? serveAs(name) : misdirected()),
      () =>
        refuse(503, 'unavailable', 'This site can not be reached right now. Please try again in a moment.', {
          'Retry-After': '2',
        }),
    );
  };

  const server = http.createServer({
    requestTimeout: 120_000,
    headersTimeout: 15_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
    // Whoever names no host is answered as whoever names a wrong one.
    requireHostHeader: false,
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    socket.end(bareAnswer(CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request', app.config));
  });
  // Who asks before sending (`Expect: 100-continue`) is told to go on only where the body may come.
  for (const event of ['request', 'checkContinue'] as const) server.on(event, handle);

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
      for (const res of underWay) if (!res.headersSent) res.setHeader('Connection', 'close');
      const endMs = performance.now() + DRAIN_MS;
      const connections = (): Promise<number> =>
        new Promise((done) => server.getConnections((_, count) => done(count)));
      const whileConnected = async (ms: number): Promise<void> => {
        const untilMs = performance.now() + ms;
        while (performance.now() < untilMs && (await connections()) > 0) await sleep(25);
      };
      await whileConnected(NOTICE_MS);
      // Not `server.close()`, which cuts idle connections at once: a request may be on its way on one of them.
      stopListening.call(server);
      await whileConnected(LAST_REQUESTS_MS);
      server.closeIdleConnections();
      while (performance.now() < endMs && underWay.size > 0) await sleep(25);
      server.closeAllConnections();
    },
  };
}

/** Astro writes as fast as it reads: who makes a long answer asks here whether the client has taken the part before. */
async function drained(res: ServerResponse): Promise<void> {
  // Compression hears 'drain' for the response, so it is asked for and not waited for.
  while (res.writableNeedDrain && !res.destroyed) await sleep(10);
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
  if (pathname === '/speculation-rules.json') res.setHeader('Content-Type', 'application/speculationrules+json');
  // The one type here that sirv does not know; without one, `nosniff` keeps browsers from showing it.
  if (pathname.endsWith('.ico')) res.setHeader('Content-Type', 'image/x-icon');
}
