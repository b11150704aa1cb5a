/** Inserts the rows of one company of the demonstration, by the ledger's and the audit trail's own functions. */
import { memberIdFromBytes } from '../../../accounts/rules.ts';
import { searchTextOf } from '../../../accounts/store.ts';
import { type PastEvent, recordPast } from '../../../audit/service.ts';
import { noteCompany } from '../../../audit/states/service.ts';
import type { Db } from '../../../db/client.ts';
import { credit, reserve, takeBack } from '../../../ledger/service.ts';
import { lockDue, recordNotified } from '../../../purchases/digest/store.ts';
import { recountHoldsOf } from '../../../purchases/holds/service.ts';
import { numberReceipts } from '../../../purchases/receipt/store.ts';
import { earnsReward, reward } from '../../../referrals/rules.ts';
import { insertReward, lockRewardOf, updateReward } from '../../../referrals/store.ts';
import type { Company } from '../../../scope.ts';
import type { DemoFile } from '../files.ts';
import type { PlannedOrder, SalePlan } from '../plan.ts';
import { refundRow, refundsOf } from '../refunds.ts';
import { type DemoReview, reviewsOf } from '../rewards.ts';
import { mediaRow, purchaseRow, type RowFacts, userRow } from '../rows.ts';
import * as store from '../store.ts';
import { type Posted, trailOf } from '../trail.ts';

export interface DemoAdmin {
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly mobile: string;
}

export interface SaleFacts extends RowFacts {
  /** The last of `adminIds`, in their order; an earlier one exists already. */
  readonly admins: readonly DemoAdmin[];
  /** What else the audit trail has. */
  readonly events: readonly PastEvent[];
}

/** Inserts the past of a company, the newest digest included, so that nobody gets a mail about it. */
export async function insertSale(
  tx: Db,
  company: Company,
  plan: SalePlan,
  files: readonly DemoFile[],
  facts: SaleFacts,
  now: Date,
): Promise<void> {
  await store.insertMedia(tx, files.filter((it) => it.companyId === company.id).map(mediaRow));
  await store.insertUsers(tx, adminRows(company, plan, facts));
  await store.insertUsers(
    tx,
    plan.people.map((it) => userRow(it, facts)),
  );
  await store.insertPurchases(
    tx,
    company.id,
    plan.orders.map((it) => purchaseRow(it, facts)),
  );
  const reviews = reviewsOf(plan, now);
  const posted = await post(tx, company, plan, { reviews, adminId: facts.adminIds[0] ?? '' });
  const waiting = plan.orders.filter((it) => it.decision === null).reduce((sum, it) => sum + it.quantity, 0n);
  const refusal = `The private supply of ${company.token_symbol} is too small for the demonstration. Please increase it.`;
  await reserve(tx, company.id, waiting, () => new Error(refusal));
  await recountHoldsOf(tx, company.id);
  await numberReceipts(tx, company.id);
  // The digest counts these orders as announced, so that no mail about them goes out.
  await lockDue(tx, company.id);
  await recordNotified(tx, company.id, now);
  await insertTalk(tx, company.id, plan, facts.adminIds[1] ?? '');
  const refunds = refundsOf(company.id, plan.orders);
  await store.insertRefunds(
    tx,
    company.id,
    refunds.map((it) => refundRow(it, company.id, facts.adminIds, facts.seal)),
  );
  await recordPast(tx, company.id, trailOf(plan, facts.adminIds, { posted, refunds, events: facts.events }));
  await noteCompany(tx, company.id);
}

/** Something to read: a question for the guide, an answer for the admins, and an announcement for all. */
async function insertTalk(tx: Db, companyId: string, plan: SalePlan, adminId: string): Promise<void> {
  const pending = plan.orders.filter((order) => order.decision === null);
  const own = pending.find((order) => order.buyer === plan.guide);
  const other = pending.find((order) => order.buyer !== plan.guide);
  if (own) await store.insertQuestion(tx, companyId, { orderId: own.id, buyerId: own.buyer.id, adminId });
  if (other) await store.insertAnswer(tx, companyId, { orderId: other.id, buyerId: other.buyer.id, adminId });
  await store.insertAnnouncement(tx, companyId, adminId);
}

interface Reviewing {
  /** By the ids of the purchases. */
  readonly reviews: ReadonlyMap<string, DemoReview>;
  /** Refuses rewards. */
  readonly adminId: string;
}

