/** Attacks on who owns an account: a password that an admin gave, a stolen session's factors, an hour-old session (decision 0700). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER_FIRST } from '../../src/lib/accounts/ownership/service.ts';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeMember,
  noteStates,
  outdateSessions,
  PASSWORD,
  seasonAdmins,
} from '../support/accounts.ts';
import { type Authenticator, makeAuthenticator } from '../support/authenticator.ts';
import { freshCode, NEW_PASSWORD, redeem } from '../support/codes.ts';
import { type App, addApp, addRecoveryCodes, ageFactors, asOwner, logInByPassword } from '../support/factors.ts';
import { callsOf, mailsTo, newPerson, userRow } from '../support/members.ts';
import { enrol, logIn } from '../support/passkeys.ts';
import { withoutCaps } from '../support/purchases.ts';
import { enterAccount, madeRefund, refundRow, UPI_PAYEE } from '../support/refunds.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

const PLANTED = `0x${'9'.repeat(40)}`;
const PROFILE = '/api/v1/user/auth/profile/update';

let site: Site;
let honest: Account;
let attacker: Account;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  await withoutCaps(site);
  [honest, attacker] = [await makeAdmin(site, { name: 'Leela Nair' }), await makeAdmin(site, { name: 'Vikram Shah' })];
  await seasonAdmins(site, [honest.id, attacker.id]);
});
afterAll(() => site?.remove());

const rules = (isOn: boolean) =>
  site.database.platform
    .updateTable('companies')
    .set({ two_admins_for_accounts: isOn, second_approver_above_paise: isOn ? 120_000n : null })
    .execute();

/** Signs in to the member's side with a password, in a browser and for the API. */
async function enter(who: Pick<Account, 'id' | 'email'>, password: string): Promise<Account> {
  const answer = await site.call('POST', '/api/v1/user/auth/login', {
    ip: freshIp(),
    body: { user: who.email, password },
    headers: { Origin: site.url },
  });
  expect(answer.status, answer.text).toBe(200);
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('authToken='));
  const session = { token: answer.body.data.token, cookie: cookie?.split(';')[0] ?? '' };
  // Who knows the password confirms with it: a sign-in alone enters no account and adds no factor.
  await site.call('POST', '/api/v1/user/auth/reauthenticate', {
    token: session.token,
    ip: freshIp(),
    body: { password },
  });
  const companyId = await companyIdOf(site);
  return { ...who, ...session, password, kind: 'member', memberId: '', companyId };
}

const reset = async (email: string, password = NEW_PASSWORD): Promise<void> => {
  const answer = await redeem(site, 'reset', email, await freshCode(site, 'reset', email), { password });
  expect(answer.status, answer.text).toBe(200);
};

type Door = (who: Account) => Promise<Answer>;
const wallet = (who: Account) => ({ walletAddress: PLANTED, password: who.password });
const inBrowser = (who: Account, body: object | FormData | URLSearchParams) =>
  site.call('PUT', PROFILE, { cookie: who.cookie, headers: { Origin: site.url }, ip: freshIp(), body });

/** Every call by which an account decides where money or tokens go, or how it signs in. */
const DOORS: Readonly<Record<string, Door>> = {
  'the wallet, by the API': (who) => site.call('PUT', PROFILE, { token: who.token, ip: freshIp(), body: wallet(who) }),
  'the wallet, by the form': (who) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(wallet(who))) form.append(name, value);
    return inBrowser(who, form);
  },
  'an authenticator app': (who) => asOwner(site, who, 'POST', '/app/add', {}),
  'a passkey': (who) => enrol(site, who, makeAuthenticator(site.url)),
  'a request for deletion': (who) =>
    site.call('POST', '/api/v1/user/auth/deletion/request', {
      token: who.token,
      ip: freshIp(),
      body: { password: who.password },
    }),
  'the account of a refund': async (who) => {
    await rules(false);
    const id = await madeRefund(site, who, honest);
    await rules(true);
    const answer = await enterAccount(site, who, id, UPI_PAYEE);
    expect((await refundRow(site, id)).payee_hint === null).toBe(answer.status !== 200);
    return answer;
  },
};

