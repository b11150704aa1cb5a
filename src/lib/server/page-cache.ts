/**
 * Pages that are the same for every visitor without a cookie are kept rendered for a moment, for each host apart: most of
 * those who come at once, as on the day of a launch, come to these. Whoever sends a cookie, a key or a query is answered
 * afresh, and nothing that sets a cookie or is no success is ever kept.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PATHS } from '../core/paths.ts';

/** So long may a change of the company not show to who has not signed in. */
const KEPT_MS = 2_000;
const KEPT_PATHS: ReadonlySet<string> = new Set([
  PATHS.login,
  PATHS.register,
  PATHS.forgotPassword,
  PATHS.privacyPolicy,
  PATHS.token,
]);
/** Of this request alone. */
const OWN_HEADERS = new Set(['x-request-id', 'connection', 'content-length', 'content-encoding', 'date']);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

interface Kept {
  readonly headers: OutgoingHttpHeaders;
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
  readonly untilMs: number;
}

export interface PageCache {
  /** Answers from what is kept, or has `render` answer and keeps that. False where this request is none for it. */
  serve(req: IncomingMessage, res: ServerResponse, host: string | null, render: () => void): boolean;
}

export function createPageCache(): PageCache {
  const kept = new Map<string, Kept>();
  return {
    serve: (req, res, host, render) => {
      const path = req.url ?? '';
      const isPlain = req.headers.cookie === undefined && req.headers.authorization === undefined;
      if (req.method !== 'GET' || !isPlain || !KEPT_PATHS.has(path)) return false;
      const key = `${host ?? ''} ${path}`;
      const found = kept.get(key);
      if (found && found.untilMs > performance.now()) {
        send(req, res, found);
        return true;
      }
      capture(res, (body) => {
        if (res.statusCode !== 200 || res.hasHeader('set-cookie')) return void res.end(body);
        const headers = Object.fromEntries(Object.entries(res.getHeaders()).filter(([name]) => !OWN_HEADERS.has(name)));
        const bodies = { br: brotliCompressSync(body, BROTLI), gzip: gzipSync(body), identity: body };
        const page = { headers, bodies, untilMs: performance.now() + KEPT_MS };
        kept.set(key, page);
        send(req, res, page);
      });
      render();
      return true;
    },
  };
}

function send(req: IncomingMessage, res: ServerResponse, { headers, bodies }: Kept): void {
  const accepted = String(req.headers['accept-encoding'] ?? '');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
  const body = bodies[encoding];
  res.writeHead(200, {
    ...headers,
    Vary: 'Accept-Encoding',
    'Content-Length': body.length,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  });
  res.end(body);
}

/** Holds an answer back until it is whole. Its status and headers are on `res` by then. */
function capture(res: ServerResponse, whole: (body: Buffer) => void): void {
  const { writeHead, write, end } = res;
  const chunks: Buffer[] = [];
  const take = (chunk: unknown): void => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  res.writeHead = ((status: number, ...rest: unknown[]) => {
    res.statusCode = status;
    const headers = rest.find((it) => typeof it === 'object' && it !== null) as OutgoingHttpHeaders | undefined;
    for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) res.setHeader(name, value);
    return res;
  }) as typeof writeHead;
  res.write = ((chunk: unknown, ...rest: unknown[]) => {
    take(chunk);
    for (const it of rest) if (typeof it === 'function') it();
    return true;
  }) as typeof write;
  res.end = ((chunk?: unknown) => {
    take(chunk);
    Object.assign(res, { writeHead, write, end });
    whole(Buffer.concat(chunks));
    return res;
  }) as typeof end;
}
