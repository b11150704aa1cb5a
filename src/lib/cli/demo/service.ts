/**
 * `npm start -- --demo`: fills an empty database with a believable past of the site's company, completely or not at all. It
 * uses the real chains of ledger and audit trail and reserves stock as a sale does. Nobody gets a mail.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { hashPassword } from '../../accounts/passwords/service.ts';
import { memberIdFromBytes } from '../../accounts/rules.ts';
import { aadhaarHash } from '../../accounts/service.ts';
import { searchTextOf } from '../../accounts/store.ts';
import { recordPast } from '../../audit/service.ts';
import { primaryPayee } from '../../beneficiaries/service.ts';
import { findSite } from '../../companies/store.ts';
import { assert } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { allowLongStatements } from '../../db/migrate.ts';
import { credit, reserve, takeBack } from '../../ledger/service.ts';
import { clearUnfinished } from '../../media/unfinished/service.ts';
import { lockDue, recordNotified } from '../../purchases/digest/store.ts';
import { numberReceipts } from '../../purchases/receipt/store.ts';
import { earnsReward, reward } from '../../referrals/rules.ts';
import type { App, Company } from '../../scope.ts';
import { type DemoFile, storeFiles } from './files.ts';
import { type DemoPlan, type DemoSale, type PlannedOrder, planDemo } from './plan.ts';
import { idOf } from './random.ts';
import { mediaRow, purchaseRow, type RowFacts, userRow } from './rows.ts';
import { demoStatement } from './statement.ts';
import * as store from './store.ts';
import { type Posted, trailOf } from './trail.ts';

export interface DemoSignIns {
  /** A verified member with purchases, stock and referred friends. */
  readonly member: string;
  /** A member who waits to be verified. */
  readonly newcomer: string;
  readonly admin: string;
  /** The same for all accounts of the demonstration. */
  readonly password: string;
  /** The file with the password. */
  readonly file: string;
  /** A bank statement to try the reconciliation with. */
  readonly statementFile: string;
  /** A settlement file of an aggregator, whose credit the statement has. */
  readonly settlementFile: string;
  readonly members: number;
  readonly purchases: number;
}

type DemoApp = Pick<App, 'config' | 'database' | 'secrets' | 'storage'>;

/** Decide purchases next to the first admin. */
const ADMINS = [
  { name: 'Meera Krishnan', email: 'meera.krishnan@example.com', mobile: '+919800000002' },
  { name: 'Rohan Desai', email: 'rohan.desai@example.com', mobile: '+919800000003' },
] as const;

/** @returns null if the database is not empty; then nothing was changed */
export async function fillDemo(app: DemoApp): Promise<DemoSignIns | null> {
  const { config, database } = app;
  const site = await findSite(database.platform, { companyId: config.companyId, symbol: config.tokenSymbol });
  assert(site, 'the first start has created the company of the site');
  const { company } = site;
  // As the tables' owner, because the lock against other nodes is on a table of no company.
  const db = database.platform;
  if (!(await store.isEmpty(db, company.id))) return null;

  const sale = saleOf(company);
  const plan = planDemo(sale, site.now.getTime());
  const payee = await primaryPayee(db, company.id);
  assert(payee, 'the first start has created a payee');
  const password = randomBytes(9).toString('base64url');
  const passwordHash = await hashPassword(password);
  const uploads = { dataDir: config.dataDir, storage: app.storage };
  const files = await storeFiles(uploads, plan, company.id);
  const signIns: DemoSignIns = {
    member: plan.guide.email,
    newcomer: plan.newcomer.email,
    admin: ADMINS[0].email,
    password,
    file: path.join(config.dataDir, 'secrets', 'demo.txt'),
    statementFile: path.join(config.dataDir, 'demo', 'bank-statement.csv'),
    settlementFile: path.join(config.dataDir, 'demo', 'razorpay-settlement.csv'),
    members: plan.people.length,
    purchases: plan.orders.length,
  };
  // Before the commit, because nobody could sign in without the password.
  savePassword(signIns);
  const filled = await inTransaction(db, async (tx) => {
    await allowLongStatements(tx);
    if (!(await store.lockIfEmpty(tx, company.id))) return false;
    const firstAdmin = await store.backdateCompany(tx, company.id, new Date(plan.openedAt));
    const adminIds = [firstAdmin, ...ADMINS.map((_, index) => idOf(company.id, `admin ${index}`))];
    const kycHash = (digits: string): string => aadhaarHash(app, company.id, digits);
    await insertPlan(tx, company, plan, files, { sale, payee, adminIds, passwordHash, kycHash }, site.now);
    return true;
  });
  await clearUnfinished(uploads, db);
  if (filled) {
    const { statement, settlement } = demoStatement(plan, site.now.getTime());
    saveToTry(signIns.statementFile, statement);
    saveToTry(signIns.settlementFile, settlement);
    return signIns;
  }
  fs.rmSync(signIns.file, { force: true });
  return null;
}

