/** Creates what a new installation needs and lacks: the site's company, its first admin, the super admin. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { hashPassword } from '../accounts/passwords/service.ts';
import { memberIdFromBytes } from '../accounts/rules.ts';
import { noteUnrecordedRows } from '../audit/rows/service.ts';
import { record } from '../audit/service.ts';
import { COMPANY_STATES, PLATFORM_STATES } from '../audit/states/rules.ts';
import { noteUnnoted } from '../audit/states/service.ts';
import type { Config } from '../config.ts';
import { assert } from '../core/errors.ts';
import { tokenOf } from '../tokens/catalogue.ts';
import { insertLogs, insertPlatformLog } from '../transparency-log/sealing/store.ts';
import { type Db, inTransaction } from './client.ts';
import { allowLongStatements } from './migrate.ts';
import { PLATFORM_ID } from './schema/schema.ts';

export interface FirstStart {
  readonly adminEmail: string;
  /** Null if ADMIN_PASSWORD sets it. */
  readonly adminPassword: string | null;
  readonly superAdminEmail: string;
}

const TOTAL_SUPPLY = 1_000_000_000n;
const perMille = (part: bigint): bigint => (TOTAL_SUPPLY * part) / 1000n;

/** @returns the first accounts if this was the first start of the company, null otherwise */
export async function seed(db: Db, config: Config): Promise<FirstStart | null> {
  const password = config.adminPassword ?? randomBytes(12).toString('base64url');
  const first = await inTransaction(db, async (tx) => {
    await allowLongStatements(tx);
    // Two nodes that start at the same time must not both seed.
    await sql`LOCK TABLE migrations IN EXCLUSIVE MODE`.execute(tx);
    await insertPlatformLog(tx);
    const company = await siteCompany(tx, config);
    const anyAdmin = await tx
      .selectFrom('users')
      .select('id')
      .where('company_id', '=', company)
      .where('role', '=', 'ADMIN')
      .limit(1)
      .executeTakeFirst();
    const anySuper = await tx.selectFrom('super_admins').select('id').limit(1).executeTakeFirst();
    if (!anySuper) await addSuperAdmin(tx, config.superAdminEmail);
    if (anyAdmin) {
      await noteUnnoted(tx);
      await noteUnrecordedRows(tx);
      return null;
    }
    const email = config.adminEmail ?? 'admin@example.com';
    const { id: adminId } = await tx
      .insertInto('users')
      .values({
        company_id: company,
        email,
        name: 'First Admin',
        mobile: '+919800000001',
        role: 'ADMIN',
        is_approved: true,
        member_id: memberIdFromBytes(config.tokenSymbol, randomBytes(32)),
        password_hash: await hashPassword(password),
        password_given_at: config.adminPassword === null ? sql<Date>`now()` : null,
        search_text: `first admin ${email} +919800000001`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const subject = { subjectKind: 'user', subjectId: adminId };
    await record(tx, { scopeId: company, actor: null, action: 'user.first-admin', ...subject, states: COMPANY_STATES });
    await noteUnnoted(tx);
    await noteUnrecordedRows(tx);
    return {
      adminEmail: email,
      adminPassword: config.adminPassword ? null : password,
      superAdminEmail: config.superAdminEmail,
    };
  });
  if (first?.adminPassword) savePassword(config, first.adminEmail, first.adminPassword);
  return first;
}

async function addSuperAdmin(tx: Db, email: string): Promise<void> {
  const { id } = await tx.insertInto('super_admins').values({ email }).returning('id').executeTakeFirstOrThrow();
  const subject = { subjectKind: 'super_admin', subjectId: id };
  await record(tx, {
    scopeId: PLATFORM_ID,
    actor: null,
    action: 'user.first-super',
    ...subject,
    states: PLATFORM_STATES,
  });
}

async function siteCompany(tx: Db, config: Config): Promise<string> {
  const existing = await tx
    .selectFrom('companies')
    .select('id')
    .where(config.companyId ? 'id' : 'token_symbol', '=', config.companyId ?? config.tokenSymbol)
    .executeTakeFirst();
  if (existing) return existing.id;
  if (config.companyId)
    throw new Error(
      `COMPANY_ID: no company has the id ${config.companyId}. Take it out, or set the id of one that exists.`,
    );
  const token = tokenOf(config.tokenSymbol);
  assert(token, 'the configuration knows only symbols of the catalogue');
  const { id } = await tx
    .insertInto('companies')
    .values({
      company_name: `${token.name} Example Private Limited`,
      company_title: token.title,
      token_name: token.name,
      token_symbol: token.symbol,
      total_supply: TOTAL_SUPPLY,
      public_cell_supply: perMille(500n),
      private_supply: perMille(300n),
      angel_investor_supply: perMille(100n),
      founder_team_supply: perMille(75n),
      airdrop_supply: perMille(25n),
      price_micros: 250_000n,
      fee_bps: 1800,
      reward_bps: 500,
      launch_at: sql<Date>`now() + interval '180 days'`,
      email: 'contact@example.com',
      mobile: '+919800000000',
      address: 'Example House, 1 Example Road, Mumbai',
      pincode: '400001',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('supplies').values({ company_id: id }).execute();
  await insertLogs(tx, id);
  await tx
    .insertInto('beneficiaries')
    .values({
      company_id: id,
      holder_name: `${token.name} Example Private Limited`,
      bank_name: 'Example Bank',
      branch: 'Example Branch, Mumbai',
      account_number: '000000000000',
      ifsc_code: 'EXAM0000001',
      upi: `${token.symbol.toLowerCase()}@example`,
      is_primary: true,
    })
    .execute();
  return id;
}

function savePassword(config: Config, email: string, password: string): void {
  const folder = path.join(config.dataDir, 'secrets');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'first-admin.txt');
  fs.writeFileSync(file, `email: ${email}\npassword: ${password}\n`, { mode: 0o600, flush: true });
}
