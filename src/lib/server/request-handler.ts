/**
 * The way of a request to Astro's handler: host check, page cache, security headers, health, body limits, files,
 * compression. It knows no feature.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalPath } from '../http/guard-rules.ts';
import { countRequest } from '../http/metrics.ts';
import { nameOfHost, siteHosts } from '../http/origin.ts';
import { noteVisitor } from '../http/sign-in-gate.ts';
import type { App } from '../scope.ts';
import { createAdmission } from './admission.ts';
import { createArrivingBodies } from './arriving-bodies.ts';
import { createAssets, createCompression } from './assets.ts';
import { isBodyAccepted } from './body-limits.ts';
import { keepAcceptedEncodings } from './cached-response.ts';
import type { Peers } from './client-address.ts';
import type { Connections } from './connections.ts';
import { createDrains } from './drain-request-body.ts';
import { setSecurityHeaders } from './headers.ts';
import { createClusterDirectory, createHostDirectory } from './hosts.ts';
import { normalizeUrl } from './normalize-url.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import { createPartCache, type PartCache } from './part-cache.ts';
import { refuse } from './refusal-page.ts';
import { createSignInRefusals } from './refuse-sign-ins.ts';
import { openVisit, type Visit } from './visit.ts';

export type AstroHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
  locals: Pick<Visit, 'requestId' | 'ip' | 'isForwarded'> & {
    app: App;
    host: string | null;
    whenWritable: () => Promise<void>;
    releaseSlot: () => void;
    onClose: (run: () => void) => void;
  },
) => void | Promise<void>;

export interface HandlerOptions {
  readonly app: App;
  readonly handler: AstroHandler;
  readonly peers: Peers;
  readonly connections: Connections;
  readonly clientDir: string;
  /** Whether the server is stopping. */
  readonly isDraining: () => boolean;
  /** The responses under way; the handler adds and removes them. */
  readonly active: Set<ServerResponse>;
}

export const SERVED_METHODS = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
/** Echoes the request with its cookies. */
const REFUSED_METHOD = 'TRACE';
const WRITABLE_CHECK_MS_MAX = 160;
const HEALTH = { live: '/healthz', ready: '/readyz' } as const;
/** Where a balancer finds a host that another cluster serves (deploy/clusters/nginx.conf). */
const CLUSTER_HEADER = 'X-Launchbook-Cluster';
const RETRY_SOON = { 'Retry-After': '2' };
/** Endpoints that Astro adds and that nothing here uses: images, server islands, actions. */
const UNUSED_ENDPOINT = /^\/_(image|server-islands|actions)(\/|$)/;

/** Where a request goes, by its `Host` header. */
interface Target {
  /** Whether the host is served here; a promise where the database has to say. */
  readonly isServed: boolean | Promise<boolean>;
  /** The company's own name; null for a name of the deployment. */
  readonly host: string | null;
  /** The cluster that serves the host, if this one does not. */
  readonly cluster?: string;
}

export function createRequestHandler(options: HandlerOptions): (req: IncomingMessage, res: ServerResponse) => void {
  const { app, peers, connections, isDraining, active } = options;
  const targetOf = createTargets(app);
  const [pages, parts] = [createPageCache(), createPartCache()];
  const serve = createServe(options, pages, parts);
  const drainRequestBody = createDrains();
  const isRefusedSignIn = createSignInRefusals(app, drainRequestBody);
  return (req, res) => {
    keepAcceptedEncodings(req);
    const visit = openVisit(req, res, peers);
    active.add(res);
    res.on('close', () => active.delete(res));
    const { isServed, host, cluster } = targetOf(visit);
    const isAdmitted = connections.admit(req, res, visit.ip);
    if (isAdmitted && isServed === true && isRefusedSignIn(visit)) return;
    logWhenClosed(app, visit);
    if (!visit.isApi) noteVisitor(visit.ip);
    const mayBeCached = isAdmitted && isServed === true && !isDraining() && !visit.hasBody;
    if (mayBeCached && pages.send(req, res, host, visit.requestId)) return;
    if (mayBeCached && parts.send(req, res, visit.requestId)) return;
    setSecurityHeaders(res, app.config);
    res.setHeader('X-Request-Id', visit.requestId);
    if (isDraining()) res.setHeader('Connection', 'close');
    drainRequestBody(visit);
    if (isHealthCheck(visit)) return void respondHealth(app, visit, isDraining());
    if (!isAdmitted) return refuseCrowd(visit);
    if (isServed === true) return serve(visit, host);
    if (isServed === false) return refuseHost(visit, cluster);
    const noDatabase = 'This site cannot be reached right now. Please try again in a moment.';
    isServed.then(
      (isCompany) => (isCompany ? serve(visit, host) : refuseHost(visit)),
      () => refuse(visit, 503, 'unavailable', noDatabase, RETRY_SOON),
    );
  };
}

function createTargets(app: App): (visit: Visit) => Target {
  const hosts = siteHosts(app.config);
  const companyHosts = createHostDirectory(app.isCompanyHost);
  const clusters = createClusterDirectory(app.clusterHosts, app.readClusterHosts);
  return (visit) => {
    const sent = (visit.req.headers.host ?? '').toLowerCase();
    // Health checks are answered under any name.
    if (isHealthCheck(visit) || hosts.has(sent)) return { isServed: true, host: null };
    const host = nameOfHost(app.config, sent);
    const cluster = host === null ? null : clusters.clusterOf(host);
    if (cluster !== null) return { isServed: false, host, cluster };
    return { isServed: host !== null && companyHosts.has(host), host };
  };
}

