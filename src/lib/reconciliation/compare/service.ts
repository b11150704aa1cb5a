/**
 * What the bank statements and the claims come to: the sums of the buckets, and the rows of one. Open rows and claims are
 * compared at each call, in slices between which other requests are served. Nothing is cached.
 */
import { listAccounts } from '../../beneficiaries/store.ts';
import type { InputOf } from '../../core/contract.ts';
import { offsetOf, type Page, paged } from '../../core/pagination.ts';
import { anywhere } from '../../core/search.ts';
import { type Db, inSnapshot } from '../../db/client.ts';
import { inSlices } from '../../programs/slices/service.ts';
import { listAdminTransactions } from '../../purchases/list/service.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { listUses } from '../allocations/store.ts';
import type * as calls from '../calls.ts';
import type { Match } from '../contract.ts';
import { listBlocked } from '../decide/store.ts';
import { type Matches, matching } from '../matching/all.rules.ts';
import { coveredBy, type ReadAccounts } from '../matching/read.rules.ts';
import type { BankRow, Claim } from '../rules.ts';
import { readOwnTokens } from './facts/service.ts';
import { listMembers } from './facts/store.ts';
import { type MatchView, matchOf, purchaseIdsOf, settledOf, summaryOf } from './mapper.ts';
import {
  accountLabel,
  type Entry,
  entriesOf,
  isSettled,
  rejectedRows,
  type SettledBucket,
  searchedIn,
} from './rules.ts';
import * as store from './store.ts';

export interface Comparison extends Matches {
  readonly bankRows: readonly BankRow[];
  readonly claimList: readonly Claim[];
  readonly totals: store.Totals;
  readonly read: ReadAccounts;
}

/** Compares one state of the company's open rows and claims. @param db a database, not a transaction */
export async function compare(db: Db, companyId: string): Promise<Comparison> {
  const loaded = await inSnapshot(db, async (tx) => {
    const [bankRows, claimList, accounts, totals, ownTokens, members] = await Promise.all([
      store.listComparedRows(tx, companyId),
      store.listComparedClaims(tx, companyId),
      store.listReadAccounts(tx, companyId),
      store.sumCredits(tx, companyId),
      readOwnTokens(tx, companyId),
      listMembers(tx, companyId),
    ]);
    const read = new Map(accounts.map(({ id, until, statements }) => [id, { until, covered: coveredBy(statements) }]));
    return { bankRows, claimList, read, totals, ownTokens, members };
  });
  const { bankRows, claimList, read, ownTokens, members } = loaded;
  const matches = await inSlices(matching(bankRows, claimList, read, ownTokens, members));
  return { ...loaded, ...matches };
}

/** The label of each account by its id. */
export async function accountLabels(scope: Scope): Promise<ReadonlyMap<string, string>> {
  const accounts = await listAccounts(scope.db, scope.company.id);
  return new Map(accounts.map((account) => [account.id, accountLabel(account)]));
}

export const getSummary: UseCase<typeof calls.getSummary> = async (scope) => {
  const [comparison, accounts] = await Promise.all([compare(scope.db, scope.company.id), accountLabels(scope)]);
  const entries = entriesOf(comparison);
  return { data: summaryOf(comparison, entries, { accounts, approvable: await approvableOf(scope, entries) }) };
};

/** The rows of exact matches that the admin can approve now. */
async function approvableOf(scope: Scope, entries: readonly Entry[]): Promise<BankRow[]> {
  const exact = entries.flatMap((entry) =>
    entry.bucket === 'EXACT' && entry.outcome.purchaseId !== null
      ? [{ row: entry.row, rowId: entry.row.id, purchaseId: entry.outcome.purchaseId }]
      : [],
  );
  const blocked = await listBlocked(scope.db, scope.company.id, actorOf(scope).id, exact);
  return exact.filter(({ purchaseId }) => !blocked.has(purchaseId)).map(({ row }) => row);
}

export const listMatches: UseCase<typeof calls.listMatches> = async (scope, input) => {
  const { bucket } = input;
  if (isSettled(bucket)) return { data: await listSettled(scope, { ...input, bucket }) };
  const [comparison, accounts] = await Promise.all([compare(scope.db, scope.company.id), accountLabels(scope)]);
  const claims = new Map(comparison.claimList.map((claim) => [claim.purchaseId, claim]));
  const isSearched = searchedIn(input.search, claims);
  const entries = entriesOf(comparison).filter((entry) => entry.bucket === bucket && isSearched(entry));
  const from = offsetOf(input);
  const shown = entries.slice(from, from + input.limit);
  const view = await viewOf(scope, comparison, shown, accounts);
  return {
    data: paged(
      shown.map((entry) => matchOf(entry, view)),
      entries.length,
      input,
    ),
  };
};

async function viewOf(
  scope: Scope,
  { bankRows, rows, index }: Comparison,
  entries: readonly Entry[],
  accounts: ReadonlyMap<string, string>,
): Promise<MatchView> {
  const rowIds = entries.flatMap(({ row }) => row?.id ?? []);
  const [purchases, uses] = await Promise.all([
    listAdminTransactions(scope, purchaseIdsOf(entries)),
    listUses(scope.db, scope.company.id, rowIds),
  ]);
  return {
    uses,
    purchases,
    accounts,
    rows: new Map(bankRows.map((row) => [row.id, row])),
    outcomes: rows,
    index,
  };
}

async function listSettled(
  scope: Scope,
  { search, ...page }: InputOf<typeof calls.listMatches> & { readonly bucket: SettledBucket },
): Promise<Page<Match>> {
  const terms = search
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  const patterns = terms.flatMap((term) => anywhere(term).like);
  const rejected = page.bucket === 'DECIDED' ? rejectedRows(entriesOf(await compare(scope.db, scope.company.id))) : [];
  const rejectedIds = rejected.map((row) => row.id);
  const [{ rows, total }, accounts] = await Promise.all([
    store.listSettled(scope.db, scope.company.id, { ...page, patterns, rejectedIds }),
    accountLabels(scope),
  ]);
  const purchaseIds = rows.flatMap((row) => row.paidPurchaseId ?? row.rejectedPurchaseId ?? []);
  const [purchases, uses] = await Promise.all([
    listAdminTransactions(scope, purchaseIds),
    listUses(
      scope.db,
      scope.company.id,
      rows.map((row) => row.id),
    ),
  ]);
  return paged(
    rows.map((row) => settledOf(row, page.bucket, { purchases, accounts, uses })),
    total,
    page,
  );
}
