/** Settlements of payment aggregators: which credit of the bank each of them is, and the list of them. */
import { listAccounts } from '../../beneficiaries/store.ts';
import { paged } from '../../core/pagination.ts';
import type { Db } from '../../db/client.ts';
import type { UseCase } from '../../scope.ts';
import { accountLabel } from '../compare/rules.ts';
import type * as calls from './calls.ts';
import { creditOf } from './credit.rules.ts';
import { settlementOf } from './mapper.ts';
import * as store from './store.ts';

/**
 * Finds the credits of the account's settlements again after a change of its rows or marks. The caller has locked the account
 * against imports (step 2 of the lock order); this locks the rows that may be credits.
 */
export async function linkCredits(tx: Db, companyId: string, beneficiaryId: string): Promise<void> {
  await store.lockTransfers(tx, companyId, beneficiaryId);
  const settlements = await store.listLinks(tx, companyId, beneficiaryId);
  const ids = settlements.map((settlement) => settlement.id);
  const transfers = await store.transfersOf(tx, companyId, ids);
  const changes = settlements.flatMap((settlement) => {
    const { state, credit } = creditOf(settlement, transfers.get(settlement.id) ?? [], settlement.isShared);
    const rowId = state === 'CREDITED' ? (credit?.id ?? null) : null;
    return rowId === settlement.creditId ? [] : [{ id: settlement.id, rowId }];
  });
  // Freed first: a corrected number can move a credit from one settlement to another.
  for (const { id } of changes) await store.setCredit(tx, companyId, id, null);
  for (const { id, rowId } of changes) if (rowId !== null) await store.setCredit(tx, companyId, id, rowId);
}

export const listSettlements: UseCase<typeof calls.listSettlements> = async (scope, page) => {
  const { db, company } = scope;
  const [{ rows, total }, accounts] = await Promise.all([
    store.listSettlements(db, company.id, page),
    listAccounts(db, company.id),
  ]);
  const ids = rows.map((row) => row.id);
  const transfers = await store.transfersOf(db, company.id, ids);
  const labels = new Map(accounts.map((account) => [account.id, accountLabel(account)]));
  const records = rows.map((row) => {
    const outcome = creditOf(row, transfers.get(row.id) ?? [], row.isShared);
    return settlementOf(row, outcome, labels.get(row.beneficiaryId) ?? '');
  });
  return { data: paged(records, total, page) };
};
