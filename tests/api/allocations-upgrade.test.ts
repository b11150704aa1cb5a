/** A database with matches of one row and one purchase becomes one with allocations, and nothing is lost. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '@/lib/db/migrate.ts';
import { expectAllocations, splitOf } from '../support/allocations.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { migrateBefore } from '../support/sealing.ts';

const DUE = 118_000n;

let old: TestDatabase;
let companyId: string;
let accountId: string;
let userId: string;
const before = new Map<string, object[]>();

beforeAll(async () => {
  old = await testDatabase({ empty: true });
  await migrateBefore(old, '0575');
  const db = old.database.platform;
  companyId = await idOf(sql`
    INSERT INTO companies (company_name, company_title, token_name, token_symbol, total_supply, private_supply, public_cell_supply,
      angel_investor_supply, founder_team_supply, airdrop_supply, price_micros, fee_bps, reward_bps, email, mobile)
    VALUES ('Old', 'Old', 'Old', 'COWL', 1000000, 500000, 500000, 0, 0, 0, 250000, 0, 0, 'a@example.com', '+919800000000')
    RETURNING id`);
  userId = await idOf(sql`INSERT INTO users (company_id, email, name, mobile, member_id, password_hash)
    VALUES (${companyId}, 'm@example.com', 'Old Member', '+919800000001', 'M1', 'x') RETURNING id`);
  accountId =
    await idOf(sql`INSERT INTO beneficiaries (company_id, holder_name, bank_name, branch, account_number, ifsc_code, upi)
    VALUES (${companyId}, 'Cowl', 'HDFC', 'Pune', '50100012344417', 'HDFC0000123', 'cowl@hdfc') RETURNING id`);
  for (const [name, amountPaise, status, isReleased] of CASES) await insertCase(name, amountPaise, status, isReleased);
  await insertRefund('overpaid', 'OVERPAID', 20_000n);
  before.set('bank_matches', await matches());
  await migrate(db);
});
afterAll(() => old?.drop());

type Status = 'PENDING' | 'APPROVED' | 'REJECTED' | 'REVERSED';
/** Name, paise of the row, status of the purchase, and whether the match is released. */
const CASES: readonly [string, bigint, Status, boolean][] = [
  ['exact', DUE, 'APPROVED', false],
  ['short', 100_000n, 'APPROVED', false],
  ['overpaid', 150_000n, 'APPROVED', false],
  ['waiting', DUE, 'PENDING', false],
  ['rejected', 90_000n, 'REJECTED', true],
  ['reversed', 200_000n, 'REVERSED', true],
];

async function idOf(query: ReturnType<typeof sql<{ id: string }>>): Promise<string> {
  const { rows } = await query.execute(old.database.platform);
  return rows[0]?.id ?? expect.fail('nothing was inserted');
}

const ids = new Map<string, { rowId: string; purchaseId: string }>();

async function insertCase(name: string, amountPaise: bigint, status: Status, isReleased: boolean): Promise<void> {
  const decidedAt = status === 'PENDING' ? null : new Date();
  const isReversed = status === 'REVERSED';
  const purchaseId = await idOf(sql`
    INSERT INTO purchases (company_id, user_id, order_number, payment_method, order_amount_paise, price_micros, quantity, fee_bps,
      fee_paise, final_amount_paise, claimed_amount_paise, reference_number, status, content_hash, decided_at, reversed_at, reversed_by,
      reversal_reason)
    VALUES (${companyId}, ${userId}, ${`PUR-${name}`}, 'UPI', 100000, 250000, 4000, 1800, 18000, ${DUE}, ${DUE}, ${name}, ${status}, 'x',
      ${decidedAt}, ${isReversed ? new Date() : null}, ${isReversed ? userId : null}, ${isReversed ? 'Wrong' : null}) RETURNING id`);
  const rowId = await idOf(sql`
    INSERT INTO bank_rows (company_id, beneficiary_id, identity, line, bank_date, side, amount_paise, narration)
    VALUES (${companyId}, ${accountId}, ${randomUUID().replaceAll('-', '').repeat(2)}, 1, '2026-11-20', 'CREDIT', ${amountPaise}, ${name})
    RETURNING id`);
  await idOf(sql`
    INSERT INTO bank_matches (company_id, row_id, purchase_id, reference, kind, reason, matched_by, released_at)
    VALUES (${companyId}, ${rowId}, ${purchaseId}, ${name}, ${amountPaise === DUE ? 'EXACT' : 'ASSIGNED'},
      ${amountPaise === DUE ? null : 'By phone'}, ${userId}, ${isReleased ? new Date() : null}) RETURNING id`);
  ids.set(name, { rowId, purchaseId });
}

async function insertRefund(name: string, cause: string, amountPaise: bigint): Promise<void> {
  const { rowId, purchaseId } = ids.get(name) ?? expect.fail(name);
  await idOf(sql`
    INSERT INTO refunds (company_id, number, reference, purchase_id, user_id, cause, row_id, amount_paise, created_by)
    VALUES (${companyId}, 'RFD-0000000001', 'RFD0000000001', ${purchaseId}, ${userId}, ${cause}, ${rowId}, ${amountPaise}, ${userId})
    RETURNING id`);
}

async function matches(): Promise<object[]> {
  const { rows } = await sql<object>`SELECT * FROM bank_matches ORDER BY id`.execute(old.database.platform);
  return rows;
}

test('each match keeps what it was, with the smaller of both sums', async () => {
  const now = await matches();
  expect(now).toMatchObject(before.get('bank_matches') ?? []);
  const amounts = new Map(
    now.map((it) => [Reflect.get(it, 'reference') as string, Reflect.get(it, 'amount_paise') as bigint]),
  );
  for (const [name, amountPaise] of CASES)
    expect([name, amounts.get(name)]).toEqual([name, amountPaise < DUE ? amountPaise : DUE]);
  await expectAllocations(old, companyId);
});

test('an approved purchase with a shorter row stays approved, and the sums tie', async () => {
  const { rows } = await sql<{ status: string; allocated: bigint }>`
    SELECT status, allocated_paise AS allocated FROM purchases WHERE id = ${ids.get('short')?.purchaseId}`.execute(
    old.database.platform,
  );
  expect(rows).toEqual([{ status: 'APPROVED', allocated: 100_000n }]);
  // 118,000 + 100,000 + 118,000 and a refund of 20,000; the other rows and rests are open.
  const credits = CASES.reduce((sum, [, amountPaise]) => sum + amountPaise, 0n);
  expect(await splitOf(old, companyId)).toEqual({
    credits,
    allocated: 356_000n,
    notOurs: 0n,
    open: credits - 356_000n,
  });
});

test('a node of the version before matches without an amount, and refunds by the row alone', async () => {
  await insertCase('later', 50_000n, 'APPROVED', false);
  expect((await matches()).filter((it) => Reflect.get(it, 'reference') === 'later')).toMatchObject([
    { amount_paise: 50_000n },
  ]);
  await sql`UPDATE refunds SET state = 'CANCELLED' WHERE company_id = ${companyId}`.execute(old.database.platform);
  await expectAllocations(old, companyId);
});
