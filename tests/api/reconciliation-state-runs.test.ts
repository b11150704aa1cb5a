/** Runs of the comparison: the latest one counts, each change brings one, and rows of earlier versions are read again once. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '@/lib/db/client.ts';
import { insertMatch } from '@/lib/reconciliation/decide/store.ts';
import { RULES_VERSION } from '@/lib/reconciliation/states/rereading/rules.ts';
import { refreshStates } from '@/lib/reconciliation/states/service.ts';
import { applyRun, beginRun, listChanged, listStates } from '@/lib/reconciliation/states/store.ts';
import { makeCompany, makeMember } from '../support/accounts.ts';
import { plantRow } from '../support/bank-rows.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { makeAccount } from '../support/statements.ts';

let home: TestDatabase;
beforeAll(async () => {
  home = await testDatabase();
});
afterAll(() => home?.drop());

const RRN = '632112345678';
const PHONE = '919876543210';
let accounts = 0;

/** A company with a statement and a pending purchase of ₹1,180.00. */
async function sale() {
  const companyId = await makeCompany(home);
  const admin = await makeMember(home, { companyId });
  const buyer = await makeMember(home, { companyId, name: 'Kavita Subramaniam' });
  const accountId = await makeAccount(home, companyId, `5010000001${++accounts}`);
  const db = home.database.company(companyId);
  const purchaseId = randomUUID();
  await sql`INSERT INTO bank_statements (company_id, beneficiary_id, draft_id, layout, file_name, sha256, period_from, period_to,
      rows, new_rows, credits_paise, debits_paise, balance_check, imported_by)
    VALUES (${companyId}, ${accountId}, ${randomUUID()}, '', '', ${'a'.repeat(64)}, '2026-11-01', '2026-11-30',
      1, 1, 0, 0, 'NONE', ${admin.id})`.execute(db);
  await sql`
    INSERT INTO purchases (id, company_id, user_id, order_number, payment_method, order_amount_paise, price_micros, quantity,
      fee_bps, fee_paise, final_amount_paise, claimed_amount_paise, reference_number, beneficiary, status, content_hash)
    VALUES (${purchaseId}, ${companyId}, ${buyer.id}, 'PUR-700001', 'UPI', 118000, 1000000, 1,
      0, 0, 118000, 118000, ${RRN}, ${JSON.stringify({ id: accountId })}::jsonb, 'PENDING', 'x')`.execute(db);
  return { companyId, accountId, adminId: admin.id, purchaseId, db };
}

const NOTHING = { changed: [], ended: [] } as const;

test('a run that began earlier never replaces the states of a later one', async () => {
  const { companyId, purchaseId, db } = await sale();
  const [early, late] = [await beginRun(db, companyId), await beginRun(db, companyId)];
  const state = (name: 'CHECKING' | 'CONFLICT') => ({
    changed: [{ purchaseId, state: name, rowId: null, isDisclosed: false }],
    ended: [],
  });
  await inTransaction(db, (tx) => applyRun(tx, companyId, late, state('CONFLICT')));
  await inTransaction(db, (tx) => applyRun(tx, companyId, early, state('CHECKING')));
  expect(await listStates(db, companyId)).toMatchObject([{ purchaseId, state: 'CONFLICT' }]);
});

test('a change after the start of a run brings another run', async () => {
  const { companyId, purchaseId, db } = await sale();
  const run = await beginRun(db, companyId);
  await sql`UPDATE purchases SET reference_number = '632187654321' WHERE id = ${purchaseId}`.execute(db);
  await inTransaction(db, (tx) => applyRun(tx, companyId, run, NOTHING));
  expect(await listChanged(home.database.platform)).toContain(companyId);
  await inTransaction(db, async (tx) => applyRun(tx, companyId, await beginRun(db, companyId), NOTHING));
  expect(await listChanged(home.database.platform)).not.toContain(companyId);
});

test('a run that began before a purchase was matched leaves its state to the next one', async () => {
  const { companyId, accountId, adminId, purchaseId, db } = await sale();
  const rowId = await plantRow(home, companyId, accountId, { reference: RRN, amountPaise: 70_800n });
  const stale = { changed: [{ purchaseId, state: 'SUGGESTED' as const, rowId, isDisclosed: false }], ended: [] };
  const run = await beginRun(db, companyId);
  await inTransaction(db, (tx) =>
    insertMatch(tx, companyId, {
      rowId,
      purchaseId,
      reference: RRN,
      kind: 'PART',
      amountPaise: 70_800n,
      reason: 'A part',
      matchedBy: adminId,
    }),
  );
  await inTransaction(db, (tx) => applyRun(tx, companyId, run, stale));
  expect(await listStates(db, companyId)).toEqual([]);
  await refreshStates(db, companyId);
  expect(await listStates(db, companyId)).toMatchObject([{ purchaseId, state: 'AMOUNT_DIFFERS' }]);
});

describe('rows of an earlier version', () => {
  async function planted() {
    const { companyId, accountId, db, ...rest } = await sale();
    const rowId = await plantRow(home, companyId, accountId, {
      reference: PHONE,
      narration: `IMPS/P2A/${RRN}/KAVITA SUBRAMANIAM/${PHONE}`,
    });
    const references = async () =>
      (
        await sql<{ reference: string; source: string; number: string | null }>`
          SELECT reference, source, payment_number AS number FROM bank_row_references WHERE row_id = ${rowId} ORDER BY 1`.execute(
          db,
        )
      ).rows;
    return { ...rest, companyId, rowId, db, references };
  }
  const READ = [
    { reference: RRN, source: 'NARRATION', number: RRN },
    { reference: PHONE, source: 'NOTE', number: null },
  ];

  test('are read again by the rules of today, before the comparison', async () => {
    const { companyId, purchaseId, rowId, db, references } = await planted();
    await refreshStates(db, companyId);
    expect(await references()).toEqual(READ);
    expect(await listStates(db, companyId)).toEqual([
      { purchaseId, state: 'SEEN', rowId, isDisclosed: true, isRejected: false, isGivenAway: false },
    ]);
    expect((await beginRun(db, companyId)).rulesVersion).toBe(RULES_VERSION);
  });

  test('are read again once', async () => {
    const { companyId, rowId, db, references } = await planted();
    await refreshStates(db, companyId);
    await sql`UPDATE bank_row_references SET source = 'NOTE' WHERE row_id = ${rowId} AND reference = ${RRN}`.execute(
      home.database.platform,
    );
    await refreshStates(db, companyId);
    expect(await references()).toMatchObject([{ source: 'NOTE' }, { source: 'NOTE' }]);
  });
});
