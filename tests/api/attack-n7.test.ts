/**
 * Values that SQL changes (N7), as a class: whatever SQL then does to the tables that the verification itself reads, a command
 * names a fault, also after the next start of the program, and no launch pack is made.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteUnrecordedRows } from '@/lib/audit/rows/service.ts';
import { LOG_TABLES } from '@/lib/audit/rows/tables.rules.ts';
import { noteUnnoted } from '@/lib/audit/states/service.ts';
import type { Db } from '@/lib/db/client.ts';
import { PROGRAM_NAME } from '@/lib/db/pool.ts';
import { PLATFORM_ID } from '@/lib/db/schema/schema.ts';
import { findFault } from '@/lib/launch/packing/verification/service.ts';
import { verifyLedgers } from '@/lib/ledger/verification/service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { NO_HEADS } from '@/lib/transparency-log/heads/service.ts';
import { insertPlatformLog } from '@/lib/transparency-log/sealing/store.ts';
import { verifyTrails } from '@/lib/transparency-log/trail/service.ts';
import { type Account, companyIdOf, makeMember, noteSessions, PASSWORD, signIn } from '../support/accounts.ts';
import { type Column, dropConstraints, otherValue, readCatalogue } from '../support/any-row.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { allSealed } from '../support/sealing.ts';
import { APP_SECRET, freshIp, type Site, startSite } from '../support/site.ts';

const LAUNCH = '/api/v1/admin/launch';
const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const THIEF = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

/** A frozen launch as a fresh installation has it: all that is in the database, the program wrote. */
async function frozenSite(): Promise<{ site: Site; companyId: string; admin: Account; member: Account }> {
  const site = await startSite({ env: { RATE_LIMITS: 'off' } });
  const companyId = await companyIdOf(site);
  const { id, email, member_id } = await site.database.platform
    .selectFrom('users')
    .select(['id', 'email', 'member_id'])
    .where('role', '=', 'ADMIN')
    .executeTakeFirstOrThrow();
  const session = await signIn(site, { kind: 'admin', companyId, accountId: id });
  const admin: Account = { id, email, password: '', kind: 'admin', memberId: member_id, companyId, ...session };
  const member = await makeMember(site, { isApproved: true });
  const purchase = await submitted(site, member, manual());
  const put = (path: string, { token }: Account, body: object) =>
    site.call('PUT', path, { token, ip: freshIp(), body });
  const launch = { tokenAddress: `0x${'ab'.repeat(20)}`, chainId: 137, freezeAt: '2099-03-01T12:00:00.000Z' };
  const answers = [
    await post(site, APPROVE, admin, { id: purchase.id }),
    await put('/api/v1/user/auth/profile/update', member, { walletAddress: WALLET, password: PASSWORD }),
    await put(`${LAUNCH}/update`, admin, launch),
    await post(site, `${LAUNCH}/collect`, admin, {}),
    await post(site, `${LAUNCH}/freeze`, admin, {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await site.database.platform.transaction().execute(noteSessions);
  await allSealed(site);
  return { site, companyId, admin, member };
}

const OPTIONS = { secrets: secretsOf(APP_SECRET), heads: NO_HEADS };

/** The faults that both commands name. */
async function named(tx: Db): Promise<string[]> {
  const faults: string[] = [];
  for await (const { fault } of verifyLedgers(tx, { ...OPTIONS, anchors: [] })) if (fault) faults.push(fault.reason);
  return [...faults, ...(await namedByTrails(tx))];
}

/** The faults that `audit:verify` names. */
async function namedByTrails(tx: Db): Promise<string[]> {
  const faults: string[] = [];
  for await (const { fault, values } of verifyTrails(tx, { ...OPTIONS, anchors: [] }))
    faults.push(...(fault ? [fault.reason] : []), ...values);
  return faults;
}

const asNobody = (tx: Db) => sql`SET LOCAL session_replication_role = replica`.execute(tx);
/** As the next start of the program looks at its database. */
async function startAgain(tx: Db): Promise<void> {
  await sql`SET LOCAL session_replication_role = origin`.execute(tx);
  await sql`SELECT set_config('application_name', ${PROGRAM_NAME}, true)`.execute(tx);
  await insertPlatformLog(tx);
  await noteUnnoted(tx);
  await noteUnrecordedRows(tx);
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(tx);
}

describe('whatever SQL does to what the verification reads', () => {
  let site: Site;
  let companyId: string;
  let member: Account;
  let catalogue: Map<string, Column[]>;
  /** The tables that the two commands and the pack read, as PostgreSQL counted. */
  let read: string[];
  beforeAll(async () => {
    ({ site, companyId, member } = await frozenSite());
    expect(await site.stop()).toBe(0);
    await dropConstraints(db());
    catalogue = await readCatalogue(db());
    await undone(async (tx) => {
      expect([await named(tx), await findFault(tx, companyId, OPTIONS)]).toEqual([[], null]);
      const { rows } = await sql<{ name: string }>`SELECT relname AS name FROM pg_stat_xact_user_tables
        WHERE coalesce(seq_scan, 0) + coalesce(idx_scan, 0) > 0 ORDER BY 1`.execute(tx);
      read = rows.map(({ name }) => name);
    });
  });
  afterAll(() => site?.remove());

  const db = (): Db => site.database.platform;
  const UNDONE = new Error('undone');
  async function undone(work: (tx: Db) => Promise<void>): Promise<void> {
    const transaction = db().transaction();
    await transaction
      .execute(async (tx) => {
        await work(tx);
        throw UNDONE;
      })
      .catch((cause: unknown) => {
        if (cause !== UNDONE) throw cause;
      });
  }
  const changeWallet = (tx: Db) => sql`UPDATE users SET wallet_address = ${THIEF} WHERE id = ${member.id}`.execute(tx);

  /** After a changed wallet and these statements, which are undone: null if all is refused and named, else what is not. */
  async function unnamed(statements: readonly ReturnType<typeof sql>[], isStartedAgain = true): Promise<string | null> {
    let missed: string | null = null;
    const look = async (tx: Db, when: string): Promise<void> => {
      // An emptied trail lacks the entries of purchases, and the ledger names that. A wallet is not in the ledger.
      if ((await namedByTrails(tx)).length === 0) missed = `audit:verify does not name it ${when}`;
      else if (await isPacked(tx)) missed = `a pack is made ${when}`;
    };
    await undone(async (tx) => {
      await asNobody(tx);
      await changeWallet(tx);
      for (const statement of statements) await statement.execute(tx);
      await look(tx, 'now');
      if (missed !== null || !isStartedAgain) return;
      await sql`SAVEPOINT before_start`.execute(tx);
      // A program that does not start sells nothing and packs nothing.
      await startAgain(tx).catch(() => sql`ROLLBACK TO before_start`.execute(tx));
      await look(tx, 'after the next start');
    });
    return missed;
  }
  /** Without its company there is no pack. */
  const isPacked = async (tx: Db): Promise<boolean> =>
    (await sql`SELECT FROM companies WHERE id = ${companyId}`.execute(tx)).rows.length === 1 &&
    (await findFault(tx, companyId, OPTIONS)) === null;
  const rowsOf = async (table: string): Promise<string[]> =>
    (await sql<{ at: string }>`SELECT ctid::text AS at FROM ${sql.table(table)} ORDER BY ctid`.execute(db())).rows.map(
      ({ at }) => at,
    );

  it('those tables are the logs, and every recorded one', () => {
    expect(read).toEqual(expect.arrayContaining(Object.keys(LOG_TABLES)));
    expect(read).toEqual(expect.arrayContaining(['log_cosignatures', 'log_rollbacks', 'users', 'companies', 'media']));
  });

  it('a changed wallet stays named when a table is emptied', async () => {
    const missed: string[] = [];
    for (const table of [...read, 'verifications']) {
      const cause = await unnamed([sql`DELETE FROM ${sql.table(table)}`]);
      if (cause !== null) missed.push(`${table}: ${cause}`);
    }
    expect(missed).toEqual([]);
  }, 180_000);

  it('a changed wallet stays named when one row is deleted, whichever it is', async () => {
    const missed: string[] = [];
    let tried = 0;
    for (const table of [...Object.keys(LOG_TABLES), 'verifications'])
      for (const at of await rowsOf(table)) {
        tried++;
        const cause = await unnamed([sql`DELETE FROM ${sql.table(table)} WHERE ctid = ${at}::tid`]);
        if (cause !== null) missed.push(`${table} ${at}: ${cause}`);
      }
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  }, 180_000);

  it('a changed wallet stays named when a column is changed, in all rows or the last', async () => {
    const missed: string[] = [];
    for (const table of [...Object.keys(LOG_TABLES), 'verifications', 'log_cosignatures', 'log_rollbacks'])
      for (const column of catalogue.get(table) ?? [])
        for (const where of ['true', `ctid = (SELECT max(ctid) FROM ${table})`]) {
          const changed = sql`UPDATE ${sql.table(table)} SET ${sql.ref(column.name)} = ${otherValue(column)} WHERE ${sql.raw(where)}`;
          const cause = await unnamed([changed], false).catch((refused: { code?: string }) => {
            // A primary key.
            if (refused.code !== '23505') throw refused;
            return null;
          });
          if (cause !== null) missed.push(`${table}.${column.name}: ${cause}`);
        }
    expect(missed).toEqual([]);
  }, 180_000);

  it('a changed wallet stays named when any of the tables are emptied together, and the log begins again', async () => {
    const tables = ['row_states', 'row_changes', 'audit_entries', 'audit_order', 'audit_queue', 'log_tiles'];
    const ofCompany = sql`WHERE scope_id = ${companyId}`;
    const beginning = [
      sql`DELETE FROM log_checkpoints ${ofCompany} AND kind = 'audit'`,
      sql`INSERT INTO log_checkpoints (scope_id, kind, size, root, note) VALUES (${companyId}, 'audit', 0, sha256(''), '')`,
    ];
    const missed: string[] = [];
    for (let chosen = 0; chosen < 2 ** (tables.length + 1); chosen++) {
      const emptied = tables.filter((_, nth) => (chosen >> nth) & 1);
      const isBegun = chosen >> tables.length === 1;
      const statements = emptied.map((table) =>
        table === 'log_tiles'
          ? sql`DELETE FROM log_tiles ${ofCompany} AND kind = 'audit'`
          : sql`DELETE FROM ${sql.table(table)} ${ofCompany}`,
      );
      const cause = await unnamed([...statements, ...(isBegun ? beginning : [])]);
      if (cause !== null) missed.push(`${emptied}${isBegun ? ' begun again' : ''}: ${cause}`);
    }
    expect(missed).toEqual([]);
  }, 180_000);

  it('each column of a log is named by itself, whatever the value is', async () => {
    const missed: string[] = [];
    const alone = async (label: string, statement: ReturnType<typeof sql>): Promise<void> =>
      undone(async (tx) => {
        await asNobody(tx);
        const { numAffectedRows } = await statement.execute(tx);
        if (numAffectedRows !== 0n && (await named(tx)).length === 0) missed.push(label);
      });
    for (const [table, skipped] of Object.entries(LOG_TABLES))
      for (const column of (catalogue.get(table) ?? []).filter(({ name }) => !(name in skipped)))
        for (const at of [await rowsOf(table)].flatMap((rows) => rows.slice(-1)))
          await alone(
            `${table}.${column.name}`,
            sql`UPDATE ${sql.table(table)} SET ${sql.ref(column.name)} = ${otherValue(column)} WHERE ctid = ${at}::tid`,
          );
    for (const value of ['null', '[]', '1', '"x"', '{"1": 1}', '{"1": null}'])
      for (const where of ['rows IS NULL', 'rows IS NOT NULL'])
        await alone(
          `rows ${where}: ${value}`,
          sql`UPDATE audit_entries SET rows = ${value}::jsonb WHERE ctid = (
            SELECT ctid FROM audit_entries WHERE ${sql.raw(where)} AND scope_id = ${companyId} LIMIT 1)`,
        );
    const queued = sql`INSERT INTO audit_queue (scope_id, seq)`;
    await alone('a place in the queue', sql`${queued} VALUES (${companyId}, 1)`);
    for (const [column, value] of [
      ['hash', `'x'`],
      ['rows', `'[]'::jsonb`],
    ] as const)
      await alone(
        `${column} of an entry that waits`,
        sql`WITH e AS (INSERT INTO audit_entries (scope_id, actor_kind, action, subject_kind, created_at, ${sql.ref(column)})
          VALUES (${companyId}, 'system', 'row.record', 'company', now(), ${sql.raw(value)}) RETURNING scope_id, seq)
          ${queued} SELECT scope_id, seq FROM e`,
      );
    expect(missed).toEqual([]);
  }, 180_000);

  it('a company that SQL made is named, with its logs and without, and is not taken over by the next start', async () => {
    for (const hasLogs of [true, false])
      await undone(async (tx) => {
        await asNobody(tx);
        const { rows } = await sql<{
          id: string;
        }>`INSERT INTO companies (company_name, company_title, token_name, token_symbol,
          total_supply, private_supply, public_cell_supply, angel_investor_supply, founder_team_supply, airdrop_supply,
          price_micros, fee_bps, reward_bps, email, mobile) VALUES ('E', 'E', 'E', 'EVIL', 100, 50, 50, 0, 0, 0, 1, 0, 0,
          'e@example.com', '+919800000000') RETURNING id`.execute(tx);
        const id = rows[0]?.id ?? '';
        await sql`INSERT INTO supplies (company_id, ledger_seq) VALUES (${id}, 0)`.execute(tx);
        await sql`INSERT INTO company_hosts (company_id, host) VALUES (${id}, 'evil.example.com')`.execute(tx);
        if (hasLogs)
          await sql`INSERT INTO log_checkpoints (scope_id, kind, size, root, note)
            SELECT ${id}, kind, 0, sha256(''), '' FROM unnest(ARRAY['ledger', 'audit']) AS kind`.execute(tx);
        expect(await named(tx)).toContainEqual(expect.stringMatching(/^no entry of the trail records the rows: /));
        await startAgain(tx);
        expect(await named(tx)).toContainEqual(expect.stringMatching(/^no entry of the trail records the rows: /));
        await sql`UPDATE companies SET notice = 'x' WHERE id = ${id}`.execute(tx);
        await sql`INSERT INTO company_hosts (company_id, host) VALUES (${id}, 'evil2.example.com')`.execute(tx);
        await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(tx);
        expect(await named(tx)).toContain(`companies ${id} was added without an entry`);
      });
  });

  it('the platform is verified also when all of its log is gone', async () => {
    await undone(async (tx) => {
      await asNobody(tx);
      for (const table of ['log_checkpoints', 'audit_entries', 'audit_order', 'log_tiles', 'row_states', 'row_changes'])
        await sql`DELETE FROM ${sql.table(table)} WHERE scope_id = ${PLATFORM_ID}`.execute(tx);
      expect(await named(tx)).toContain('the log has no checkpoint');
      expect(await findFault(tx, companyId, OPTIONS)).not.toBeNull();
    });
  });
});

describe('the launch pack of a running program', () => {
  let frozen: Awaited<ReturnType<typeof frozenSite>>;
  beforeAll(async () => {
    frozen = await frozenSite();
  });
  afterAll(() => frozen?.site.remove());

  /** How a pack ends that is asked for now. */
  async function pack(site: Site): Promise<string> {
    const { status, body } = await post(site, `${LAUNCH}/pack/make`, frozen.admin, {});
    expect([status, body.message]).toEqual([201, 'The pack is being made']);
    const get = async () =>
      (
        await site.call('GET', `${LAUNCH}/pack/get?packId=${body.data.packId}`, {
          token: frozen.admin.token,
          ip: freshIp(),
        })
      ).body.data;
    await expect.poll(async () => (await get()).status, { timeout: 30_000 }).not.toBe('MAKING');
    const { status: state, failure } = await get();
    return `${state}: ${failure}`;
  }
  const tamper = (...statements: readonly ReturnType<typeof sql>[]): Promise<void> =>
    frozen.site.database.platform.transaction().execute(async (tx) => {
      await asNobody(tx);
      for (const statement of statements) await statement.execute(tx);
    });

  it('is refused when SQL changed a wallet, and what it deletes then changes nothing of that', async () => {
    const { site, companyId, member } = frozen;
    await tamper(sql`UPDATE users SET wallet_address = ${THIEF} WHERE id = ${member.id}`);
    expect(await pack(site)).toMatch(/^FAILED: .*wallet_address was changed without an entry/);
    for (const gone of [
      sql`row_states WHERE scope_id = ${companyId} AND table_name = 'companies'`,
      sql`row_states WHERE scope_id = ${companyId} AND table_name = 'users'`,
      sql`row_states WHERE scope_id = ${companyId}`,
      sql`row_changes WHERE scope_id = ${companyId}`,
      sql`verifications`,
    ]) {
      await tamper(sql`DELETE FROM ${gone}`);
      expect(await pack(site)).toMatch(/^FAILED: The stock or the accounts do not verify/);
    }
  });

  it('is refused by the last heads when SQL makes the database one of an earlier version', async () => {
    const { site } = frozen;
    expect(await site.stop()).toBe(0);
    await tamper(
      // The sealer would store a rollback. Without that row only the last heads refuse the pack.
      sql`CREATE FUNCTION keep_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
      sql`CREATE TRIGGER keep_out BEFORE INSERT ON log_rollbacks FOR EACH ROW EXECUTE FUNCTION keep_out()`,
      sql`DELETE FROM row_states`,
      sql`DELETE FROM row_changes`,
      sql`DELETE FROM audit_queue`,
      sql`DELETE FROM audit_order`,
      sql`DELETE FROM audit_entries WHERE action IN ('row.note', 'row.record')`,
      sql`UPDATE audit_entries SET rows = NULL`,
      sql`INSERT INTO audit_queue (scope_id, seq) SELECT scope_id, seq FROM audit_entries`,
      sql`DELETE FROM log_tiles WHERE kind = 'audit'`,
      sql`DELETE FROM log_checkpoints WHERE kind = 'audit'`,
      sql`INSERT INTO log_checkpoints (scope_id, kind, size, root, note)
        SELECT DISTINCT scope_id, 'audit', 0, sha256(''), '' FROM audit_entries`,
    );
    const { dataDir, databaseUrl } = site;
    const next = await startSite({ dataDir, ...(databaseUrl && { databaseUrl }), env: { RATE_LIMITS: 'off' } });
    try {
      expect(await pack(next)).toMatch(/^FAILED: The stock or the accounts do not verify \(audit:verify\)/);
    } finally {
      await next.stop();
      await next.database.close();
    }
  });
});
