/** The two lists of purchases: a member's own, and the company's for its admins. */
import { listFirstAdmins } from '../../approvals/service.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { paged } from '../../core/pagination.ts';
import type { Db } from '../../db/client.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { highestPrice } from '../../settings/price-lock/service.ts';
import type * as calls from '../calls.ts';
import { listCompanyPurchases } from '../company-list/store.ts';
import type { AdminTransaction } from '../contract.ts';
import { companyFilter } from '../filter/service.ts';
import { adminTransactionOf, type SimilarPurchases, transactionOf } from './mapper.ts';
import { searchText } from './search.rules.ts';
import * as store from './store.ts';

export const listTransactions: UseCase<typeof calls.listTransactions> = async (scope, input) => {
  const { page, limit, search, status } = input;
  const { rows, total } = await store.listPurchases(scope.db, {
    companyId: scope.company.id,
    userId: actorOf(scope).id,
    search: searchText(search, 'own'),
    status: status === 'ALL' ? undefined : status,
    page,
    limit,
  });
  const conflicts = await conflictsOf(scope, rows);
  return {
    data: paged(
      rows.map((row) => transactionOf(row, conflicts)),
      total,
      input,
    ),
  };
};

/** Ids of the member's pending rows whose reference number a pending or approved purchase of somebody else also has. */
async function conflictsOf(scope: Scope, rows: readonly store.TransactionRow[]): Promise<ReadonlySet<string>> {
  const { id: userId } = actorOf(scope);
  const open = rows.filter((row) => row.status === 'PENDING' && row.reference_number !== null);
  const references = [...new Set(open.flatMap((row) => row.reference_number ?? []))];
  if (references.length === 0) return new Set();
  const sameReference = await store.listByReference(scope.db, scope.company.id, references);
  const isDuplicate = (row: store.TransactionRow): boolean =>
    sameReference.some(
      (other) =>
        other.user_id !== userId && other.status !== 'REVERSED' && other.reference_number === row.reference_number,
    );
  return new Set(open.filter(isDuplicate).map((row) => row.id));
}

const SORT_NEEDS_STATUS = 'Please choose a status to sort by the amount.';

/** Unless sorted, pending purchases the oldest first, so that the longest wait ends first; all others the newest first. */
export const listTransactionsAsAdmin: UseCase<typeof calls.listTransactionsAsAdmin> = async (scope, input) => {
  const filter = { ...companyFilter(scope, input), finalPaise: input.finalAmount };
  const sort = input.sort ?? (input.status === 'PENDING' ? 'oldest' : 'newest');
  const isByAmount = sort === 'highest' || sort === 'lowest';
  if (isByAmount && filter.status === undefined) throw new ApiError('invalid', SORT_NEEDS_STATUS, { field: 'sort' });
  const { rows, total } = await listCompanyPurchases(scope.db, {
    ...filter,
    page: input.page,
    limit: input.limit,
    sortedBy: isByAmount ? 'final_amount_paise' : 'created_at',
    isAscending: sort === 'oldest' || sort === 'lowest',
  });
  return { data: paged(await adminTransactionsOf(scope, rows), total, input) };
};

/** @throws ApiError not_found */
export const getTransactionAsAdmin: UseCase<typeof calls.getTransactionAsAdmin> = async (scope, { id }) => {
  const transaction = (await listAdminTransactions(scope, [id])).get(id);
  if (!transaction) throw notFound('Purchase');
  return { data: transaction };
};

/** Purchases of the company by their ids, as admins see them. */
export async function listAdminTransactions(
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdminTransaction>> {
  if (ids.length === 0) return new Map();
  const transactions = await adminTransactionsOf(scope, await store.listByIds(scope.db, scope.company.id, ids));
  return new Map(transactions.map((it) => [it.id, it]));
}

async function adminTransactionsOf(scope: Scope, rows: readonly store.PurchaseRow[]): Promise<AdminTransaction[]> {
  const { db, company } = scope;
  const abovePaise = company.second_approver_above_paise;
  const [similar, names, firstAdmins, highestPriceMicros] = await Promise.all([
    listSimilar(db, company.id, rows),
    store.listAdminNames(db, company.id, adminsOf(rows)),
    listFirstAdmins(db, company.id, idsForSecondAdmin(rows)),
    abovePaise === null ? company.price_micros : highestPrice(db, company),
  ]);
  const view = { actorId: actorOf(scope).id, abovePaise, highestPriceMicros, names, firstAdmins };
  return rows.map((row) => adminTransactionOf(row, similar, view));
}

function adminsOf(rows: readonly store.PurchaseRow[]): string[] {
  const ids = rows.flatMap((row) => [row.decided_by, row.reversed_by]);
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Only pending and approved purchases can wait for a second admin. */
function idsForSecondAdmin(rows: readonly store.PurchaseRow[]): string[] {
  return rows.filter((row) => row.status === 'PENDING' || row.status === 'APPROVED').map((row) => row.id);
}

/** Other purchases with the same reference number or the same file as a pending row of the page. */
async function listSimilar(db: Db, companyId: string, rows: readonly store.PurchaseRow[]): Promise<SimilarPurchases> {
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
      // Orders of one buyer share a payment that covers them.
      (row, other) => areReversed || other.user_id !== row.user_id,
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
  isRival: (row: R, other: O) => boolean = () => true,
): Map<string, string[]> {
  const orderNumbers = new Map<string, string[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const alike = others.filter((other) => other.id !== row.id && otherKeyOf(other) === key && isRival(row, other));
    if (alike.length > 0)
      orderNumbers.set(
        row.id,
        alike.slice(0, OTHERS_MAX).map((other) => other.order_number),
      );
  }
  return orderNumbers;
}
