/** A pack that fails again and again does not keep the packer from other companies. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takePack } from '../../src/lib/launch/packing/store.ts';
import { makeAdmin, makeCompany } from '../support/accounts.ts';
import { otherSymbol } from '../support/brand.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';

let home: TestDatabase;
beforeAll(async () => {
  home = await testDatabase();
});
afterAll(() => home?.drop());

/** @returns its company */
async function addPack(symbol: string, agoMinutes: number): Promise<string> {
  const companyId = await makeCompany(home, symbol);
  const { id } = await makeAdmin(home, { companyId });
  await sql`INSERT INTO launch_packs (company_id, started_by, created_at, storage_keys, symbol, token_address, chain_id)
    VALUES (${companyId}, ${id}, now() - make_interval(mins => ${agoMinutes}), '{}', 'X', ${`0x${'1'.repeat(40)}`}, 1)`.execute(
    home.database.platform,
  );
  return companyId;
}

test('of the packs that wait, the one comes next that was tried least often, then the oldest', async () => {
  const failing = await addPack(otherSymbol('ACW'), 30);
  const second = await addPack('SECOND', 20);
  const third = await addPack('THIRD', 10);
  const taken: (string | undefined)[] = [];
  for (let nth = 0; nth < 4; nth++) {
    taken.push((await takePack(home.database.platform))?.companyId);
    // Its program was lost.
    await sql`UPDATE launch_packs SET heard_at = now() - interval '1 minute' WHERE heard_at IS NOT NULL`.execute(
      home.database.platform,
    );
  }
  expect(taken).toEqual([failing, second, third, failing]);
});
