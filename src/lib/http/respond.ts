/** Answers in the envelope of decisions, point 4. Never a stack trace; never cached. */
import { ApiError, type ErrorCode } from '../core/errors.ts';
import { isUnavailable } from '../db/client.ts';
import type { App } from '../scope.ts';

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

export function answer(status: number, body: unknown, headers: Headers = new Headers()): Response {
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(JSON.stringify(body), { status, headers });
}

/** A picture that everybody may see and keep; it is inert wherever it is opened. */
export function pictureAnswer({ bytes, mime, sha256 }: { bytes: Uint8Array; mime: string; sha256: string }): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': mime,
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

/** Logs what was not expected, and answers. */
export function failed(app: App, requestId: string, cause: unknown, failure: string): Response {
  const error = publicError(cause, failure);
  if (error.status >= 500) app.log.error({ requestId, code: error.code, err: error.cause ?? error }, error.message);
  const message = error.messages.length === 1 ? error.messages[0] : error.messages;
  const code: ErrorCode = error.code;
  return answer(error.status, { status: false, message, code, requestId }, new Headers(error.headers));
}
