/** What the deletion of an account means for its refunds. */
import { ApiError } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import type { Scope } from '../../scope.ts';
import * as store from './store.ts';

/** @throws ApiError conflict while the member waits for money: nobody could be asked for an account any more */
export async function refuseOpenRefund(tx: Db, scope: Scope, userId: string): Promise<void> {
  const number = await store.findOpen(tx, scope.company.id, userId);
  if (number !== null)
    throw new ApiError('conflict', `This member waits for the refund ${number}. Please pay or cancel it first.`);
}

/** Removes the accounts from the member's refunds. The amounts and the bank's numbers are part of the books and stay. */
export function eraseRefundsOf(tx: Db, scope: Scope, userId: string): Promise<void> {
  return store.erasePayees(tx, scope.company.id, userId);
}
