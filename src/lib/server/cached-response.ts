/** A response that is stored and sent again: its parts, and how it is captured while it is written. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface CachedResponse {
  /** Names and values alternate, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Headers that belong to one request alone. */
const REQUEST_HEADERS = ['x-request-id', 'connection', 'date'];
/** Headers that `cachedResponse` sets for each encoding. */
const ENCODING_HEADERS = ['vary', 'content-length', 'content-encoding'];

function headersWithout(res: ServerResponse, names: readonly string[]): string[] {
  return Object.entries(res.getHeaders())
    .filter(([name]) => !names.includes(name))
    .flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, String(one)]));
}

/** The headers set so far that every request for the same body may be sent. */
export const headersOfBody = (res: ServerResponse): string[] => headersWithout(res, REQUEST_HEADERS);

/** The headers set so far that every request for the same page may be sent, in any encoding. */
export const sharedHeaders = (res: ServerResponse): string[] =>
  headersWithout(res, [...REQUEST_HEADERS, ...ENCODING_HEADERS]);

/** @param res without any header yet */
export function sendCached(
  { headers: { 'if-none-match': known } }: IncomingMessage,
  res: ServerResponse,
  { headers, body }: CachedResponse,
  requestId: string,
): void {
  const tag = headers[headers.indexOf('etag') + 1];
  const isKnown = known !== undefined && headers.includes('etag') && known === tag;
  res.writeHead(isKnown ? 304 : 200, [...headers, 'X-Request-Id', requestId]);
  res.end(isKnown ? undefined : body);
}

/** @param body in that encoding */
export function cachedResponse(shared: readonly string[], encoding: Encoding, body: Buffer): CachedResponse {
  return {
    headers: [
      ...shared,
      ...['Vary', 'Accept-Encoding, Cookie', 'Content-Length', String(body.length)],
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ],
    body,
  };
}

/** Keeps the encodings that the client takes: what reads the header later looks for a name in it, and `br;q=0` refuses one. */
export function keepAcceptedEncodings(req: IncomingMessage): void {
  if (req.headers['accept-encoding'] === undefined) return;
  const accepted = new Negotiator(req).encodings(['br', 'gzip', 'identity']);
  req.headers['accept-encoding'] = accepted.filter((name) => name !== 'identity').join(', ');
}

/** The best encoding that the client accepts. */
export function encodingOf(req: IncomingMessage): Encoding {
  const accepted = String(req.headers['accept-encoding'] ?? '');
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

/** Holds a response back until it is complete. Its status and headers are on `res` when `onComplete` runs. */
export function captureResponse(res: ServerResponse, onComplete: (body: Buffer) => void): void {
  const { writeHead, write, end } = res;
  const chunks: Buffer[] = [];
  const collect = (chunk: unknown): void => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  res.writeHead = ((status: number, ...rest: unknown[]) => {
    res.statusCode = status;
    const headers = rest.find((arg) => typeof arg === 'object' && arg !== null) as OutgoingHttpHeaders | undefined;
    for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) res.setHeader(name, value);
    return res;
  }) as typeof writeHead;
  res.write = ((chunk: unknown, ...rest: unknown[]) => {
    collect(chunk);
    for (const arg of rest) if (typeof arg === 'function') arg();
    return true;
  }) as typeof write;
  res.end = ((chunk?: unknown) => {
    collect(chunk);
    Object.assign(res, { writeHead, write, end });
    onComplete(Buffer.concat(chunks));
    return res;
  }) as typeof end;
}
