/** When a webhook is tried, what an answer means, and which addresses can be one. Pure. */

/** Seconds from one try to the next, as the Standard Webhooks specification suggests; the first is immediate. */
const DELAYS_SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Failed tries in a row that pause a webhook. */
export const FAILURES_MAX = 20;

/** The answer of a receiver, or why there was no answer. */
export type Outcome = { readonly status: number } | { readonly error: string };

export interface Verdict {
  readonly state: 'WAITING' | 'DELIVERED' | 'FAILED';
  /** Until the next try; null unless it waits. */
  readonly nextInSeconds: number | null;
  readonly answerStatus: number | null;
  readonly error: string | null;
  /** The receiver wants no more events. */
  readonly isGone: boolean;
}

/**
 * What becomes of a delivery after a try. Answers from 200 to 299 are a success; redirects are not followed.
 * @param attempts with this one
 */
export function verdictOf(outcome: Outcome, attempts: number): Verdict {
  const answerStatus = 'status' in outcome ? outcome.status : null;
  if (answerStatus !== null && answerStatus >= 200 && answerStatus < 300)
    return { state: 'DELIVERED', nextInSeconds: null, answerStatus, error: null, isGone: false };
  const isGone = answerStatus === 410;
  const nextInSeconds = isGone ? null : (DELAYS_SECONDS[attempts] ?? null);
  const error = 'error' in outcome ? outcome.error : errorOf(outcome.status);
  return { state: nextInSeconds === null ? 'FAILED' : 'WAITING', nextInSeconds, answerStatus, error, isGone };
}

function errorOf(status: number): string {
  if (status === 410) return 'The receiver wants no more events (410).';
  if (status >= 300 && status < 400) return `The receiver redirects (${status}). Enter the final address.`;
  return `The receiver answered ${status}.`;
}

/**
 * Why a text can't be the address of a receiver; null if it can.
 * @param allowsHttp for tests, where the receiver is on this machine
 */
export function urlRefusal(text: string, allowsHttp: boolean): string | null {
  if (!URL.canParse(text)) return 'Please enter an address, as https://example.com/events.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:'))
    return 'The address must begin with https://.';
  if (url.username !== '' || url.password !== '') return 'Please leave user name and password out of the address.';
  if (url.hash !== '') return 'Please leave the part after # out of the address.';
  return null;
}
