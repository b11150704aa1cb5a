/** Long random walks of one dishonest admin under the daily bound. ATTACK_SEED repeats a run. */
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { type Account, makeAdmin } from '../support/accounts.ts';
import { withoutCaps } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';
import { soleWalk, soleWalks } from '../support/sole-walk.ts';

const RUNS = 60;
const STEPS = 170;
let site: Site;
let honest: Account;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  await withoutCaps(site);
  honest = await makeAdmin(site);
});
afterAll(() => site?.remove());

it('N2: what one admin approves, releases and exports alone in a day stays within the bound', {
  timeout: 600_000,
}, async () => {
  const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 2_147_483_647);
  await fc.assert(
    fc.asyncProperty(soleWalks(STEPS), (steps) => soleWalk(site, honest, steps)),
    { seed, numRuns: RUNS },
  );
});