function createServe(
  options: HandlerOptions,
  pages: PageCache,
  parts: PartCache,
): (visit: Visit, host: string | null) => void {
  const answer = createAnswer(options, pages, parts);
  const hasRoomForBody = createArrivingBodies();
  return (visit, host) => {
    const { req, res, path } = visit;
    // A target with a host of its own (`GET http://…`) or without a path (`OPTIONS *`) is for proxies.
    if (!path.startsWith('/')) return refuse(visit, 400, 'bad_request', 'This address cannot be read.');
    if (req.method === REFUSED_METHOD)
      return refuse(visit, 405, 'method_not_allowed', 'Method not allowed. Use another method.', {
        Allow: SERVED_METHODS,
      });
    req.url = normalizeUrl(req.url ?? '/');
    if (UNUSED_ENDPOINT.test(canonicalPath(path))) return refuse(visit, 404, 'not_found', 'Not found.');
    if (!isBodyAccepted(visit)) return;
    const respond = (): void => {
      if (req.headers.expect !== undefined) res.writeContinue();
      answer(visit, host);
    };
    const hasRoom = visit.hasBody ? hasRoomForBody(visit) : true;
    if (hasRoom === true) return respond();
    void hasRoom.then((isFree) => (isFree ? respond() : refuseCrowd(visit)));
  };
}

/** Answers from the files of the build or by Astro. */
function createAnswer(
  { app, handler, clientDir }: HandlerOptions,
  pages: PageCache,
  parts: PartCache,
): (visit: Visit, host: string | null) => void {
  const serveAsset = createAssets(clientDir);
  const compress = createCompression();
  const admit = createAdmission(app);
  return (visit, host) => {
    const { req, res, requestId, ip, isForwarded, isApi } = visit;
    const render = (): void => {
      const done = (error?: unknown): void => refuseUnanswered(app, visit, error);
      const onClose = (run: () => void): void => {
        if (res.closed) run();
        else res.once('close', run);
      };
      const onRoute = (pattern: string): void => {
        visit.route = pattern;
      };
      const locals = { app, requestId, ip, isForwarded, host, whenWritable: () => whenWritable(res), onClose, onRoute };
      admit(visit, (releaseSlot) => Promise.resolve(handler(req, res, done, { ...locals, releaseSlot })).catch(done));
    };
    if (pages.renderAndStore(req, res, host, render)) return;
    // The build has compressed these.
    if (parts.serveAndStore(req, res, () => serveAsset(req, res, render))) return;
    const mayBeFile = !isApi && (req.method === 'GET' || req.method === 'HEAD');
    compress(req, res, () => (mayBeFile ? serveAsset(req, res, render) : render()));
  };
}

function isHealthCheck({ path }: Visit): boolean {
  return path === HEALTH.live || path === HEALTH.ready;
}

async function respondHealth(app: App, { res, path }: Visit, isDraining: boolean): Promise<void> {
  if (path === HEALTH.live) return respondText(res, 200, 'ok');
  if (isDraining) return respondText(res, 503, 'stopping');
  if (!(await app.database.answers())) return respondText(res, 503, 'no database');
  const isFit = app.poolerProblem() === null;
  respondText(res, isFit ? 200 : 503, isFit ? 'ready' : 'the pooler in front of the database does not fit');
}

function respondText(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(status === 503 && RETRY_SOON),
  });
  res.end(`${text}\n`);
}

/** @param cluster the one that serves the host, for the balancer in front */
function refuseHost(visit: Visit, cluster?: string): void {
  refuse(
    visit,
    421,
    'misdirected',
    'This host is not served here.',
    cluster === undefined ? {} : { [CLUSTER_HEADER]: cluster },
  );
}

/** Responds to a client whose network has too much under way, or on a connection that is for health checks. */
function refuseCrowd(visit: Visit): void {
  const message = 'Your network already sends very much to this site. Please try again in a few seconds.';
  refuse(visit, 503, 'unavailable', message, RETRY_SOON);
}

/** What Astro passes on: a route that does not exist, or an error of the handler itself. */
function refuseUnanswered(app: App, visit: Visit, error: unknown): void {
  if (error) app.log.error({ requestId: visit.requestId, err: error }, 'request failed');
  if (visit.res.headersSent) return;
  if (error) refuse(visit, 500, 'internal', 'Something went wrong.');
  else refuse(visit, 404, 'not_found', 'Not found.');
}

function logWhenClosed(app: App, visit: Visit): void {
  const { req, res, requestId, path, ip } = visit;
  const startedMs = performance.now();
  res.on('close', () => {
    const ms = Math.trunc((performance.now() - startedMs) * 10) / 10;
    const cut = !res.writableFinished;
    const route = visit.route ?? '(other)';
    countRequest({ route, method: req.method ?? '', status: res.statusCode, seconds: ms / 1000 });
    app.log.info(
      { requestId, method: req.method, path, status: res.statusCode, ms, ip, ...(cut && { cut }) },
      'request',
    );
  });
}

/** Backpressure: Astro writes as fast as it reads, so the source of a long response waits here for the client. */
async function whenWritable(res: ServerResponse): Promise<void> {
  // Compression takes the 'drain' event of the response, so this polls: seldom, where many clients take nothing.
  for (let ms = 10; res.writableNeedDrain && !res.destroyed; ms = Math.min(ms * 2, WRITABLE_CHECK_MS_MAX))
    await sleep(ms);
}