describe('W1: an account whose password an admin gave', () => {
  const GIVEN = 'seven quiet lanterns';
  const OWN = 'eight quiet lanterns 4';
  /** The acts of the admin as the member before. */
  const SEQUENCES: Readonly<Record<string, (who: Account) => Promise<Account>>> = {
    'with the given password': async (who) => who,
    'with another one, chosen with the given one': async (who) => {
      const body = { password: GIVEN, newPassword: OWN };
      const path = '/api/v1/user/auth/password/update';
      expect((await site.call('PUT', path, { token: who.token, ip: freshIp(), body })).status).toBe(200);
      return { ...who, password: OWN };
    },
    'after an admin changed its address, with a password that its earlier reader chose by mail': async (who) => {
      await reset(who.email, OWN);
      const row = await userRow(site, who.id);
      const email = newPerson().email;
      const change = { id: who.id, name: row?.name, mobile: row?.mobile, role: 'USER', status: 'ACTIVE', email };
      await rules(false);
      expect((await callsOf(site, attacker).update(change)).status).toBe(200);
      await rules(true);
      await letQuietHoursPass(who.id);
      return enter({ id: who.id, email }, OWN);
    },
  };
  async function letQuietHoursPass(id: string): Promise<void> {
    await sql`UPDATE users SET email_changed_at = email_changed_at - interval '73 hours' WHERE id = ${id}`.execute(
      site.database.platform,
    );
    await sql`ALTER TABLE audit_entries DISABLE TRIGGER USER`.execute(site.database.platform);
    await sql`UPDATE audit_entries SET created_at = created_at - interval '73 hours' WHERE subject_id = ${id}`.execute(
      site.database.platform,
    );
    await sql`ALTER TABLE audit_entries ENABLE TRIGGER USER`.execute(site.database.platform);
  }
  async function added(): Promise<Account> {
    const person = newPerson({ password: GIVEN });
    await rules(true);
    const { status, body } = await callsOf(site, attacker).add(person);
    expect(status).toBe(201);
    return enter({ id: body.data.id, email: person.email }, GIVEN);
  }

  const CASES = Object.keys(SEQUENCES).flatMap((how) => Object.keys(DOORS).map((door) => [door, how] as const));
  it.each(CASES)('does not set %s, %s', async (door, how) => {
    const who = await (SEQUENCES[how] as (who: Account) => Promise<Account>)(await added());
    const refused = await (DOORS[door] as Door)(who);
    expect([refused.status, refused.body.message]).toEqual([409, OWNER_FIRST]);
    expect((await userRow(site, who.id))?.wallet_address).toBeNull();
    // The reader of the mailbox is the owner.
    await reset(who.email);
    const owner = await enter(who, NEW_PASSWORD);
    const allowed = await (DOORS[door] as Door)(owner);
    expect(allowed.status, allowed.text).toBeLessThan(300);
  });

  const SET_UP = ['the wallet, by the API', 'an app', 'a passkey'] as const;
  it.each(SET_UP)('does not get %s with the address, from a mailbox of the admin', async (door) => {
    const who = await added();
    await reset(who.email, OWN);
    const reader = await enter(who, OWN);
    if (door === 'an app') await addApp(site, reader);
    else expect((await (DOORS[door] as Door)(reader)).status).toBeLessThan(300);
    const row = await userRow(site, who.id);
    const email = newPerson().email;
    const change = { id: who.id, name: row?.name, mobile: row?.mobile, role: 'USER', status: 'ACTIVE', email };
    expect((await callsOf(site, attacker).update(change)).body.data.state).toBe('waiting');
    expect((await userRow(site, who.id))?.email).toBe(who.email);
  });

  it('keeps what is no matter of money: the rest of the profile', async () => {
    const who = await added();
    const body = { pincode: '560001', password: GIVEN };
    expect((await site.call('PUT', PROFILE, { token: who.token, ip: freshIp(), body })).status).toBe(200);
  });
});

describe('F1: an hour-old session of a member', () => {
  it.each(['without a factor', 'with an app', 'with a passkey'])('sets nothing of value, %s', async (kind) => {
    const member = await makeMember(site);
    if (kind === 'with an app') await addApp(site, member);
    if (kind === 'with a passkey') expect((await enrol(site, member, makeAuthenticator(site.url))).status).toBe(201);
    for (const [door, open] of Object.entries(DOORS)) {
      await outdateSessions(site, member);
      // The thief of a session does not know the password.
      const { status, body } = await open({ ...member, password: 'a guess of the thief 7' });
      expect([door, status, body.code]).toEqual([door, expect.any(Number), expect.stringMatching(/reauth|invalid/)]);
    }
    expect((await userRow(site, member.id))?.wallet_address).toBeNull();
  });

  it('sets the account of a refund after the owner confirms', async () => {
    const member = await makeMember(site);
    await rules(false);
    const id = await madeRefund(site, member, honest);
    await outdateSessions(site, member);
    expect((await enterAccount(site, member, id)).body.code).toBe('reauthentication_required');
    const path = '/api/v1/user/auth/reauthenticate';
    await site.call('POST', path, { token: member.token, ip: freshIp(), body: { password: PASSWORD } });
    expect((await enterAccount(site, member, id)).status).toBe(200);
  });
});

