/** Makes accounts with a session directly in the database, so that tests of other subjects need no sign-in. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { hashPassword } from '../../src/lib/accounts/passwords/service.ts';
import { memberIdFromBytes } from '../../src/lib/accounts/rules.ts';
import { noteRows } from '../../src/lib/audit/rows/service.ts';
import { record } from '../../src/lib/audit/service.ts';
import { noteCompany, notePlatform } from '../../src/lib/audit/states/service.ts';
import { startSession } from '../../src/lib/auth/sessions/service.ts';
import type { Database, Db } from '../../src/lib/db/client.ts';
import { PROGRAM_NAME } from '../../src/lib/db/pool.ts';
import { type AccountStatus, PLATFORM_ID, type Role, type SessionKind } from '../../src/lib/db/schema/schema.ts';
import { cookieName } from '../../src/lib/http/cookies.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { insertLogs } from '../../src/lib/transparency-log/sealing/store.ts';
import { SYMBOL } from './brand.ts';
import { APP_SECRET } from './db.ts';

/** A `Site`, or another object with a migrated database that has a company. */
export interface Home {
  readonly database: Database;
  /** That of the installation. Default: the one of all databases of tests. */
  readonly secret?: string;
}

export interface Account {
  readonly id: string;
  readonly email: string;
  /** Empty for a super admin. */
  readonly password: string;
  /** For the `Authorization` header. */
  readonly token: string;
  /** For the `Cookie` header: `name=value` under http. */
  readonly cookie: string;
  /** Of the session. */
  readonly kind: SessionKind;
  /** Empty for a super admin. */
  readonly memberId: string;
  readonly companyId: string;
}

export interface AccountOptions {
  readonly email?: string;
  readonly name?: string;
  /** E.164. Default: the same for all but referred members, whose rewards would wait. */
  readonly mobile?: string;
  readonly password?: string;
  readonly role?: Role;
  readonly status?: AccountStatus;
  readonly isApproved?: boolean;
  readonly referrerId?: string | null;
  /** Default: the site's company, which is the first one. */
  readonly companyId?: string;
  /** For an admin. Default: for longer than a second admin needs (docs/contract.md, Two admins). */
  readonly adminSince?: Date;
  /** The kind of the session. Default: the kind in the name of the function. */
  readonly kind?: SessionKind;
}

export const PASSWORD = 'pepper clouds 7 rivers';
let passwordHash: Promise<string> | null = null;
let made = 0;

const unique = (): string => `${process.pid.toString(36)}${(++made).toString(36)}${randomBytes(3).toString('hex')}`;

/** A number that no other account of the run has. */
const ownMobile = (): string =>
  `+919${String(process.pid % 10_000).padStart(4, '0')}${String(++made).padStart(5, '0')}`;

