/**
 * Keeps the scripts, styles and fonts of pages in memory once they have been sent (decision 0550). They are named after their
 * content, so nothing expires. Parts of files, and what the client may have already, are left to the server of files.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CachedResponse, captureResponse, encodingOf, headersOf } from './cached-response.ts';

/** What a page consists of. None of it can be shown as a page of its own. One spelling each: `%2e` names the same file as `.` */
export const PART = /^\/_astro\/[\w.-]+\.(js|css|woff2)$/;

export interface PartCache {
  /**
   * Sends the part, if it is stored.
   * @param res without any header yet
   * @returns false where nothing was sent
   */
  send(req: IncomingMessage, res: ServerResponse, requestId: string): boolean;
  /**
   * Lets `serve` respond and stores the response.
   * @returns false where the request is not for a part; `serve` was then not called
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
      res.writeHead(200, [...response.headers, 'X-Request-Id', requestId]);
      res.end(response.body);
      return true;
    },
    serveAndStore: (req, res, serve) => {
      const key = keyOf(req);
      if (key === null) return false;
      captureResponse(res, (body) => {
        if (res.statusCode === 200) responses.set(key, { headers: headersOf(res), body });
        res.end(body);
      });
      serve();
      return true;
    },
  };
}

/** By the encoding that the client accepts: not every part has each. Null where the request is not for a whole part. */
function keyOf(req: IncomingMessage): string | null {
  const { url = '', method, headers } = req;
  if (method !== 'GET' || !PART.test(url)) return null;
  if (headers.range !== undefined || headers['if-none-match'] !== undefined) return null;
  return `${encodingOf(req)} ${url}`;
}
