import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper, PASSWORD } from '../support/accounts.ts';
import { endWindows, mailsTo, otherCode, redeem, requestCode } from '../support/codes.ts';
import { whenRoom } from '../support/room.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const CHROME =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36';

const login = (
  side: 'user' | 'company',
  email: string,
  password: string,
  cookie = '',
  ip = freshIp(),
): Promise<Answer> =>
  site.call('POST', `/api/v1/${side}/auth/login`, {
    ip,
    body: side === 'user' ? { user: email, password } : { email, password },
    headers: { Origin: site.url, 'User-Agent': CHROME, ...(cookie !== '' && { Cookie: cookie }) },
  });

/** The security events in the log, the oldest first. */
const events = (): Record<string, unknown>[] =>
  site
    .output()
    .split('\n')
    .filter((line) => line.includes('"security":'))
    .map((line) => JSON.parse(line));
const eventsOf = (account: string): Record<string, unknown>[] => events().filter((event) => event.account === account);

const kindsTo = async (email: string): Promise<string[]> => (await mailsTo(site, email)).map(({ kind }) => kind);

const actionsOn = async ({ id }: Account): Promise<string[]> => {
  const rows = await site.database.platform
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', '=', id)
    .orderBy('created_at')
    .execute();
  return rows.map(({ action }) => action);
};

describe('M10: somebody guesses passwords or signs in as an admin, and nobody notices', () => {
  it('each failed sign-in is in the log, with the account and the reason', async () => {
    const member = await makeMember(site);
    await login('user', member.email, 'not this one');
    await login('company', member.email, PASSWORD);
    await expect.poll(() => eventsOf(member.id).length).toBe(2);
    expect(eventsOf(member.id).map(({ security, reason }) => [security, reason])).toEqual([
      ['sign-in failed', 'member, wrong password'],
      ['sign-in failed', 'admin, account not allowed here'],
    ]);
  });

  it('an unknown address is a keyed hash in the log, the same for each attempt', async () => {
    for (let n = 0; n < 2; n++) await login('user', 'stranger-of-the-log@example.com', 'not this one');
    const unknown = () => events().filter(({ account }) => String(account).startsWith('unknown-'));
    await expect.poll(() => unknown().length).toBe(2);
    expect(new Set(unknown().map(({ account }) => account)).size).toBe(1);
    expect(unknown()[0]?.account).toMatch(/^unknown-[0-9a-f]{16}$/);
    expect(site.output()).not.toContain('stranger-of-the-log');
  });

  it('repeated failures write one audit entry and one mail to the owner', async () => {
    const member = await makeMember(site);
    for (let round = 0; round < 2; round++) {
      const ip = freshIp();
      await Promise.all(
        Array.from({ length: 12 }, () => whenRoom(() => login('user', member.email, 'not this one', '', ip))),
      );
    }
    await expect.poll(() => actionsOn(member)).toEqual(['session.fail']);
    expect(await kindsTo(member.email)).toEqual(['failed-attempts']);
    const mail = await site.mail(member.email);
    expect(mail).toContain('Many wrong passwords were entered for your account');
    expect(eventsOf(member.id).map(({ security }) => security)).toContain('sign-in limited');
  }, 30_000);

  it('repeated wrong codes warn a super admin', async () => {
    const superAdmin = await makeSuper(site);
    for (let round = 0; round < 7; round++) {
      const { code } = await requestCode(site, 'super', superAdmin.email);
      for (let n = 0; n < 3; n++) await redeem(site, 'super', superAdmin.email, otherCode(code));
      await endWindows(site, 'code-all');
    }
    await expect.poll(() => actionsOn(superAdmin)).toEqual(['session.fail']);
    expect(await kindsTo(superAdmin.email)).toContain('failed-attempts');
    expect(eventsOf(superAdmin.id).every(({ security }) => /^code (wrong|limited)$/.test(String(security)))).toBe(true);
  });

  it("an admin's sign-in from a new device is mailed to them and marked in the trail, and the same browser only once", async () => {
    const admin = await makeAdmin(site);
    const first = await login('company', admin.email, PASSWORD);
    const cookies = first.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    const device = cookies.find((cookie) => cookie.startsWith('deviceToken=')) ?? '';
    expect(await kindsTo(admin.email)).toEqual(['new-device']);
    expect(await site.mail(admin.email)).toContain('Chrome on Android');
    expect((await login('company', admin.email, PASSWORD, device)).status).toBe(200);
    expect(await kindsTo(admin.email)).toEqual(['new-device']);
    expect((await login('company', admin.email, PASSWORD)).status).toBe(200);
    expect(await kindsTo(admin.email)).toEqual(['new-device', 'new-device']);
    const entries = await site.database.platform
      .selectFrom('audit_entries')
      .select('after')
      .where('subject_id', '=', admin.id)
      .orderBy('seq')
      .execute();
    expect(entries.map(({ after }) => (after as { isNewDevice?: boolean }).isNewDevice ?? false)).toEqual([
      true,
      false,
      true,
    ]);
    // Another account in the same browser is new there.
    const other = await makeAdmin(site);
    await login('company', other.email, PASSWORD, device);
    expect(await kindsTo(other.email)).toEqual(['new-device']);
  });

  it('a super admin gets a mail about a new device too', async () => {
    const { email } = await makeSuper(site);
    const { code, cookie } = await requestCode(site, 'super', email);
    expect((await redeem(site, 'super', email, code, { cookie })).status).toBe(200);
    expect(await kindsTo(email)).toEqual(['super-admin-code', 'new-device']);
  });
});
