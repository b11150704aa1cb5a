/** An answer that is kept to be sent again: what it is made of, and how it is caught on its way out. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Headers as names and values in turn, which are written as they are. */
export interface Answer {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Of one request alone. */
const OWN_HEADERS = new Set(['x-request-id', 'connection', 'content-length', 'content-encoding', 'date']);

/** What of the headers set so far any request for the same page is sent. */
export function commonHeaders(res: ServerResponse): string[] {
  return Object.entries(res.getHeaders())
    .filter(([name]) => !OWN_HEADERS.has(name))
    .flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, String(one)]));
}

/** @param body in that encoding */
export function answerOf(common: readonly string[], encoding: Encoding, body: Buffer): Answer {
  return {
    headers: [
      ...common,
      ...['Vary', 'Accept-Encoding', 'Content-Length', String(body.length)],
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ],
    body,
  };
}

export function encodingOf(req: IncomingMessage): Encoding {
  const accepted = String(req.headers['accept-encoding'] ?? '');
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

/** Holds an answer back until it is whole. Its status and headers are on `res` by then. */
export function capture(res: ServerResponse, whole: (body: Buffer) => void): void {
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
