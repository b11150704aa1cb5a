/** A reference number that other purchases have: refused, or shared by orders of one buyer whose payment covers them. */
import { ApiError } from '../../../core/errors.ts';
import type { Db } from '../../../db/client.ts';
import { sameReferences } from '../../reference.rules.ts';
import type { SubmissionFacts } from '../store.ts';
import { coversSecondOrder, type SecondOrder } from './store.ts';

/**
 * An approved reference can't be used again, and a member can't use a reference again that they have pending, unless the bank has
 * more of the payment than their other orders need.
 * @returns whether the order shares its reference with another one
 * @throws ApiError conflict (`same_reference`)
 */
export async function sharesOrRefuse(
  tx: Db,
  reference: string | null,
  uses: SubmissionFacts['uses'],
  order: Omit<SecondOrder, 'references'>,
): Promise<boolean> {
  const use = uses.find((it) => it.status === 'APPROVED') ?? uses.find((it) => it.isOwn);
  if (reference === null || !use) return false;
  if (use.isOwn && (await coversSecondOrder(tx, { ...order, references: sameReferences(reference) }))) return true;
  throw referenceUsed(reference, use.isOwn ? use : null);
}

/** Does not reveal another member's order number. */
export function referenceUsed(reference: string, own: { orderNumber: string; status: string } | null): ApiError {
  const where = own
    ? `in your order ${own.orderNumber}, which is ${own.status === 'PENDING' ? 'waiting for approval' : 'approved'}`
    : 'for another purchase';
  return new ApiError('conflict', `The UTR or Transaction Number ${reference} has already been used ${where}.`, {
    field: 'referenceNumber',
    reason: 'same_reference',
  });
}
