/** Changes of second factors, keys and webhooks at the same time: each sees what the others left. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper, PASSWORD } from '../support/accounts.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import { addApp, addRecoveryCodes, asOwner, finish, makeApp, pendingOf } from '../support/factors.ts';
import { addWebhook, KEYS, makeKey, plantDelivery, WEBHOOKS } from '../support/integrations.ts';
import { areaOf, asSuper, enrol } from '../support/passkeys.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off', WEBHOOK_LOOPBACK: 'on' } });
});
afterAll(() => site?.remove());

const platform = () => site.database.platform;
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();
const times = <T>(count: number, start: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => start(n)));
const factorsOf = async (who: Account) => (await asOwner(site, who, 'GET', '/get')).body.data;

async function passkeyOf(who: Account): Promise<string> {
  expect((await enrol(site, who, makeAuthenticator(site.url))).status).toBe(201);
  const { body } = await asSuper(site, who, 'GET', '/passkeys/list', undefined, areaOf(who));
  return body.data.records.at(-1).id;
}

const removeApp = (who: Account) => asOwner(site, who, 'DELETE', '/app/delete', {});
const removePasskey = (who: Account, id: string) =>
  asSuper(site, who, 'DELETE', '/passkeys/delete', { id }, areaOf(who));

describe('second factors', () => {
  it('the last two of an admin who needs one: at most one is removed', async () => {
    await sql`UPDATE companies SET admins_need_factor = true`.execute(platform());
    try {
      for (let round = 0; round < 8; round += 1) {
        const admin = await makeAdmin(site);
        await addApp(site, admin);
        const passkey = await passkeyOf(admin);
        const answers = await Promise.all([removeApp(admin), removePasskey(admin, passkey)]);
        expect(statuses(answers)).toEqual([200, 409]);
        const { appSince, passkeys } = await factorsOf(admin);
        expect(Number(appSince !== null) + passkeys).toBe(1);
      }
    } finally {
      await sql`UPDATE companies SET admins_need_factor = false`.execute(platform());
    }
  });

  it.each([
    ['a member', () => makeMember(site)],
    ['an admin', () => makeAdmin(site)],
    ['a super admin', () => makeSuper(site)],
  ])('%s: an app is added, confirmed and removed once, and one set of recovery codes is left', async (_, make) => {
    const who = await make();
    const added = await times(4, () => asOwner(site, who, 'POST', '/app/add', {}));
    expect(statuses(added)).toEqual([200, 200, 200, 200]);
    const apps = added.map(({ body }) => makeApp(body.data.uri));
    // One of the four secrets is the account's.
    const confirmed = await Promise.all(
      apps.map((app) => asOwner(site, who, 'POST', '/app/confirm', { code: app.code() })),
    );
    expect(confirmed.filter(({ status }) => status === 200).length).toBe(1);
    expect((await times(4, () => asOwner(site, who, 'POST', '/recovery/add', {}))).map(({ status }) => status)).toEqual(
      [200, 200, 200, 200],
    );
    const { rows } = await sql<{ count: bigint }>`SELECT count(*) FROM recovery_codes
      WHERE user_id = ${who.id} OR super_admin_id = ${who.id}`.execute(platform());
    expect(Number(rows[0]?.count)).toBe(10);
    expect(statuses(await times(4, () => removeApp(who)))).toEqual([200, 409, 409, 409]);
    expect(await factorsOf(who)).toEqual({ appSince: null, passkeys: 0, recoveryCodes: 0 });
  });

  it('never more than ten passkeys', async () => {
    const admin = await makeAdmin(site);
    for (let n = 0; n < 8; n += 1) await passkeyOf(admin);
    const answers = await times(5, () => enrol(site, admin, makeAuthenticator(site.url)));
    expect(statuses(answers)).toEqual([201, 201, 409, 409, 409]);
    expect((await factorsOf(admin)).passkeys).toBe(10);
  });

  it('a recovery code finishes one of many sign-ins', async () => {
    const admin = await makeAdmin(site);
    await addApp(site, admin);
    const [code = ''] = await addRecoveryCodes(site, admin);
    const pending: string[] = [];
    for (let n = 0; n < 4; n += 1) pending.push(await pendingOf(site, admin));
    const answers = await Promise.all(pending.map((one) => finish(site, one, { code })));
    expect(statuses(answers)).toEqual([200, 422, 422, 422]);
  });

  it('an admin removes all of them while the owner adds one: nothing is left half', async () => {
    const admin = await makeAdmin(site);
    for (let round = 0; round < 4; round += 1) {
      const member = await makeMember(site);
      await addApp(site, member);
      const [reset, added] = await Promise.all([
        site.call('POST', '/api/v1/admin/member/factors/reset', {
          token: admin.token,
          ip: freshIp(),
          body: { id: member.id },
        }),
        enrol(site, member, makeAuthenticator(site.url)),
      ]);
      expect(reset.status).toBe(200);
      expect([201, 401]).toContain(added.status);
      const { rows } = await sql<{ count: bigint }>`SELECT count(*) FROM sessions WHERE user_id = ${member.id}`.execute(
        platform(),
      );
      expect(Number(rows[0]?.count)).toBe(0);
      const left = await sql<{ count: bigint }>`SELECT count(*) FROM passkeys WHERE user_id = ${member.id}`.execute(
        platform(),
      );
      // Whether it came first or last, it was before the end of the sessions and went with the others.
      expect(Number(left.rows[0]?.count)).toBe(0);
    }
  });
});

describe('keys and webhooks of a company', () => {
  it('are never more than their bounds, and a key is revoked once', async () => {
    const admin = await makeAdmin(site);
    for (let n = 0; n < 18; n += 1) await makeKey(site, admin, { name: `Key ${n}` });
    const wish = { name: 'One more', scopes: ['read:events'], password: PASSWORD };
    const keys = await times(5, () =>
      site.call('POST', `${KEYS}/add`, { token: admin.token, ip: freshIp(), body: wish }),
    );
    expect(statuses(keys)).toEqual([201, 201, 409, 409, 409]);
    const id = keys.find(({ status }) => status === 201)?.body.data.record.id;
    const revoked = await times(4, () =>
      site.call('POST', `${KEYS}/revoke`, { token: admin.token, ip: freshIp(), body: { id } }),
    );
    expect(statuses(revoked)).toEqual([200, 404, 404, 404]);
    const { rows } = await sql<{ count: bigint }>`SELECT count(*) FROM audit_entries
      WHERE action = 'key.revoke' AND subject_id = ${id}`.execute(platform());
    expect(Number(rows[0]?.count)).toBe(1);
    const webhooks = await times(7, (n) =>
      site.call('POST', `${WEBHOOKS}/add`, {
        token: admin.token,
        ip: freshIp(),
        body: { name: `Books ${n}`, url: `https://books-${n}.example.com/`, password: PASSWORD },
      }),
    );
    expect(statuses(webhooks)).toEqual([201, 201, 201, 201, 201, 409, 409]);
    await sql`DELETE FROM webhooks`.execute(platform());
  });

  it('a webhook is paused, resumed and rotated at the same time, and an event is sent again once', async () => {
    const admin = await makeAdmin(site);
    const { id } = await addWebhook(site, admin, 'https://books.example.com/');
    const act = (verb: string) =>
      site.call('POST', `${WEBHOOKS}/${verb}`, {
        token: admin.token,
        ip: freshIp(),
        body: { id, ...(verb === 'rotate' && { password: PASSWORD }) },
      });
    const answers = await Promise.all(['pause', 'pause', 'resume', 'rotate', 'rotate', 'pause', 'resume'].map(act));
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 200, 200]);
    expect((await act('pause')).body.data.state).toBe('PAUSED');
    const delivery = await plantDelivery(site, admin.companyId, id);
    const replays = await times(5, () =>
      site.call('POST', `${WEBHOOKS}/replay`, { token: admin.token, ip: freshIp(), body: { id: delivery } }),
    );
    expect(statuses(replays)).toEqual([200, 409, 409, 409, 409]);
    const trail = await sql<{ action: string }>`SELECT action FROM audit_entries
      WHERE subject_id = ${id} AND action IN ('webhook.pause.manual', 'webhook.resume', 'webhook.replay') ORDER BY seq`.execute(
      platform(),
    );
    // Each change of the state follows one of the other kind.
    const states = trail.rows.map(({ action }) => action).filter((action) => action !== 'webhook.replay');
    for (const [n, action] of states.entries())
      expect(action).toBe(n % 2 === 0 ? 'webhook.pause.manual' : 'webhook.resume');
    expect(trail.rows.filter(({ action }) => action === 'webhook.replay').length).toBe(1);
    await sql`DELETE FROM webhooks`.execute(platform());
  });
});
