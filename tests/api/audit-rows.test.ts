/* Scratch beginning */
import pg from 'pg';
import { inject } from 'vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSnapshot } from '../../src/lib/db/client.ts';
import { findChangedValues } from '../../src/lib/audit/rows/service.ts';
import { companyIdOf, makeAdmin, makeMember, noteStates } from '../support/accounts.ts';
import { startSite, type Site } from '../support/site.ts';
let site: Site;
beforeAll(async () => { site = await startSite(); });
afterAll(() => site?.remove());
test('fresh', async () => {
  const company = await companyIdOf(site);
  const found = () => inSnapshot(site.database.platform, (tx) => Array.fromAsync(findChangedValues(tx, company)));
  expect(await found()).toEqual([]);
  const m = await makeMember(site);
  expect(await found()).toEqual([`users ${m.id} was added without an entry`]);
});
