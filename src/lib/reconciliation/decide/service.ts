/**
 * Decisions on bank rows. A purchase is approved with a row as the ordinary approval does it, in one transaction with the match.
 * Before that, the row, the purchase and everything that shares their references are locked and compared again.
 *
 * Locks, in the order of the ledger: the company, the people, the accounts and their rows, the purchases, then those of the
 * approval.
 */
import { settle } from '../../approvals/service.ts';
import { record } from '../../audit/service.ts';
import { requireRecentSession } from '../../auth/reauthentication/service.ts';
import type { InputOf, OutputOf } from '../../core/contract.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { actorOf, type Result, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { compare } from '../compare/service.ts';
import { isUncredited } from '../matching/candidates.rules.ts';
import type { BankRow } from '../rules.ts';
import { linkCredits } from '../settlements/service.ts';
import { approveWith, assignIn, type Decided } from './assign/service.ts';
import * as locks from './locks/store.ts';
import { eventOf, factsOf, lockUnmatched, type Pair } from './pairs/service.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

type Approval = OutputOf<typeof calls.approveMatches>;

const TOGETHER_MAX = 500;

/**
 * Approves full matches, one transaction for each. A pair that no longer matches is refused and does not stop the others.
 * @throws ApiError reauthentication_required for more than one; not_found, with nothing approved, if a row or a purchase does
 * not exist
 */
export const approveMatches: UseCase<typeof calls.approveMatches> = async (scope, input) => {
  if (!('matches' in input) || input.matches.length > 1) await requireRecentSession(scope);
  const { pairs, remaining } =
    'matches' in input ? { pairs: input.matches, remaining: 0 } : await exactPairs(scope, input.unverified ?? true);
  if ('matches' in input) await checkKnown(scope, input.matches);
  const results: Approval['results'] = [];
  let [approved, waiting] = [0, 0];
  for (const pair of pairs) {
    const { isApproved, ...result } = await approvePair(scope, pair);
    if (isApproved) approved++;
    else if (result.ok) waiting++;
    results.push({ ...pair, ...result });
  }
  const failed = results.length - approved - waiting;
  return { data: { approved, waiting, failed, results, remaining }, message: summaryOf({ approved, waiting, failed }) };
};

function summaryOf({ approved, waiting, failed }: Pick<Approval, 'approved' | 'waiting' | 'failed'>): string {
  const parts = [
    approved === 1 ? '1 purchase approved' : `${approved} purchases approved`,
    ...(waiting > 0 ? [`${waiting} waiting for a second admin`] : []),
    ...(failed > 0 ? [`${failed} not approved`] : []),
  ];
  return parts.join(', ');
}

/**
 * The first exact matches that the admin can approve, the oldest first, and how many more there are.
 * @param withUnverified also those of accounts that nobody has verified
 */
async function exactPairs(scope: Scope, withUnverified: boolean): Promise<{ pairs: Pair[]; remaining: number }> {
  const { bankRows, rows } = await compare(scope.db, scope.company.id);
  const exact = bankRows.flatMap((row): Pair[] => {
    const outcome = rows.get(row.id);
    if (outcome?.bucket !== 'EXACT' || outcome.purchaseId === null) return [];
    if (outcome.label === 'UNVERIFIED' && !withUnverified) return [];
    return [{ rowId: row.id, purchaseId: outcome.purchaseId }];
  });
  const blocked = await store.listBlocked(scope.db, scope.company.id, actorOf(scope).id, exact);
  const open = exact.filter((pair) => !blocked.has(pair.purchaseId));
  return { pairs: open.slice(0, TOGETHER_MAX), remaining: Math.max(0, open.length - TOGETHER_MAX) };
}

async function checkKnown(scope: Scope, pairs: readonly Pair[]): Promise<void> {
  const rows = [...new Set(pairs.map((pair) => pair.rowId))];
  const purchases = [...new Set(pairs.map((pair) => pair.purchaseId))];
  const known = await store.countKnown(scope.db, scope.company.id, { rows, purchases });
  if (known.rows < rows.length) throw notFound('Bank row');
  if (known.purchases < purchases.length) throw notFound('Purchase');
}

