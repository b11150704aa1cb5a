/* A database from before the transparency logs: its chained entries keep their hashes, and become leaves. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GENESIS_HASH, sealOf } from '@/lib/audit/chain.ts';
import { canonicalAudit } from '@/lib/audit/rules.ts';
import { verify } from '@/lib/health/verification/service.ts';
import { canonicalEntry } from '@/lib/ledger/rules.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { companyIdOf } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { insertChainedCompany, migrateToChains } from '../support/sealing.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';

const ENTRIES = 300;
const AT = '2026-10-01T10:05:00.123Z';

const APPROVED = { status: 'APPROVED', quantity: '10', reward: '0' };
const purchaseId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let old: TestDatabase;
let site: Site;
let company: string;
let member: string;
let hashes: string[];

/** Adds entries as the earlier program did, each with the hash of the one before. */
async function addChain(): Promise<string[]> {
  const db = old.database.platform;
  const made: string[] = [];
  let prevHash = GENESIS_HASH;
  for (let n = 1; n <= ENTRIES; n++) {
    const sourceId = purchaseId(n);
    const entry = {
      companyId: company,
      userId: member,
      quantity: 10n,
      kind: 'PURCHASE' as const,
      sourceId,
      createdAt: AT,
    };
    const hash = sealOf(canonicalEntry({ ...entry, seq: BigInt(n), prevHash }));
    await sql`INSERT INTO purchases (id, company_id, user_id, order_number, payment_method, order_amount_paise, price_micros,
        quantity, fee_bps, fee_paise, final_amount_paise, claimed_amount_paise, content_hash, status, decided_at)
      VALUES (${sourceId}, ${company}, ${member}, ${`O${n}`}, 'MANUAL', 250, 250000, 10, 0, 0, 250, 250, '-', 'APPROVED', ${AT})`.execute(
      db,
    );
    await sql`INSERT INTO stock_entries (company_id, seq, user_id, quantity, kind, source_id, created_at, prev_hash, hash)
      VALUES (${company}, ${n}, ${member}, 10, 'PURCHASE', ${sourceId}, ${AT}, ${prevHash}, ${hash})`.execute(db);
    made.push(hash);
    prevHash = hash;
  }
  return made;
}

async function addTrail(): Promise<void> {
  const db = old.database.platform;
  let prevHash = GENESIS_HASH;
  for (let n = 1; n <= ENTRIES; n++) {
    const entry = {
      scopeId: company,
      actorKind: 'system' as const,
      actorId: null,
      action: 'purchase.approve',
      subjectKind: 'purchase',
      subjectId: purchaseId(n),
      before: null,
      after: APPROVED,
      createdAt: AT,
    };
    const hash = sealOf(canonicalAudit({ ...entry, seq: BigInt(n), prevHash }));
    await sql`INSERT INTO audit_entries (scope_id, seq, actor_kind, action, subject_kind, subject_id, after, created_at, prev_hash, hash)
      VALUES (${company}, ${n}, 'system', 'purchase.approve', 'purchase', ${purchaseId(n)}, ${JSON.stringify(APPROVED)}, ${AT},
        ${prevHash}, ${hash})`.execute(db);
    prevHash = hash;
  }
  await sql`INSERT INTO audit_heads VALUES (${company}, ${ENTRIES}, ${prevHash})`.execute(db);
}

beforeAll(async () => {
  old = await testDatabase({ empty: true });
  const db = old.database.platform;
  await migrateToChains(old);
  company = await insertChainedCompany(db, 'COWL');
  const { rows: users } = await sql<{ id: string }>`
    INSERT INTO users (company_id, email, name, mobile, member_id, password_hash)
    VALUES (${company}, 'old@example.com', 'Old Member', '+919800000001', 'M1', 'x') RETURNING id`.execute(db);
  member = users[0]?.id ?? '';
  hashes = await addChain();
  await addTrail();
  const last = hashes.at(-1) ?? '';
  await sql`UPDATE supplies SET credited = ${ENTRIES * 10}, ledger_seq = ${ENTRIES}, ledger_hash = ${last}`.execute(db);
  await sql`INSERT INTO stock_balances VALUES (${company}, ${member}, ${ENTRIES * 10}, ${last}, ${AT})`.execute(db);
  site = await startSite({ databaseUrl: old.url, env: { TOKEN_SYMBOL: 'COWL' } });
});
afterAll(async () => {
  await site?.remove();
  await old?.drop();
});

const faults = async (kind: 'ledger' | 'audit'): Promise<string[]> => {
  const named: string[] = [];
  const input = { database: old.database, secrets: secretsOf(APP_SECRET) };
  await verify(input, kind, (report) => void named.push(...report.faults.map((fault) => `${report.chain}: ${fault}`)));
  return named;
};

test('entries of a chain are sealed with their old hashes, in their order, and everything verifies', async () => {
  expect(await companyIdOf(site)).toBe(company);
  const size = async (kind: string): Promise<number> => {
    const { rows } = await sql<{ size: bigint }>`SELECT max(size) AS size FROM log_checkpoints
      WHERE scope_id = ${company} AND kind = ${kind}`.execute(old.database.platform);
    return Number(rows[0]?.size);
  };
  await expect.poll(() => size('ledger')).toBe(ENTRIES);
  // The start has added the first admin, and a note of the rows that were there.
  await expect.poll(() => size('audit')).toBe(ENTRIES + 2);
  const { rows } = await sql<{ hash: string }>`SELECT hash FROM stock_entries ORDER BY seq`.execute(
    old.database.platform,
  );
  expect(rows.map((row) => row.hash)).toEqual(hashes);
  const { rows: order } = await sql<{ same: boolean }>`
    SELECT bool_and(position = seq - 1) AS same FROM audit_order WHERE scope_id = ${company} AND position < ${ENTRIES}`.execute(
    old.database.platform,
  );
  expect(order).toEqual([{ same: true }]);
  expect([await faults('ledger'), await faults('audit')]).toEqual([[], []]);
});

test.each([
  ['ledger', 'stock_entries', "UPDATE stock_entries SET hash = '0x' || repeat('1', 64) WHERE seq = 7", 7],
  ['ledger', 'stock_entries', 'UPDATE stock_entries SET created_at = now() WHERE seq = 8', 8],
  ['audit', 'audit_entries', 'UPDATE audit_entries SET after = \'{"reward": 0}\' WHERE seq = 9', 9],
] as const)('a changed entry of a chain is found in the %s', async (kind, table, statement, seq) => {
  const change = async (text: string): Promise<void> => {
    await old.database.platform.transaction().execute(async (tx) => {
      await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`).execute(tx);
      await sql.raw(text).execute(tx);
      await sql.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`).execute(tx);
    });
  };
  await change(`CREATE TABLE before_${table} AS TABLE ${table}`);
  await change(statement);
  expect(await faults(kind)).toEqual([
    expect.stringContaining(`: entry ${seq}: the content of entry ${seq} was changed`),
  ]);
  await change(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM before_${table}; DROP TABLE before_${table}`);
  expect(await faults(kind)).toEqual([]);
});
