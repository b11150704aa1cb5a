/** The money of a purchase that is approved: it came in whole, and no refund pays it back. */
import { ApiError } from '../../../core/errors.ts';
import { formatRupeesOfPaise } from '../../../core/money.ts';
import type { Db } from '../../../db/client.ts';
import { isContradiction } from '../../bank-filter.rules.ts';
import type { BankState } from '../../calls.ts';
import type { Decided } from '../mapper.ts';
import * as store from '../store.ts';
import * as payments from './store.ts';

const shortText = (received: bigint, due: bigint): string =>
  `Only ${formatRupeesOfPaise(received)} of ${formatRupeesOfPaise(due)} have been received. Please assign the rest of the payment in the reconciliation, or accept the shortfall there.`;

const RETURNED =
  'The bank has taken a payment of this order back. Please undo that payment in the reconciliation first.';

/**
 * A part payment never approves a whole order, and a payment that went back pays nothing. Call it with the purchase locked.
 * @throws ApiError conflict
 */
export async function refuseShort(
  tx: Db,
  companyId: string,
  {
    id,
    allocated_paise: received,
    final_amount_paise: due,
  }: Pick<Decided, 'id' | 'allocated_paise' | 'final_amount_paise'>,
): Promise<void> {
  if (received === 0n) return;
  if (await store.hasReturnedPayment(tx, companyId, id)) throw new ApiError('conflict', RETURNED);
  if (received === due || !(await store.hasPartsOnly(tx, companyId, id))) return;
  throw new ApiError('conflict', shortText(received, due));
}

const ofOther = (orderNumber: string): string =>
  `The payment with this number was given to the order ${orderNumber}. If that is a mistake, please take it back or reverse it first.`;

/**
 * One payment pays once: also where the order that has it names another number. Call it with the purchase locked: who assigns a row
 * locks the purchases that name it.
 * @throws ApiError conflict (`same_reference`)
 */
export async function refuseSpent(
  tx: Db,
  companyId: string,
  { id, reference_number: reference }: Pick<Decided, 'id' | 'reference_number'>,
): Promise<void> {
  const orderNumber = reference === null ? null : await payments.findOwnerOfNumber(tx, companyId, id, reference);
  if (orderNumber !== null) throw new ApiError('conflict', ofOther(orderNumber), { reason: 'same_reference' });
}

const LOSSES = {
  RETURNED: 'The bank has taken the payment with this number back, so no purchase can be approved with it.',
  NOT_OURS:
    'The payment with this number is marked as not ours in the reconciliation. If that is a mistake, please undo the mark first.',
} as const;

/**
 * The reconciliation and the queue say the same: a payment that the bank took back, or that an admin marked, pays for nothing.
 * @throws ApiError conflict
 */
export async function refuseLost(
  tx: Db,
  companyId: string,
  { id, reference_number: reference }: Pick<Decided, 'id' | 'reference_number'>,
): Promise<void> {
  const loss = reference === null ? null : await payments.findLoss(tx, companyId, id, reference);
  if (loss !== null) throw new ApiError('conflict', LOSSES[loss]);
}

const CONTRADICTED =
  'The bank statement says something else about this purchase now. Please look at it again before you approve it.';

/**
 * Nobody approves what the bank has come to contradict since they looked. Call it with the purchase locked.
 * @param seen the bank state that the admin saw; not checked without it
 * @throws ApiError conflict (`outdated`)
 */
export async function refuseContradicted(
  tx: Db,
  companyId: string,
  { id }: Pick<Decided, 'id'>,
  seen: BankState | undefined,
): Promise<void> {
  if (seen === undefined) return;
  const now = await store.readBankState(tx, companyId, id);
  if (now !== seen && isContradiction(now)) throw new ApiError('conflict', CONTRADICTED, { reason: 'outdated' });
}

/** The payment of a purchase can be on its way back to another buyer. @throws ApiError conflict (`same_reference`) */
export async function refusePaidBack(
  tx: Db,
  companyId: string,
  { id, reference_number: reference }: Decided,
): Promise<void> {
  const refund = reference === null ? null : await payments.findRefundOfReference(tx, companyId, id, reference);
  if (!refund) return;
  const text =
    refund.state === 'EXPORTED' || refund.state === 'PAID'
      ? `The refund ${refund.number} has already paid this payment back.`
      : `The refund ${refund.number} pays this payment back. Please cancel the refund first.`;
  throw new ApiError('conflict', text, { reason: 'same_reference' });
}
