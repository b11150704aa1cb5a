/**
 * Assigns a row to a purchase: as much of the row as is open, up to what is due. The purchase is approved once its allocations reach
 * what is due, or when the admin accepts less; before that, the allocation is a part payment and the purchase stays pending.
 */
import { recordSoleAct, soleActRule } from '../../../approvals/alone/service.ts';
import type { SecondAdminRule } from '../../../approvals/rules.ts';
import { agree, settle } from '../../../approvals/service.ts';
import { record } from '../../../audit/service.ts';
import { readCompany } from '../../../companies/store.ts';
import type { InputOf, OutputOf } from '../../../core/contract.ts';
import { ApiError } from '../../../core/errors.ts';
import { formatRupeesOfPaise } from '../../../core/money.ts';
import type { Db } from '../../../db/client.ts';
import { approveIn, reopenIn } from '../../../purchases/decide/service.ts';
import { FIRST_RECORDED } from '../../../purchases/decide/worth/service.ts';
import { refuseRefunded } from '../../../refunds/payout/statement/service.ts';
import { actorOf, type Result, type Scope } from '../../../scope.ts';
import type * as calls from '../../calls.ts';
import { eventOf, factsOf, insertMatch, lockPair, type Pair, recordMatch, type Share } from '../pairs/service.ts';
import * as rules from '../rules.ts';
import * as store from '../store.ts';

export type Decided = { readonly isApproved: boolean; readonly message: string };

const APPROVED = 'Approved';
const TAKEN_BACK =
  'Another admin took back what you had assigned of this bank row. Please speak with them; you can assign it again an hour later.';
const SEEN_AT_BANK = 'The bank statement has the payment.';

interface Approved {
  readonly near: rules.Neighbourhood;
  /** The pair's own match, which waits for a second admin or was a part payment; null for none. */
  readonly match: store.OpenMatch | null;
  readonly share: Share;
  /** For the audit trail. */
  readonly facts?: Readonly<Record<string, bigint | boolean>>;
}

/** Matches a purchase with a row and approves it. @throws ApiError as `approveIn` does */
export async function approveWith(tx: Db, scope: Scope, { near, match, share, facts }: Approved): Promise<Decided> {
  const { claim, row } = near;
  const { reason } = share;
  await refuseRefunded(tx, scope, row.id);
  if (!match) await insertMatch(tx, scope, near, share);
  else if (match.kind === 'PART') await store.completePart(tx, scope.company.id, match.id, reason ?? SEEN_AT_BANK);
  if (claim.status === 'REJECTED') await reopenIn(tx, scope, claim.purchaseId, reason ?? SEEN_AT_BANK);
  const { firstOfTwo } = await approveIn(tx, scope, claim.purchaseId);
  if (!match || reason !== null) await recordMatch(tx, scope, near, share, facts);
  return firstOfTwo === undefined
    ? { isApproved: true, message: APPROVED }
    : { isApproved: false, message: FIRST_RECORDED[firstOfTwo] };
}

type Assign = Extract<InputOf<typeof calls.assignRow>, { purchaseId: string }>;
type Assigned = Result<OutputOf<typeof calls.assignRow>>;

/** @throws ApiError not_found; conflict; as `approveIn` does */
export async function assignIn(tx: Db, scope: Scope, input: Assign): Promise<Assigned> {
  const { rowId, purchaseId, reason, acceptShortfall = false } = input;
  const pair = { rowId, purchaseId };
  const { near, matches } = await lockPair(tx, scope, pair);
  const { orderNumber } = near.claim;
  const match = matches.find((it) => isOf(it, pair)) ?? null;
  const decided = { rowId, purchaseId, bucket: 'DECIDED' as const };
  if (match?.status === 'APPROVED')
    return { data: { ...decided, outcome: 'APPROVED' }, message: rules.ALREADY_APPROVED };
  if (!match && (await store.wasTakenBack(tx, scope.company.id, rowId, actorOf(scope).id)))
    throw new ApiError('conflict', TAKEN_BACK);
  await refuseRefunded(tx, scope, rowId);
  const free = await store.readFree(tx, scope.company.id, rowId, purchaseId);
  refuseOthers(near, matches, pair, free);
  const assignment = rules.assignmentOf(near);
  if (assignment.verb === 'refuse') throw new ApiError('conflict', assignment.text);
  const plan = planOf(free, match, { acceptShortfall, isLink: assignment.verb === 'link' });
  const share: Share = { kind: plan.kind, amountPaise: plan.amountPaise, reason };
  const { finalPaise: duePaise } = free;
  const isShort = plan.receivedPaise < duePaise;
  const facts = { duePaise, ...(isShort && { receivedPaise: plan.receivedPaise }) };
  if (plan.kind === 'PART' || assignment.verb === 'link') {
    if (!match) {
      const rule = assignment.verb === 'link' ? await linkRule(tx, scope, near, { plan, matches, reason }) : null;
      if (rule !== null)
        return { data: { ...decided, bucket: assignment.bucket, outcome: 'WAITING' }, message: LINK_RECORDED[rule] };
      await insertMatch(tx, scope, near, share);
      await recordMatch(tx, scope, near, share, facts);
    }
    if (plan.kind === 'PART')
      return { data: { ...decided, outcome: 'PART' }, message: partMessage(plan.receivedPaise, duePaise) };
    return { data: { ...decided, outcome: 'LINKED' }, message: `Bank row assigned to purchase ${orderNumber}` };
  }
  const { isApproved, message } = await approveWith(tx, scope, { near, match, share, facts });
  if (!isApproved) return { data: { ...decided, bucket: assignment.bucket, outcome: 'WAITING' }, message };
  return {
    data: { ...decided, outcome: 'APPROVED' },
    message: `Purchase ${orderNumber} approved with this bank row${restMessage(plan.restPaise)}`,
  };
}

