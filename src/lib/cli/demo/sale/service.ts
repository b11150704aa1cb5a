/** Inserts the rows of one company of the demonstration, by the ledger's and the audit trail's own functions. */
import { memberIdFromBytes } from '../../../accounts/rules.ts';
import { searchTextOf } from '../../../accounts/store.ts';
import { type PastEvent, recordPast } from '../../../audit/service.ts';
import type { Db } from '../../../db/client.ts';
import { credit, reserve, takeBack } from '../../../ledger/service.ts';
import { lockDue, recordNotified } from '../../../purchases/digest/store.ts';
import { numberReceipts } from '../../../purchases/receipt/store.ts';
import { earnsReward, reward } from '../../../referrals/rules.ts';
import { insertReward, lockRewardOf, updateReward } from '../../../referrals/store.ts';
import type { Company } from '../../../scope.ts';
import type { DemoFile } from '../files.ts';
import type { PlannedOrder, SalePlan } from '../plan.ts';
import { refundRow, refundsOf } from '../refunds.ts';
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
  /** What the audit trail has of the launch. */
  readonly launch: readonly PastEvent[];
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
  const posted = await post(tx, company, plan.orders);
  const waiting = plan.orders.filter((it) => it.decision === null).reduce((sum, it) => sum + it.quantity, 0n);
  const refusal = `The private supply of ${company.token_symbol} is too small for the demonstration. Please increase it.`;
  await reserve(tx, company.id, waiting, () => new Error(refusal));
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
  await recordPast(tx, company.id, trailOf(plan, facts.adminIds, { posted, refunds, launch: facts.launch }));
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

/** Posts approvals and reversals to the ledger, the oldest first. */
async function post(tx: Db, company: Company, orders: readonly PlannedOrder[]): Promise<ReadonlyMap<string, Posted>> {
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
    posted.set(id, approval ? await reverse(tx, company, posting, approval) : await approve(tx, company, posting));
  }
  return posted;
}

interface Posting {
  readonly order: PlannedOrder;
  readonly at: number;
}

async function approve(tx: Db, company: Company, { order, at }: Posting): Promise<Posted> {
  const { buyer, quantity } = order;
  const common = { companyId: company.id, sourceId: order.id, isReserved: false, at: new Date(at) };
  const { entry, remaining } = await credit(tx, { ...common, userId: buyer.id, quantity, kind: 'PURCHASE' });
  const { referrer } = buyer;
  const isClosed = referrer !== null && referrer.closedAt !== null && referrer.closedAt <= at;
  const earns = referrer && { id: referrer.id, status: isClosed ? referrer.status : 'ACTIVE' };
  const due = earnsReward(buyer.id, earns) ? reward(quantity, company.reward_bps, remaining) : 0n;
  if (referrer && due > 0n) {
    await credit(tx, { ...common, userId: referrer.id, quantity: due, kind: 'REWARD' });
    await insertReward(tx, {
      company_id: company.id,
      purchase_id: order.id,
      referrer_id: referrer.id,
      rule: company.referral_rule,
      quantity: due,
      state: 'CREDITED',
      created_at: common.at,
      decided_at: common.at,
    });
  }
  return { entry, reward: due, reversalEntries: [] };
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
