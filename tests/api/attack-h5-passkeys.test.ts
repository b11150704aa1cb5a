/** Anonymous requests that use up every code of a super admin leave the second way in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSuper } from '../support/accounts.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import { askCode, mailsTo, redeem } from '../support/codes.ts';
import { enrol, logIn, newClient, send } from '../support/passkeys.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

/** Each from a network of its own, a few at a time. */
async function many(count: number, run: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 5) await Promise.all(Array.from({ length: 5 }, run));
}

describe('H5: strangers use up all codes of a super admin, who has no other way in', () => {
  it('a passkey signs in from a new browser, without a mail, on a network whose codes are used up too', async () => {
    const boss = await makeSuper(site);
    const key = makeAuthenticator(site.url);
    expect((await enrol(site, boss, key)).status).toBe(201);

    await many(60, () => askCode(site, 'super', boss.email));
    await many(60, () => redeem(site, 'super', boss.email, '00000000'));
    const client = newClient();
    await many(30, () => askCode(site, 'super', boss.email, client.ip));
    // Nobody gets a code for this address any more, for up to an hour.
    for (const ip of [freshIp(), client.ip]) expect((await askCode(site, 'super', boss.email, ip)).status).toBe(429);

    const before = (await mailsTo(site, boss.email)).length;
    expect((await logIn(site, key, { client })).status).toBe(200);
    const mails = (await mailsTo(site, boss.email)).slice(before);
    expect(mails.map(({ kind }) => kind)).toEqual(['new-device']);
  });

  it('floods of wrong assertions from other networks take nothing from it', async () => {
    const boss = await makeSuper(site);
    const key = makeAuthenticator(site.url);
    await enrol(site, boss, key);
    const forger = makeAuthenticator(site.url);
    const userHandle = Buffer.from(boss.id).toString('base64url');
    const lies = { credentialId: key.credentialId, userHandle };
    await many(100, () => logIn(site, forger, { lies }));
    // One network is refused before anything is verified.
    const one = newClient();
    const { body } = await send(site, one, '/login/passkey/options', {});
    const credential = forger.get(body.data, lies);
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++) statuses.push((await send(site, one, '/login/passkey', { credential })).status);
    expect(statuses.slice(0, 30).every((status) => status === 422)).toBe(true);
    expect(statuses.slice(30)).toEqual([429, 429]);
    expect((await logIn(site, key)).status).toBe(200);
  });
});