/** The id of the site's company. */
export async function companyIdOf(site: Home): Promise<string> {
  const row = await site.database.platform
    .selectFrom('companies')
    .select('id')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function signIn(
  site: Home,
  owner: { kind: SessionKind; companyId: string | null; accountId: string },
  from = { ip: '10.0.0.1', userAgent: 'test' },
): Promise<{ token: string; cookie: string }> {
  const request = { id: 'test', ...from, idempotencyKey: null };
  const { cookie, token } = await startSession(
    site.database.platform,
    secretsOf(site.secret ?? APP_SECRET),
    owner,
    request,
  );
  // As after a confirmation. What a mere sign-in may not do is in the tests of re-authentication.
  await sql`UPDATE sessions SET authenticated_at = created_at + interval '1 millisecond'
    WHERE token_hash = ${createHash('sha256').update(token).digest()}`.execute(site.database.platform);
  return { token, cookie: `${cookieName(owner.kind, false)}=${cookie}` };
}

/** Makes the sessions of an account older than a sensitive call accepts (docs/contract.md, Re-authentication). */
export async function outdateSessions(site: Home, { id }: Pick<Account, 'id'>): Promise<void> {
  await sql`UPDATE sessions SET authenticated_at = now() - interval '601 seconds'
    WHERE user_id = ${id} OR super_admin_id = ${id}`.execute(site.database.platform);
}

/** Lets admins count as the second of two (docs/contract.md, Two admins), as if a day had passed since they became one. */
export async function seasonAdmins(site: Home, ids: readonly string[]): Promise<void> {
  await site.database.platform.transaction().execute(async (tx) => {
    await sql`ALTER TABLE users DISABLE TRIGGER users_admin_since`.execute(tx);
    await sql`UPDATE users SET admin_since = now() - interval '25 hours' WHERE id = ANY(${ids}::uuid[])`.execute(tx);
    await sql`ALTER TABLE users ENABLE TRIGGER users_admin_since`.execute(tx);
  });
}

/** Adds rows as the program does: they are recorded in the trail (docs/decisions/0660), and other SQL of tests is not. */
const asProgram = <T>(site: Home, work: (tx: Db) => Promise<T>): Promise<T> =>
  site.database.platform.transaction().execute(async (tx) => {
    await sql`SELECT set_config('application_name', ${PROGRAM_NAME}, true)`.execute(tx);
    return work(tx);
  });

/** A signed-in ACTIVE member who waits for verification. */
export async function makeMember(site: Home, options: AccountOptions = {}): Promise<Account> {
  const companyId = options.companyId ?? (await companyIdOf(site));
  const password = options.password ?? PASSWORD;
  passwordHash ??= hashPassword(PASSWORD);
  const email = options.email ?? `member-${unique()}@example.com`;
  const name = options.name ?? 'Asha Rao';
  const mobile = options.mobile ?? (options.referrerId ? ownMobile() : '+919876543210');
  const memberId = memberIdFromBytes(SYMBOL, randomBytes(7));
  const hash = await (password === PASSWORD ? passwordHash : hashPassword(password));
  const { id } = await asProgram(site, (tx) =>
    tx
      .insertInto('users')
      .values({
        company_id: companyId,
        email,
        name,
        mobile,
        role: options.role ?? 'USER',
        status: options.status ?? 'ACTIVE',
        admin_since: options.adminSince ?? new Date(Date.now() - 25 * 3_600_000),
        is_approved: options.isApproved ?? false,
        member_id: memberId,
        referrer_id: options.referrerId ?? null,
        password_hash: hash,
        search_text: `${name} ${email} ${mobile} ${memberId}`.toLowerCase(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const kind = options.kind ?? 'member';
  const session = await signIn(site, { kind, companyId, accountId: id });
  return { id, email, password, kind, memberId, companyId, ...session };
}

/** A signed-in ACTIVE, verified admin. */
export function makeAdmin(site: Home, options: AccountOptions = {}): Promise<Account> {
  const email = options.email ?? `admin-${unique()}@example.com`;
  return makeMember(site, { role: 'ADMIN', isApproved: true, kind: 'admin', name: 'Vikram Shah', ...options, email });
}

/** A signed-in super admin. */
export async function makeSuper(site: Home, options: { email?: string } = {}): Promise<Account> {
  const email = options.email ?? `super-${unique()}@example.com`;
  const { id } = await asProgram(site, (tx) =>
    tx.insertInto('super_admins').values({ email }).returning('id').executeTakeFirstOrThrow(),
  );
  const session = await signIn(site, { kind: 'super', companyId: null, accountId: id });
  return { id, email, password: '', kind: 'super', memberId: '', companyId: PLATFORM_ID, ...session };
}

/**
 * Notes in the trails which accounts, settings, admins and rows there are. Without it `audit:verify` rightly names those that a
 * test has made or changed in the database itself.
 */
export async function noteStates(site: Home): Promise<void> {
  await site.database.platform.transaction().execute(noteStatesIn);
}

/** The same in the transaction of the changes, where a program looks at them at any moment. */
export async function noteStatesIn(tx: Db): Promise<void> {
  const companies = await tx.selectFrom('companies').select('id').orderBy('id').execute();
  for (const { id } of companies) await noteCompany(tx, id);
  await notePlatform(tx);
  for (const id of [PLATFORM_ID, ...companies.map((it) => it.id)]) await noteRows(tx, id, true);
  await noteSessions(tx);
}

/** A member whose session has an entry of its start, for sites whose trail is verified. */
export async function makeRecordedMember(site: Home, options: Parameters<typeof makeMember>[1]): Promise<Account> {
  const member = await makeMember(site, options);
  await site.database.platform.transaction().execute(noteSessions);
  return member;
}

/** Records the start of sessions that have none: those of `signIn`, which would else be entries in every test that counts them. */
export async function noteSessions(tx: Db): Promise<void> {
  const { rows } = await sql<{
    scopeId: string;
    accountId: string;
    kind: SessionKind;
    session: string;
    secrets: string;
  }>`
    SELECT s.scope_id AS "scopeId", coalesce(s.user_id, s.super_admin_id) AS "accountId", s.kind, s.id AS session,
      encode(sha256(s.cookie_hash || s.token_hash), 'hex') AS secrets
    FROM sessions s WHERE NOT EXISTS (SELECT FROM audit_entries e
      WHERE e.scope_id = s.scope_id AND e.action = 'session.start' AND e.after ->> 'session' = s.id::text)
    ORDER BY s.id`.execute(tx);
  for (const { scopeId, accountId: subjectId, ...after } of rows) {
    const subjectKind = after.kind === 'super' ? 'super_admin' : 'user';
    await record(tx, { scopeId, actor: null, action: 'session.start', subjectKind, subjectId, after });
  }
}

/** Digits alone: in letters a symbol may contain `BAD`, which verifications say of a log. */
const freshSymbol = (): string => `T${String(randomInt(10 ** 10)).padStart(10, '0')}`;

/** Adds a company, to test isolation between companies. Its supply is one million tokens, half of it private. */
export const makeCompany = (site: Home, symbol: string = freshSymbol()): Promise<string> =>
  asProgram(site, (tx) => insertCompany(tx, symbol));

async function insertCompany(db: Db, symbol: string): Promise<string> {
  const { id } = await db
    .insertInto('companies')
    .values({
      company_name: `${symbol} Example Private Limited`,
      company_title: `${symbol} sale`,
      token_name: symbol,
      token_symbol: symbol.toUpperCase(),
      total_supply: 1_000_000n,
      private_supply: 500_000n,
      public_cell_supply: 500_000n,
      angel_investor_supply: 0n,
      founder_team_supply: 0n,
      airdrop_supply: 0n,
      price_micros: 250_000n,
      fee_bps: 1800,
      reward_bps: 500,
      // Of so small a supply the default shares would be too little for one order.
      held_share_bps: 0,
      held_share_unverified_bps: 0,
      unproven_share_bps: 0,
      email: 'contact@example.com',
      mobile: '+919800000000',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('supplies').values({ company_id: id }).execute();
  await insertLogs(db, id);
  return id;
}
