/**
 * The one class of error that a person may see. `message` is public text that tells what to do; `cause` is for the
 * log alone. A code without a status does not compile.
 */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** One sentence, or one per failing field (each becomes a toast of its own). */
  readonly messages: readonly string[];
  /** Extra response headers, as `Retry-After` in seconds. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string | readonly string[],
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    const messages = typeof message === 'string' ? [message] : [...message];
    super(messages.join(' '), { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.messages = messages;
    this.headers = options.headers ?? {};
  }

  /** By its shape: the pages and the program around them are bundled apart, and each has a class of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ApiError' && 'messages' in value;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** The answer for a row that is missing and for one that belongs to somebody else: both must look the same. */
export function notFound(what: string): ApiError {
  return new ApiError('not_found', `${what} not found.`);
}

/** For what can't be. Never for what people send: that is zod's part. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`);
}
