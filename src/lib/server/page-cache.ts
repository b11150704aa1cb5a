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
/** So much longer while it is rendered anew. */
const RENDERING_MS = 500;
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

type Encoding = 'br' | 'gzip' | 'identity';

interface Kept {
  /** For each encoding what is sent, and its headers as names and values in turn, which are written as they are. */
  readonly answers: Readonly<Record<Encoding, { readonly headers: readonly string[]; readonly body: Buffer }>>;
  untilMs: number;
}

export interface PageCache {
  /** Answers from what is kept, before anything was set on the answer. False where nothing is for this request. */
  answer(req: IncomingMessage, res: ServerResponse, host: string | null, requestId: string): boolean;
  /** Has `render` answer and keeps that. False where this request is none for it. */
  keep(req: IncomingMessage, res: ServerResponse, host: string | null, render: () => void): boolean;
}

export function createPageCache(): PageCache {
  const kept = new Map<string, Kept>();
  return {
    answer: (req, res, host, requestId) => {
      const key = keyOf(req, host);
      const found = key === null ? undefined : kept.get(key);
      if (!found) return false;
      const nowMs = performance.now();
      if (found.untilMs <= nowMs) {
        // This one renders it anew; who comes meanwhile need not.
        found.untilMs = nowMs + RENDERING_MS;
        return false;
      }
      const { headers, body } = found.answers[encodingOf(req)];
      res.writeHead(200, [...headers, 'X-Request-Id', requestId]);
      res.end(body);
      return true;
    },
    keep: (req, res, host, render) => {
      const key = keyOf(req, host);
      if (key === null) return false;
      capture(res, (body) => {
        if (res.statusCode !== 200 || res.hasHeader('set-cookie')) return void res.end(body);
        const common = Object.entries(res.getHeaders())
          .filter(([name]) => !OWN_HEADERS.has(name))
          .flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, String(one)]));
        const made = (encoding: Encoding, bytes: Buffer) => ({
          headers: [
            ...common,
            ...['Vary', 'Accept-Encoding', 'Content-Length', String(bytes.length)],
            ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
          ],
          body: bytes,
        });
        const answers = {
          br: made('br', brotliCompressSync(body, BROTLI)),
          gzip: made('gzip', gzipSync(body)),
          identity: made('identity', body),
        };
        kept.set(key, { answers, untilMs: performance.now() + KEPT_MS });
        const own = answers[encodingOf(req)];
        for (let at = 0; at < own.headers.length; at += 2)
          res.setHeader(own.headers[at] as string, own.headers[at + 1] as string);
        res.writeHead(200);
        res.end(own.body);
      });
      render();
      return true;
    },
  };
}

function keyOf(req: IncomingMessage, host: string | null): string | null {
  const { cookie, authorization } = req.headers;
  const path = req.url ?? '';
  if (req.method !== 'GET' || cookie !== undefined || authorization !== undefined || !KEPT_PATHS.has(path)) return null;
  return `${host ?? ''} ${path}`;
}

function encodingOf(req: IncomingMessage): Encoding {
  const accepted = String(req.headers['accept-encoding'] ?? '');
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
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
