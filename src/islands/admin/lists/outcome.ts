import type { CallError } from '@/islands/api.ts';

/**
 * The outcome of a decision. `first`: noted, a second admin has to agree. `lost`: another admin was quicker, or the row is
 * gone. `failed`: it may be tried again.
 */
export interface Outcome {
  readonly kind: 'done' | 'first' | 'lost' | 'failed';
  readonly message: string;
  /** Who decided what, if another admin was quicker. */
  readonly other?: string;
  /** Set if the server or the network failed, not this row: when to go on, null if unknown. */
  readonly pause?: { readonly seconds: number | null };
}

/** No answer, too many calls, or a server that is away: the next row would fail in the same way. */
const IN_THE_WAY: readonly number[] = [0, 429, 502, 503, 504];

export const stopsAll = ({ status }: CallError): boolean => IN_THE_WAY.includes(status);

/** The outcome of a call that failed not because of its row. */
export function failedFor({ message, retryAfterSeconds }: CallError): Outcome {
  return { kind: 'failed', message, pause: { seconds: retryAfterSeconds } };
}
