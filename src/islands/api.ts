/** The one way from an island to the server: `call` sends what a contract allows and gives back its data and message. */
import type { Call, OutputOf, SentOf, Success } from '@/lib/core/contract.ts';
import { failureOf } from './failure.ts';
import { languageHeaders } from './language.ts';
import { onFirstInteraction } from './onFirstInteraction.ts';
import { REPEATS_MAX, repeatDelayMs } from './repeat.ts';
import { withSession } from './session/recover.ts';

export { CallError, failureOf, showFailure } from './failure.ts';

/** docs/contract.md. */
const TIMEOUT_MS = 120_000;

export interface CallOptions {
  /** Made once with the order and stored until it is answered, so that a second try is safe. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** The session has just been renewed: if it is missing again, the call fails. */
  readonly renewed?: boolean;
}

function queryOf(input: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}

const fetching = () => import('ofetch');
// A failure shows with the call that needs it, not here.
if (typeof window !== 'undefined') onFirstInteraction(() => void fetching().catch(() => {}));

/**
 * @throws CallError; the caller shows its messages
 */
export function call<C extends Call>(
  contract: C,
  input: SentOf<C>,
  options: CallOptions = {},
): Promise<{ message: string; data: OutputOf<C> }> {
  return withSession(contract, () => send(contract, input, options), options.renewed);
}

async function send<C extends Call>(contract: C, input: SentOf<C>, { idempotencyKey, signal }: CallOptions) {
  const isQuery = contract.from === 'query';
  const { FetchError, ofetch } = await fetching().catch(() => {
    throw failureOf(contract, 0, null);
  });
  try {
    const answer = await ofetch<Success<OutputOf<C>>>(contract.path, {
      method: contract.method,
      ...(isQuery
        ? { query: queryOf((input ?? {}) as Record<string, unknown>) }
        : { body: (input ?? {}) as Record<string, unknown> }),
      headers: { ...languageHeaders(), ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }) },
      ...(signal && { signal }),
      timeout: TIMEOUT_MS,
      retry: contract.repeatsWhenBusy ? REPEATS_MAX : 0,
      retryStatusCodes: [503],
      retryDelay: ({ response }) => repeatDelayMs(Number(response?.headers.get('retry-after'))),
    });
    return { message: answer.message, data: answer.data as OutputOf<C> };
  } catch (cause) {
    if (!(cause instanceof FetchError)) throw cause;
    throw failureOf(contract, cause.status ?? 0, cause.data, cause.response?.headers.get('retry-after'));
  }
}