async function approvePair(scope: Scope, pair: Pair): Promise<Decided & { ok: boolean }> {
  try {
    return { ...(await inTransaction(scope.db, (tx) => approveMatchIn(tx, scope, pair))), ok: true };
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status >= 500) throw cause;
    // The admin's first approval stays as it is when the call is sent again.
    return { isApproved: false, ok: cause.reason === 'second_admin_needed', message: cause.message };
  }
}

/**
 * Approves a full match in the caller's transaction. Where two admins are required, the match counts as the first approval.
 * @throws ApiError as `approveIn` does; conflict if the pair does not match in full, or if either was used
 */
async function approveMatchIn(tx: Db, scope: Scope, pair: Pair): Promise<Decided> {
  const { near, match } = await lockUnmatched(tx, scope, pair);
  if (match?.status === 'APPROVED') return { isApproved: true, message: rules.ALREADY_APPROVED };
  const refusal = rules.refusalOfMatch(near);
  if (refusal !== null) throw new ApiError('conflict', refusal);
  const share = { kind: 'EXACT', amountPaise: near.row.amountPaise, reason: null } as const;
  return approveWith(tx, scope, { near, match, share });
}

/** @throws ApiError not_found; conflict; as `approveIn` does */
export const assignRow: UseCase<typeof calls.assignRow> = async (scope, input) =>
  inTransaction(scope.db, (tx) => ('purchaseId' in input ? assignIn(tx, scope, input) : markIn(tx, scope, input)));

type Mark = Exclude<InputOf<typeof calls.assignRow>, { purchaseId: string }>;
type Assigned = Result<OutputOf<typeof calls.assignRow>>;

/** Locks a credit against other decisions. @throws ApiError not_found */
async function lockCredit(tx: Db, companyId: string, rowId: string): Promise<BankRow> {
  await locks.lockRows(tx, companyId, [rowId]);
  const row = await store.findCredit(tx, companyId, rowId);
  if (!row) throw notFound('Bank row');
  return row;
}

async function markIn(tx: Db, scope: Scope, { rowId, reason, ruleText }: Mark): Promise<Assigned> {
  const companyId = scope.company.id;
  const row = await lockCredit(tx, companyId, rowId);
  const [match] = await store.listMatches(tx, companyId, rowId, null);
  if (match)
    throw new ApiError(
      'conflict',
      match.status === 'APPROVED'
        ? rules.REVERSE_INSTEAD
        : match.kind === 'PART'
          ? rules.paidInPartWith(match.orderNumber)
          : rules.waitsWith(match.orderNumber),
    );
  const answer = {
    data: { rowId, bucket: 'NOT_OURS' as const, purchaseId: null, outcome: 'MARKED' as const },
    message: ruleText === undefined ? 'Bank row marked as not ours' : 'Bank row marked as not ours, and the rule saved',
  };
  if (row.isSettlementCredit) throw new ApiError('conflict', rules.IS_SETTLEMENT);
  if (isUncredited(row)) throw new ApiError('conflict', rules.NOT_CREDITED);
  if (row.notOursReason === reason && ruleText === undefined) return answer;
  if (row.notOursReason !== null && row.notOursReason !== reason) throw new ApiError('conflict', rules.ALREADY_MARKED);
  const by = actorOf(scope).id;
  if (ruleText !== undefined) {
    if (!row.narration.toLowerCase().includes(ruleText.toLowerCase()))
      throw new ApiError('invalid', rules.RULE_TEXT_MISSING, { field: 'ruleText' });
    if (await store.isTextOfPayments(tx, companyId, ruleText))
      throw new ApiError('conflict', rules.RULE_TOO_WIDE, { field: 'ruleText' });
    await store.insertRule(tx, companyId, { text: ruleText, reason, by });
  }
  await store.setMark(tx, companyId, rowId, { reason, by });
  await record(tx, {
    ...eventOf(scope, 'statement.mark', 'bank_row', rowId),
    after: { ...factsOf(row), reason, ...(ruleText !== undefined && { isRuleSaved: true }) },
  });
  return answer;
}

