/** Wrong codes of strangers keep nobody's recovery code out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeMember } from '../support/accounts.ts';
import { addApp, addRecoveryCodes, finish, pendingOf } from '../support/factors.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

describe.each([
  ['an admin', makeAdmin],
  ['a member', makeMember],
] as const)('%s whose account strangers type wrong codes for', (_, make) => {
  it('gets in from a new browser with a recovery code, and not with a guess', async () => {
    const owner = await make(site);
    const app = await addApp(site, owner);
    const [code = ''] = await addRecoveryCodes(site, owner);
    let last = 0;
    for (let round = 0; last !== 429 && round < 12; round++) {
      const [pending, ip] = [await pendingOf(site, owner), freshIp()];
      for (let n = 0; last !== 429 && n < 4; n++)
        last = (await finish(site, pending, { code: app.code(-5) }, ip)).status;
    }
    expect(last).toBe(429);
    expect((await finish(site, await pendingOf(site, owner), { code: app.code() })).status).toBe(429);
    const pending = await pendingOf(site, owner);
    const guess = `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`;
    expect((await finish(site, pending, { code: guess })).status).toBe(422);
    expect((await finish(site, pending, { code })).status).toBe(200);
  });

  it('ends a sign-in after five wrong recovery codes', async () => {
    const owner = await make(site);
    await addApp(site, owner);
    const [code = ''] = await addRecoveryCodes(site, owner);
    const pending = await pendingOf(site, owner);
    const guess = `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`;
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await finish(site, pending, { code: guess })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 401]);
    expect((await finish(site, pending, { code })).status).toBe(401);
  });
});
