/** What the database itself refuses, whatever the program forgets: rows that would cost money or falsify the log. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';

let home: TestDatabase;
let companyId: string;
let member: Account;
beforeAll(async () => {
  home = await testDatabase();
  companyId = await makeCompany(home);
  member = await makeMember(home, { companyId });
});
afterAll(() => home?.drop());

/** Runs a statement as the owner of the tables: row security and the rights of a company's login do not count. */
const run = (text: string): Promise<unknown> => sql.raw(text).execute(home.database.platform);

let entries = 0;
const entryOf = (sourceId: string, kind: string, quantity = 5): string => `
  INSERT INTO stock_entries (company_id, seq, user_id, quantity, kind, source_id, created_at, hash)
  VALUES ('${companyId}', ${++entries}, '${member.id}', ${quantity}, '${kind}', '${sourceId}', now(), '0x${entries}')`;

describe('the ledger', () => {
  test.each(['PURCHASE', 'REWARD'])('has one entry of kind %s for a purchase', async (kind) => {
    const source = randomUUID();
    await run(entryOf(source, kind));
    await expect(run(entryOf(source, kind))).rejects.toThrow('stock_entries_once');
  });

  test('takes the stock of a member back once for a purchase', async () => {
    const source = randomUUID();
    await run(entryOf(source, 'ADJUSTMENT', -5));
    await expect(run(entryOf(source, 'ADJUSTMENT', -5))).rejects.toThrow('stock_entries_taken_back_once');
  });

  test('takes stock away by an adjustment alone', async () => {
    await expect(run(entryOf(randomUUID(), 'PURCHASE', -5))).rejects.toThrow('stock_entries_sign');
  });

  test('has no balance below zero', async () => {
    const balance = (quantity: number) => `
      INSERT INTO stock_balances (company_id, user_id, quantity, last_hash, last_at)
      VALUES ('${companyId}', '${member.id}', ${quantity}, '0x', now())`;
    await expect(run(balance(-1))).rejects.toThrow('stock_balances_quantity_check');
  });

  test.each(['held', 'credited'])('has no supply with less than nothing %s', async (column) => {
    await expect(run(`UPDATE supplies SET ${column} = -1 WHERE company_id = '${companyId}'`)).rejects.toThrow(
      `supplies_${column}_check`,
    );
  });
});

describe('rows that only come on top', () => {
  test.each(['UPDATE stock_entries SET quantity = quantity + 1', 'DELETE FROM stock_entries'])('%s', async (change) => {
    await run(entryOf(randomUUID(), 'PURCHASE'));
    await expect(run(change)).rejects.toThrow('append-only');
  });

  test.each(["UPDATE audit_entries SET action = 'none'", 'DELETE FROM audit_entries'])('%s', async (change) => {
    await run(`
      INSERT INTO audit_entries (scope_id, actor_kind, action, subject_kind, created_at)
      VALUES ('${companyId}', 'system', 'company.update', 'company', now())`);
    await expect(run(change)).rejects.toThrow('append-only');
  });
});

describe('a reservation', () => {
  const left = async (): Promise<bigint> => {
    const { rows } = await sql<{ left: bigint }>`
      SELECT c.private_supply - s.credited - s.held AS left FROM supplies s JOIN companies c ON c.id = s.company_id
      WHERE c.id = ${companyId}`.execute(home.database.platform);
    return rows[0]?.left ?? -1n;
  };

  test('is never more than what is left', async () => {
    await run(`SELECT reserve_stock('${companyId}', ${await left()}, 0)`);
    await expect(run(`SELECT reserve_stock('${companyId}', 1, 0)`)).rejects.toMatchObject({ code: 'LB001' });
    expect(await left()).toBe(0n);
  });

  test('that has ended is credited only from what is left', async () => {
    const credit = `SELECT * FROM append_stock_entry('${companyId}', '${member.id}', 1, 'PURCHASE', '${randomUUID()}', 0, 0, now(), '0x')`;
    expect(await run(credit)).toMatchObject({ rows: [] });
  });
});

