/** A short run of the walks of `tests/long/attack-admins.test.ts`. ATTACK_SEED repeats a run. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { walk, walks } from '../support/attacker-walk.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => site?.remove());

describe('H1: one attacker walks at random through the calls of admins', () => {
  it('payees, price and purchases above the amount stay, and no second self comes into being', async () => {
    const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 2_147_483_647);
    await fc.assert(
      fc.asyncProperty(walks(16), ({ attacker, actions }) => walk(site, attacker, actions)),
      { seed, numRuns: 8, endOnFailure: true },
    );
  });
});