describe('F2: a factor that a stolen session added', () => {
  interface Thief {
    readonly key: Authenticator;
    readonly app: App | null;
    readonly codes: readonly string[];
  }
  const areaOf = { member: 'user', admin: 'company' } as const;
  const PLANTS: Readonly<Record<string, (who: Account) => Promise<Thief>>> = {
    'a passkey': async (who) => {
      const key = makeAuthenticator(site.url);
      expect((await enrol(site, who, key)).status).toBe(201);
      return { key, app: null, codes: [] };
    },
    'an app and recovery codes': async (who) => {
      const app = await addApp(site, who);
      return { key: makeAuthenticator(site.url), app, codes: await addRecoveryCodes(site, who) };
    },
    'all, after it removed the owner’s app': async (who) => {
      await addApp(site, who);
      await ageFactors(site, who, 30);
      expect((await asOwner(site, who, 'DELETE', '/app/delete', {})).status).toBe(200);
      const { key } = await (PLANTS['a passkey'] as (who: Account) => Promise<Thief>)(who);
      return { key, app: await addApp(site, who), codes: await addRecoveryCodes(site, who) };
    },
    'an app that is not confirmed yet': async (who) => {
      expect((await asOwner(site, who, 'POST', '/app/add', {})).status).toBe(200);
      return { key: makeAuthenticator(site.url), app: null, codes: [] };
    },
  };
  const makers = { member: makeMember, admin: makeAdmin } as const;
  const CASES = Object.keys(PLANTS).flatMap((plant) =>
    (['member', 'admin'] as const).map((kind) => [plant, kind] as const),
  );

  it.each(CASES)('%s does not outlive a new password of its %s by mail', async (plant, kind) => {
    const who = await makers[kind](site);
    const thief = await (PLANTS[plant] as (who: Account) => Promise<Thief>)(who);
    await reset(who.email);
    expect((await logIn(site, thief.key, { area: areaOf[kind] })).status).not.toBe(200);
    const owner = await logInByPassword(site, { ...who, password: NEW_PASSWORD });
    expect(owner.body.data).toEqual({ token: expect.any(String) });
    const { token } = owner.body.data;
    expect((await asOwner(site, { ...who, token }, 'GET', '/get')).body.data).toEqual({
      appSince: null,
      passkeys: 0,
      recoveryCodes: 0,
    });
    if (plant === 'an app that is not confirmed yet') return;
    const mail = await site.mail(who.email, { containing: 'Second factors of the last 7 days were removed' });
    for (const line of thief.app === null
      ? [/Passkey.*removed/]
      : [/Authenticator app.*removed/, /Recovery codes.*removed/])
      expect(mail).toMatch(line);
    // The name of a passkey is what the thief wrote.
    expect(mail).not.toContain('Work laptop');
    // Somebody else may read the mailbox: nothing of value for 72 hours.
    if (kind === 'member') {
      const answer = await (DOORS['the wallet, by the API'] as Door)({ ...who, token, password: NEW_PASSWORD });
      expect(answer.status).toBe(409);
    }
  });

  it.each(['member', 'admin'] as const)('leaves older factors of a %s', async (kind) => {
    const who = await makers[kind](site);
    const key = makeAuthenticator(site.url);
    expect((await enrol(site, who, key)).status).toBe(201);
    await addApp(site, who);
    await addRecoveryCodes(site, who);
    await ageFactors(site, who, 8);
    await enrol(site, who, makeAuthenticator(site.url), { name: 'Of the thief' });
    await reset(who.email);
    const { body } = await logInByPassword(site, { ...who, password: NEW_PASSWORD });
    expect(body.data.factors.sort()).toEqual(['passkey', 'recovery', 'totp']);
    expect((await logIn(site, key, { area: areaOf[kind] })).status).toBe(200);
    const mail = await site.mail(who.email, { containing: 'Second factors of the last 7 days were removed' });
    expect(mail).toMatch(/Passkey.*removed/);
    expect(mail).not.toMatch(/Authenticator app.*removed/);
    for (const name of ['Of the thief', 'Work laptop']) expect(mail).not.toContain(name);
  });

  it('leaves all of them to an owner whose address an admin has just changed', async () => {
    const who = await makeMember(site);
    await addApp(site, who);
    await sql`UPDATE users SET email_changed_at = now() WHERE id = ${who.id}`.execute(site.database.platform);
    await noteStates(site);
    await reset(who.email);
    const { body } = await logInByPassword(site, { ...who, password: NEW_PASSWORD });
    expect(body.data.factors).toEqual(['totp']);
  });

  it('mails nothing about factors where there were none', async () => {
    const who = await makeMember(site);
    await reset(who.email);
    expect(await site.mail(who.email, { containing: 'was changed just now' })).not.toContain('Second factors');
    expect(await mailsTo(site, who.email)).toContain('password-changed');
    expect((await userRow(site, who.id))?.factors_reset_at).toBeNull();
  });
});
