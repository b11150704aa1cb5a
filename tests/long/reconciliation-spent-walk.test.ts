/** Long random walks of two admins over the payments of an account: one payment pays once. ATTACK_SEED repeats a run. */
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { withoutCaps } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';
import { spentWalk, spentWalks } from '../support/spent-walk.ts';

const RUNS = 25;
const STEPS = 150;
let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  await withoutCaps(site);
});
afterAll(() => site?.remove());

it('no payment pays twice in long walks', { timeout: 600_000 }, async () => {
  const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 2_147_483_647);
  await fc.assert(
    fc.asyncProperty(spentWalks(STEPS), (steps) => spentWalk(site, steps).then(() => undefined)),
    { seed, numRuns: RUNS, endOnFailure: true },
  );
});
