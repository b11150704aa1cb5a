/** Random walks of each attacker through all calls, by the API's own description: 10,000 steps of each. ATTACK_SEED repeats a run. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { walkCalls } from '../support/call-walk/walk.ts';
import { ATTACKERS } from '../support/call-walk/world.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => site?.remove());

describe('one person alone moves nothing: random walks through all calls of the API', () => {
  it.each(ATTACKERS)('%s', (attacker) => walkCalls(site, attacker, 27, 500), 20 * 60_000);
});
