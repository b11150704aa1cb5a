import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { APPROVE, manual, post, REJECT, REVERSE, submitted } from '../support/purchases.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';

const CLI = path.resolve('dist/programs/cli.mjs');
const run = promisify(execFile);

interface Ended {
  code: number;
  out: string;
  err: string;
}
async function cli(command: string, env: Record<string, string>): Promise<Ended> {
  try {
    const { stdout, stderr } = await run(process.execPath, [CLI, command], {
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    return { code: 0, out: stdout, err: stderr };
  } catch (cause) {
    const { code, stdout, stderr } = cause as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

let site: Site;
let admin: Account;
let companyId: string;
let env: Record<string, string>;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  companyId = await companyIdOf(site);
  env = { DATABASE_URL: site.databaseUrl ?? '', APP_SECRET };
  const referrer = await makeMember(site);
  for (let i = 0; i < 6; i++) {
    const member = await makeMember(site, { referrerId: referrer.id });
    const { id } = await submitted(site, member, manual());
    await post(site, i === 5 ? REJECT : APPROVE, admin, { id });
  }
  await submitted(site, referrer, manual());
  const undone = await submitted(site, await makeMember(site, { referrerId: referrer.id }), manual());
  await post(site, APPROVE, admin, { id: undone.id });
  expect((await post(site, REVERSE, admin, { id: undone.id, reason: 'A wrong one' })).status).toBe(200);
});
afterAll(() => site?.remove());

const TABLES = ['stock_entries', 'stock_balances', 'supplies', 'purchases', 'audit_entries', 'audit_heads'] as const;

/** What a person with the rights of the database's owner does to it; put back after the test. */
async function tamper(statement: string): Promise<void> {
  await site.database.platform.transaction().execute(async (tx) => {
    for (const table of TABLES) {
      await sql.raw(`CREATE TABLE IF NOT EXISTS kept_${table} AS TABLE ${table}`).execute(tx);
      await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER ALL`).execute(tx);
    }
    await sql.raw(statement).execute(tx);
    for (const table of TABLES) await sql.raw(`ALTER TABLE ${table} ENABLE TRIGGER ALL`).execute(tx);
  });
}
afterEach(async () => {
  await site.database.platform.transaction().execute(async (tx) => {
    const { rows } = await sql`SELECT 1 FROM pg_tables WHERE tablename = 'kept_supplies'`.execute(tx);
    if (rows.length === 0) return;
    for (const table of TABLES) await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER ALL`).execute(tx);
    for (const table of TABLES) await sql.raw(`DELETE FROM ${table}`).execute(tx);
    for (const table of TABLES) {
      await sql.raw(`INSERT INTO ${table} SELECT * FROM kept_${table}`).execute(tx);
      await sql.raw(`DROP TABLE kept_${table}`).execute(tx);
      await sql.raw(`ALTER TABLE ${table} ENABLE TRIGGER ALL`).execute(tx);
    }
  });
});

describe('ledger:verify', () => {
  it('says that all fits', async () => {
    const ended = await cli('ledger:verify', env);
    expect(ended).toEqual({
      code: 0,
      out: `ok ledger of ${SYMBOL} (${companyId}): 14 entries, 21000 tokens credited\n`,
      err: '',
    });
  });

  it.each([
    [
      'a quantity',
      'UPDATE stock_entries SET quantity = quantity + 1 WHERE seq = 3',
      3,
      'the content of entry 3 was changed',
    ],
    [
      'a member',
      'UPDATE stock_entries SET user_id = (SELECT user_id FROM stock_entries WHERE seq = 1) WHERE seq = 5',
      5,
      'the content of entry 5 was changed',
    ],
    [
      'a time',
      "UPDATE stock_entries SET created_at = created_at - interval '1 day' WHERE seq = 4",
      4,
      'the content of entry 4 was changed',
    ],
    [
      'a hash',
      "UPDATE stock_entries SET hash = replace(hash, '0x', '0X') WHERE seq = 2",
      2,
      'the content of entry 2 was changed',
    ],
    ['a row taken out', 'DELETE FROM stock_entries WHERE seq = 4', 4, 'entry 4 is missing: 5 follows 3'],
    ['the last row taken out', 'DELETE FROM stock_entries WHERE seq = 14', 14, 'entry 14 is missing: the head is 14'],
    [
      'two rows exchanged',
      'UPDATE stock_entries SET seq = CASE seq WHEN 3 THEN -5 WHEN 5 THEN 3 ELSE seq END WHERE seq IN (3, 5); UPDATE stock_entries SET seq = 5 WHERE seq = -5',
      3,
      'entry 3 does not continue entry 2',
    ],
    [
      'a row put in',
      "INSERT INTO stock_entries SELECT company_id, 15, user_id, 5, 'ADJUSTMENT', gen_random_uuid(), created_at, hash, 'x' FROM stock_entries WHERE seq = 14",
      15,
      'the content of entry 15 was changed',
    ],
    [
      'a balance',
      'UPDATE stock_balances SET quantity = quantity + 1 WHERE user_id = (SELECT user_id FROM stock_entries WHERE seq = 5)',
      5,
      'sum to 4000, but 4001 is kept; the last is 5',
    ],
    [
      'a balance taken out',
      'DELETE FROM stock_balances WHERE user_id = (SELECT user_id FROM stock_entries WHERE seq = 7)',
      7,
      'no balance is kept for member',
    ],
    [
      'what is credited',
      'UPDATE supplies SET credited = credited - 1',
      14,
      'the entries up to 14 sum to 21000, but 20999 is kept as credited',
    ],
    [
      'what is held',
      'UPDATE supplies SET held = held + 1',
      14,
      'pending purchases sum to 4000, but 4001 is kept as held',
    ],
    ['the head', "UPDATE supplies SET ledger_hash = 'x'", 14, 'entry 14 is not the one that the head names'],
    [
      'a purchase',
      'UPDATE purchases SET quantity = quantity + 1 WHERE id = (SELECT source_id FROM stock_entries WHERE seq = 3)',
      3,
      'entry 3 does not agree with the purchase',
    ],
    [
      'a purchase set approved',
      "UPDATE purchases SET status = 'APPROVED', decided_at = now() WHERE status = 'REJECTED'",
      14,
      'has no entry',
    ],
    [
      'a purchase set reversed',
      "UPDATE purchases SET status = 'REVERSED', reversed_at = now(), reversal_reason = 'x' WHERE id = (SELECT source_id FROM stock_entries WHERE seq = 3)",
      3,
      'entry 3 does not agree with the purchase',
    ],
    [
      'a reversed purchase set approved again',
      "UPDATE purchases SET status = 'APPROVED', reversed_at = NULL WHERE status = 'REVERSED'",
      13,
      'entry 13 does not agree with the purchase',
    ],
    [
      'what a reversal took back, but for the reward',
      'DELETE FROM stock_entries WHERE seq = 14; UPDATE supplies SET ledger_seq = 13, credited = credited + 200, ledger_hash = (SELECT hash FROM stock_entries WHERE seq = 13); UPDATE stock_balances b SET quantity = b.quantity + 200, last_hash = e.hash, last_at = e.created_at FROM stock_entries e WHERE e.seq = 12 AND e.user_id = b.user_id',
      12,
      'entry 12 does not agree with the purchase',
    ],
  ])('names the first row after someone changed %s', async (_, statement, seq, reason) => {
    await tamper(statement);
    const ended = await cli('ledger:verify', env);
    expect([ended.code, ended.out]).toEqual([
      1,
      expect.stringContaining(`BAD ledger of ${SYMBOL} (${companyId}): entry ${seq}: `),
    ]);
    expect(ended.out).toContain(reason);
  });

  it('the database itself refuses a change of an entry', async () => {
    for (const table of ['stock_entries', 'audit_entries'])
      for (const change of [`UPDATE ${table} SET seq = seq + 100`, `DELETE FROM ${table}`])
        await expect(sql.raw(change).execute(site.database.platform)).rejects.toThrow('append-only');
  });
});

describe('audit:verify', () => {
  it('says that all fits', async () => {
    const ended = await cli('audit:verify', env);
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(ended.out).toContain(`ok audit trail of company ${companyId}: 16 entries\n`);
    expect(ended.out).toContain('ok audit trail of the platform');
  });

  it.each([
    ['what was done', "UPDATE audit_entries SET action = 'purchase.reject' WHERE seq = 2 AND scope_id = $id", 2],
    ['who did it', 'UPDATE audit_entries SET actor_id = gen_random_uuid() WHERE seq = 4 AND scope_id = $id', 4],
    [
      'what it became',
      `UPDATE audit_entries SET after = after || '{"reward": "9"}' WHERE seq = 6 AND scope_id = $id`,
      6,
    ],
    ['a row, by taking it out', 'DELETE FROM audit_entries WHERE seq = 1 AND scope_id = $id', 1],
    ['the end', 'DELETE FROM audit_entries WHERE seq > 14 AND scope_id = $id', 15],
    ['the head', 'UPDATE audit_heads SET seq = 15 WHERE scope_id = $id', 16],
    ['the head, by taking it out', 'DELETE FROM audit_heads WHERE scope_id = $id', 1],
    [
      'the order of two rows',
      `UPDATE audit_entries a SET actor_kind = b.actor_kind, actor_id = b.actor_id, action = b.action,
         subject_kind = b.subject_kind, subject_id = b.subject_id, before = b.before, after = b.after,
         created_at = b.created_at, prev_hash = b.prev_hash, hash = b.hash
       FROM audit_entries b
       WHERE a.scope_id = $id AND b.scope_id = a.scope_id AND (a.seq, b.seq) IN ((3, 5), (5, 3))`,
      3,
    ],
    [
      'the rows, by putting one in',
      `INSERT INTO audit_entries SELECT scope_id, 17, actor_kind, actor_id, action, subject_kind, subject_id, before,
         after, created_at, hash, hash FROM audit_entries WHERE seq = 16 AND scope_id = $id`,
      17,
    ],
  ])('names the first row after someone changed %s', async (_, statement, seq) => {
    await tamper(statement.replace('$id', `'${companyId}'`));
    const ended = await cli('audit:verify', env);
    expect([ended.code, ended.out]).toEqual([
      1,
      expect.stringContaining(`BAD audit trail of company ${companyId}: entry ${seq}: `),
    ]);
  });
});

describe('on an embedded database', () => {
  it('works beside the running program, and without it', async () => {
    const own = await startSite({ embedded: true });
    try {
      const member = await makeMember(own);
      const { id } = await submitted(own, member, manual());
      await post(own, APPROVE, await makeAdmin(own), { id });
      const embedded = { DATA_DIR: own.dataDir };
      const beside = await cli('ledger:verify', embedded);
      expect([beside.code, beside.out, beside.err]).toEqual([
        0,
        expect.stringContaining('1 entries, 4000 tokens credited'),
        '',
      ]);
      await own.database.close();
      expect(await own.stop()).toBe(0);
      expect(await cli('ledger:verify', embedded)).toEqual(beside);
      expect((await cli('audit:verify', embedded)).code).toBe(0);
    } finally {
      await own.remove().catch(() => undefined);
    }
  });

  it('says so where there is none, and for a command that there is not', async () => {
    const nowhere = await cli('ledger:verify', { DATA_DIR: '/nonexistent/data' });
    expect([nowhere.code, nowhere.err]).toEqual([
      2,
      expect.stringContaining('There is no database under /nonexistent/data.'),
    ]);
    expect((await cli('ledger:mend', env)).code).toBe(2);
    const away = await cli('ledger:verify', { DATABASE_URL: 'postgres://nobody@localhost:1/none' });
    expect([away.code, away.out]).toEqual([2, '']);
  });
});
