/** One payment pays once, after any sequence of decisions. ATTACK_SEED repeats a run. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withoutCaps } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';
import { spentWalk, spentWalks } from '../support/spent-walk.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  await withoutCaps(site);
});
afterAll(() => site?.remove());

it('a random walk of two admins never spends a payment twice', async () => {
  const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 2_147_483_647);
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(spentWalks(60), async (steps) => {
      for (const status of await spentWalk(site, steps)) statuses.add(status);
    }),
    { seed, numRuns: 12, endOnFailure: true },
  );
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 409]));
});
