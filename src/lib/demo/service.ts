/**
 * `npm start -- --demo`: a believable life of the site's company in an empty database. It goes through the real chains of
 * ledger and audit trail, holds stock as a sale does, and is there wholly or not at all. Nobody gets a mail.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { recordPast } from '../audit/service.ts';
import { primaryPayee } from '../beneficiaries/service.ts';
import { findSite } from '../companies/store.ts';
import { assert } from '../core/errors.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { credit, hold, isPoolShort, takeBack } from '../ledger/service.ts';
import { clearUnfinished } from '../media/unfinished.ts';
import { noteTold, takeTurn } from '../purchases/digest-store.ts';
import { numberReceipts } from '../purchases/receipt-store.ts';
import { earnsReward, reward } from '../referrals/rules.ts';
import type { App, Company } from '../scope.ts';
import { hashPassword } from '../users/passwords.ts';
import { memberIdFromBytes } from '../users/rules.ts';
import { aadhaarHash } from '../users/service.ts';
import { searchTextOf } from '../users/store.ts';
import { type DemoFile, storeFiles } from './files.ts';
import { type DemoPlan, type DemoSale, type PlannedOrder, planDemo } from './plan.ts';
import { idOf } from './random.ts';
import { mediaRow, purchaseRow, type RowFacts, userRow } from './rows.ts';
import * as store from './store.ts';
import { type Booked, trailOf } from './trail.ts';

export interface DemoSignIns {
  /** A verified member with purchases, stock and friends. */
  readonly member: string;
  /** One who waits to be verified. */
  readonly newcomer: string;
  readonly admin: string;
  /** Of everybody that the demonstration made. */
  readonly password: string;
  /** Where it is kept. */
  readonly file: string;
  readonly members: number;
  readonly purchases: number;
}

type DemoApp = Pick<App, 'config' | 'database' | 'secrets' | 'storage'>;

/** Their hands are seen in the history; they sign in like the first one. */
const ADMINS = [
  { name: 'Meera Krishnan', email: 'meera.krishnan@example.com', mobile: '+919800000002' },
  { name: 'Rohan Desai', email: 'rohan.desai@example.com', mobile: '+919800000003' },
] as const;

