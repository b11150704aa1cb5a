/** Passkeys of super admins: enrolment, sign-in, confirmation and removal, and where they work. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSKEY_REFUSED } from '../../src/lib/auth/passkeys/contract.ts';
import { deleteExpired } from '../../src/lib/housekeeping.ts';
import { makeCompany, makeSuper, outdateSessions } from '../support/accounts.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import {
  asSuper,
  auditOf,
  confirm,
  enrol,
  listedTo,
  logIn,
  newClient,
  send,
  withPasskey,
} from '../support/passkeys.ts';
import { rawCall } from '../support/raw.ts';
import { APP_SECRET, type Site, startSite, statusAndMessage } from '../support/site.ts';

const REFUSED = [422, PASSKEY_REFUSED];
const CONFIRM_FIRST = [403, 'Confirm that it is you to continue.'];
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const platform = () => site.database.platform;

describe('a super admin', () => {
  it('enrols a passkey, signs in with it alone, and is notified', async () => {
    const { boss, key, id } = await withPasskey(site);
    const added = await site.mail(boss.email, { containing: 'A passkey was added' });
    expect(added).toContain('Work laptop');
    const client = newClient();
    const { status, body, headers } = await logIn(site, key, { client });
    expect([status, body.message]).toEqual([200, 'Logged in successfully.']);
    expect(headers.getSetCookie().join('\n')).toMatch(
      /^superAccessToken=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax/m,
    );
    const session = { ...boss, token: body.data.token as string };
    expect(await listedTo(site, session)).toEqual([
      {
        id,
        name: 'Work laptop',
        host: 'localhost',
        isUsable: true,
        createdAt: expect.stringMatching(/Z$/),
        lastUsedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(await auditOf(site, boss)).toEqual(['passkey.add', 'session.start']);
    // Another passkey would outlive the session, so the sign-in alone is not enough.
    const more = await asSuper(site, session, 'POST', '/passkeys/options', {});
    expect([more.status, more.body.code]).toEqual([403, 'reauthentication_required']);
    const mailed = await site.mail(boss.email, { containing: 'A new device logged in' });
    expect(mailed.replace(/=\r?\n/g, '')).toContain('one of your passkeys');
  });

  it('signs in again and again, also with a passkey that does not count its uses', async () => {
    const boss = await makeSuper(site);
    for (const counts of [true, false]) {
      const key = makeAuthenticator(site.url, { counts });
      await enrol(site, boss, key);
      for (let n = 0; n < 3; n++) expect((await logIn(site, key)).status).toBe(200);
    }
  });

  it('has up to ten passkeys, each once', async () => {
    const { boss, key } = await withPasskey(site);
    const again = await enrol(site, boss, key);
    expect(statusAndMessage(again)).toEqual([409, 'This passkey has already been added.']);
    for (let n = 2; n <= 10; n++)
      expect((await enrol(site, boss, makeAuthenticator(site.url), { name: `Key ${n}` })).status).toBe(201);
    const more = await enrol(site, boss, makeAuthenticator(site.url));
    expect(statusAndMessage(more)).toEqual([409, 'You have 10 passkeys. Please remove one first.']);
    const { body } = await asSuper(site, boss, 'POST', '/reauthenticate/passkey/options', {});
    expect(body.data.allowCredentials.length).toBe(10);
    expect(body.data.allowCredentials[0]).toEqual({
      type: 'public-key',
      id: key.credentialId,
      transports: ['internal'],
    });
  });

  it('renames a passkey and removes it, after which it opens nothing', async () => {
    const { boss, key, id } = await withPasskey(site);
    const renamed = await asSuper(site, boss, 'PUT', '/passkeys/update', { id, name: 'Old laptop' });
    expect([renamed.status, renamed.body.data.name]).toEqual([200, 'Old laptop']);
    const blank = await asSuper(site, boss, 'PUT', '/passkeys/update', { id, name: ' ' });
    expect(statusAndMessage(blank)).toEqual([422, 'Please enter a name for the passkey.']);
    const ready = await asSuper(site, boss, 'POST', '/reauthenticate/passkey/options', {});
    expect((await asSuper(site, boss, 'DELETE', '/passkeys/delete', { id })).status).toBe(200);
    expect(await site.mail(boss.email, { containing: 'A passkey was removed' })).toContain('Old laptop');
    expect(await listedTo(site, boss)).toEqual([]);
    expect(statusAndMessage(await logIn(site, key))).toEqual(REFUSED);
    const late = { credential: key.get(ready.body.data) };
    expect(statusAndMessage(await asSuper(site, boss, 'POST', '/reauthenticate/passkey', late))).toEqual(REFUSED);
    expect((await asSuper(site, boss, 'DELETE', '/passkeys/delete', { id })).status).toBe(404);
    expect(await auditOf(site, boss)).toEqual(['passkey.add', 'passkey.update', 'passkey.delete']);
  });

  it('cannot see, rename or remove the passkeys of another one', async () => {
    const { id, key } = await withPasskey(site);
    const other = await makeSuper(site);
    expect(await listedTo(site, other)).toEqual([]);
    for (const [method, path, body] of [
      ['PUT', '/passkeys/update', { id, name: 'Mine' }],
      ['DELETE', '/passkeys/delete', { id }],
    ] as const)
      expect(statusAndMessage(await asSuper(site, other, method, path, body))).toEqual([404, 'Passkey not found.']);
    expect((await logIn(site, key)).status).toBe(200);
  });

  it('confirms with it that it is them, for ten minutes', async () => {
    const { boss, key, id } = await withPasskey(site);
    await outdateSessions(site, boss);
    const blocked = [
      await enrol(site, boss, makeAuthenticator(site.url)),
      await asSuper(site, boss, 'DELETE', '/passkeys/delete', { id }),
    ];
    for (const answer of blocked) expect(statusAndMessage(answer)).toEqual(CONFIRM_FIRST);
    const { status, body } = await confirm(site, boss, key);
    expect([status, body.message]).toEqual([200, 'Thank you. You can continue.']);
    expect(Date.parse(body.data.until)).toBeGreaterThan(Date.now() + 500_000);
    expect((await asSuper(site, boss, 'DELETE', '/passkeys/delete', { id })).status).toBe(200);
  });
});

describe('the address of the site', () => {
  it('has no passkeys under an IP address, without https, or under the host of a company, and says so', async () => {
    const foreign = await makeCompany(site);
    await platform()
      .insertInto('company_hosts')
      .values({ company_id: foreign, host: 'sale.localhost', is_primary: true })
      .execute();
    const { text } = await rawCall(site.port, 'POST', '/api/v1/superadmin/auth/login/passkey/options', {
      headers: { Host: `sale.localhost:${site.port}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(text).toContain(`Passkeys work only at ${site.url}. Please open the site there.`);
    const databaseUrl = site.databaseUrl ?? '';
    for (const [siteUrl, sentence] of [
      ['http://192.168.4.7:4321', 'Passkeys need a host name. This site is reached by its IP address.'],
      ['http://launchbook.example', 'Passkeys need a secure connection. This site is reached without https.'],
    ] as const) {
      const node = await startSite({ databaseUrl, env: { SITE_URL: siteUrl, APP_SECRET } });
      const boss = await makeSuper(site);
      const { host } = new URL(siteUrl);
      const headers = { Host: host, Authorization: boss.token, 'Content-Type': 'application/json', Origin: siteUrl };
      for (const path of ['login/passkey/options', 'passkeys/options', 'reauthenticate/passkey/options']) {
        const answer = await rawCall(node.port, 'POST', `/api/v1/superadmin/auth/${path}`, { headers, body: '{}' });
        expect([answer.status, JSON.parse(answer.text).message]).toEqual([409, sentence]);
      }
      await node.remove();
    }
  });

  it('may be served by several nodes, each of which takes the challenges of the others, once', async () => {
    const { key } = await withPasskey(site);
    const node = await startSite({
      databaseUrl: site.databaseUrl ?? '',
      env: { SITE_URL: 'https://launchbook.example', APP_SECRET },
    });
    const twin = await startSite({
      databaseUrl: site.databaseUrl ?? '',
      env: { SITE_URL: 'https://launchbook.example', APP_SECRET },
    });
    const headers = {
      Host: 'launchbook.example',
      Origin: 'https://launchbook.example',
      'Content-Type': 'application/json',
    };
    const boss = await makeSuper(site);
    const own = makeAuthenticator('https://launchbook.example');
    const call = async (at: Site, path: string, body: object, more: Record<string, string> = {}) => {
      const answer = await rawCall(at.port, 'POST', `/api/v1/superadmin/auth${path}`, {
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      });
      return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) };
    };
    const byToken = { Authorization: boss.token };
    const options = await call(node, '/passkeys/options', {}, byToken);
    const credential = own.create(options.body.data);
    expect((await call(twin, '/passkeys/add', { name: 'Key', credential }, byToken)).status).toBe(201);
    const offered = await call(node, '/login/passkey/options', {});
    const cookie = String([offered.headers['set-cookie']].flat()[0]).split(';', 1)[0] ?? '';
    expect(cookie).toMatch(/^__Host-passkeyBinding=/);
    const assertion = own.get(offered.body.data);
    expect((await call(twin, '/login/passkey', { credential: assertion }, { Cookie: cookie })).status).toBe(200);
    expect((await call(node, '/login/passkey', { credential: assertion }, { Cookie: cookie })).status).toBe(422);
    expect(node.output()).toContain('passkeys of super admins belong to another host name than SITE_URL');
    // A passkey of localhost does not work at this host.
    expect(
      (await call(node, '/login/passkey', { credential: key.get(offered.body.data) }, { Cookie: cookie })).status,
    ).toBe(422);
    await node.remove();
    await twin.remove();
  });
});

describe('the anonymous calls', () => {
  it('come from the site’s own pages and are limited for each network', async () => {
    const abroad = await site.call('POST', '/api/v1/superadmin/auth/login/passkey/options', {
      headers: { Origin: 'https://elsewhere.example' },
      body: {},
    });
    expect(abroad.status).toBe(403);
    const client = newClient();
    const all = await Promise.all(Array.from({ length: 70 }, () => send(site, client, '/login/passkey/options', {})));
    expect(all.filter(({ status }) => status === 200).length).toBe(60);
    expect(all.filter(({ status }) => status === 429).length).toBe(10);
  });

  it('store nothing but the use of a challenge, until it expires', async () => {
    const { key } = await withPasskey(site);
    const used = async () => (await platform().selectFrom('used_passkey_challenges').selectAll().execute()).length;
    const before = await used();
    for (let n = 0; n < 5; n++) await send(site, newClient(), '/login/passkey/options', {});
    await logIn(site, key, { lies: { origin: 'https://elsewhere.example' } });
    expect(await used()).toBe(before);
    await logIn(site, key);
    expect(await used()).toBe(before + 1);
    await deleteExpired(platform());
    expect(await used()).toBe(before + 1);
    await sql`UPDATE used_passkey_challenges SET expires_at = now() - interval '61 minutes'`.execute(platform());
    await deleteExpired(platform());
    expect(await used()).toBe(0);
  });
});
