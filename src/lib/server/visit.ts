/** One request as the server sees it, before Astro's handler. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isForwarded, type Peers } from './client-address.ts';

export interface Visit {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** In the log, in `X-Request-Id` and in failures. */
  readonly requestId: string;
  /** The client's address. */
  readonly ip: string;
  /** Whether a proxy says that it forwarded the request, trusted or not. */
  readonly isForwarded: boolean;
  /** As sent, without the query. */
  readonly path: string;
  readonly hasBody: boolean;
  readonly isApi: boolean;
  /** The pattern of the page or call that answers; null for files and for what is refused before one is found. */
  route: string | null;
}

export function openVisit(req: IncomingMessage, res: ServerResponse, peers: Peers): Visit {
  const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
  return {
    req,
    res,
    requestId: randomUUID(),
    isForwarded: isForwarded(req),
    ip: peers.resolve(req),
    path,
    hasBody: Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined,
    route: null,
    isApi: /^\/api(\/|$)/i.test(path),
  };
}
