/** Repeated statements are prepared, and a change of the schema under them causes no visible error. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Db, inTransaction } from '../../src/lib/db/client.ts';
import { makeCompany, makeMember } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';

let it: TestDatabase;
let companyId: string;
let memberId: string;
beforeAll(async () => {
  it = await testDatabase({ poolSize: 3 });
  companyId = await makeCompany(it);
  memberId = (await makeMember(it, { companyId })).id;
  // A company's connection may do neither by itself.
  await sql`CREATE FUNCTION end_own_session() RETURNS boolean LANGUAGE sql SECURITY DEFINER
    AS 'SELECT pg_terminate_backend(pg_backend_pid())'`.execute(it.database.platform);
  await sql`CREATE FUNCTION take_lock(key bigint) RETURNS void LANGUAGE sql SECURITY DEFINER
    AS 'SELECT pg_advisory_xact_lock(key)'`.execute(it.database.platform);
});
afterAll(() => it?.drop());

const db = () => it.database.company(companyId);
const readCompany = (from = db()) =>
  from.selectFrom('companies').selectAll().where('id', '=', companyId).executeTakeFirstOrThrow();
/** The statements that the company's one connection has prepared. */
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
  test('that is repeated is prepared, once for each connection', async () => {
    await repeat(() => readCompany());
    expect((await preparedTexts()).filter((text) => /from "companies"/.test(text))).toHaveLength(1);
  });

  test('that searches by a pattern is not prepared: each pattern is planned by itself', async () => {
    await repeat(() => db().selectFrom('users').select('id').where('search_text', 'ilike', '%rao%').execute());
    await repeat(() => sql`SELECT 1 WHERE 'a' ~ ${'b'}`.execute(db()));
    expect((await preparedTexts()).filter((text) => /ilike| ~ /.test(text))).toEqual([]);
  });

  test('with a new text each time does not fill the connection', async () => {
    for (let nth = 1; nth < 600; nth++)
      await repeat(() => sql`SELECT ${sql.lit(nth)} WHERE ${nth}::int > 0`.execute(db()));
    expect((await preparedTexts()).length).toBeLessThanOrEqual(400);
    await expect(readCompany()).resolves.toMatchObject({ id: companyId });
  });
});