/** Inserts a pending purchase. @returns its id */
async function makePurchase(): Promise<string> {
  const id = randomUUID();
  await run(`
    INSERT INTO purchases (company_id, id, user_id, order_number, payment_method, order_amount_paise, price_micros, quantity,
      fee_bps, fee_paise, final_amount_paise, claimed_amount_paise, content_hash, search_text)
    VALUES ('${companyId}', '${id}', '${member.id}', 'PUR-${id.slice(0, 6)}', 'MANUAL', 100000, 250000, 4000,
      0, 0, 100000, 100000, '${'0'.repeat(64)}', '')`);
  return id;
}

describe('a payment', () => {
  test('that is paid back has one refund for a cause', async () => {
    const purchaseId = await makePurchase();
    const refund = (digit: number) => `
      INSERT INTO refunds (company_id, number, reference, purchase_id, user_id, cause, amount_paise, created_by)
      VALUES ('${companyId}', 'RFD-000000000${digit}', 'RFD000000000${digit}', '${purchaseId}', '${member.id}', 'REVERSAL', 1,
        '${member.id}')`;
    await run(refund(1));
    await expect(run(refund(2))).rejects.toThrow('refunds_once');
  });

  test.each(['bank_matches_pair', 'bank_rows_settles_once', 'purchases_reference_approved'])(
    'counts once by the unique index %s',
    async (name) => {
      const { rows } = await sql<{ isUnique: boolean }>`
        SELECT indisunique AS "isUnique" FROM pg_index WHERE indexrelid = ${name}::regclass`.execute(
        home.database.platform,
      );
      expect(rows).toEqual([{ isUnique: true }]);
    },
  );
});

describe('two admins', () => {
  test('an address that changes makes an admin a new one', async () => {
    const admin = await makeAdmin(home, { companyId });
    await run(`UPDATE users SET email = 'taken-over@example.com' WHERE id = '${admin.id}'`);
    const { rows } = await sql<{ isNew: boolean }>`
      SELECT admin_since > now() - interval '1 hour' AS "isNew" FROM users WHERE id = ${admin.id}`.execute(
      home.database.platform,
    );
    expect(rows).toEqual([{ isNew: true }]);
  });

  test('are dependent if one person alone gave the one access, and had a part in the other, in either order', async () => {
    const [maker, other, first, second] = [
      await makeAdmin(home, { companyId }),
      await makeAdmin(home, { companyId }),
      await makeAdmin(home, { companyId }),
      await makeAdmin(home, { companyId }),
    ];
    await run(`UPDATE users SET sponsors = '{${maker.id}}', sole_sponsors = '{${maker.id}}' WHERE id = '${first.id}'`);
    await run(`UPDATE users SET sponsors = '{${maker.id},${other.id}}' WHERE id = '${second.id}'`);
    const areDependent = async (a: Account, b: Account): Promise<boolean | undefined> => {
      const { rows } = await sql<{ answer: boolean }>`
        SELECT are_dependent(a, b) AS answer FROM users a, users b WHERE a.id = ${a.id} AND b.id = ${b.id}`.execute(
        home.database.platform,
      );
      return rows[0]?.answer;
    };
    expect([await areDependent(first, second), await areDependent(second, first)]).toEqual([true, true]);
    expect([await areDependent(maker, first), await areDependent(maker, other)]).toEqual([true, false]);
  });
});

test('no two indexes of a table are alike: each one costs every write', async () => {
  const { rows } = await sql<{ names: string[] }>`
    SELECT array_agg(i.relname::text ORDER BY i.relname) AS names
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    WHERE t.relnamespace = 'public'::regnamespace
    GROUP BY x.indrelid, i.relam, x.indkey::text, x.indoption::text, x.indclass::text, pg_get_expr(x.indexprs, x.indrelid), pg_get_expr(x.indpred, x.indrelid)
    HAVING count(*) > 1`.execute(home.database.platform);
  expect(rows.map(({ names }) => names.join(', '))).toEqual([]);
});
