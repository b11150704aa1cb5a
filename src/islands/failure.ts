import type { Contract, Failure } from '@/lib/core/contract.ts';
import { toast } from './toasts.ts';

/** A call that failed: public sentences, ready to be shown, one toast each. `status` 0 means that no answer came. */
export class CallError extends Error {
  readonly status: number;
  readonly messages: readonly string[];
  readonly code: string;
  constructor(status: number, messages: readonly string[], code: string) {
    super(messages.join(' '));
    this.name = 'CallError';
    this.status = status;
    this.messages = messages;
    this.code = code;
  }
}

/** Reads the failure envelope; anything else becomes the contract's default text (spec point 8). */
export function failureOf(contract: Pick<Contract, 'failure'>, status: number, body: unknown): CallError {
  const sent = (body ?? {}) as Partial<Failure>;
  const said = Array.isArray(sent.message) ? sent.message : [sent.message];
  const messages = said.filter((text): text is string => typeof text === 'string' && text !== '');
  return new CallError(status, messages.length > 0 ? messages : [contract.failure], sent.code ?? 'unknown');
}

/**
 * Shows a failed call: one toast a message; a session that has ended has been told already. Anything that is not a failed
 * call is a defect and goes on.
 */
export function showFailure(cause: unknown): void {
  if (!(cause instanceof CallError)) throw cause;
  if (!hasEnded) toast.error(cause.messages);
}

const LOGIN: Record<string, string> = { member: '/', admin: '/admin/login', super: '/superadmin/login' };
let hasEnded = false;

/** Tells it once, however many calls of the page find it out, and leaves for the login. */
export function sessionEnded({ access }: Pick<Contract, 'access'>): void {
  if (hasEnded) return;
  hasEnded = true;
  localStorage.removeItem('isLoggedIn');
  toast.info('Your session has ended. Please log in again.');
  window.location.replace(LOGIN[access] ?? '/');
}