describe('a migration under prepared statements', () => {
  test('is not noticed by a single statement', async () => {
    await repeat(() => readCompany());
    await addColumn('added_alone');
    await expect(readCompany()).resolves.toHaveProperty('added_alone', null);
  });

  test('is not noticed within a transaction, which is started again', async () => {
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

describe('a transaction', () => {
  const titleOf = async () =>
    (await it.database.platform.selectFrom('users').select('name').where('id', '=', memberId).execute())[0]?.name;
  const setTitle = (tx: Db, title: string) => sql`UPDATE users SET name = ${title} WHERE id = ${memberId}`.execute(tx);
  const divide = (tx: Db, divisor: number) => sql`SELECT 1 / ${divisor}::int`.execute(tx);

  test('that fails changes nothing, and its connection serves the next one', async () => {
    await inTransaction(db(), (tx) => setTitle(tx, 'Before'));
    const failing = inTransaction(db(), async (tx) => {
      await setTitle(tx, 'Half done');
      await divide(tx, 0);
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await titleOf()).toBe('Before');
    await expect(inTransaction(db(), (tx) => setTitle(tx, 'After'))).resolves.toBeDefined();
    expect(await titleOf()).toBe('After');
  });

  test('runs parallel statements in the order in which they were started', async () => {
    await inTransaction(db(), (tx) => Promise.all(['A', 'B', 'C', 'D'].map((title) => setTitle(tx, title))));
    expect(await titleOf()).toBe('D');
  });

  test('commits nothing when one of the parallel statements fails', async () => {
    await inTransaction(db(), (tx) => setTitle(tx, 'Before'));
    const failing = inTransaction(db(), (tx) =>
      Promise.all([setTitle(tx, 'First'), divide(tx, 0), setTitle(tx, 'Third')]),
    );
    await expect(failing).rejects.toThrow('division by zero');
    expect(await titleOf()).toBe('Before');
  });

  test('starts again when its first statement is stale', async () => {
    const both = (tx: Db) => Promise.all([readCompany(tx), sql`SELECT ${1}::int`.execute(tx)]);
    await repeat(() => inTransaction(db(), both));
    await addColumn('added_together');
    const [row] = await inTransaction(db(), both);
    expect(row).toHaveProperty('added_together', null);
  });

  test('does not commit after a failure that its callback ignores', async () => {
    await inTransaction(db(), (tx) => setTitle(tx, 'Before'));
    const ignoring = inTransaction(db(), async (tx) => {
      await setTitle(tx, 'Half done');
      await divide(tx, 0).catch(() => {});
    });
    await expect(ignoring).rejects.toThrow('a transaction with a failed statement also fails');
    expect(await titleOf()).toBe('Before');
  });

  test('refuses a statement after its end', async () => {
    let leaked: Db | undefined;
    await inTransaction(db(), async (tx) => {
      leaked = tx;
      await setTitle(tx, 'In time');
    });
    await expect(leaked && setTitle(leaked, 'Too late')).rejects.toThrow('no statement comes after the end');
    expect(await titleOf()).toBe('In time');
  });

  test('does not start inside another one', async () => {
    const nested = inTransaction(db(), (tx) => inTransaction(tx, (inner) => setTitle(inner, 'Nested')));
    await expect(nested).rejects.toThrow('not inside another transaction');
  });
});

describe('a transaction with last statements', () => {
  const titleNow = async () =>
    (await it.database.platform.selectFrom('users').select('name').where('id', '=', memberId).executeTakeFirstOrThrow())
      .name;
  const setTitle = (tx: Db, title: string) => sql`UPDATE users SET name = ${title} WHERE id = ${memberId}`.execute(tx);
  const fail = (tx: Db) => sql`SELECT 1 / ${0}::int`.execute(tx);
  const cut = (tx: Db) => sql`SELECT end_own_session()`.execute(tx);
  /** Sets a title, then ends with `last`. */
  const run = (last: (tx: Db) => Promise<unknown>[]) =>
    inTransaction(
      db(),
      async (tx) => {
        await setTitle(tx, 'Half done');
        return tx;
      },
      last,
    );
  beforeEach(() => inTransaction(db(), (tx) => setTitle(tx, 'Before')));

  test('commits them, and waits for the commit', async () => {
    await run((tx) => [setTitle(tx, 'First'), setTitle(tx, 'Last')]);
    expect(await titleNow()).toBe('Last');
  });

  test.each([
    ['first', (tx: Db) => [fail(tx), setTitle(tx, 'After')]],
    ['last', (tx: Db) => [setTitle(tx, 'Last'), fail(tx)]],
  ])('commits nothing when the %s of them fails, and throws its failure', async (_which, last) => {
    await expect(run(last)).rejects.toThrow('division by zero');
    expect(await titleNow()).toBe('Before');
  });

  test('throws what the caller makes of the failure', async () => {
    const mapped = (tx: Db) =>
      fail(tx).catch(() => {
        throw new Error('mapped');
      });
    await expect(run((tx) => [mapped(tx), setTitle(tx, 'After')])).rejects.toThrow('mapped');
    expect(await titleNow()).toBe('Before');
  });

  test('commits nothing when one of them ends the connection, and the pool serves the next one', async () => {
    await expect(run((tx) => [setTitle(tx, 'Last'), cut(tx), setTitle(tx, 'After')])).rejects.toThrow();
    expect(await titleNow()).toBe('Before');
    await run((tx) => [setTitle(tx, 'Next')]);
    expect(await titleNow()).toBe('Next');
  });

  test('commits nothing when the server ends the connection before the commit is reached', async () => {
    const key = 4_711;
    const waiting = await inTransaction(it.database.platform, async (blocker) => {
      await sql`SELECT pg_advisory_xact_lock(${key}::bigint)`.execute(blocker);
      const ended = run((tx) => [setTitle(tx, 'Last'), sql`SELECT take_lock(${key}::bigint)`.execute(tx)]).then(
        () => null,
        (cause: unknown) => cause,
      );
      await expect
        .poll(async () => {
          const { rows } = await sql`
            SELECT pg_terminate_backend(pid) FROM pg_locks
            WHERE locktype = 'advisory' AND objid = ${key} AND NOT granted
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          `.execute(it.database.platform);
          return rows.length;
        })
        .toBe(1);
      return { ended };
    });
    expect(await waiting.ended).toBeInstanceOf(Error);
    expect(await titleNow()).toBe('Before');
  });

  test('commits nothing when one of them is not sent', async () => {
    const broken = async (): Promise<void> => {
      throw new Error('not sent');
    };
    await expect(run((tx) => [setTitle(tx, 'Last'), broken()])).rejects.toThrow('not sent');
    expect(await titleNow()).toBe('Before');
  });

  test('commits one of them that is sent late', async () => {
    const late = async (tx: Db): Promise<void> => {
      await new Promise(setImmediate);
      await setTitle(tx, 'Late');
    };
    await run((tx) => [setTitle(tx, 'Last'), late(tx)]);
    expect(await titleNow()).toBe('Late');
  });

  test('commits nothing when one of them is not a statement', async () => {
    await expect(run((tx) => [setTitle(tx, 'Last'), Promise.resolve()])).rejects.toThrow('one statement');
    expect(await titleNow()).toBe('Before');
  });

  test('starts again when one of them is stale', async () => {
    let begun = 0;
    const last = (tx: Db) => {
      begun++;
      return [setTitle(tx, 'Last'), readCompany(tx)];
    };
    await repeat(() => run(last));
    await addColumn('added_last');
    begun = 0;
    await run(last);
    expect(begun).toBe(2);
    expect(await titleNow()).toBe('Last');
  });
});

describe('many transactions over few connections', () => {
  beforeAll(() =>
    sql`CREATE TABLE noted (id integer PRIMARY KEY); GRANT ALL ON noted TO launchbook_app`.execute(
      it.database.platform,
    ),
  );

  test('each statement runs once, a failure leaves nothing, and each caller gets its own result', async () => {
    const note = (tx: Db, id: number) => sql<{ id: number }>`INSERT INTO noted VALUES (${id}) RETURNING id`.execute(tx);
    const kinds: readonly ((id: number) => Promise<number[]>)[] = [
      async (id) => [(await note(db(), id)).rows[0]?.id ?? 0],
      (id) =>
        inTransaction(db(), async (tx) => [
          ...(await note(tx, id)).rows.map((row) => row.id),
          ...(await note(tx, id + 1)).rows.map((row) => row.id),
        ]),
      (id) =>
        inTransaction(db(), async (tx) => {
          const both = await Promise.all([note(tx, id), note(tx, id + 1)]);
          return both.flatMap(({ rows }) => rows.map((row) => row.id));
        }),
      // The second row exists already: neither is inserted.
      (id) =>
        inTransaction(db(), async (tx) => {
          await note(tx, id);
          return [(await note(tx, id)).rows.length];
        }),
      (id) =>
        inTransaction(db(), async (tx) => {
          await note(tx, id);
          throw new Error('given up');
        }),
    ];
    const results: PromiseSettledResult<number[] | undefined>[] = [];
    // In five groups, because one that waits five seconds for a connection is refused.
    while (results.length < 500) {
      const started = Array.from({ length: 100 }, (_, i) => results.length + i);
      results.push(...(await Promise.allSettled(started.map((nth) => kinds[nth % kinds.length]?.(10 * (nth + 1))))));
    }
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
