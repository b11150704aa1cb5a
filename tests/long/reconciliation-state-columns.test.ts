/** The stored bank states are those of a comparison, whichever column it reads is changed: no trigger has forgotten one. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_ROLE } from '@/lib/db/client.ts';
import { compare } from '@/lib/reconciliation/compare/service.ts';
import { changesOf } from '@/lib/reconciliation/states/rules.ts';
import { listStates } from '@/lib/reconciliation/states/store.ts';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { assign, plantRow } from '../support/bank-rows.ts';
import { freshReference, manual, submitted, withoutCaps } from '../support/purchases.ts';
import { addRefund } from '../support/refunds.ts';
import { type Site, startSite } from '../support/site.ts';
import { importLines, makeAccount, upiCredit } from '../support/statements.ts';

/** Other values by the type of a column; `%` is its name. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  text: [`'Kavita Subramaniam'`, `'600000000001'`],
  boolean: ['NOT coalesce(%, false)'],
  bigint: ['% + 100'],
  date: ['% + 90'],
  uuid: ['gen_random_uuid()'],
  'timestamp with time zone': ['CASE WHEN % IS NULL THEN now() END'],
};
/** The tables that a comparison reads, each with columns that change a state here. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  users: ['mobile', 'name'],
  purchases: ['reference_number'],
  beneficiaries: ['bank_name', 'branch', 'holder_name'],
  companies: ['company_name'],
  bank_matches: ['released_at'],
};

let site: Site;
let admin: Account;
let companyId: string;
let accountId: string;
let exactRowId: string;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  await withoutCaps(site);
  admin = await makeAdmin(site);
  accountId = await makeAccount(site, companyId);
  await importLines(site, admin, accountId, [upiCredit(freshReference(), '5.00', undefined, 'COW LAUNCH')]);
  const [kavita, tulasi] = [
    await makeMember(site, { name: 'Kavita Subramaniam', isApproved: true }),
    await makeMember(site, { name: 'Tulasi Kambadur', isApproved: true }),
  ];
  const paid = async (buyer: Account, payer: string, paise: bigint) => {
    const reference = freshReference();
    const narration = `UPI/CR/${reference}/${payer}/HDFC`;
    const rowId = await plantRow(site, companyId, accountId, { reference, amountPaise: paise, narration });
    const { id } = await submitted(site, buyer, manual({ referenceNumber: reference }));
    return { rowId, id, reference };
  };
  exactRowId = (await paid(kavita, 'KAVITA SUBRAMANIAM', 118_000n)).rowId;
  await paid(kavita, 'SOMEBODY ELSE', 118_000n);
  await paid(await makeMember(site, { name: 'Chandni Oberoi' }), 'CHANDNI OBEROI', 118_000n);
  const { rowId, id, reference } = await paid(tulasi, 'TULASI KAMBADUR', 354_000n);
  await submitted(site, tulasi, manual({ referenceNumber: reference }));
  await assign(site, admin, { rowId, purchaseId: id });
  const over = await paid(tulasi, 'TULASI KAMBADUR', 254_000n);
  await assign(site, admin, { rowId: over.rowId, purchaseId: over.id });
  await addRefund(site, admin, over.id);
});
afterAll(() => site?.remove());

/** The stored states that a comparison of now would change, as it finds them. */
const missing = async () => {
  const db = site.database.company(companyId);
  const { changed, ended } = changesOf(await compare(db, companyId), await listStates(db, companyId));
  return [...changed.map(({ state }) => state), ...ended];
};

/** The same once there is nothing to change, or after ten seconds. */
async function settle(): Promise<string[]> {
  const endMs = Date.now() + 10_000;
  for (;;) {
    const left = await missing();
    if (left.length === 0 || Date.now() > endMs) return left;
    await new Promise((done) => setTimeout(done, 100));
  }
}

test.each(Object.entries(TABLES))('%s', async (table, expected) => {
  const { platform } = site.database;
  expect(await settle()).toEqual([]);
  const { rows: columns } = await sql<{ name: string; type: string; isOurs: boolean }>`
    SELECT column_name AS name, data_type AS type, has_column_privilege(${APP_ROLE}, ${table}, column_name, 'UPDATE') AS "isOurs"
    FROM information_schema.columns
    WHERE table_name = ${table} AND is_generated = 'NEVER' ORDER BY 1`.execute(platform);
  const { rows } = await sql<{ id: string }>`SELECT id FROM ${sql.table(table)} WHERE
    ${sql.ref(table === 'companies' ? 'id' : 'company_id')} = ${companyId}`.execute(platform);
  const effects = new Set<string>();
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  for (const { name, type } of columns.filter((it) => it.isOurs || table === 'companies'))
    for (const change of CHANGED[type] ?? [])
      for (const { id } of rows) {
        const of = sql`${sql.table(table)} t`;
        const was = await sql<{ row: string }>`SELECT to_jsonb(t)::text AS row FROM ${of} WHERE t.id = ${id}`.execute(
          platform,
        );
        const restore = () =>
          sql`UPDATE ${of} SET (${names}) = (
          SELECT ${names} FROM jsonb_populate_record(NULL::${sql.table(table)}, ${was.rows[0]?.row}::jsonb)) WHERE t.id = ${id}`.execute(
            platform,
          );
        const changing = sql`UPDATE ${of} SET ${sql.ref(name)} = ${sql.raw(change.replaceAll('%', `t."${name}"`))} WHERE t.id = ${id}`;
        // A constraint or a trigger may refuse what makes no sense.
        if ((await changing.execute(platform).catch(() => null)) === null) continue;
        const isRead = (await missing()).length > 0;
        const left = isRead ? await settle() : [];
        // Twice: a trigger notes the day of a new name.
        await restore();
        await restore();
        expect(left, `${table}.${name}`).toEqual([]);
        const isReadAgain = (await missing()).length > 0;
        if (isRead || isReadAgain) effects.add(name);
        if (isReadAgain) expect(await settle(), `${table}.${name} as it was`).toEqual([]);
      }
  expect([...effects]).toEqual(expect.arrayContaining([...expected]));
});

test('a mark of a row, which is several columns', async () => {
  expect(await settle()).toEqual([]);
  await site.database.platform
    .updateTable('bank_rows')
    .set({ not_ours_reason: 'Own money', not_ours_at: new Date(), not_ours_by: admin.id })
    .where('id', '=', exactRowId)
    .execute();
  expect(await missing()).toHaveLength(1);
  expect(await settle()).toEqual([]);
});

test('a new member with the name of a payer', async () => {
  expect(await settle()).toEqual([]);
  await makeMember(site, { name: 'Chandni Oberoi' });
  expect(await missing()).toEqual(['CHECKING']);
  expect(await settle()).toEqual([]);
});
