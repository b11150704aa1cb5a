/** The attacks of finding H1, as they were shown, and their variants with a password and under the two-admin rules. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeMember,
  outdateSessions,
  seasonAdmins,
  signIn,
} from '../support/accounts.ts';
import { callsOf, newPerson, userRow } from '../support/members.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

const PAYEE = {
  holderName: 'Attacker',
  bankName: 'State Bank of India',
  branch: 'Fort, Mumbai',
  accountNumber: '99999999999',
  ifscCode: 'SBIN0000300',
  upi: 'attacker@sbi',
};
let site: Site;
let victim: Account;
let fellow: Account;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());
beforeEach(async () => {
  victim = await makeAdmin(site);
  fellow = await makeAdmin(site);
  await sql`UPDATE companies SET two_admins_for_accounts = true, second_approver_above_paise = 100000`.execute(
    site.database.platform,
  );
  await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE state = 'OPEN'`.execute(
    site.database.platform,
  );
});

const send = (who: Pick<Account, 'token'>, method: string, path: string, body?: object): Promise<Answer> =>
  site.call(method, `/api/v1/admin/${path}`, { token: who.token, ip: freshIp(), ...(body && { body }) });
const login = async (email: string, password: string): Promise<{ token: string } | null> => {
  const { body } = await site.call('POST', '/api/v1/company/auth/login', {
    ip: freshIp(),
    headers: { Origin: site.url },
    body: { email, password },
  });
  return body.data ?? null;
};
const present = async () => {
  const payees = await send(fellow, 'GET', 'beneficiary/get');
  const { settings } = (await send(fellow, 'GET', 'settings/get')).body.data;
  const admins =
    await sql`SELECT email, role, status, password_hash FROM users WHERE role = 'ADMIN' ORDER BY id`.execute(
      site.database.platform,
    );
  return { payees: payees.body.data.beneficiaries, settings, admins: admins.rows };
};
const person = async ({ id }: Pick<Account, 'id'>, change: object) => {
  const { name, mobile, email, role } = (await userRow(site, id)) ?? {};
  return { id, name, mobile, email, role, ...change };
};

describe('H1: a stolen admin session makes itself a second admin', () => {
  it('without the password, every step of the first attack is refused', async () => {
    await outdateSessions(site, victim);
    const before = await present();
    const { version } = (await send(fellow, 'GET', 'settings/get')).body.data;
    for (const answer of [
      await send(victim, 'POST', 'auth/add', newPerson({ role: 'ADMIN' })),
      await send(victim, 'POST', 'beneficiary/add', PAYEE),
      await send(victim, 'PUT', 'beneficiary/update', PAYEE),
      await send(victim, 'PUT', 'settings/update', { version, twoAdminsForAccounts: false, secondApproverAbove: null }),
      await send(victim, 'PUT', 'auth/update', await person(fellow, { status: 'BLOCKED' })),
      await send(victim, 'PUT', 'member/status', { id: fellow.id, status: 'BLOCKED' }),
      await send(victim, 'DELETE', 'auth/delete', { id: fellow.id }),
      await send(victim, 'PUT', 'auth/update', await person(fellow, { email: 'attacker@example.com' })),
      await send(victim, 'GET', 'export/members?format=csv'),
    ])
      expect(answer.body.code).toBe('reauthentication_required');
    expect(await present()).toEqual(before);
  });

  it('with the password, nothing happens without a second admin', async () => {
    const before = await present();
    const persons = [newPerson({ role: 'ADMIN' }), newPerson({ role: 'ADMIN' })];
    for (const one of persons)
      expect((await send(victim, 'POST', 'auth/add', one)).body.data).toMatchObject({ state: 'waiting' });
    for (const { email, password } of persons) expect(await login(email, password)).toBeNull();
    for (const answer of [
      await send(victim, 'PUT', 'beneficiary/update', PAYEE),
      await send(victim, 'PUT', 'auth/update', await person(fellow, { email: 'attacker@example.com' })),
    ])
      expect(answer.body.data).toMatchObject({ state: 'waiting' });
    expect(await present()).toEqual(before);
  });

  it('no text tells buyers alone where to pay', async () => {
    const before = await present();
    const { version } = (await send(victim, 'GET', 'settings/get')).body.data;
    const withNumber = { version, notice: 'Please call 98765 43210 to pay.' };
    expect((await send(victim, 'PUT', 'settings/update', withNumber)).status).toBe(422);
    const texts = { notice: 'Please call us to pay.', supportPhone: '+919876543210' };
    const answer = await send(victim, 'PUT', 'settings/update', { version, ...texts });
    expect(answer.body.data).toMatchObject({ state: 'waiting' });
    const id = '00000000-0000-4000-8000-000000000000';
    for (const reason of ['Please pay to attacker@okhdfc.', 'Please pay to 99999999999, SBIN0000300.'])
      for (const path of ['transaction/reject', 'transaction/reverse'])
        expect((await send(victim, 'POST', path, { id, reason })).status).toBe(422);
    expect(await present()).toEqual(before);
  });

  it('accounts that were made before the rules were on do not confirm each other’s or their maker’s changes', async () => {
    await sql`UPDATE companies SET two_admins_for_accounts = false, second_approver_above_paise = NULL`.execute(
      site.database.platform,
    );
    const [a, b] = [newPerson({ role: 'ADMIN' }), newPerson({ role: 'ADMIN' })];
    for (const one of [a, b]) await send(victim, 'POST', 'auth/add', one);
    const selves = [await login(a.email, a.password), await login(b.email, b.password)].map((session) => ({
      token: session?.token ?? '',
    }));
    const made = await sql<{
      id: string;
    }>`SELECT id FROM users WHERE email = ANY(${[a.email, b.email]}::text[])`.execute(site.database.platform);
    await seasonAdmins(
      site,
      made.rows.map(({ id }) => id),
    );
    await sql`UPDATE companies SET two_admins_for_accounts = true`.execute(site.database.platform);
    const before = await present();
    for (const maker of [victim, ...selves]) {
      const proposed = await send(maker, 'PUT', 'beneficiary/update', PAYEE);
      const { id } = proposed.body.data;
      for (const checker of [victim, ...selves])
        expect((await send(checker, 'POST', 'beneficiary/confirm', { id })).status).not.toBe(200);
      expect((await send(maker, 'POST', 'beneficiary/withdraw', { id })).status).toBe(200);
    }
    expect(await present()).toEqual(before);
  });

  it('a fellow admin who was taken over by a change of address is no second admin', async () => {
    await sql`UPDATE companies SET two_admins_for_accounts = false, second_approver_above_paise = NULL`.execute(
      site.database.platform,
    );
    const email = `mine-${fellow.id}@attacker.example.com`;
    expect((await send(victim, 'PUT', 'auth/update', await person(fellow, { email }))).status).toBe(200);
    await site.call('POST', '/api/v1/user/auth/forgot-password/otp', {
      ip: freshIp(),
      headers: { Origin: site.url },
      body: { user: email },
    });
    const otp = /^\d{6}\s*$/m.exec(await site.mail(email, { containing: 'to set a new password' }))?.[0].trim();
    await site.call('POST', '/api/v1/user/auth/forgot-password', {
      ip: freshIp(),
      headers: { Origin: site.url },
      body: { user: email, otp, password: 'taken over 9 times' },
    });
    const taken = await login(email, 'taken over 9 times');
    expect(taken).not.toBeNull();
    await sql`UPDATE companies SET two_admins_for_accounts = true`.execute(site.database.platform);
    const { id } = (await send(victim, 'PUT', 'beneficiary/update', PAYEE)).body.data;
    expect((await send({ token: taken?.token ?? '' }, 'POST', 'beneficiary/confirm', { id })).status).toBe(409);
    await seasonAdmins(site, [fellow.id]);
    expect((await send({ token: taken?.token ?? '' }, 'POST', 'beneficiary/confirm', { id })).status).toBe(409);
  });

  it('a member account of the attacker is not promoted, and one promoted by consent is not the attacker’s second', async () => {
    const mine = await makeMember(site);
    const calls = callsOf(site, victim);
    expect((await calls.update(await person(mine, { role: 'ADMIN' }))).body.data).toEqual({ state: 'waiting' });
    const { proposals } = (await send(fellow, 'GET', 'member/changes')).body.data;
    const confirmed = await send(fellow, 'POST', 'member/changes/confirm', { id: proposals.at(-1).id });
    expect(confirmed.status).toBe(200);
    const session = await signIn(site, { kind: 'admin', companyId: await companyIdOf(site), accountId: mine.id });
    await seasonAdmins(site, [mine.id]);
    const { id } = (await send(victim, 'PUT', 'beneficiary/update', PAYEE)).body.data;
    expect((await send(session, 'POST', 'beneficiary/confirm', { id })).status).toBe(409);
  });
});
