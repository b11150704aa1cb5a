/** Statements that come again are prepared, and a change of the schema under them is no fault that anybody sees. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Db, inTransaction } from '../../src/lib/db/client.ts';
import { THEN_COMMIT } from '../../src/lib/db/prepared.ts';
import { makeCompany } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';

let it: TestDatabase;
let companyId: string;
beforeAll(async () => {
  it = await testDatabase({ poolSize: 3 });
  companyId = await makeCompany(it);
});
afterAll(() => it?.drop());

const db = () => it.database.company(companyId);
const readCompany = (from = db()) =>
  from.selectFrom('companies').selectAll().where('id', '=', companyId).executeTakeFirstOrThrow();
/** What the one connection of the company has prepared. */
const preparedTexts = async (): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db());
  return rows.map((row) => row.statement);
};
const repeat = async (work: () => Promise<unknown>): Promise<void> => {
  for (let nth = 0; nth < 4; nth++) await work();
};
const addColumn = (name: string) =>
  sql`ALTER TABLE companies ADD COLUMN ${sql.id(name)} integer`.execute(it.database.platform);

describe('a statement', () => {
  test('that comes again is prepared, once a connection', async () => {
    await repeat(() => readCompany());
    expect((await preparedTexts()).filter((text) => /from "companies"/.test(text))).toHaveLength(1);
  });

  test('that searches by a pattern is not: each pattern is planned for itself', async () => {
    await repeat(() => db().selectFrom('users').select('id').where('search_text', 'ilike', '%rao%').execute());
    await repeat(() => sql`SELECT 1 WHERE 'a' ~ ${'b'}`.execute(db()));
    expect((await preparedTexts()).filter((text) => /ilike| ~ /.test(text))).toEqual([]);
  });

  test('of ever new texts does not fill the connection', async () => {
    for (let nth = 1; nth < 600; nth++)
      await repeat(() => sql`SELECT ${sql.lit(nth)} WHERE ${nth}::int > 0`.execute(db()));
    expect((await preparedTexts()).length).toBeLessThanOrEqual(400);
    await expect(readCompany()).resolves.toMatchObject({ id: companyId });
  });
});

describe('a migration under prepared statements', () => {
  test('is not noticed by a statement that stands alone', async () => {
    await repeat(() => readCompany());
    await addColumn('added_alone');
    await expect(readCompany()).resolves.toHaveProperty('added_alone', null);
  });

  test('is not noticed within a transaction, which is begun again', async () => {
    await repeat(() => readCompany());
    await addColumn('added_within');
    let begun = 0;
    const row = await inTransaction(db(), async (tx) => {
      begun++;
      await sql`SELECT ${1}::int`.execute(tx);
      return readCompany(tx);
    });
    expect(row).toHaveProperty('added_within', null);
    expect(begun).toBe(2);
  });
});

