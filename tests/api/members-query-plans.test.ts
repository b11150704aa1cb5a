/**
 * In a company of any size each statement of a member's page finds its rows by an index: the query plans are checked.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '@/lib/db/client.ts';
import * as view from '@/lib/members/detail/store.ts';
import { listMembers } from '@/lib/members/list/store.ts';
import * as mails from '@/lib/members/mails/store.ts';
import { readFigures } from '@/lib/referrals/store.ts';
import { makeCompany } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { plansOf } from '../support/plans.ts';

/** `MEMBER_PLANS=1000000` checks at full size, and prints the time of each statement. */
const PURCHASES = Number(process.env.MEMBER_PLANS ?? 40_000);
const MEMBERS = PURCHASES / 10;
const FILL_MS = 280_000;

let home: TestDatabase;
let companyId: string;
let busy: string;
beforeAll(async () => {
  home = await testDatabase();
  companyId = await makeCompany(home);
  const db = home.database.platform;
  await db.transaction().execute(fill);
  await sql`VACUUM ANALYZE`.execute(db);
}, FILL_MS);
afterAll(() => home?.drop());

async function fill(db: Db): Promise<void> {
  // The rows are consistent by construction; checking a million of them takes longer than inserting them.
  await sql`SET LOCAL session_replication_role = 'replica'`.execute(db);
  await sql`
    INSERT INTO users (company_id, email, name, mobile, member_id, password_hash)
    SELECT ${companyId}, 'm' || n || '@example.com', 'Member ' || n, '+919876543210', 'M' || n, '-'
    FROM generate_series(1, ${sql.lit(MEMBERS)}) AS n`.execute(db);
  // Far from either end of the list.
  await sql`UPDATE users SET role = 'ADMIN' WHERE member_id IN ('M1001', 'M1002', 'M1003')`.execute(db);
  busy = (await db.selectFrom('users').select('id').where('member_id', '=', 'M7').executeTakeFirstOrThrow()).id;
  // One member with many referrals: a tenth of all members.
  await sql`UPDATE users SET referrer_id = ${busy} WHERE id <> ${busy} AND substr(member_id, 2)::int % 10 = 0`.execute(
    db,
  );
  await sql`
    INSERT INTO purchases (company_id, user_id, order_number, payment_method, order_amount_paise, price_micros, quantity,
      fee_bps, fee_paise, final_amount_paise, claimed_amount_paise, content_hash, status, decided_at, created_at)
    SELECT u.company_id, u.id, u.member_id || '-' || n, 'MANUAL', 100000, 250000, 4000, 1800, 18000, 118000, 118000, '-',
      CASE n % 3 WHEN 0 THEN 'PENDING' ELSE 'APPROVED' END, CASE n % 3 WHEN 0 THEN NULL ELSE now() END,
      now() - n * interval '1 hour'
    FROM users u CROSS JOIN generate_series(1, 10) AS n`.execute(db);
  await sql`
    INSERT INTO stock_entries (company_id, seq, user_id, quantity, kind, source_id, created_at, prev_hash, hash)
    SELECT company_id, row_number() OVER (), user_id, quantity, 'PURCHASE', id, created_at, '-', '0x' || id
    FROM purchases WHERE status = 'APPROVED'`.execute(db);
  await sql`
    INSERT INTO stock_entries (company_id, seq, user_id, quantity, kind, source_id, created_at, prev_hash, hash)
    SELECT p.company_id, 100000000 + row_number() OVER (), u.referrer_id, 200, 'REWARD', p.id, p.created_at, '-', '0x' || p.id
    FROM purchases p JOIN users u ON u.id = p.user_id
    WHERE p.status = 'APPROVED' AND u.referrer_id IS NOT NULL AND substr(u.member_id, 2)::int % 100 = 0`.execute(db);
  await sql`
    INSERT INTO referral_rewards (company_id, purchase_id, referrer_id, rule, quantity, state, created_at, decided_at)
    SELECT company_id, source_id, user_id, 1, quantity, 'CREDITED', created_at, created_at
    FROM stock_entries WHERE kind = 'REWARD'`.execute(db);
  await sql`
    INSERT INTO stock_balances (company_id, user_id, quantity, last_hash, last_at)
    SELECT company_id, user_id, sum(quantity), '-', now() FROM stock_entries GROUP BY 1, 2`.execute(db);
  await sql`
    INSERT INTO sessions (kind, company_id, scope_id, user_id, cookie_hash, token_hash, idle_seconds, expires_at)
    SELECT 'member', company_id, company_id, id, sha256(id::text::bytea), sha256(('t' || id)::bytea), 86400, now() + interval '1 day'
    FROM users`.execute(db);
  await sql`
    INSERT INTO passkeys (company_id, scope_id, user_id, rp_id, credential_id, public_key, counter, name)
    SELECT company_id, company_id, id, 'localhost', sha256(id::text::bytea), '-', 0, 'phone' FROM users`.execute(db);
  await sql`
    INSERT INTO totp_factors (id, company_id, scope_id, user_id, sealed_secret)
    SELECT id, company_id, company_id, id, '-' FROM users`.execute(db);
  await sql`
    INSERT INTO audit_entries (scope_id, seq, actor_kind, action, subject_kind, subject_id, after, created_at, prev_hash, hash)
    SELECT company_id, row_number() OVER (), 'system', CASE n WHEN 1 THEN 'session.start' ELSE 'session.end' END, 'user', id,
      '{"kind":"member"}', now() - n * interval '1 hour', '-', '-'
    FROM users CROSS JOIN generate_series(1, 2) AS n`.execute(db);
  await sql`
    INSERT INTO mails (company_id, scope_id, to_address, subject, kind, message_id, state, about_id)
    SELECT p.company_id, p.company_id, u.email, '-', 'purchase-submitted', p.id, 'SENT', p.id
    FROM purchases p JOIN users u ON u.id = p.user_id`.execute(db);
}

