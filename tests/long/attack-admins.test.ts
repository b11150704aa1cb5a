/** Random walks of one attacker through the calls of admins, under the two-admin rules. ATTACK_SEED repeats a run. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { ATTACKERS, walk, walks } from '../support/attacker-walk.ts';
import { type Site, startSite } from '../support/site.ts';

const RUNS = 14;
const STEPS = 40;
let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => site?.remove());

describe('H1: one attacker walks at random through the calls of admins', () => {
  it.each(ATTACKERS)('%s: payees, price and purchases above the amount stay, no second self', async (attacker) => {
    const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 2_147_483_647);
    await fc.assert(
      fc.asyncProperty(walks(STEPS), ({ actions }) => walk(site, attacker, actions)),
      { seed, numRuns: RUNS },
    );
  });
});
