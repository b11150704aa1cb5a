/** The lists of purchases: a member's own, and the company's for its admins. */
import type { InputOf, OutputOf } from '../core/contract.ts';
import { paged } from '../core/page.ts';
import type { Db } from '../db/client.ts';
import { type App, actorOf, type Result, type Scope } from '../scope.ts';
import { listCompanyPurchases } from './company-list-store.ts';
import type { listTransactionsAsAdmin as AdminList, listTransactions as List } from './contract.ts';
import { type AskedState, readHistoryState } from './history-state-store.ts';
import * as store from './list-store.ts';
import { searchText } from './search-rules.ts';
import { adminTransactionOf, type Likenesses, transactionOf } from './view.ts';

export async function listTransactions(
  scope: Scope,
  input: InputOf<typeof List>,
): Promise<Result<OutputOf<typeof List>>> {
  const { rows, total } = await store.listPurchases(scope.db, {
    ...filterOf(scope, input, 'own'),
    userId: actorOf(scope).id,
  });
  const conflicts = await conflictsOf(scope.db, scope.company.id, rows);
  return {
    data: paged(
      rows.map((row) => transactionOf(row, conflicts)),
      total,
      input,
    ),
  };
}

/** See `readHistoryState`. */
export function historyState({ database }: App, asked: AskedState): Promise<string | null> {
  return readHistoryState(database.company(asked.companyId), asked);
}

/** Ids of the pending ones among the rows whose reference number another purchase has too, pending or approved. */
async function conflictsOf(
  db: Db,
  companyId: string,
  rows: readonly store.TransactionRow[],
): Promise<ReadonlySet<string>> {
  const open = rows.filter((row) => row.status === 'PENDING' && row.reference_number !== null);
  const references = [...new Set(open.flatMap((row) => row.reference_number ?? []))];
  if (references.length === 0) return new Set();
  const users = await store.listByReference(db, companyId, references);
  const isTwice = (row: store.TransactionRow): boolean =>
    users.some(
      (other) => other.id !== row.id && other.status !== 'REVERSED' && other.reference_number === row.reference_number,
    );
  return new Set(open.filter(isTwice).map((row) => row.id));
}

/** The oldest request first, so that nobody waits longest for ever; what is decided, the newest first. */
export async function listTransactionsAsAdmin(
  scope: Scope,
  input: InputOf<typeof AdminList>,
): Promise<Result<OutputOf<typeof AdminList>>> {
  const { rows, total } = await listCompanyPurchases(scope.db, {
    ...filterOf(scope, input, 'all'),
    oldestFirst: input.status === 'PENDING',
    waitsForSecond: input.waiting === 'second',
  });
  const [like, names] = await Promise.all([
    likenessesOf(scope.db, scope.company.id, rows),
    store.listAdminNames(scope.db, scope.company.id, adminsOf(rows)),
  ]);
  const asked = { actorId: actorOf(scope).id, abovePaise: scope.company.second_approver_above_paise, names };
  return {
    data: paged(
      rows.map((row) => adminTransactionOf(row, like, asked)),
      total,
      input,
    ),
  };
}

function adminsOf(rows: readonly store.PurchaseRow[]): string[] {
  const ids = rows.flatMap((row) => [row.decided_by, row.reversed_by, row.first_approved_by, row.reversal_asked_by]);
  return [...new Set(ids.filter((id) => id !== null))];
}

function filterOf(
  scope: Scope,
  { page, limit, search, status }: InputOf<typeof List>,
  among: 'own' | 'all',
): store.PurchasePage {
  const filter = { companyId: scope.company.id, page, limit, search: searchText(search, among) };
  return status === undefined || status === 'ALL' ? filter : { ...filter, status };
}

/** What each pending row of the page has in common with other purchases. */
async function likenessesOf(db: Db, companyId: string, rows: readonly store.PurchaseRow[]): Promise<Likenesses> {
  const open = rows.filter((row) => row.status === 'PENDING');
  const references = [...new Set(open.flatMap((row) => row.reference_number ?? []))];
  const files = [...new Set(open.flatMap((row) => row.sha256 ?? []))];
  const [byReference, byFile] = await Promise.all([
    references.length === 0 ? [] : store.listByReference(db, companyId, references),
    files.length === 0 ? [] : store.listBySameFile(db, companyId, files),
  ]);
  const byNumber = (areReversed: boolean): Map<string, string[]> =>
    othersBy(
      open,
      (row) => row.reference_number,
      byReference.filter((other) => (other.status === 'REVERSED') === areReversed),
      (other) => other.reference_number,
    );
  return {
    reference: byNumber(false),
    reversed: byNumber(true),
    file: othersBy(
      open,
      (row) => row.sha256,
      byFile,
      (other) => other.sha256,
    ),
  };
}

const OTHERS_MAX = 10;

function othersBy<R extends { id: string }, O extends { id: string; order_number: string }>(
  rows: readonly R[],
  keyOf: (row: R) => string | null,
  others: readonly O[],
  otherKeyOf: (other: O) => string | null,
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const alike = others.filter((other) => other.id !== row.id && otherKeyOf(other) === key);
    if (alike.length > 0)
      found.set(
        row.id,
        alike.slice(0, OTHERS_MAX).map((other) => other.order_number),
      );
  }
  return found;
}