const first = { page: 1, limit: 5 };
const purchaseOf = async (userId: string): Promise<string> =>
  (await view.listPurchases(home.database.company(companyId), companyId, userId, first)).rows[0]?.id ?? '';
const READS: readonly (readonly [string, (db: Db) => Promise<unknown>])[] = [
  ['the profile', (db) => view.findMember(db, companyId, busy)],
  ['the account', (db) => view.findAccount(db, companyId, busy)],
  ['what the member ID has brought', (db) => readFigures(db, companyId, busy)],
  ['the purchases', (db) => view.listPurchases(db, companyId, busy, first)],
  ['the stock', (db) => view.listEntries(db, companyId, busy, first)],
  ['who was brought', (db) => view.listReferred(db, companyId, busy, first)],
  ['the sign-ins', (db) => view.listSignIns(db, companyId, busy, first)],
  ['the mails', (db) => mails.listMails(db, companyId, 'm7@example.com', first)],
  ['earlier mails', (db) => mails.listEarlier(db, companyId, 'm7@example.com', { kind: 'welcome', aboutId: null })],
  ['a purchase of a mail', async (db) => mails.lockPurchase(db, companyId, await purchaseOf(busy))],
  [
    'an entry of a mail',
    async (db) => mails.findEntry(db, companyId, { sourceId: await purchaseOf(busy), userId: busy, kind: 'PURCHASE' }),
  ],
];

/** A company has one row and a few versions of its rule; no statement was imported, so that the tables of the bank are empty. */
const SCAN_OF_MANY = /Seq Scan on (?!companies|referral_rules|bank_)/;

describe(`with ${PURCHASES} purchases`, () => {
  it.each([false, true])('the admins are read by their own index, oldest first: %s', async (oldestFirst) => {
    const list = (db: Db) => listMembers(db, { companyId, page: 1, limit: 10, terms: [], role: 'ADMIN', oldestFirst });
    expect((await list(home.database.company(companyId))).total).toBe(3);
    const plans = (await plansOf(home.database.company(companyId), list)).map(({ plan }) => plan).join('\n');
    expect(plans).toMatch(/users_admins/);
    expect(plans).not.toMatch(/Seq Scan on users/);
  });

  it.each(READS)('%s: no table is scanned sequentially', async (what, run) => {
    for (const { text, plan } of await plansOf(home.database.company(companyId), run, 'EXPLAIN (ANALYZE)')) {
      expect(plan, `${text}\n${plan}`).not.toMatch(SCAN_OF_MANY);
      const took = /Execution Time: ([\d.]+)/.exec(plan)?.[1];
      if (process.env.MEMBER_PLANS) process.stdout.write(`${what}: ${took} ms\n`);
    }
  });
});
