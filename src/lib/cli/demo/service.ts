/**
 * `npm start -- --demo`: fills an empty database with a believable past of the site's company, completely or not at all. It
 * uses the real chains of ledger and audit trail and reserves stock as a sale does. Nobody gets a mail.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { hashPassword } from '../../accounts/passwords/service.ts';
import { aadhaarHash } from '../../accounts/service.ts';
import { primaryPayee } from '../../beneficiaries/service.ts';
import { publicOriginOf } from '../../companies/service.ts';
import { findSite } from '../../companies/store.ts';
import { assert } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { allowLongStatements } from '../../db/migrate.ts';
import { clearUnfinished } from '../../media/unfinished/service.ts';
import { sealPayee } from '../../refunds/payee/service.ts';
import type { App, Company } from '../../scope.ts';
import { sealText } from '../../secrets.ts';
import { type DemoFile, storeFiles } from './files.ts';
import { insertIntegrations, integrationEvents, planIntegrations } from './integrations.ts';
import { companyRow, type Launching, launchEvents, launchHostOf, payeeRow, planLaunch } from './launching.ts';
import { type DemoPlan, type DemoSale, planDemo, type SalePlan } from './plan.ts';
import { idOf } from './random.ts';
import type { RowFacts } from './rows.ts';
import { type DemoAdmin, insertSale } from './sale/service.ts';
import { demoStatement } from './statement.ts';
import * as store from './store.ts';

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
  /** A second company, near its launch, with the same admin and member; null where its host or every symbol is taken. */
  readonly launching: { readonly symbol: string; readonly url: string } | null;
  readonly members: number;
  readonly purchases: number;
}

type DemoApp = Pick<App, 'config' | 'database' | 'secrets' | 'storage'>;

/** Decide purchases next to the first admin. */
const ADMINS = [
  { name: 'Meera Krishnan', email: 'meera.krishnan@example.com', mobile: '+919800000002' },
  { name: 'Rohan Desai', email: 'rohan.desai@example.com', mobile: '+919800000003' },
] as const satisfies readonly DemoAdmin[];

/** @returns null if the database is not empty; then nothing was changed */
export async function fillDemo(app: DemoApp): Promise<DemoSignIns | null> {
  const { config, database } = app;
  const site = await findSite(database.platform, { companyId: config.companyId, symbol: config.tokenSymbol });
  assert(site, 'the first start has created the company of the site');
  const { company } = site;
  // As the tables' owner, because the lock against other nodes is on a table of no company.
  const db = database.platform;
  if (!(await store.isEmpty(db, company.id))) return null;

  const plan = planDemo(saleOf(company), site.now.getTime());
  const host = launchHostOf(publicOriginOf(app, null));
  const launching = planLaunch(company, await store.readTaken(db, host), host, site.now);
  const password = randomBytes(9).toString('base64url');
  const passwordHash = await hashPassword(password);
  const uploads = { dataDir: config.dataDir, storage: app.storage };
  const files = await storeFiles(uploads, [
    { companyId: company.id, plan },
    ...(launching ? [{ companyId: launching.sale.companyId, plan: launching.plan }] : []),
  ]);
  const signIns: DemoSignIns = {
    member: plan.guide.email,
    newcomer: plan.newcomer.email,
    admin: ADMINS[0].email,
    password,
    file: path.join(config.dataDir, 'secrets', 'demo.txt'),
    statementFile: path.join(config.dataDir, 'demo', 'bank-statement.csv'),
    settlementFile: path.join(config.dataDir, 'demo', 'razorpay-settlement.csv'),
    launching: launching && { symbol: launching.sale.symbol, url: publicOriginOf(app, host) },
    members: plan.people.length,
    purchases: plan.orders.length,
  };
  // Before the commit, because nobody could sign in without the password.
  savePassword(signIns);
  const filled = await inTransaction(db, async (tx) => {
    await allowLongStatements(tx);
    if (!(await store.lockIfEmpty(tx, company.id))) return false;
    await insertMain(tx, app, company, { plan, files, passwordHash, now: site.now });
    if (launching) await insertLaunching(tx, app, company, launching, { files, passwordHash, now: site.now });
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

interface Prepared {
  readonly files: readonly DemoFile[];
  readonly passwordHash: string;
  readonly now: Date;
}

async function insertMain(
  tx: Db,
  app: DemoApp,
  company: Company,
  { plan, files, passwordHash, now }: Prepared & { readonly plan: DemoPlan },
): Promise<void> {
  const firstAdmin = await store.backdateCompany(tx, company.id, new Date(plan.openedAt));
  const adminIds = [firstAdmin, ...ADMINS.map((_, index) => idOf(company.id, `admin ${index}`))];
  const facts = await factsOf(tx, app, saleOf(company), { adminIds, passwordHash });
  await store.insertBeneficiaries(tx, otherPayees(company, plan));
  const integrations = planIntegrations(company.id, now.getTime());
  const adminId = adminIds[1] ?? '';
  const events = integrationEvents(integrations, adminId);
  await insertSale(tx, company, plan, files, { ...facts, admins: ADMINS, events }, now);
  const seal = (id: string): Buffer =>
    sealText(app.secrets.key('webhooks'), id, `whsec_${randomBytes(32).toString('base64')}`);
  await insertIntegrations(tx, company.id, integrations, { adminId, seal });
}

async function insertLaunching(
  tx: Db,
  app: DemoApp,
  main: Company,
  { sale, plan, host }: Launching,
  { files, passwordHash, now }: Prepared,
): Promise<void> {
  const company = await store.insertCompany(tx, companyRow(main, sale, plan, now), host);
  await store.insertBeneficiaries(tx, [payeeRow(company, plan)]);
  const adminIds = ADMINS.map((_, index) => idOf(company.id, `admin ${index}`));
  const facts = await factsOf(tx, app, sale, { adminIds, passwordHash });
  const events = launchEvents(company, adminIds[0] ?? '');
  await insertSale(tx, company, plan, files, { ...facts, admins: ADMINS, events }, now);
}

async function factsOf(
  tx: Db,
  app: DemoApp,
  sale: DemoSale,
  accounts: Pick<RowFacts, 'adminIds' | 'passwordHash'>,
): Promise<RowFacts> {
  const payee = await primaryPayee(tx, sale.companyId);
  assert(payee, 'each company has a payee');
  return {
    ...accounts,
    sale,
    payee,
    kycHash: (digits) => aadhaarHash(app, sale.companyId, digits),
    seal: (id, account) => sealPayee({ app }, id, account),
  };
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

/** One more active payee and an inactive one, in addition to the one that the buyers have paid to. */
function otherPayees(company: Company, plan: SalePlan) {
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

function savePassword({ file, member, newcomer, admin, password, launching }: DemoSignIns): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const second = launching ? `near its launch: ${launching.url}\n` : '';
  const text = `member: ${member}\nnew member: ${newcomer}\nadmin: ${admin}\npassword of each: ${password}\n${second}`;
  fs.writeFileSync(file, text, { mode: 0o600, flush: true });
}

function saveToTry(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, text, { mode: 0o600 });
}