function saleOf(company: Company): DemoSale {
  return {
    companyId: company.id,
    symbol: company.token_symbol,
    priceMicros: company.price_micros,
    feeBps: company.fee_bps,
    upiLimitPaise: company.upi_limit_paise,
  };
}

async function insertPlan(
  tx: Db,
  company: Company,
  plan: DemoPlan,
  files: readonly DemoFile[],
  facts: RowFacts,
  now: Date,
): Promise<void> {
  await store.insertMedia(
    tx,
    files.map((it) => mediaRow(it, company.id)),
  );
  await store.insertUsers(tx, adminRows(company, plan, facts));
  await store.insertUsers(
    tx,
    plan.people.map((it) => userRow(it, facts)),
  );
  await store.insertBeneficiaries(tx, otherPayees(company, plan));
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
  await recordPast(tx, company.id, trailOf(plan, facts.adminIds, posted));
}

/** Something to read: a question for the guide, an answer for the admins, and an announcement for all. */
async function insertTalk(tx: Db, companyId: string, plan: DemoPlan, adminId: string): Promise<void> {
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
  if (referrer && due > 0n) await credit(tx, { ...common, userId: referrer.id, quantity: due, kind: 'REWARD' });
  return { entry, reward: due, reversalEntries: [] };
}

async function reverse(tx: Db, company: Company, { order, at }: Posting, approval: Posted): Promise<Posted> {
  const common = { companyId: company.id, sourceId: order.id, at: new Date(at) };
  const entries = [await takeBack(tx, { ...common, userId: order.buyer.id, quantity: order.quantity })];
  const { referrer } = order.buyer;
  if (referrer && approval.reward > 0n)
    entries.push(await takeBack(tx, { ...common, userId: referrer.id, quantity: approval.reward }));
  return { ...approval, reversalEntries: entries.map((it) => it.seq) };
}

function adminRows(company: Company, plan: DemoPlan, { adminIds, passwordHash }: RowFacts) {
  return ADMINS.map((admin, index) => {
    const id = adminIds[index + 1] ?? '';
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

/** One more active payee and an inactive one, in addition to the one that the buyers have paid to. */
function otherPayees(company: Company, plan: DemoPlan) {
  const common = { company_id: company.id, holder_name: company.company_name, upi: '' };
  return [
    {
      ...common,
      id: idOf(company.id, 'payee 1'),
      bank_name: 'Sahyadri Sample Bank',
      branch: 'Sample Branch, Pune',
      account_number: '001122334455',
      ifsc_code: 'SHYB0000411',
      created_at: new Date(plan.openedAt),
    },
    {
      ...common,
      id: idOf(company.id, 'payee 2'),
      bank_name: 'Konkan Sample Bank',
      branch: 'Sample Branch, Panaji',
      account_number: '009988776655',
      ifsc_code: 'KNKN0000403',
      is_active: false,
      created_at: new Date(plan.openedAt),
    },
  ];
}

function savePassword({ file, member, newcomer, admin, password }: DemoSignIns): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const text = `member: ${member}\nnew member: ${newcomer}\nadmin: ${admin}\npassword of each: ${password}\n`;
  fs.writeFileSync(file, text, { mode: 0o600, flush: true });
}

function saveToTry(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, text, { mode: 0o600 });
}
