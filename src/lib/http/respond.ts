/** Answers in the envelope of docs/contract.md. Never a stack trace; never cached. */
import { ApiError } from '../core/errors.ts';
import { translated } from '../core/texts.ts';
import { isPoolExhausted, isUnavailable } from '../db/errors.ts';
import type { App } from '../scope.ts';

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

export function answer(status: number, body: unknown, headers: Headers = new Headers()): Response {
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(JSON.stringify(body), { status, headers });
}

/** A picture that everybody may see and keep; it is inert wherever it is opened. */
export function pictureAnswer(
  body: ReadableStream<Uint8Array>,
  { sizeBytes, mime, sha256 }: { sizeBytes: number; mime: string; sha256: string },
): Response {
  return new Response(body, {
    headers: {
      'Content-Type': mime,
      'Content-Length': String(sizeBytes),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=86400',
      ETag: `"${sha256}"`,
    },
  });
}

/** A small text that is the same for every visitor of a site. */
export function textAnswer(text: string, type: string): Response {
  return new Response(text, { headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=300' } });
}

/** A note of a transparency log, which is outdated in a second, or a tile of hashes, which never changes. */
export function logAnswer(content: string | Uint8Array): Response {
  const isNote = typeof content === 'string';
  return new Response(isNote ? content : new Uint8Array(content), {
    headers: {
      'Content-Type': isNote ? 'text/plain; charset=utf-8' : 'application/octet-stream',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': isNote ? 'public, max-age=2' : 'public, max-age=31536000, immutable',
    },
  });
}

/** What a person sees of an error: an ApiError as it is, a database that is away as 503, all else as the call's failure text. */
export function publicError(cause: unknown, failure: string): ApiError {
  if (cause instanceof ApiError) return cause;
  if (isUnavailable(cause)) {
    return new ApiError('unavailable', 'We can’t reach our records right now. Please try again in a few seconds.', {
      cause,
      headers: { 'Retry-After': '2' },
    });
  }
  return new ApiError('internal', failure, { cause });
}

const reasonOf = (cause: unknown): string | undefined => (cause instanceof Error ? cause.message : undefined);

/** Logs what was not expected, and answers. */
export function failed(app: App, requestId: string, cause: unknown, failure: string): Response {
  const error = publicError(cause, failure);
  // Capacity is used up: no defect.
  const isCapacity = error.code === 'unavailable' && (error.cause === undefined || isPoolExhausted(error.cause));
  if (isCapacity) app.log.warn({ requestId, code: error.code, reason: reasonOf(error.cause) }, error.message);
  else if (error.status >= 500)
    app.log.error({ requestId, code: error.code, err: error.cause ?? error }, error.message);
  const messages = error.messages.map(translated);
  const message = messages.length === 1 ? messages[0] : messages;
  const { code, field, reason } = error;
  // JSON leaves out what is undefined.
  return answer(error.status, { status: false, message, code, field, reason, requestId }, new Headers(error.headers));
}
