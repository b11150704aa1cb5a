import type { Contract, Failure } from '@/lib/core/contract.ts';
import { toast } from './toasts.ts';

/** A call that failed: public sentences, ready to be shown, one toast each. `status` 0 means that no answer came. */
export class CallError extends Error {
  readonly status: number;
  readonly messages: readonly string[];
  readonly code: string;
  /** When it may be tried again, in seconds, where the server said so. */
  readonly retryAfterSeconds: number | null;
  constructor(status: number, messages: readonly string[], code: string, retryAfterSeconds: number | null = null) {
    super(messages.join(' '));
    this.name = 'CallError';
    this.status = status;
    this.messages = messages;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Reads the failure envelope; anything else becomes the contract's default text (spec point 8). */
export function failureOf(
  contract: Pick<Contract, 'failure'>,
  status: number,
  body: unknown,
  retryAfter: string | null = null,
): CallError {
  const sent = (body ?? {}) as Partial<Failure>;
  const said = Array.isArray(sent.message) ? sent.message : [sent.message];
  const messages = said.filter((text): text is string => typeof text === 'string' && text !== '');
  const seconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null;
  return new CallError(status, messages.length > 0 ? messages : [contract.failure], sent.code ?? 'unknown', seconds);
}

/** Shows a failed call: one toast a message. Anything that is not a failed call is a defect and goes on. */
export function showFailure(cause: unknown): void {
  if (!(cause instanceof CallError)) throw cause;
  toast.error(cause.messages);
}

/**
 * What is to be done when a call finds out that nobody is signed in any more.
 * @returns resolves once the same person is signed in again, so that the call can be made once more; where the page is left
 *   instead it stays open
 */
export function sessionEnded({ access }: Pick<Contract, 'access'>): Promise<void> {
  return import('./session/ended.tsx').then(
    ({ ended }) => ended(access),
    () => {
      window.location.reload();
      return new Promise<void>(() => {});
    },
  );
}
