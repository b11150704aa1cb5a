/**
 * Caches public pages for a moment, for each host apart: they are the same for every visitor without a cookie, and most
 * visitors who come at the same time, as on the day of a launch, load these. The language that a visitor has chosen is part
 * of the key. A request with any other cookie, an authorization header or a query is always rendered. A response that sets a cookie or is not a 200 is never stored.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PATHS } from '../core/paths.ts';
import {
  type CachedResponse,
  cachedResponse,
  captureResponse,
  type Encoding,
  encodingOf,
  sendCached,
  sharedHeaders,
} from './cached-response.ts';

/** How long visitors who are not signed in may miss a change of the company. */
const FRESH_MS = 2_000;
/** Large, and compressed once for all. */
const API_DESCRIPTIONS = ['/api', '/api/openapi.json'] as const;
/** How much longer an entry is served while one request renders it again. */
const STALE_MS = 500;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** A cookie header with nothing but the language. */
const CHOSEN_LANGUAGE = /^language=(en|hi)$/;
const CACHED_PATHS: ReadonlySet<string> = new Set([
  PATHS.login,
  PATHS.register,
  PATHS.forgotPassword,
  PATHS.privacyPolicy,
  PATHS.token,
  PATHS.ledger,
  PATHS.offline,
  ...API_DESCRIPTIONS,
]);

interface CacheEntry {
  readonly responses: Readonly<Record<Encoding, CachedResponse>>;
  readonly freshUntilMs: number;
  /** A request renders it again, or tried to. */
  isRefreshing: boolean;
}

export interface PageCache {
  /**
   * Sends the cached page, if there is one for this request.
   * @param res without any header yet
   * @returns false where nothing was sent
   */
  send(req: IncomingMessage, res: ServerResponse, host: string | null, requestId: string): boolean;
  /**
   * Lets `render` respond and stores the response.
   * @returns false where the request is not for a cached page; `render` was then not called
   */
  renderAndStore(req: IncomingMessage, res: ServerResponse, host: string | null, render: () => void): boolean;
}

export function createPageCache(): PageCache {
  const entries = new Map<string, CacheEntry>();

  /** The entry to send, or null where this request has to render. */
  const currentEntry = (key: string): CacheEntry | null => {
    const entry = entries.get(key);
    if (!entry) return null;
    const nowMs = performance.now();
    if (entry.freshUntilMs + STALE_MS <= nowMs) {
      // Too old for anyone, however few requests came or however often rendering failed.
      entries.delete(key);
      return null;
    }
    if (entry.freshUntilMs <= nowMs && !entry.isRefreshing) {
      // This request renders the page; those that come meanwhile get the stale one.
      entry.isRefreshing = true;
      return null;
    }
    return entry;
  };

  return {
    send: (req, res, host, requestId) => {
      const key = keyOf(req, host);
      const entry = key === null ? null : currentEntry(key);
      if (!entry) return false;
      sendCached(req, res, entry.responses[encodingOf(req)], requestId);
      return true;
    },
    renderAndStore: (req, res, host, render) => {
      const key = keyOf(req, host);
      if (key === null) return false;
      captureResponse(res, (body) => {
        if (res.statusCode !== 200 || res.hasHeader('set-cookie')) return void res.end(body);
        const responses = inEachEncoding(res, body);
        entries.set(key, { responses, freshUntilMs: performance.now() + FRESH_MS, isRefreshing: false });
        const own = responses[encodingOf(req)];
        for (let i = 0; i < own.headers.length; i += 2)
          res.setHeader(own.headers[i] as string, own.headers[i + 1] as string);
        res.writeHead(200);
        res.end(own.body);
      });
      render();
      return true;
    },
  };
}

function inEachEncoding(res: ServerResponse, body: Buffer): CacheEntry['responses'] {
  const shared = sharedHeaders(res);
  return {
    br: cachedResponse(shared, 'br', brotliCompressSync(body, BROTLI)),
    gzip: cachedResponse(shared, 'gzip', gzipSync(body)),
    identity: cachedResponse(shared, 'identity', body),
  };
}

/** Null where the request is not for a cached page. */
function keyOf(req: IncomingMessage, host: string | null): string | null {
  const { cookie, authorization } = req.headers;
  const path = req.url ?? '';
  const language = cookie === undefined ? 'en' : CHOSEN_LANGUAGE.exec(cookie)?.[1];
  if (req.method !== 'GET' || language === undefined || authorization !== undefined) return null;
  return CACHED_PATHS.has(path) ? `${host ?? ''} ${language} ${path}` : null;
}
