/** A decided purchase in the shapes of its answer and of its audit entry. */

import type { OutputOf } from '../../core/contract.ts';
import { assert } from '../../core/errors.ts';
import type * as calls from '../calls.ts';
import type * as store from './store.ts';

export type Decided = NonNullable<Awaited<ReturnType<typeof store.decide>>>;

/** What verification compares with the purchase later. */
export function factsOf(purchase: Decided) {
  return {
    quantity: purchase.quantity,
    finalAmountPaise: purchase.final_amount_paise,
    referenceDigest: purchase.reference_digest,
    payeeDigest: purchase.payee_digest,
    proofSha256: purchase.proof_sha256,
  };
}

export function decisionTime({ decided_at: at }: Decided): Date {
  assert(at, 'a decided purchase has a decision time');
  return at;
}

export function decisionOf(purchase: Decided, status: 'APPROVED' | 'REJECTED'): OutputOf<typeof calls.approvePurchase> {
  return { id: purchase.id, status, decidedAt: decisionTime(purchase).toISOString() };
}

/** The tokens of its hold that count as unproven. */
export const unprovenOf = ({ is_unproven: isUnproven, quantity }: Decided): bigint => (isUnproven ? quantity : 0n);

export const reservationOf = ({ hold_ended_at: endedAt, is_unproven: isUnproven }: Decided) => ({
  isReserved: endedAt === null,
  isUnproven,
});
