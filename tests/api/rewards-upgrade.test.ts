/** A database from before rewards were rows: each reward becomes one of version 1, and everything verifies. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transactionHash } from '@/lib/ledger/rules.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { ledgerFaults } from '../support/rewards.ts';
import { migrateBefore } from '../support/sealing.ts';
import { type Site, startSite } from '../support/site.ts';

let old: TestDatabase;
let site: Site;
let company: string;
beforeAll(async () => {
  old = await testDatabase({ empty: true });
  await migrateBefore(old, '0410');
  company = await insertPast();
  site = await startSite({ databaseUrl: old.url, env: { TOKEN_SYMBOL: 'COWL' } });
});
afterAll(async () => {
  await site?.remove();
  await old?.drop();
});

const AT = '2026-11-20T10:05:00.000Z';

/** Two purchases of 4,000 tokens with their rewards of 4 %, of which one was reversed, as the earlier program wrote them. */
async function insertPast(): Promise<string> {
  const db = old.database.platform;
  const { rows: companies } = await sql<{ id: string }>`
    INSERT INTO companies (company_name, company_title, token_name, token_symbol, total_supply, private_supply, public_cell_supply,
      angel_investor_supply, founder_team_supply, airdrop_supply, price_micros, fee_bps, reward_bps, email, mobile)
    VALUES ('Old', 'Old', 'Old', 'COWL', 1000000, 500000, 500000, 0, 0, 0, 250000, 0, 500, 'a@example.com', '+919800000000')
    RETURNING id`.execute(db);
  const companyId = companies[0]?.id ?? '';
  await sql`INSERT INTO log_checkpoints (scope_id, kind, size, root, note)
    SELECT ${companyId}, kind, 0, sha256(''), '' FROM (VALUES ('ledger'), ('audit')) k (kind)`.execute(db);
  const { rows: users } = await sql<{ id: string }>`
    INSERT INTO users (company_id, email, name, mobile, member_id, password_hash)
    VALUES (${companyId}, 'r@example.com', 'Old Referrer', '+919800000001', 'M1', 'x') RETURNING id`.execute(db);
  const referrer = users[0]?.id ?? '';
  const { rows: buyers } = await sql<{ id: string }>`
    INSERT INTO users (company_id, email, name, mobile, member_id, password_hash, referrer_id)
    VALUES (${companyId}, 'b@example.com', 'Old Buyer', '+919800000002', 'M2', 'x', ${referrer}) RETURNING id`.execute(
    db,
  );
  const buyer = buyers[0]?.id ?? '';
  const entries: [string, bigint, 'PURCHASE' | 'REWARD' | 'ADJUSTMENT', string][] = [];
  for (const status of ['APPROVED', 'REVERSED']) {
    const { rows } = await sql<{ id: string }>`
      INSERT INTO purchases (company_id, user_id, order_number, payment_method, order_amount_paise, price_micros, quantity, fee_bps,
        fee_paise, final_amount_paise, claimed_amount_paise, content_hash, status, decided_at, reversed_at, reversal_reason)
      VALUES (${companyId}, ${buyer}, ${status}, 'MANUAL', 100000, 250000, 4000, 0, 0, 100000, 100000, '-', ${status}, ${AT},
        ${status === 'REVERSED' ? AT : null}, ${status === 'REVERSED' ? 'x' : null}) RETURNING id`.execute(db);
    const id = rows[0]?.id ?? '';
    const after = { status, quantity: '4000', reward: '160' };
    const action = status === 'REVERSED' ? 'purchase.reverse' : 'purchase.approve';
    await sql`INSERT INTO audit_entries (scope_id, actor_kind, action, subject_kind, subject_id, after, created_at)
      VALUES (${companyId}, 'system', ${action}, 'purchase', ${id}, ${JSON.stringify(after)}, ${AT})`.execute(db);
    entries.push([buyer, 4000n, 'PURCHASE', id], [referrer, 160n, 'REWARD', id]);
    if (status === 'REVERSED') entries.push([buyer, -4000n, 'ADJUSTMENT', id], [referrer, -160n, 'ADJUSTMENT', id]);
  }
  for (const [index, [userId, quantity, kind, sourceId]] of entries.entries()) {
    const hash = transactionHash({ companyId, userId, quantity, kind, sourceId, createdAt: AT });
    await sql`INSERT INTO stock_entries (company_id, seq, user_id, quantity, kind, source_id, created_at, hash)
      VALUES (${companyId}, ${index + 1}, ${userId}, ${quantity}, ${kind}, ${sourceId}, ${AT}, ${hash})`.execute(db);
  }
  for (const [userId, left] of [
    [buyer, 4000n],
    [referrer, 160n],
  ] as const)
    await sql`INSERT INTO stock_balances SELECT company_id, user_id, ${left}, hash, created_at FROM stock_entries
      WHERE company_id = ${companyId} AND user_id = ${userId} ORDER BY seq DESC LIMIT 1`.execute(db);
  await sql`INSERT INTO supplies (company_id, credited, ledger_seq) VALUES (${companyId}, 4160, ${entries.length})`.execute(
    db,
  );
  return companyId;
}

test('every reward is a row of version 1 with its own quantity, and the ledger verifies', async () => {
  const db = old.database.platform;
  const rewards = await db
    .selectFrom('referral_rewards as r')
    .innerJoin('purchases as p', 'p.id', 'r.purchase_id')
    .select(['p.order_number', 'r.state', 'r.rule', 'r.quantity', 'r.created_at', 'r.decided_at', 'r.decided_by'])
    .where('r.company_id', '=', company)
    .orderBy('p.order_number')
    .execute();
  const common = { rule: 1, quantity: 160n, created_at: new Date(AT), decided_at: new Date(AT), decided_by: null };
  expect(rewards).toEqual([
    { order_number: 'APPROVED', state: 'CREDITED', ...common },
    { order_number: 'REVERSED', state: 'REVERSED', ...common },
  ]);
  const rules = await db.selectFrom('referral_rules').selectAll().where('company_id', '=', company).execute();
  expect(rules).toMatchObject([{ version: 1, reward_bps: 500, wait_days: 0 }]);
  expect(await ledgerFaults(site)).toEqual([]);
});
