/**
 * The one class of error that a person may see. `message` is public text that tells what to do; `cause` is for the
 * log alone. A code without a status does not compile.
 */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  reauthentication_required: 403,
  password_change_required: 403,
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
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

/** What a client does differently for one of several failures with the same code. It never reads the English text. */
export type ErrorReason =
  /** Another purchase with the same reference number is approved. */
  | 'same_reference'
  /** The caller gave the first of two approvals: another admin has to give the second. */
  | 'second_admin_needed'
  /** The hold of the purchase has ended, and fewer tokens are left than it needs. */
  | 'not_enough_stock'
  /** The buyer has corrected the purchase since the caller read it. */
  | 'outdated'
  /** An earlier submission with the same idempotency key has arrived with other content. */
  | 'idempotency_key_reused';

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly reason: ErrorReason | undefined;
  /** The input field that the failure is about, as the call's contract names it. */
  readonly field: string | undefined;
  /** One sentence, or one per failing field (each becomes a toast of its own). */
  readonly messages: readonly string[];
  /** Extra response headers, as `Retry-After` in seconds. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string | readonly string[],
    options: { cause?: unknown; headers?: Record<string, string>; field?: string; reason?: ErrorReason } = {},
  ) {
    const messages = typeof message === 'string' ? [message] : [...message];
    super(messages.join(' '), { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.messages = messages;
    this.headers = options.headers ?? {};
    this.field = options.field;
    this.reason = options.reason;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** The answer for a row that is missing and for one that belongs to somebody else: both must look the same. */
export function notFound(what: string, field?: string): ApiError {
  return new ApiError('not_found', `${what} not found.`, { ...(field !== undefined && { field }) });
}

/** A refusal of one or more fields. It names its field if it is about one, so that a form can mark it. */
export function invalidFields(problems: readonly { readonly field: string; readonly text: string }[]): ApiError {
  const [first] = problems;
  const texts = problems.map(({ text }) => text);
  return new ApiError('invalid', texts, first && problems.length === 1 ? { field: first.field } : {});
}

/** Throws if an invariant of the program is broken. Input is checked by zod instead. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`);
}
