/**
 * Caches the scripts, styles and fonts of pages in memory (decision 0550). Their names contain a hash of their content, so a cached
 * response never expires.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CachedResponse, captureResponse, encodingOf, headersOfBody, sendCached } from './cached-response.ts';

/**
 * The scripts, styles and fonts that pages load. Names with an escape, as `%2e` for `.`, are left out, so that a file has one name and
 * is cached once.
 */
export const PART = /^\/_astro\/[\w.-]+\.(js|css|woff2)$/;

export interface PartCache {
  /**
   * Sends the cached file, if there is one for this request.
   * @param res without any header yet
   * @returns false where nothing was sent
   */
  send(req: IncomingMessage, res: ServerResponse, requestId: string): boolean;
  /**
   * Lets `serve` respond and stores the response.
   * @returns false where the request is not for such a file; `serve` was then not called
   */
  serveAndStore(req: IncomingMessage, res: ServerResponse, serve: () => void): boolean;
}

export function createPartCache(): PartCache {
  const responses = new Map<string, CachedResponse>();
  return {
    send: (req, res, requestId) => {
      const key = keyOf(req);
      const response = key === null ? undefined : responses.get(key);
      if (response === undefined) return false;
      sendCached(req, res, response, requestId);
      return true;
    },
    serveAndStore: (req, res, serve) => {
      const key = keyOf(req);
      if (key === null) return false;
      captureResponse(res, (body) => {
        if (res.statusCode === 200) responses.set(key, { headers: headersOfBody(res), body });
        res.end(body);
      });
      serve();
      return true;
    },
  };
}

/** Null where the request is not for a whole file, or where the client may have the file already. */
function keyOf(req: IncomingMessage): string | null {
  const { url = '', method, headers } = req;
  if (method !== 'GET' || !PART.test(url)) return null;
  if (headers.range !== undefined || headers['if-none-match'] !== undefined) return null;
  return `${encodingOf(req)} ${url}`;
}
