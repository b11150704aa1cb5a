/**
 * Pages that are the same for every visitor without a cookie are kept rendered for a moment, for each host apart: most of
 * those who come at once, as on the day of a launch, come to these. Whoever sends a cookie, a key or a query is answered
 * afresh, and nothing that sets a cookie or is no success is ever kept.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PATHS } from '../core/paths.ts';
import { type Answer, answerOf, BROTLI, capture, commonHeaders, type Encoding, encodingOf } from './kept-answer.ts';

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

interface Kept {
  readonly answers: Readonly<Record<Encoding, Answer>>;
  readonly untilMs: number;
  /** Somebody renders it anew, or tried to. */
  isRenewed: boolean;
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
      if (key === null) return false;
      const found = kept.get(key);
      if (!found) return false;
      const nowMs = performance.now();
      if (found.untilMs + RENDERING_MS <= nowMs) {
        // Too old for anybody, however quiet it was here or however often rendering failed.
        kept.delete(key);
        return false;
      }
      if (found.untilMs <= nowMs && !found.isRenewed) {
        // This one renders it anew; who comes meanwhile need not.
        found.isRenewed = true;
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
        const common = commonHeaders(res);
        const answers = {
          br: answerOf(common, 'br', brotliCompressSync(body, BROTLI)),
          gzip: answerOf(common, 'gzip', gzipSync(body)),
          identity: answerOf(common, 'identity', body),
        };
        kept.set(key, { answers, untilMs: performance.now() + KEPT_MS, isRenewed: false });
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
