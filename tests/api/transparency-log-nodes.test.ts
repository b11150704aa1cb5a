/** Which node seals: one at a time for each log, and no node of this version next to one of the version before. */

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { record } from '../../src/lib/audit/service.ts';
import { inTransaction } from '../../src/lib/db/client.ts';
import { makeAdmin, makeCompany } from '../support/accounts.ts';
import { allSealed } from '../support/sealing.ts';
import { type Site, startSite } from '../support/site.ts';

const ROUND_MS = 500;

let site: Site;
/** The site's company and another one. */
let scopes: [string, string];
beforeAll(async () => {
  site = await startSite();
  const { companyId } = await makeAdmin(site);
  scopes = [companyId, await makeCompany(site)];
  await allSealed(site);
});
afterAll(() => site?.remove());

/** Who has entries of the trail that no checkpoint has yet. */
async function waiting(): Promise<string[]> {
  const { rows } = await sql<{ scope: string }>`SELECT DISTINCT scope_id AS scope FROM audit_queue ORDER BY 1`.execute(
    site.database.platform,
  );
  return rows.map(({ scope }) => scope);
}

const addEntries = (): Promise<void> =>
  inTransaction(site.database.platform, async (tx) => {
    for (const scopeId of scopes)
      await record(tx, { scopeId, actor: null, action: 'company.update', subjectKind: 'company', subjectId: scopeId });
  });

/** Adds an entry to the trail of both companies while another node has a lock. Whose entries keep waiting is `expected`. */
const waitingUnder = (lock: string, expected: readonly string[]): Promise<void> =>
  inTransaction(site.database.platform, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
    await addEntries();
    await vi.waitFor(async () => expect(await waiting()).toEqual(expected), { timeout: 10_000, interval: 50 });
    // The other node's round is as long.
    await sleep(2 * ROUND_MS);
    expect(await waiting()).toEqual(expected);
  });

test('a log that another node seals does not hold up the others', async () => {
  await waitingUnder(`transparency log audit ${scopes[0]}`, [scopes[0]]);
  await allSealed(site);
});

test('while a node of the version before seals, this one does not', async () => {
  await waitingUnder('transparency log', scopes.toSorted());
  await allSealed(site);
});
