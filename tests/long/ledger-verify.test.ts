import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, noteStates } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { APPROVE, manual, post, REJECT, REVERSE, submitted } from '../support/purchases.ts';
import { allSealed } from '../support/sealing.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';

const CLI = path.resolve('dist/server/cli.mjs');
const run = promisify(execFile);

interface Ended {
  code: number;
  out: string;
  err: string;
}
async function cli(command: string, env: Record<string, string>, args: readonly string[] = []): Promise<Ended> {
  try {
    const { stdout, stderr } = await run(process.execPath, [CLI, command, ...args], {
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
  [admin, companyId] = [await makeAdmin(site), await companyIdOf(site)];
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
  await noteStates(site);
  await allSealed(site);
  // What the tests change must not be sealed by the running program.
  expect(await site.stop()).toBe(0);
});
afterAll(() => site?.remove());

const TABLES = [
  'stock_entries',
  'stock_balances',
  'supplies',
  'purchases',
  'audit_entries',
  'audit_order',
  'audit_queue',
  'log_checkpoints',
  'log_tiles',
] as const;

/** What someone with the rights of the database owner changes; reverted after the test. */
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

/** The hash that an entry has with a quantity of 4001. */
const REHASHED = `hash = '0x' || encode(sha256('\\x00'::bytea || convert_to(
  '["stock.2","' || company_id || '","' || user_id || '","4001","' || kind || '","' || source_id || '","' ||
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"]', 'UTF8')), 'hex')`;

const ofEntry = (seq: number): string => `id = (SELECT source_id FROM stock_entries WHERE seq = ${seq})`;
const MORE_PAID = 'UPDATE purchases SET fee_paise = fee_paise + 1, final_amount_paise = final_amount_paise + 1 WHERE';
const OTHER_REFERENCE = "UPDATE purchases SET reference_number = '999999999999' WHERE";
const OTHER_ACCOUNT = `UPDATE purchases SET beneficiary = coalesce(beneficiary, '{}') || '{"accountNumber":"9999"}' WHERE`;

describe('ledger:verify', () => {
  it('reports that everything matches', async () => {
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
    [
      'the last row taken out',
      'DELETE FROM stock_entries WHERE seq = 14',
      14,
      'entry 14 is missing: 14 entries are sealed',
    ],
    [
      'a quantity and its hash',
      `UPDATE stock_entries SET quantity = 4001, ${REHASHED} WHERE seq = 3`,
      3,
      'the content of entry 3 is not what was sealed',
    ],
    [
      'a hash in a tile',
      "UPDATE log_tiles SET hashes = set_byte(hashes, 70, get_byte(hashes, 70) # 1) WHERE kind = 'ledger'",
      3,
      'the content of entry 3 is not what was sealed',
    ],
    ['the tiles, by taking them out', "DELETE FROM log_tiles WHERE kind = 'ledger'", 1, 'is not what was sealed'],
    [
      'the root of the checkpoint',
      "UPDATE log_checkpoints SET root = sha256('x') WHERE kind = 'ledger'",
      14,
      'the entries up to 14 do not have the root of the checkpoint of size 14',
    ],
    [
      'the signature',
      "UPDATE log_checkpoints SET note = overlay(note PLACING 'AAAA' FROM length(note) - 20 FOR 4) WHERE kind = 'ledger'",
      14,
      'the checkpoint of size 14 is not validly signed',
    ],
    [
      'the checkpoint, by a longer one',
      "UPDATE log_checkpoints SET size = 15 WHERE kind = 'ledger'",
      15,
      'entry 15 is missing: 15 entries are sealed',
    ],
    ['the log, by taking it out', "DELETE FROM log_checkpoints WHERE kind = 'ledger'", 1, 'the log has no checkpoint'],
    [
      'two rows exchanged',
      'UPDATE stock_entries SET seq = CASE seq WHEN 3 THEN -5 WHEN 5 THEN 3 ELSE seq END WHERE seq IN (3, 5); UPDATE stock_entries SET seq = 5 WHERE seq = -5',
      3,
      'the content of entry 3 is not what was sealed',
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
      'the entries up to 14 sum to 21000, but 20999 is recorded as credited',
    ],
    [
      'what is held',
      'UPDATE supplies SET held = held + 1',
      14,
      'pending purchases sum to 4000, but 4001 is recorded as held',
    ],
    [
      'the number of the last entry',
      'UPDATE supplies SET ledger_seq = 13',
      14,
      'the last entry is 14, but 13 is recorded as the last',
    ],
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
      'a rejected purchase, by reopening it',
      `UPDATE purchases SET status = 'PENDING', decided_at = NULL, is_unproven = false WHERE status = 'REJECTED';
       UPDATE supplies SET held = held + 4000`,
      14,
      'is not the one in the audit trail',
    ],
    [
      'who decided',
      'UPDATE purchases SET decided_by = gen_random_uuid() WHERE id = (SELECT source_id FROM stock_entries WHERE seq = 5)',
      5,
      'the decider of purchase',
    ],
    ['a final amount', `${MORE_PAID} ${ofEntry(3)}`, 3, 'the final amount of purchase'],
    ['a reference', `${OTHER_REFERENCE} ${ofEntry(5)}`, 5, 'the reference of purchase'],
    ['a rejected reference', `${OTHER_REFERENCE} status = 'REJECTED'`, 14, 'the reference of purchase'],
    ['a reversed final amount', `${MORE_PAID} status = 'REVERSED'`, 11, 'the final amount of purchase'],
    ['the account that a buyer was shown', `${OTHER_ACCOUNT} ${ofEntry(7)}`, 7, 'the account of purchase'],
    [
      'a purchase and its entry, with all sums and the log made again',
      `UPDATE purchases SET quantity = 4001 WHERE id = (SELECT source_id FROM stock_entries WHERE seq = 5);
       UPDATE stock_entries SET quantity = 4001, ${REHASHED} WHERE seq = 5;
       UPDATE stock_balances b SET quantity = 4001, last_hash = e.hash FROM stock_entries e WHERE e.seq = 5 AND b.user_id = e.user_id;
       UPDATE supplies SET credited = credited + 1;
       DELETE FROM log_checkpoints WHERE kind = 'ledger'; DELETE FROM log_tiles WHERE kind = 'ledger';
       INSERT INTO log_checkpoints (scope_id, kind, size, root, note) SELECT company_id, 'ledger', 0, sha256(''), '' FROM supplies`,
      5,
      'the quantity of purchase',
    ],
    [
      'the rewards, by one more from the own function of the database',
      `WITH given AS (SELECT company_id, user_id, gen_random_uuid() AS source FROM stock_entries WHERE seq = 3)
       SELECT append_stock_entry(company_id, user_id, 9, 'REWARD', source, 0, 0, '2026-11-22T10:00:00.000Z', '0x' ||
         encode(sha256('\\x00'::bytea || convert_to('["stock.2","' || company_id || '","' || user_id || '","9","REWARD","' || source ||
           '","2026-11-22T10:00:00.000Z"]', 'UTF8')), 'hex')) FROM given`,
      15,
      'entry 15 does not agree with the purchase',
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
      `DELETE FROM stock_entries WHERE seq = 14; DELETE FROM log_checkpoints WHERE kind = 'ledger'; DELETE FROM log_tiles WHERE kind = 'ledger'; INSERT INTO log_checkpoints (scope_id, kind, size, root, note) SELECT company_id, 'ledger', 0, sha256(''), '' FROM supplies; UPDATE supplies SET ledger_seq = 13, credited = credited + 200; UPDATE stock_balances b SET quantity = b.quantity + 200, last_hash = e.hash, last_at = e.created_at FROM stock_entries e WHERE e.seq = 12 AND e.user_id = b.user_id`,
      12,
      'entry 12 does not agree with the purchase',
    ],
  ])('names the first wrong row after someone changed %s', async (_, statement, seq, reason) => {
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
  it('reports that everything matches', async () => {
    const ended = await cli('audit:verify', env);
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(ended.out).toContain(`ok audit trail of company ${companyId}: 37 entries\n`);
    expect(ended.out).toContain('ok audit trail of the platform');
  });

  /** The entry at this position, from 1. */
  const nth = (position: number): string =>
    `(SELECT seq FROM audit_order WHERE scope_id = $id AND position = ${position - 1})`;

  it.each([
    ['what was done', `UPDATE audit_entries SET action = 'purchase.reject' WHERE seq = ${nth(2)}`, 2],
    ['who did it', `UPDATE audit_entries SET actor_id = gen_random_uuid() WHERE seq = ${nth(4)}`, 4],
    ['what it became', `UPDATE audit_entries SET after = after || '{"reward": "9"}' WHERE seq = ${nth(7)}`, 7],
    ['a row, by taking it out', `DELETE FROM audit_entries WHERE seq = ${nth(1)}`, 1],
    [
      'a row and its place',
      `DELETE FROM audit_entries WHERE seq = ${nth(9)}; DELETE FROM audit_order WHERE scope_id = $id AND position = 8`,
      9,
    ],
    ['the end', `DELETE FROM audit_entries WHERE scope_id = $id AND seq > ${nth(15)}`, 16],
    [
      'the end and its places',
      `DELETE FROM audit_entries WHERE scope_id = $id AND seq > ${nth(15)}; DELETE FROM audit_order WHERE scope_id = $id AND position > 14`,
      16,
    ],
    ['the log, by taking it out', `DELETE FROM log_checkpoints WHERE kind = 'audit' AND scope_id = $id`, 1],
    [
      'the whole trail',
      `DELETE FROM audit_entries WHERE scope_id = $id; DELETE FROM audit_order WHERE scope_id = $id;
       DELETE FROM log_checkpoints WHERE kind = 'audit' AND scope_id = $id; DELETE FROM log_tiles WHERE kind = 'audit' AND scope_id = $id`,
      1,
    ],
    [
      'the order of two rows',
      `UPDATE audit_order a SET seq = -b.seq FROM audit_order b
       WHERE a.scope_id = $id AND b.scope_id = a.scope_id AND (a.position, b.position) IN ((2, 4), (4, 2));
       UPDATE audit_order SET seq = -seq WHERE seq < 0`,
      3,
    ],
    [
      'the rows, by putting one in',
      `INSERT INTO audit_entries (scope_id, actor_kind, action, subject_kind, created_at) VALUES ($id, 'system', 'user.first-admin', 'user', now())`,
      38,
    ],
    [
      'the rows, by putting one in with a place',
      `INSERT INTO audit_entries (scope_id, seq, actor_kind, action, subject_kind, created_at) VALUES ($id, 1, 'system', 'user.first-admin', 'user', now());
       INSERT INTO audit_order VALUES ($id, 37, 1)`,
      38,
    ],
  ])('names the first wrong row after someone changed %s', async (_, statement, seq) => {
    await tamper(statement.replaceAll('$id', `'${companyId}'`));
    const ended = await cli('audit:verify', env);
    expect([ended.code, ended.out]).toEqual([
      1,
      expect.stringContaining(`BAD audit trail of company ${companyId}: entry ${seq}: `),
    ]);
  });
});

describe('an anchor', () => {
  const file = path.join(os.tmpdir(), `anchor-${process.pid}`);
  afterAll(() => fs.rmSync(file, { force: true }));

  it('shows a history that was replaced as a whole', async () => {
    const { rows } = await sql<{ note: string }>`
      SELECT note FROM log_checkpoints WHERE kind = 'ledger' AND scope_id = ${companyId}`.execute(
      site.database.platform,
    );
    fs.writeFileSync(file, `Dear Asha,\n\n${rows[0]?.note}\nRegards\n`);
    expect((await cli('ledger:verify', env, ['--anchor', file])).code).toBe(0);
    // Without the last two entries everything agrees, as it did before they were written.
    await tamper(
      `DELETE FROM stock_entries WHERE seq > 12; DELETE FROM log_checkpoints WHERE kind = 'ledger';
       DELETE FROM log_tiles WHERE kind = 'ledger';
       INSERT INTO log_checkpoints (scope_id, kind, size, root, note) SELECT company_id, 'ledger', 0, sha256(''), '' FROM supplies;
       UPDATE supplies SET ledger_seq = 12, credited = credited + 4200;
       UPDATE purchases SET status = 'APPROVED', reversed_at = NULL, reversed_by = NULL WHERE status = 'REVERSED';
       UPDATE stock_balances b SET quantity = s.quantity, last_hash = s.hash, last_at = s.created_at FROM (
         SELECT DISTINCT ON (user_id) user_id, hash, created_at, sum(e.quantity) OVER (PARTITION BY user_id) AS quantity
         FROM stock_entries e ORDER BY user_id, seq DESC) s WHERE s.user_id = b.user_id`,
    );
    const ended = await cli('ledger:verify', env, ['--anchor', file]);
    expect([ended.code, ended.out]).toEqual([1, expect.stringContaining('the anchor of size 14 covers it')]);
  });

  it('needs a file with a checkpoint of such a log', async () => {
    fs.writeFileSync(file, 'nothing');
    expect((await cli('ledger:verify', env, ['--anchor', file])).code).toBe(2);
    expect((await cli('ledger:verify', env, ['--anchor'])).code).toBe(2);
    expect((await cli('ledger:verify', env, ['--anker', file])).code).toBe(2);
  });
});

describe('another secret', () => {
  const other = 'another secret, also long enough for this';
  it('does not verify, and counts as the previous one', async () => {
    const ended = await cli('ledger:verify', { ...env, APP_SECRET: other });
    if (ended.code === 2) return;
    expect([ended.code, ended.out]).toEqual([1, expect.stringContaining('was signed under another secret')]);
    const rotated = { ...env, APP_SECRET: other, APP_SECRET_PREVIOUS: APP_SECRET };
    expect((await cli('ledger:verify', rotated)).code).toBe(0);
  });
});

describe('on an embedded database', () => {
  it('works next to the running program, and without it', async () => {
    const own = await startSite({ embedded: true });
    try {
      const member = await makeMember(own);
      const { id } = await submitted(own, member, manual());
      await post(own, APPROVE, await makeAdmin(own), { id });
      await noteStates(own);
      await allSealed(own);
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

  it('reports a missing database, and an unknown command', async () => {
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
