import type { Call, Failure } from '@/lib/core/contract.ts';
import { translated } from '@/lib/core/texts.ts';
import { toast } from './toasts.ts';

type Refusal = Partial<Pick<Failure, 'code' | 'field' | 'reason'>>;

/** A call that failed, with public messages for one toast each. `status` 0 means that no answer came. */
export class CallError extends Error {
  readonly status: number;
  readonly messages: readonly string[];
  readonly code: string;
  /** The field of the call that it is about; undefined if it is about none, or about several. */
  readonly field: string | undefined;
  /** Tells failures of one code apart, as `same_reference`. */
  readonly reason: string | undefined;
  /** When it may be tried again, in seconds, where the server says so. */
  readonly retryAfterSeconds: number | null;
  constructor(
    status: number,
    messages: readonly string[],
    refusal: Refusal = {},
    retryAfterSeconds: number | null = null,
  ) {
    super(messages.join(' '));
    this.name = 'CallError';
    this.status = status;
    this.messages = messages;
    this.code = refusal.code ?? 'unknown';
    this.field = refusal.field;
    this.reason = refusal.reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Reads the failure envelope; anything else becomes the contract's default text (docs/contract.md). */
export function failureOf(
  contract: Pick<Call, 'failure'>,
  status: number,
  body: unknown,
  retryAfter: string | null = null,
): CallError {
  const sent = (body ?? {}) as Partial<Failure>;
  const texts = Array.isArray(sent.message) ? sent.message : [sent.message];
  const messages = texts.filter((text): text is string => typeof text === 'string' && text !== '');
  const seconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null;
  return new CallError(status, messages.length > 0 ? messages : [translated(contract.failure)], sent, seconds);
}

/** Shows a failed call: one toast a message. Anything that is not a failed call is a defect and goes on. */
export function showFailure(cause: unknown): void {
  if (!(cause instanceof CallError)) throw cause;
  toast.error(cause.messages);
}
