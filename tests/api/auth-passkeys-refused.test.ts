/** Every assertion and attestation of a passkey that must be refused. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFactorsOfSuper, removeSuperAdmin } from '../../src/lib/auth/operator-access/service.ts';
import { makeChallenge } from '../../src/lib/auth/passkeys/challenges/service.ts';
import { PASSKEY_REFUSED } from '../../src/lib/auth/passkeys/contract.ts';
import { PLATFORM_ID } from '../../src/lib/db/schema/schema.ts';
import { configureMail } from '../../src/lib/mail/service.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { type Account, makeSuper, outdateSessions } from '../support/accounts.ts';
import { type Lies, makeAuthenticator } from '../support/authenticator.ts';
import {
  asSuper,
  auditOf,
  confirm,
  countSessions,
  enrol,
  listedTo,
  logIn,
  newClient,
  send,
  withPasskey,
} from '../support/passkeys.ts';
import { type Answer, APP_SECRET, type Site, startSite, statusAndMessage } from '../support/site.ts';

const REFUSED = [422, PASSKEY_REFUSED];
let site: Site;
beforeAll(async () => {
  configureMail({ secrets: secretsOf(APP_SECRET), from: 'no-reply@example.com' });
  site = await startSite();
});
afterAll(() => site?.remove());

const platform = () => site.database.platform;

describe('refused with one sentence:', () => {
  const lies: Readonly<Record<string, Lies>> = {
    'another origin': { origin: 'https://launchbook.example' },
    'another port of the same host': { origin: 'http://localhost:1' },
    'a page within a frame of another site': { crossOrigin: true },
    'another RP ID': { rpId: 'launchbook.example' },
    'an answer to an enrolment': { type: 'webauthn.create' },
    'a person whom the authenticator did not check': { unverified: true },
    'a challenge that we did not make': { challenge: Buffer.alloc(52, 1).toString('base64url') },
    'a challenge of another form': { challenge: 'AAAA' },
    'the handle of an account that does not exist': { userHandle: Buffer.from('nobody').toString('base64url') },
  };

  it.each(Object.entries(lies))('%s', async (_, lie) => {
    const { boss, key } = await withPasskey(site);
    const before = await countSessions(site, boss);
    expect(statusAndMessage(await logIn(site, key, { lies: lie }))).toEqual(REFUSED);
    await outdateSessions(site, boss);
    expect(statusAndMessage(await confirm(site, boss, key, lie))).toEqual(REFUSED);
    expect(await countSessions(site, boss)).toBe(before);
    expect((await enrol(site, boss, key)).status).toBe(403);
    // What was refused used nothing up.
    expect((await logIn(site, key)).status).toBe(200);
  });

  it('a counter that did not rise, which is what a copied key shows', async () => {
    const { key } = await withPasskey(site);
    expect((await logIn(site, key, { lies: { counter: 7 } })).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect(statusAndMessage(await logIn(site, key, { lies: { counter } }))).toEqual(REFUSED);
    expect((await logIn(site, key, { lies: { counter: 8 } })).status).toBe(200);
    // The key and its copy at the same time.
    const both = await Promise.all([9, 9].map((counter) => logIn(site, key, { lies: { counter } })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('a changed signature', async () => {
    const { key } = await withPasskey(site);
    const client = newClient();
    const { body } = await send(site, client, '/login/passkey/options', {});
    const sound = key.get(body.data) as { response: { signature: string } };
    const other = makeAuthenticator(site.url).get(body.data) as { response: { signature: string } };
    const forged = { ...sound, response: { ...sound.response, signature: other.response.signature } };
    expect(statusAndMessage(await send(site, client, '/login/passkey', { credential: forged }))).toEqual(REFUSED);
  });

  it('an assertion that was used before, in the same browser or another one, once or many times in parallel', async () => {
    const { boss, key } = await withPasskey(site);
    const before = await countSessions(site, boss);
    const client = newClient();
    const { body } = await send(site, client, '/login/passkey/options', {});
    const credential = key.get(body.data);
    const together = await Promise.all(
      Array.from({ length: 6 }, () =>
        send(site, { ip: client.ip, cookies: new Map(client.cookies) }, '/login/passkey', { credential }),
      ),
    );
    expect(together.filter(({ status }) => status === 200).length).toBe(1);
    expect(together.filter(({ body: { message } }) => message === PASSKEY_REFUSED).length).toBe(5);
    expect(statusAndMessage(await send(site, client, '/login/passkey', { credential }))).toEqual(REFUSED);
    // The same challenge, signed again.
    expect(statusAndMessage(await send(site, client, '/login/passkey', { credential: key.get(body.data) }))).toEqual(
      REFUSED,
    );
    expect(await countSessions(site, boss)).toBe(before + 1);
  });

  it('an assertion for the challenge of another browser, and one without its cookie', async () => {
    const { key } = await withPasskey(site);
    const [mine, theirs] = [newClient(), newClient()];
    const { body } = await send(site, mine, '/login/passkey/options', {});
    await send(site, theirs, '/login/passkey/options', {});
    const credential = key.get(body.data);
    expect(statusAndMessage(await send(site, theirs, '/login/passkey', { credential }))).toEqual(REFUSED);
    expect(statusAndMessage(await send(site, newClient(), '/login/passkey', { credential }))).toEqual(REFUSED);
    expect((await send(site, mine, '/login/passkey', { credential })).status).toBe(200);
  });

  it('an assertion for a challenge that was made for something or somebody else', async () => {
    const { boss, key } = await withPasskey(site);
    const client = newClient();
    const ofSession = await asSuper(site, boss, 'POST', '/reauthenticate/passkey/options', {});
    const login = await send(site, client, '/login/passkey/options', {});
    const toLogin = { credential: key.get(ofSession.body.data) };
    expect(statusAndMessage(await send(site, client, '/login/passkey', toLogin))).toEqual(REFUSED);
    const toConfirm = { credential: key.get(login.body.data) };
    expect(statusAndMessage(await asSuper(site, boss, 'POST', '/reauthenticate/passkey', toConfirm))).toEqual(REFUSED);
    const ofEnrolment = await asSuper(site, boss, 'POST', '/passkeys/options', {});
    const withAdd = { credential: key.get({ ...ofEnrolment.body.data, rpId: 'localhost' }) };
    expect(statusAndMessage(await asSuper(site, boss, 'POST', '/reauthenticate/passkey', withAdd))).toEqual(REFUSED);
    const second = (await logIn(site, key)).body.data;
    const ofOther = { credential: key.get(ofSession.body.data) };
    expect(statusAndMessage(await asSuper(site, second, 'POST', '/reauthenticate/passkey', ofOther))).toEqual(REFUSED);
  });

  it('an assertion after five minutes, and one whose expiry was changed', async () => {
    const { key } = await withPasskey(site);
    const client = newClient();
    const { body } = await send(site, client, '/login/passkey/options', {});
    const boundTo = client.cookies.get('passkeyBinding') ?? '';
    const madeBefore = (seconds: number): string =>
      makeChallenge(
        { app: { secrets: secretsOf(APP_SECRET) }, now: new Date(Date.now() - seconds * 1000) },
        { use: 'login', scopeId: PLATFORM_ID, boundTo },
      );
    const answerTo = (challenge: string): Promise<Answer> =>
      send(site, client, '/login/passkey', { credential: key.get({ ...body.data, challenge }) });
    expect(statusAndMessage(await answerTo(madeBefore(305)))).toEqual(REFUSED);
    const longer = Buffer.from(madeBefore(305), 'base64url');
    longer.writeUInt32BE(longer.readUInt32BE(16) + 600, 16);
    expect(statusAndMessage(await answerTo(longer.toString('base64url')))).toEqual(REFUSED);
    expect((await answerTo(madeBefore(240))).status).toBe(200);
  });

  it('the passkey of another super admin', async () => {
    const [one, two] = [await withPasskey(site), await withPasskey(site)];
    const ofOne = Buffer.from(one.boss.id).toString('base64url');
    expect(statusAndMessage(await logIn(site, two.key, { lies: { userHandle: ofOne } }))).toEqual(REFUSED);
    const stolenId = { credentialId: one.key.credentialId, userHandle: ofOne };
    expect(statusAndMessage(await logIn(site, two.key, { lies: stolenId }))).toEqual(REFUSED);
    expect(statusAndMessage(await confirm(site, one.boss, two.key))).toEqual(REFUSED);
    const { body } = await logIn(site, two.key);
    const { records } = (await asSuper(site, body.data, 'GET', '/passkeys/list')).body.data;
    expect(records.map(({ id }: { id: string }) => id)).toEqual([two.id]);
  });

  it('a passkey that was never enrolled', async () => {
    expect(statusAndMessage(await logIn(site, makeAuthenticator(site.url)))).toEqual(
      // It has no account to name, so the call itself is not complete.
      [422, 'This passkey is not valid.'],
    );
    const lies = { userHandle: Buffer.from('somebody').toString('base64url') };
    expect(statusAndMessage(await logIn(site, makeAuthenticator(site.url), { lies }))).toEqual(REFUSED);
    expect(site.output()).toContain('"security":"passkey refused","reason":"unknown passkey","account":"unknown-');
  });

  it('a passkey of the host name that the site had before', async () => {
    const { boss, key } = await withPasskey(site);
    await sql`UPDATE passkeys SET rp_id = 'old.example' WHERE super_admin_id = ${boss.id}`.execute(platform());
    expect(statusAndMessage(await logIn(site, key))).toEqual(REFUSED);
    expect((await listedTo(site, boss))[0]).toMatchObject({ host: 'old.example', isUsable: false });
  });

  it('every passkey of a super admin whom the operator has removed', async () => {
    const { boss, key } = await withPasskey(site);
    await makeSuper(site);
    expect(await removeSuperAdmin(site.database, boss.email)).toBe('removed');
    expect(statusAndMessage(await logIn(site, key))).toEqual(REFUSED);
    expect(await countSessions(site, boss)).toBe(0);
    // Even if its row had stayed.
    const again = await withPasskey(site);
    await platform()
      .updateTable('super_admins')
      .set({ email: `${again.boss.id}@removed.invalid` })
      .where('id', '=', again.boss.id)
      .execute();
    expect(statusAndMessage(await logIn(site, again.key))).toEqual(REFUSED);
  });

  it('a sign-in at the same time as the removal of the super admin: no session is left', async () => {
    for (let round = 0; round < 5; round++) {
      const { boss, key } = await withPasskey(site);
      const [signedIn, removed] = await Promise.all([logIn(site, key), removeSuperAdmin(site.database, boss.email)]);
      expect(removed).toBe('removed');
      expect([200, 422]).toContain(signedIn.status);
      expect(await countSessions(site, boss)).toBe(0);
    }
  });

  it('a passkey after the operator has removed all of the account', async () => {
    const { boss, key } = await withPasskey(site);
    const sender = { brand: { name: 'Cow Launch', symbol: 'COWL', siteUrl: site.url }, now: new Date() };
    expect(await removeFactorsOfSuper(site.database, boss.email, sender)).toBe(1);
    expect(await removeFactorsOfSuper(site.database, 'nobody@example.com', sender)).toBeNull();
    expect(await countSessions(site, boss)).toBe(0);
    expect(statusAndMessage(await logIn(site, key))).toEqual(REFUSED);
    expect(await auditOf(site, boss)).toEqual(['passkey.add', 'factor.clear']);
  });
});

describe('an enrolment is refused with', () => {
  const lies: Readonly<Record<string, Lies>> = {
    'another origin': { origin: 'https://launchbook.example' },
    'a page within a frame of another site': { crossOrigin: true },
    'another RP ID': { rpId: 'launchbook.example' },
    'an answer to a sign-in': { type: 'webauthn.get' },
    'a person whom the authenticator did not check': { unverified: true },
    'a challenge that we did not make': { challenge: Buffer.alloc(52, 1).toString('base64url') },
    'the id of another credential': { credentialId: Buffer.alloc(32, 2).toString('base64url') },
    // The library would fetch the revocation list that a certificate names.
    certificates: {
      attestation: { format: 'android-key', statement: new Map([['alg', -7]]) },
    },
  };

  it.each(Object.entries(lies))('%s', async (_, lie) => {
    const boss = await makeSuper(site);
    expect(statusAndMessage(await enrol(site, boss, makeAuthenticator(site.url), { lies: lie }))).toEqual(REFUSED);
    expect(await listedTo(site, boss)).toEqual([]);
  });

  it('the challenge of another session, or one that was used', async () => {
    const [boss, other] = [await makeSuper(site), await makeSuper(site)];
    const { body } = await asSuper(site, other, 'POST', '/passkeys/options', {});
    const add = (who: Account, key = makeAuthenticator(site.url)): Promise<Answer> =>
      asSuper(site, who, 'POST', '/passkeys/add', { name: 'Key', credential: key.create(body.data) });
    expect(statusAndMessage(await add(boss))).toEqual(REFUSED);
    expect((await add(other)).status).toBe(201);
    expect(statusAndMessage(await add(other))).toEqual(REFUSED);
  });
});
