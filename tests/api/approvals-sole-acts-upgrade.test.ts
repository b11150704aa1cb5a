/** A database from before sole acts were events: what one admin did alone today stays counted. */
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '@/lib/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { migrateBefore } from '../support/sealing.ts';

let old: TestDatabase;
beforeAll(async () => {
  old = await testDatabase({ empty: true });
  await migrateBefore(old, '0620');
  await insertPast();
  await migrate(old.database.platform);
});
afterAll(() => old?.drop());

const ADMIN = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
/** A moment of today in India, and of two days before. */
const TODAY = sql<Date>`now()`;
const EARLIER = sql<Date>`now() - interval '2 days'`;

async function insertPast(): Promise<void> {
  const db = old.database.platform;
  const one = async (query: RawBuilder<{ id: string }>): Promise<string> => (await query.execute(db)).rows[0]?.id ?? '';
  const companyId = await one(sql`
    INSERT INTO companies (company_name, company_title, token_name, token_symbol, total_supply, private_supply, public_cell_supply,
      angel_investor_supply, founder_team_supply, airdrop_supply, price_micros, fee_bps, reward_bps, email, mobile)
    VALUES ('Old', 'Old', 'Old', 'COWL', 1000000, 500000, 500000, 0, 0, 0, 250000, 0, 500, 'a@example.com', '+919800000000')
    RETURNING id`);
  const buyer = await one(sql`
    INSERT INTO users (company_id, email, name, mobile, member_id, password_hash)
    VALUES (${companyId}, 'b@example.com', 'Old Buyer', '+919800000002', 'M2', 'x') RETURNING id`);
  // The price was ₹0.50 a week ago.
  await sql`INSERT INTO company_settings (company_id, version, changed_by, changed_at, before, after)
    VALUES (${companyId}, 2, ${ADMIN}, now() - interval '7 days', '{"price":"0.50"}', '{"price":"0.25"}')`.execute(db);
  const purchase = (number: string, status: string, at: RawBuilder<Date>) =>
    one(sql`
      INSERT INTO purchases (company_id, user_id, order_number, payment_method, order_amount_paise, price_micros, quantity, fee_bps,
        fee_paise, final_amount_paise, claimed_amount_paise, content_hash, status, decided_at, decided_by, reversed_at, reversal_reason)
      VALUES (${companyId}, ${buyer}, ${number}, 'MANUAL', 100000, 250000, 4000, 0, 0, 100000, 100000, '-', ${status}, ${at}, ${ADMIN},
        ${status === 'REVERSED' ? sql`now()` : null}, ${status === 'REVERSED' ? 'x' : null}) RETURNING id`);
  const alone = await purchase('alone', 'APPROVED', TODAY);
  const reversed = await purchase('reversed', 'REVERSED', TODAY);
  const two = await purchase('two', 'APPROVED', TODAY);
  await purchase('earlier', 'APPROVED', EARLIER);
  await sql`INSERT INTO approvals (company_id, kind, subject_id, change, proposed_by, proposed_at, state, decided_by, decided_at)
    VALUES (${companyId}, 'purchase.approve', ${two}, '{}', ${OTHER}, now(), 'CONFIRMED', ${ADMIN}, now())`.execute(db);
  const refund = (nth: number, of: string, state: string, at: RawBuilder<Date>, exportedAt: RawBuilder<Date> | null) =>
    one(sql`
      INSERT INTO refunds (company_id, number, reference, purchase_id, user_id, cause, amount_paise, state, created_by, payee_kind,
        payee_hint, payee_sealed, approved_by, approved_at, exports, exported_by, exported_at)
      VALUES (${companyId}, ${`RFD-000000000${nth}`}, ${`RFD000000000${nth}`}, ${of}, ${buyer}, 'REVERSAL', 50000, ${state}, ${ADMIN}, 'UPI', 'x', 'x', ${ADMIN},
        ${at}, ${exportedAt === null ? 0 : 1}, ${exportedAt === null ? null : ADMIN}, ${exportedAt}) RETURNING id`);
  await refund(1, reversed, 'EXPORTED', EARLIER, TODAY);
  await refund(2, alone, 'APPROVED', TODAY, null);
  const ended = await refund(3, two, 'APPROVED', EARLIER, null);
  await sql`INSERT INTO refund_payouts (company_id, reference, refund_id, is_debit_expected, approved_by, approved_at, exports)
    VALUES (${companyId}, 'RFD3', ${ended}, false, ${ADMIN}, now(), 1)`.execute(db);
}

test('approvals, ended payouts and exports of today count, at the highest price of the last 30 days', async () => {
  const { rows } = await sql<{ act: string; isToday: boolean }>`
    SELECT kind || ' ' || worth_paise AS act, at >= today_in_india() AS "isToday" FROM sole_acts
    WHERE admin_id = ${ADMIN} ORDER BY 2 DESC, 1`.execute(old.database.platform);
  const of = (isToday: boolean) => rows.filter((it) => it.isToday === isToday).map(({ act }) => act);
  expect(of(true)).toEqual([
    'purchase.approve 200000',
    'purchase.approve 200000',
    'refund.approve 50000',
    'refund.approve 50000',
    'refund.export 50000',
  ]);
  // An export of today knows by them who approved it alone.
  expect(of(false)).toEqual(['refund.approve 50000', 'refund.approve 50000']);
});

test('nobody else gets an event', async () => {
  const { rows } = await sql`SELECT FROM sole_acts WHERE admin_id <> ${ADMIN}`.execute(old.database.platform);
  expect(rows).toEqual([]);
});