/** Posts approvals and reversals to the ledger, the oldest first. */
async function post(
  tx: Db,
  company: Company,
  { orders }: SalePlan,
  { reviews, adminId }: Reviewing,
): Promise<ReadonlyMap<string, Posted>> {
  const approvals = orders.flatMap((order) =>
    order.decision?.status === 'APPROVED' ? [{ order, at: order.decision.at, isReversal: false }] : [],
  );
  const reversals = orders.flatMap((order) =>
    order.reversal ? [{ order, at: order.reversal.at, isReversal: true }] : [],
  );
  const posted = new Map<string, Posted>();
  for (const posting of [...approvals, ...reversals].sort((a, b) => a.at - b.at)) {
    const { id } = posting.order;
    const approval = posting.isReversal ? posted.get(id) : null;
    const review = reviews.get(id) ?? null;
    posted.set(
      id,
      approval
        ? await reverse(tx, company, posting, approval)
        : await approve(tx, company, posting, review && { ...review, adminId }),
    );
  }
  return posted;
}

interface Posting {
  readonly order: PlannedOrder;
  readonly at: number;
}

async function approve(
  tx: Db,
  company: Company,
  { order, at }: Posting,
  review: (DemoReview & { readonly adminId: string }) | null,
): Promise<Posted> {
  const { buyer, quantity } = order;
  const common = { companyId: company.id, sourceId: order.id, isReserved: false, at: new Date(at) };
  const { entry, remaining } = await credit(tx, { ...common, userId: buyer.id, quantity, kind: 'PURCHASE' });
  const { referrer } = buyer;
  const isClosed = referrer !== null && referrer.closedAt !== null && referrer.closedAt <= at;
  const earns = referrer && { id: referrer.id, status: isClosed ? referrer.status : 'ACTIVE' };
  const due = earnsReward(buyer.id, earns) ? reward(quantity, company.reward_bps, remaining) : 0n;
  const none: Posted = { entry, reward: 0n, held: null, reversalEntries: [] };
  if (!referrer || due === 0n) return none;
  const row = {
    company_id: company.id,
    purchase_id: order.id,
    referrer_id: referrer.id,
    rule: company.referral_rule,
    quantity: due,
    created_at: common.at,
  };
  if (review) {
    await insertReviewed(tx, row, review);
    return { ...none, held: { quantity: due, rule: row.rule, review } };
  }
  await credit(tx, { ...common, userId: referrer.id, quantity: due, kind: 'REWARD' });
  await insertReward(tx, { ...row, state: 'CREDITED', decided_at: common.at });
  return { ...none, reward: due };
}

/** A reward that waits has its tokens reserved; a refused one has given them back. */
async function insertReviewed(
  tx: Db,
  row: Omit<Parameters<typeof insertReward>[1], 'state'> & { readonly company_id: string; readonly quantity: bigint },
  { signs, refused, adminId }: DemoReview & { readonly adminId: string },
): Promise<void> {
  if (refused) {
    const refusal = { decided_at: refused.at, decided_by: adminId, refusal_reason: refused.reason };
    await insertReward(tx, { ...row, signs: [...signs], state: 'REFUSED', ...refusal });
    return;
  }
  const short = (): Error => new Error('The reward is at most what the supply has left.');
  await reserve(tx, row.company_id, row.quantity, short);
  await insertReward(tx, { ...row, signs: [...signs], state: 'HELD' });
}

async function reverse(tx: Db, company: Company, { order, at }: Posting, approval: Posted): Promise<Posted> {
  const common = { companyId: company.id, sourceId: order.id, at: new Date(at) };
  const entries = [await takeBack(tx, { ...common, userId: order.buyer.id, quantity: order.quantity })];
  const { referrer } = order.buyer;
  if (referrer && approval.reward > 0n) {
    const credited = await lockRewardOf(tx, company.id, order.id);
    if (credited) await updateReward(tx, company.id, credited.id, { state: 'REVERSED' });
    entries.push(await takeBack(tx, { ...common, userId: referrer.id, quantity: approval.reward }));
  }
  return { ...approval, reversalEntries: entries.map((it) => it.seq) };
}

function adminRows(company: Company, plan: SalePlan, { admins, adminIds, passwordHash }: SaleFacts) {
  return admins.map((admin, index) => {
    const id = adminIds[index + adminIds.length - admins.length] ?? '';
    const memberId = memberIdFromBytes(company.token_symbol, Buffer.from(id.replaceAll('-', ''), 'hex'));
    return {
      id,
      company_id: company.id,
      ...admin,
      role: 'ADMIN' as const,
      is_approved: true,
      member_id: memberId,
      password_hash: passwordHash,
      search_text: searchTextOf({ ...admin, memberId }),
      created_at: new Date(plan.openedAt),
      admin_since: new Date(plan.openedAt),
      updated_at: new Date(plan.openedAt),
    };
  });
}
