/** Random walks of each attacker through all calls, by the API's own description: up to 10,000 steps of each. ATTACK_SEED repeats a run. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { walkCalls } from '../support/call-walk/walk.ts';
import type { Attacker } from '../support/call-walk/world.ts';
import { type Site, startSite } from '../support/site.ts';

/** Walks of each: of 250 to 500 steps. */
const WALKS: Readonly<Record<Attacker, number>> = {
  'a dishonest admin with an accomplice': 27,
  'a stolen session of ten minutes': 27,
  'a stolen session of an hour': 27,
  'a member with an accomplice': 27,
  'a hundred free accounts': 27,
  'a program with a key': 27,
};

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => site?.remove());

describe('one person alone moves nothing: random walks through all calls of the API', () => {
  it.each(Object.entries(WALKS))('%s', (attacker, walks) => walkCalls(site, attacker as Attacker, walks, 500), 600_000);
});
