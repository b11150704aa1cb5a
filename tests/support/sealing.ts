/** Waits for the transparency logs, and makes a database of the time before them. */
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Db } from '../../src/lib/db/client.ts';
import { prepareCompanyLogin } from '../../src/lib/db/company-login.ts';
import { migrate, migrations } from '../../src/lib/db/migrate.ts';
import type { Home } from './accounts.ts';

/** Waits until the program has sealed all that was written. */
export async function allSealed({ database }: Home): Promise<void> {
  const countWaiting = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      SELECT (SELECT count(*) FROM audit_queue)::int + (SELECT count(*) FROM log_checkpoints WHERE note = '')::int
        + (SELECT sum(s.ledger_seq - (SELECT max(size) FROM log_checkpoints c WHERE c.scope_id = s.company_id AND c.kind = 'ledger'))
           FROM supplies s)::int AS count`.execute(database.platform);
    return rows[0]?.count ?? -1;
  };
  await vi.waitFor(async () => expect(await countWaiting()).toBe(0), { timeout: 10_000, interval: 50 });
}

/** Brings an empty database to the schema from before the logs. */
export const migrateToChains = (home: Home): Promise<void> => migrateBefore(home, '0290');

/** Brings an empty database to the schema from before a migration. @param number its first four digits */
export async function migrateBefore({ database }: Home, number: string): Promise<void> {
  await prepareCompanyLogin(database);
  await migrate(
    database.platform,
    migrations.filter(({ name }) => name < number),
  );
}

/** A company in a database of that schema. @returns the id */
export async function insertChainedCompany(db: Db, symbol: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO companies (company_name, company_title, token_name, token_symbol, total_supply, private_supply, public_cell_supply,
      angel_investor_supply, founder_team_supply, airdrop_supply, price_micros, fee_bps, reward_bps, email, mobile)
    VALUES ('Old', 'Old', 'Old', ${symbol}, 1000000, 500000, 500000, 0, 0, 0, 250000, 0, 0, 'a@example.com', '+919800000000')
    RETURNING id`.execute(db);
  const id = rows[0]?.id ?? '';
  await sql`INSERT INTO supplies (company_id, ledger_hash) VALUES (${id}, ${`0x${'0'.repeat(64)}`})`.execute(db);
  return id;
}