const isOf = (match: store.OpenMatch, { rowId, purchaseId }: Pair): boolean =>
  match.rowId === rowId && match.purchaseId === purchaseId;

/** @throws ApiError conflict if other matches of the row or of the purchase leave no room, or the row's rest is another buyer's */
function refuseOthers(
  { row, claim }: rules.Neighbourhood,
  matches: readonly store.OpenMatch[],
  pair: Pair,
  { rowPaise, duePaise }: store.Free,
): void {
  const others = matches.filter((it) => !isOf(it, pair));
  const ofRow = others.filter((it) => it.rowId === row.id);
  const ofPurchase = others.filter((it) => it.purchaseId === claim.purchaseId);
  const isOwn = others.length < matches.length;
  const used = isOwn
    ? undefined
    : ((rowPaise <= 0n ? ofRow[0] : undefined) ?? (duePaise <= 0n ? ofPurchase[0] : undefined));
  const waiting = ofPurchase.find((it) => it.status === 'PENDING' && it.kind !== 'PART');
  const other = waiting ?? used;
  if (other) {
    const isWaiting = other.status === 'PENDING' && other.kind !== 'PART';
    const text = isWaiting ? rules.waitsWith(other.orderNumber) : rules.usedWith(other.orderNumber);
    throw new ApiError('conflict', text);
  }
  const [first] = ofRow;
  if (first && row.ownerId !== claim.buyerId) throw new ApiError('conflict', rules.restOf(first.orderNumber));
}

interface Plan {
  readonly kind: 'ASSIGNED' | 'PART';
  readonly amountPaise: bigint;
  /** All allocations of the purchase, with this one. */
  readonly receivedPaise: bigint;
  /** What of the row stays open. */
  readonly restPaise: bigint;
}

function planOf(
  { rowPaise, duePaise, finalPaise }: store.Free,
  match: store.OpenMatch | null,
  { acceptShortfall, isLink }: { readonly acceptShortfall: boolean; readonly isLink: boolean },
): Plan {
  // The match of the pair is part of the sums already.
  const added = match ? 0n : rowPaise < duePaise ? rowPaise : duePaise;
  const isComplete = added === duePaise || acceptShortfall || isLink || (match !== null && match.kind !== 'PART');
  return {
    kind: isComplete ? 'ASSIGNED' : 'PART',
    amountPaise: match?.amountPaise ?? added,
    receivedPaise: finalPaise - duePaise + added,
    restPaise: rowPaise - added,
  };
}

const LINK_RECORDED = {
  worth:
    'First assignment recorded. The bank row is above the limit for one admin, so a second admin has to assign it too.',
  day: 'First assignment recorded. Your approvals today are above the limit for one admin, so a second admin has to assign it too.',
  moved:
    'First assignment recorded. A second admin has to assign it too, because you changed the email or removed the second factors of this member less than seven days ago.',
} as const;

/**
 * A credit that is more than what is due can be paid out from its link on, so it counts whole for the bound, as with an approval.
 * Not again when an approved purchase has a part of it.
 * @returns null when the row can be linked now; else why it waits for a second admin, and the first assignment is recorded
 */
async function linkRule(
  tx: Db,
  scope: Scope,
  { row, claim }: rules.Neighbourhood,
  {
    plan,
    matches,
    reason,
  }: { readonly plan: Plan; readonly matches: readonly store.OpenMatch[]; readonly reason: string },
): Promise<SecondAdminRule | null> {
  const isCounted = matches.some((it) => it.rowId === row.id && it.status === 'APPROVED');
  if (plan.restPaise <= 0n || isCounted) return null;
  const { second_approver_above_paise: abovePaise } = await readCompany(tx, scope.company.id);
  const worthPaise = row.amountPaise;
  const rule = await soleActRule(tx, scope, abovePaise, worthPaise, [claim.buyerId]);
  if (rule === null) await recordSoleAct(tx, scope, { kind: 'statement.link', subjectId: row.id, worthPaise });
  else {
    const { purchaseId } = claim;
    if ((await agree(tx, scope, 'statement.link', row.id, { target: purchaseId, reason })) === null) {
      await record(tx, { ...eventOf(scope, 'statement.link.first', 'purchase', purchaseId), after: factsOf(row) });
      return rule;
    }
  }
  await settle(tx, scope, row.id, rule === null ? 'WITHDRAWN' : 'CONFIRMED');
  return null;
}

const partMessage = (received: bigint, due: bigint): string =>
  `Part payment recorded: ${formatRupeesOfPaise(received)} of ${formatRupeesOfPaise(due)} received, ` +
  `${formatRupeesOfPaise(due - received)} remain due`;

const restMessage = (rest: bigint): string =>
  rest > 0n ? `; ${formatRupeesOfPaise(rest)} of the bank row stay open` : '';
