/** Password, sessions, data export and deletion request: only the own ones, each change mailed and recorded. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, PASSWORD, signIn } from '../support/accounts.ts';
import { APPROVE, manual, post, submitted, upi } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const AUTH = '/api/v1/user/auth';
const call = (who: Pick<Account, 'token'>, method: string, path: string, body?: unknown) =>
  site.call(method, AUTH + path, { token: who.token, ip: freshIp(), ...(body === undefined ? {} : { body }) });
const secondSession = (who: Account) => signIn(site, { kind: 'member', companyId: who.companyId, accountId: who.id });
const actionsOf = async (who: Account) =>
  (
    await site.database.platform
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', who.id)
      .orderBy('seq')
      .execute()
  ).map((row) => row.action);

describe('change of password', () => {
  const NEXT = 'lantern quiet 42 harbour';

  test('ends the other sessions but not this one, sends a mail and is recorded', async () => {
    const member = await makeMember(site);
    const other = await secondSession(member);
    const answer = await call(member, 'PUT', '/password/update', { password: PASSWORD, newPassword: NEXT });
    expect(answer.body).toMatchObject({ status: true, message: 'Password updated successfully' });
    expect((await call(member, 'GET', '/profile/get')).status).toBe(200);
    expect((await call(other, 'GET', '/profile/get')).status).toBe(401);
    expect(await site.mail(member.email)).toContain('password was changed');
    expect(await actionsOf(member)).toEqual(['password.update']);
    const login = (password: string) =>
      site.call('POST', `${AUTH}/login`, {
        body: { user: member.email, password },
        headers: { Origin: site.url },
        ip: freshIp(),
      });
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login(NEXT)).status).toBe(200);
  });

  test.each([
    ['no current password', { password: '', newPassword: NEXT }, 'Please enter you current password'],
    ['a wrong one', { password: 'not the one', newPassword: NEXT }, 'Your current password is incorrect.'],
    ['a short new one', { password: PASSWORD, newPassword: 'short' }, 'The password needs at least 8 characters.'],
    ['a common one', { password: PASSWORD, newPassword: 'password123' }, /most used/],
    ['the same one', { password: PASSWORD, newPassword: PASSWORD }, /same as the current one/],
  ])('refuses %s', async (_, body, message) => {
    const member = await makeMember(site);
    const answer = await call(member, 'PUT', '/password/update', body);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toMatch(message);
    expect(await actionsOf(member)).toEqual([]);
  });

  test('two parallel changes: one wins, the other changes nothing', async () => {
    const member = await makeMember(site);
    const answers = await Promise.all(
      ['lantern quiet 43 harbour', 'lantern quiet 44 harbour'].map((newPassword) =>
        call(member, 'PUT', '/password/update', { password: PASSWORD, newPassword }),
      ),
    );
    expect(answers.filter((it) => it.status === 200)).toHaveLength(1);
    expect(await actionsOf(member)).toEqual(['password.update']);
  });

  test('guesses of the current password are limited', async () => {
    const member = await makeMember(site);
    const statuses = [];
    for (let n = 0; n < 12; n++)
      statuses.push((await call(member, 'PUT', '/password/update', { password: `no ${n}`, newPassword: NEXT })).status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('sessions', () => {
  test('lists the own active sessions, this one first, and ends all others', async () => {
    const member = await makeMember(site);
    const stranger = await makeMember(site);
    const other = await secondSession(member);
    const expired = await secondSession(member);
    await site.database.platform
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', member.id)
      .where('token_hash', '=', await hashOf(expired.token))
      .execute();
    const { records } = (await call(member, 'GET', '/sessions/list')).body.data;
    expect(records).toHaveLength(2);
    expect(records[0]).toMatchObject({ isCurrent: true, device: 'Unknown device', ip: '10.0.0.1', isAdmin: false });
    expect(records[1].isCurrent).toBe(false);
    const answer = await call(member, 'POST', '/sessions/end-others', {});
    expect(answer.body).toMatchObject({ message: 'You are signed out everywhere else.' });
    expect((await call(other, 'GET', '/sessions/list')).status).toBe(401);
    expect((await call(member, 'GET', '/sessions/list')).body.data.records).toHaveLength(1);
    expect((await call(stranger, 'GET', '/sessions/list')).body.data.records).toHaveLength(1);
    expect(await actionsOf(member)).toEqual(['session.end-others']);
  });

  async function hashOf(token: string): Promise<Buffer> {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
    return Buffer.from(digest);
  }
});

test('data export: all data about the member as a file, without secrets and without data about others', async () => {
  const admin = await makeAdmin(site);
  const inviter = await makeMember(site, { name: 'Inviter Secretname' });
  const member = await makeMember(site, { referrerId: inviter.id });
  await call(member, 'PUT', '/profile/update', { kycDocumentNumber: '234123412346', password: PASSWORD });
  const { id } = await submitted(site, member, await upi(site, member));
  await post(site, APPROVE, admin, { id });
  await submitted(site, inviter, manual());
  const answer = await call(member, 'GET', '/export/get');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="my-data-${member.memberId}.json"`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { data } = answer.body;
  expect(data.account).toMatchObject({
    email: member.email,
    kycDocumentNumber: 'XXXX XXXX 2346',
    referredBy: inviter.memberId,
    stockBalance: 4000,
  });
  expect(data.purchases).toEqual([
    expect.objectContaining({ status: 'APPROVED', finalAmount: '1180.00', receiptNumber: expect.any(String) }),
  ]);
  expect(data.stock).toEqual([expect.objectContaining({ kind: 'PURCHASE', quantity: 4000 })]);
  expect(data.files).toHaveLength(1);
  expect(data.sessions).toEqual([expect.objectContaining({ ip: '10.0.0.1', userAgent: 'test' })]);
  expect(data.mails.length).toBeGreaterThanOrEqual(2);
  expect(data.trail.map((it: { action: string; by: string }) => [it.action, it.by])).toEqual([
    ['profile.update', 'you'],
    ['purchase.submit', 'you'],
    ['purchase.approve', 'team'],
  ]);
  for (const secret of ['argon2', '234123412346', 'Secretname', 'hash_', admin.id, inviter.email])
    expect(answer.text).not.toContain(secret);
});

describe('deletion request', () => {
  test('requires the password, is stored once, notifies the admins and can be withdrawn', async () => {
    const admin = await makeAdmin(site);
    const member = await makeMember(site);
    expect((await call(member, 'GET', '/deletion/get')).body.data).toEqual({ requestedAt: null });
    const wrong = await call(member, 'POST', '/deletion/request', { password: 'not the one' });
    expect(wrong.body.message).toBe('Your current password is incorrect.');
    const first = await call(member, 'POST', '/deletion/request', { password: PASSWORD });
    expect(first.body.message).toBe('Your deletion request has been sent.');
    const again = await call(member, 'POST', '/deletion/request', { password: PASSWORD });
    expect(again.body.data).toEqual(first.body.data);
    expect(first.body.data.requestedAt).toMatch(/Z$/);
    expect(await site.mail(admin.email, { containing: member.memberId })).toContain('Deletion request');
    expect(await site.mail(member.email)).toContain('deletion request');
    expect((await call(member, 'GET', '/profile/get')).status).toBe(200);
    const back = await call(member, 'POST', '/deletion/cancel', {});
    expect(back.body.data).toEqual({ requestedAt: null });
    await call(member, 'POST', '/deletion/cancel', {});
    expect(await actionsOf(member)).toEqual(['user.request-deletion', 'user.cancel-deletion']);
  });
});

test.each([
  ['PUT', '/password/update'],
  ['GET', '/sessions/list'],
  ['POST', '/sessions/end-others'],
  ['GET', '/export/get'],
  ['GET', '/deletion/get'],
  ['POST', '/deletion/request'],
  ['POST', '/deletion/cancel'],
])('%s %s requires a member’s session and the own origin', async (method, path) => {
  const body = method === 'GET' ? undefined : {};
  expect((await site.call(method, AUTH + path, { body, ip: freshIp() })).status).toBe(401);
  const admin = await makeAdmin(site);
  expect((await call(admin, method, path, body)).status).toBe(403);
  if (method === 'GET') return;
  const member = await makeMember(site);
  const headers = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
  const foreign = await site.call(method, AUTH + path, { body, cookie: member.cookie, headers, ip: freshIp() });
  expect(foreign.status).toBe(403);
});