/** @throws ApiError not_found; conflict if a purchase is approved with the row, or if nothing was decided about it */
export const undoRow: UseCase<typeof calls.undoRow> = async (scope, input) => {
  const message = await inTransaction(scope.db, (tx) => undoIn(tx, scope, input));
  const { rows } = await compare(scope.db, scope.company.id);
  // Credits of settlements are not compared.
  const row = await store.findCredit(scope.db, scope.company.id, input.rowId);
  const bucket = row?.isSettlementCredit ? 'SETTLEMENT' : rows.get(input.rowId)?.bucket;
  return { data: { rowId: input.rowId, bucket: bucket ?? 'WITHOUT_CLAIM' }, message };
};

/** @returns what was undone */
async function undoIn(tx: Db, scope: Scope, input: InputOf<typeof calls.undoRow>): Promise<string> {
  const { rowId, purchaseId, reason, endRules } = input;
  const companyId = scope.company.id;
  await locks.lockAccountOf(tx, companyId, rowId);
  const row = await lockCredit(tx, companyId, rowId);
  const event = eventOf(scope, 'statement.undo', 'bank_row', rowId);
  if (row.notOursReason !== null) {
    await store.setMark(tx, companyId, rowId, null);
    const endedRules = endRules ? await store.deleteRulesOf(tx, companyId, row.narration) : 0;
    const before = { ...factsOf(row), reason: row.notOursReason };
    await record(tx, { ...event, before, after: { reason, ...(endedRules > 0 && { endedRules }) } });
    await linkCredits(tx, companyId, row.beneficiaryId);
    return rules.UNDONE.mark;
  }
  const early = await openMatchOf(tx, companyId, rowId, purchaseId);
  if (!early && row.rejectedPurchaseId !== null) {
    await store.setRejection(tx, companyId, [rowId], null);
    await record(tx, { ...event, before: { ...factsOf(row), rejected: row.rejectedPurchaseId }, after: { reason } });
    return rules.UNDONE.rejection;
  }
  if (!early) throw new ApiError('conflict', rules.NOTHING_TO_UNDO);
  await locks.lockPurchases(tx, companyId, [early.purchaseId]);
  const match = await openMatchOf(tx, companyId, rowId, early.purchaseId);
  if (match?.status !== 'PENDING')
    throw new ApiError('conflict', match ? rules.REVERSE_INSTEAD : rules.NOTHING_TO_UNDO);
  await releaseIn(tx, scope, match);
  await record(tx, { ...event, before: { ...factsOf(row), orderNumber: match.orderNumber }, after: { reason } });
  await linkCredits(tx, companyId, row.beneficiaryId);
  return rules.UNDONE.match;
}

/** The match of the row that can be undone, else the newest; null for none. @param purchaseId of this purchase alone */
async function openMatchOf(
  tx: Db,
  companyId: string,
  rowId: string,
  purchaseId: string | undefined,
): Promise<store.OpenMatch | null> {
  const all = await store.listMatches(tx, companyId, rowId, null);
  const matches = all.filter((it) => purchaseId === undefined || it.purchaseId === purchaseId);
  return matches.find((it) => it.status === 'PENDING') ?? matches[0] ?? null;
}

/** A part payment has approved nothing; a match that waits for a second admin ends the first approval. */
async function releaseIn(tx: Db, scope: Scope, match: store.OpenMatch): Promise<void> {
  const companyId = scope.company.id;
  if (match.kind === 'PART') {
    const matches = await store.listMatches(tx, companyId, match.rowId, match.purchaseId);
    const waiting = matches.find((it) => it.purchaseId === match.purchaseId && it.kind !== 'PART');
    if (waiting) throw new ApiError('conflict', rules.waitsWith(waiting.orderNumber));
  }
  await store.releaseMatch(tx, companyId, match.id);
  if (match.kind !== 'PART')
    await settle(tx, scope, match.purchaseId, match.matchedBy === actorOf(scope).id ? 'WITHDRAWN' : 'REFUSED');
}
