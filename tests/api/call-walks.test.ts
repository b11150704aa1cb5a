/** A short run of the walks of `tests/long/call-walks.test.ts`. ATTACK_SEED repeats a run. */
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
  it.each(ATTACKERS)('%s', (attacker) => walkCalls(site, attacker, 1, 500), 300_000);
});
