/** An account neither gets another address in the 72 hours after a reset of its second factors, nor a reset in the 72 hours after that. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember, PASSWORD, seasonAdmins } from '../support/accounts.ts';
import { addApp, logInByPassword } from '../support/factors.ts';
import { callsOf, userRow } from '../support/members.ts';
import { type Answer, freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

const EMAIL_LATER = [
  409,
  'The second factors of this account were removed in the last 72 hours. Please change its email address after that.',
];
const RESET_LATER = [
  409,
  'The email address of this account was changed in the last 72 hours. Please remove its second factors after that.',
];

let site: Site;
let admin: Account;
let fellow: Account;
beforeAll(async () => {
  site = await startSite();
  [admin, fellow] = [await makeAdmin(site), await makeAdmin(site)];
});
afterAll(() => site?.remove());

const reset = (id: string, ip = freshIp()): Promise<Answer> =>
  site.call('POST', '/api/v1/admin/member/factors/reset', { token: admin.token, body: { id }, ip });

/** Moves the account to an address of the form that an admin fills in. */
async function move({ id }: Account, email: string, by = fellow): Promise<Answer> {
  const { name, mobile, role } = (await userRow(site, id)) ?? {};
  return callsOf(site, by).update({ id, name, mobile, role, email });
}

const quietHoursLater = (column: 'factors_reset_at' | 'email_changed_at', { id }: Account) =>
  sql`UPDATE users SET ${sql.ref(column)} = now() - interval '73 hours' WHERE id = ${id}`.execute(
    site.database.platform,
  );

describe('after a reset of second factors', () => {
  it('no admin changes the email for 72 hours, and the mail to the old address says when one does', async () => {
    const member = await makeMember(site);
    await addApp(site, member);
    expect((await reset(member.id)).status).toBe(200);
    const refused = await move(member, `thief.${member.email}`);
    expect([statusAndMessage(refused), refused.body.field]).toEqual([EMAIL_LATER, 'email']);
    const { name, mobile, role } = { ...(await userRow(site, member.id)), name: 'Meera Rao' };
    const renamed = { id: member.id, name, mobile, role, email: member.email };
    expect((await callsOf(site, fellow).update(renamed)).status).toBe(200);
    await quietHoursLater('factors_reset_at', member);
    expect((await move(member, `new.${member.email}`)).status).toBe(200);
    await site.mail(member.email, { containing: 'has a new email address' });
  });

  it('a change that two admins agreed on is refused too, whichever came first', async () => {
    const target = await makeAdmin(site);
    await seasonAdmins(site, [admin.id, fellow.id]);
    await addApp(site, target);
    await sql`UPDATE companies SET two_admins_for_accounts = true`.execute(site.database.platform);
    try {
      expect((await move(target, `thief.${target.email}`)).body.data.state).toBe('waiting');
      // By the operator of the server, while the change of the address waits.
      await sql`UPDATE users SET factors_reset_at = now() WHERE id = ${target.id}`.execute(site.database.platform);
      const list = await site.call('GET', '/api/v1/admin/member/changes', { token: admin.token, ip: freshIp() });
      const [change] = list.body.data.proposals;
      const confirmed = await site.call('POST', '/api/v1/admin/member/changes/confirm', {
        token: admin.token,
        ip: freshIp(),
        body: { id: change.id },
      });
      expect(statusAndMessage(confirmed)).toEqual(EMAIL_LATER);
      expect(statusAndMessage(await move(target, `other.${target.email}`))).toEqual(EMAIL_LATER);
    } finally {
      await sql`UPDATE companies SET two_admins_for_accounts = false`.execute(site.database.platform);
    }
  });

  it('the owner learns who did it and when, and not from which network address', async () => {
    const member = await makeMember(site);
    await addApp(site, member);
    const ip = freshIp();
    expect((await reset(member.id, ip)).status).toBe(200);
    const mail = await site.mail(member.email, { containing: 'Your second factors were removed' });
    expect(mail).toContain('Date and time');
    expect(mail).not.toContain('Network address');
    expect(mail).not.toContain(ip);
  });
});

it('after a change of the email no admin removes the factors for 72 hours, and they are still asked for', async () => {
  const member = await makeMember(site);
  await addApp(site, member);
  const email = `moved.${member.email}`;
  expect((await move(member, email)).status).toBe(200);
  expect(statusAndMessage(await reset(member.id))).toEqual(RESET_LATER);
  const { body } = await logInByPassword(site, { ...member, email, password: PASSWORD });
  expect(body.data.factors).toEqual(['totp']);
  await quietHoursLater('email_changed_at', member);
  expect((await reset(member.id)).status).toBe(200);
});
