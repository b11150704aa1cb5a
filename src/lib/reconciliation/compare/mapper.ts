/** Maps compared rows to the output of the calls. */
import type { OutputOf } from '../../core/contract.ts';
import { formatPaise } from '../../core/money.ts';
import type { AdminTransaction } from '../../purchases/contract.ts';
import type { RowUse } from '../allocations/store.ts';
import type * as calls from '../calls.ts';
import type { BankRowView, Match, RowBucket } from '../contract.ts';
import type { Matches } from '../matching/all.rules.ts';
import type { MatchIndex } from '../matching/candidates.rules.ts';
import type { ReadAccounts } from '../matching/read.rules.ts';
import { linksOf, rivalScore } from '../matching/rules.ts';
import { ranked } from '../matching/suggest.rules.ts';
import type { BankRow, RowOutcome } from '../rules.ts';
import { bucketSums, claimIdsOf, type Entry, LABEL_TEXTS, rejectedRows, type SettledBucket } from './rules.ts';
import type { SettledRow, Totals } from './store.ts';

const sumOf = (rows: readonly BankRow[]): bigint => rows.reduce((sum, row) => sum + row.restPaise, 0n);

interface Summarised extends Matches {
  readonly totals: Totals;
  readonly read: ReadAccounts;
  readonly bankRows: readonly BankRow[];
}

export function summaryOf(
  compared: Summarised,
  entries: readonly Entry[],
  { accounts, approvable }: { readonly accounts: ReadonlyMap<string, string>; readonly approvable: readonly BankRow[] },
): OutputOf<typeof calls.getSummary> {
  const { totals, read, bankRows } = compared;
  const sums = bucketSums(entries, {
    DECIDED: totals.decided,
    NOT_OURS: totals.notOurs,
    SETTLEMENT: totals.settlements,
  });
  const { creditsPaise, approvedPaise, assignedPaise, partsPaise, refundsPaise, notOurs, settlements, rests } = totals;
  const rejectedPaise = sumOf(rejectedRows(entries));
  const allocatedPaise = approvedPaise + assignedPaise + partsPaise + refundsPaise;
  const decidedPaise = allocatedPaise + notOurs.amountPaise + settlements.amountPaise + rejectedPaise;
  const links = linksOf(compared, bankRows).map(({ row }) => row);
  return {
    buckets: sums.map(({ bucket, count, amountPaise }) => ({ bucket, count, amount: formatPaise(amountPaise) })),
    credits: formatPaise(creditsPaise),
    decided: formatPaise(decidedPaise),
    approved: formatPaise(approvedPaise),
    assigned: formatPaise(assignedPaise),
    parts: formatPaise(partsPaise),
    refunds: formatPaise(refundsPaise),
    notOurs: formatPaise(notOurs.amountPaise),
    rejected: formatPaise(rejectedPaise),
    open: formatPaise(creditsPaise - decidedPaise),
    rests: { count: rests.count, amount: formatPaise(rests.amountPaise) },
    links: { count: links.length, amount: formatPaise(sumOf(links)) },
    approvable: { count: approvable.length, amount: formatPaise(sumOf(approvable)) },
    accounts: [...accounts].map(([beneficiaryId, account]) => ({
      beneficiaryId,
      account,
      readUntil: read.get(beneficiaryId)?.until ?? null,
    })),
  };
}

/** What the records of a page refer to. */
export interface MatchView {
  readonly purchases: ReadonlyMap<string, AdminTransaction>;
  readonly accounts: ReadonlyMap<string, string>;
  readonly rows: ReadonlyMap<string, BankRow>;
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
  readonly index: MatchIndex;
  readonly uses: ReadonlyMap<string, RowUse>;
}

function rowView(
  row: BankRow,
  bucket: RowBucket,
  { accounts, uses }: Pick<MatchView, 'accounts' | 'uses'>,
  assignedReason: string | null = null,
): BankRowView {
  const { freePaise = row.restPaise, refundedPaise = 0n, allocations = [] } = uses.get(row.id) ?? {};
  return {
    id: row.id,
    beneficiaryId: row.beneficiaryId,
    account: accounts.get(row.beneficiaryId) ?? '',
    date: row.date,
    time: row.time,
    side: row.side,
    amount: formatPaise(row.amountPaise),
    references: [...new Set(row.references.map((it) => it.reference))],
    narration: row.narration,
    payerName: row.payerName,
    vpa: row.vpa,
    bucket,
    notOursReason: row.notOursReason,
    assignedReason,
    rest: formatPaise(freePaise),
    refunded: refundedPaise === 0n ? null : formatPaise(refundedPaise),
    ownerId: row.ownerId,
    allocations: allocations.map(({ purchaseId, orderNumber, amountPaise, state }) => ({
      purchaseId,
      orderNumber,
      amount: formatPaise(amountPaise),
      state,
    })),
  };
}

export function purchaseIdsOf(entries: readonly Entry[]): string[] {
  return [...new Set(entries.flatMap(claimIdsOf))];
}

export function matchOf(entry: Entry, view: MatchView): Match {
  const { purchases, rows, outcomes, index } = view;
  const purchaseOf = (id: string | null): AdminTransaction | null => (id === null ? null : (purchases.get(id) ?? null));
  if (entry.row === null)
    return {
      row: null,
      purchase: purchaseOf(entry.claim.purchaseId),
      suggestions: [],
      rivals: [],
      difference: null,
      label: null,
    };
  const { row, outcome, bucket } = entry;
  const scored = [
    ...outcome.suggestions,
    ...ranked(
      outcome.rivals.purchaseIds.flatMap((id) => {
        const rival = index.claimsById.get(id);
        return rival ? [rivalScore(index, row, rival)] : [];
      }),
    ),
  ];
  return {
    row: rowView(row, bucket, view),
    purchase: purchaseOf(outcome.purchaseId),
    suggestions: scored.flatMap(({ purchaseId, score, reasons, gap }) => {
      const purchase = purchaseOf(purchaseId);
      return purchase ? [{ purchaseId, score, reasons: [...reasons], gap, purchase }] : [];
    }),
    rivals: outcome.rivals.rowIds.flatMap((id) => {
      const rival = rows.get(id);
      return rival ? [rowView(rival, outcomes.get(id)?.bucket ?? 'CONFLICT', view)] : [];
    }),
    difference: outcome.differencePaise === null ? null : formatPaise(outcome.differencePaise),
    label: outcome.label === null ? null : LABEL_TEXTS[outcome.label],
  };
}

/** A decided or marked row. */
export function settledOf(
  row: SettledRow,
  bucket: SettledBucket,
  view: Pick<MatchView, 'purchases' | 'accounts' | 'uses'>,
): Match {
  const purchase = view.purchases.get(row.paidPurchaseId ?? row.rejectedPurchaseId ?? '') ?? null;
  return {
    row: rowView(row, bucket, view, row.assignedReason),
    purchase,
    suggestions: [],
    rivals: [],
    difference: null,
    label: null,
  };
}