/** @returns null when the database is not empty: nothing was changed */
export async function fillDemo(app: DemoApp): Promise<DemoSignIns | null> {
  const { config, database } = app;
  const site = await findSite(database.platform, { companyId: config.companyId, symbol: config.tokenSymbol });
  assert(site, 'the first start has made the company of the site');
  const { company } = site;
  // As the owner: the lock that keeps two nodes apart is on a table of no company.
  const db = database.platform;
  if (!(await store.isEmpty(db, company.id))) return null;

  const sale = saleOf(company);
  const plan = planDemo(sale, site.now.getTime());
  const payee = await primaryPayee(db, company.id);
  assert(payee, 'the first start has made an account to pay to');
  const password = randomBytes(9).toString('base64url');
  const passwordHash = await hashPassword(password);
  const place = { dataDir: config.dataDir, storage: app.storage };
  const files = await storeFiles(place, plan, company.id, payee);
  const signIns: DemoSignIns = {
    member: plan.guide.email,
    newcomer: plan.newcomer.email,
    admin: ADMINS[0].email,
    password,
    file: path.join(config.dataDir, 'secrets', 'demo.txt'),
    members: plan.people.length,
    purchases: plan.orders.length,
  };
  // Before the commit: a life that nobody can sign in to would be of no use.
  keepPassword(signIns);
  const filled = await inTransaction(db, async (tx) => {
    if (!(await store.lockIfEmpty(tx, company.id))) return false;
    const firstAdmin = await store.openSince(tx, company.id, new Date(plan.openedAt));
    const adminIds = [firstAdmin, ...ADMINS.map((_, index) => idOf(company.id, `admin ${index}`))];
    const kycHash = (digits: string): string => aadhaarHash(app, company.id, digits);
    await fillIn(tx, company, plan, files, { sale, payee, adminIds, passwordHash, kycHash }, site.now);
    return true;
  });
  await clearUnfinished(place, db);
  if (filled) return signIns;
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

async function fillIn(
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
  const booked = await book(tx, company, plan.orders);
  const held = plan.orders.filter((it) => it.decision === null).reduce((sum, it) => sum + it.quantity, 0n);
  await hold(tx, company.id, held, null).catch((cause: unknown) => {
    if (!isPoolShort(cause)) throw cause;
    throw new Error(
      `The private supply of ${company.token_symbol} is too small for the demonstration. Make it larger.`,
    );
  });
  await numberReceipts(tx, company.id);
  // Nobody gets a mail of what waits here from the beginning.
  await takeTurn(tx, company.id);
  await noteTold(tx, company.id, now);
  await recordPast(tx, company.id, trailOf(plan, facts.adminIds, booked));
}

/** Approvals and reversals in their order, as the ledger would have them. */
async function book(tx: Db, company: Company, orders: readonly PlannedOrder[]): Promise<ReadonlyMap<string, Booked>> {
  const approvals = orders.flatMap((order) =>
    order.decision?.status === 'APPROVED' ? [{ order, at: order.decision.at, isReversal: false }] : [],
  );
  const reversals = orders.flatMap((order) =>
    order.reversal ? [{ order, at: order.reversal.at, isReversal: true }] : [],
  );
  const booked = new Map<string, Booked>();
  for (const it of [...approvals, ...reversals].sort((a, b) => a.at - b.at)) {
    const known = booked.get(it.order.id);
    const done = it.isReversal && known ? await takeAllBack(tx, company, it, known) : await give(tx, company, it);
    booked.set(it.order.id, done);
  }
  return booked;
}

interface Posting {
  readonly order: PlannedOrder;
  readonly at: number;
}

async function give(tx: Db, company: Company, { order, at }: Posting): Promise<Booked> {
  const { buyer, quantity } = order;
  const common = { companyId: company.id, sourceId: order.id, fromHold: false, at: new Date(at) };
  const { entry, remaining } = await credit(tx, { ...common, userId: buyer.id, quantity, kind: 'PURCHASE' });
  const { referrer } = buyer;
  const isClosed = referrer !== null && referrer.closedAt !== null && referrer.closedAt <= at;
  const earns = referrer && { id: referrer.id, status: isClosed ? referrer.status : 'ACTIVE' };
  const due = earnsReward(buyer.id, earns) ? reward(quantity, company.reward_bps, remaining) : 0n;
  if (referrer && due > 0n) await credit(tx, { ...common, userId: referrer.id, quantity: due, kind: 'REWARD' });
  return { entry, reward: due, takenBack: [] };
}

async function takeAllBack(tx: Db, company: Company, { order, at }: Posting, booked: Booked): Promise<Booked> {
  const common = { companyId: company.id, sourceId: order.id, at: new Date(at) };
  const entries = [await takeBack(tx, { ...common, userId: order.buyer.id, quantity: order.quantity })];
  const { referrer } = order.buyer;
  if (referrer && booked.reward > 0n)
    entries.push(await takeBack(tx, { ...common, userId: referrer.id, quantity: booked.reward }));
  return { ...booked, takenBack: entries.map((it) => it.seq) };
}

function adminRows(company: Company, plan: DemoPlan, { adminIds, passwordHash }: RowFacts) {
  return ADMINS.map((it, index) => {
    const id = adminIds[index + 1] ?? '';
    const memberId = memberIdFromBytes(company.token_symbol, Buffer.from(id.replaceAll('-', ''), 'hex'));
    return {
      id,
      company_id: company.id,
      ...it,
      role: 'ADMIN' as const,
      is_approved: true,
      member_id: memberId,
      password_hash: passwordHash,
      search_text: searchTextOf({ ...it, memberId }),
      created_at: new Date(plan.openedAt),
      updated_at: new Date(plan.openedAt),
    };
  });
}

/** Beside the first one, which buyers of the demonstration have paid to: one more in use, and one that was given up. */
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

function keepPassword({ file, member, newcomer, admin, password }: DemoSignIns): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const text = `member: ${member}\nnew member: ${newcomer}\nadmin: ${admin}\npassword of each: ${password}\n`;
  fs.writeFileSync(file, text, { mode: 0o600, flush: true });
}