describe('a statement that is the last of its transaction', () => {
  const titleOf = async () =>
    (
      await it.database.platform.selectFrom('companies').select('company_title').where('id', '=', companyId).execute()
    )[0]?.company_title;
  const setTitle = (tx: Db, title: string) =>
    sql`UPDATE companies SET company_title = ${title} WHERE id = ${companyId}`.execute(tx);
  const noteLast = (tx: Db, name: string, divisor: number) =>
    sql`UPDATE companies SET address = ${name} WHERE id = ${companyId} AND 1 / ${divisor}::int = 1 ${THEN_COMMIT}`.execute(
      tx,
    );

  test('is committed right behind it, with all before it', async () => {
    await inTransaction(db(), async (tx) => {
      await setTitle(tx, 'Committed');
      await noteLast(tx, 'A', 1);
      await expect.poll(titleOf).toBe('Committed');
    });
    expect(await titleOf()).toBe('Committed');
  });

  test('that fails leaves nothing, and the connection as good as before', async () => {
    await inTransaction(db(), (tx) => setTitle(tx, 'Before'));
    const failing = inTransaction(db(), async (tx) => {
      await setTitle(tx, 'Half done');
      await noteLast(tx, 'B', 0);
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await titleOf()).toBe('Before');
    await expect(inTransaction(db(), (tx) => setTitle(tx, 'After'))).resolves.toBeDefined();
    expect(await titleOf()).toBe('After');
  });

  test('that a migration has made stale is not asked again alone: all is begun again', async () => {
    const both = (title: string) =>
      inTransaction(db(), async (tx) => {
        await setTitle(tx, title);
        await sql`SELECT * FROM companies WHERE id = ${companyId} ${THEN_COMMIT}`.execute(tx);
        begun++;
      });
    let begun = 0;
    await repeat(() => both('Warm'));
    await addColumn('added_last');
    await both('Stale');
    expect(begun).toBe(5);
    expect(await titleOf()).toBe('Stale');
  });

  test('refuses what comes after it: nothing is written outside of the transaction', async () => {
    const late = inTransaction(db(), async (tx) => {
      await setTitle(tx, 'In time');
      await noteLast(tx, 'D', 1);
      await setTitle(tx, 'Too late');
    });
    await expect(late).rejects.toThrow('failed after the last statement');
    expect(await titleOf()).toBe('In time');
    await inTransaction(db(), (tx) => setTitle(tx, 'As before'));
    expect(await titleOf()).toBe('As before');
  });

  test('lets nothing fail after it in silence', async () => {
    const failing = inTransaction(db(), async (tx) => {
      await setTitle(tx, 'Committed all the same');
      await noteLast(tx, 'C', 1);
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('failed after the last statement');
    expect(await titleOf()).toBe('Committed all the same');
  });
});

describe('many at once over few connections', () => {
  beforeAll(() =>
    sql`CREATE TABLE noted (id integer PRIMARY KEY); GRANT ALL ON noted TO launchbook_app`.execute(
      it.database.platform,
    ),
  );

  test('each statement is run once, what fails leaves nothing, and each gets its own answer', async () => {
    const note = (tx: Db, id: number) => sql<{ id: number }>`INSERT INTO noted VALUES (${id}) RETURNING id`.execute(tx);
    const noteLast = (tx: Db, id: number) =>
      sql<{ id: number }>`INSERT INTO noted VALUES (${id}) RETURNING id ${THEN_COMMIT}`.execute(tx);
    const kinds: readonly ((id: number) => Promise<number[]>)[] = [
      async (id) => [(await note(db(), id)).rows[0]?.id ?? 0],
      (id) =>
        inTransaction(db(), async (tx) => [
          ...(await note(tx, id)).rows.map((row) => row.id),
          ...(await note(tx, id + 1)).rows.map((row) => row.id),
        ]),
      (id) =>
        inTransaction(db(), async (tx) => [
          ...(await note(tx, id)).rows.map((row) => row.id),
          ...(await noteLast(tx, id + 1)).rows.map((row) => row.id),
        ]),
      // The second is there already: neither stays.
      (id) =>
        inTransaction(db(), async (tx) => {
          await note(tx, id);
          return [(await noteLast(tx, id)).rows.length];
        }),
      (id) =>
        inTransaction(db(), async (tx) => {
          await note(tx, id);
          throw new Error('given up');
        }),
    ];
    const results = await Promise.allSettled(
      Array.from({ length: 500 }, (_, nth) => kinds[nth % kinds.length]?.(10 * (nth + 1))),
    );
    const expected = results.flatMap((result, nth) => {
      const [id, kind] = [10 * (nth + 1), nth % kinds.length];
      const wanted = kind === 0 ? [id] : [id, id + 1];
      if (kind < 3) expect(result).toEqual({ status: 'fulfilled', value: wanted });
      else
        expect(String(result.status === 'rejected' && result.reason)).toMatch(
          kind === 3 ? /duplicate key/ : /given up/,
        );
      return kind < 3 ? wanted : [];
    });
    const { rows } = await sql<{ id: number }>`SELECT id FROM noted ORDER BY id`.execute(it.database.platform);
    expect(rows.map((row) => row.id)).toEqual(expected);
  });
});
