/** The one way from an island to the server: `call` sends what a contract allows and gives back its data and message. */
import type { Contract, OutputOf, SentOf, Success } from '@/lib/core/contract.ts';
import { failureOf, sessionEnded } from './failure.ts';
import { atFirstTouch } from './touch.ts';

export { CallError, failureOf, showFailure } from './failure.ts';

/** Spec point 7. */
const TIMEOUT_MS = 120_000;

export interface CallOptions {
  /** Made once with the order and kept until it is answered, so that a second try is safe. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** The session has just been renewed: where it is missing again, that is told as any other failure. */
  readonly renewed?: boolean;
}

function queryOf(input: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}

const fetching = () => import('ofetch');
// A failure is told by the call that comes too soon, not here.
if (typeof window !== 'undefined') atFirstTouch(() => void fetching().catch(() => {}));

/**
 * @throws CallError, always; whoever calls shows its messages
 */
export async function call<C extends Contract>(
  contract: C,
  input: SentOf<C>,
  options: CallOptions = {},
): Promise<{ message: string; data: OutputOf<C> }> {
  const { idempotencyKey, signal, renewed = false } = options;
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
      ...(idempotencyKey && { headers: { 'Idempotency-Key': idempotencyKey } }),
      ...(signal && { signal }),
      timeout: TIMEOUT_MS,
      retry: 0,
    });
    return { message: answer.message, data: answer.data as OutputOf<C> };
  } catch (cause) {
    if (!(cause instanceof FetchError)) throw cause;
    const retryAfter = cause.response?.headers.get('retry-after');
    const error = failureOf(contract, cause.status ?? 0, cause.data, retryAfter);
    const hasEnded = error.status === 401 && contract.access !== 'public' && !renewed;
    if (!hasEnded) throw error;
    await sessionEnded(contract);
    return await call(contract, input, { ...options, renewed: true });
  }
}
