/** After an admin moved a member's account: the owner takes it back by one click, and that admin decides nothing alone about the member. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatIsoDay } from '../../src/lib/core/format.ts';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeMember,
  PASSWORD,
  seasonAdmins,
  signIn,
} from '../support/accounts.ts';
import { altered, freshCode, redeem } from '../support/codes.ts';
import { addApp } from '../support/factors.ts';
import { callsOf, newPerson, userRow } from '../support/members.ts';
import { APPROVE, manual, post, purchaseRow, REVERSE, submitted } from '../support/purchases.ts';
import { approveRefund, REFUNDS, readyRefund, refundRow } from '../support/refunds.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const TAKE_BACK = '/api/v1/user/auth/email/take-back';

let site: Site;
let maker: Account;
let other: Account;
beforeAll(async () => {
  site = await startSite();
  await companyIdOf(site);
  [maker, other] = [await makeAdmin(site, { name: 'Vikram Shah' }), await makeAdmin(site, { name: 'Leela Nair' })];
  await seasonAdmins(site, [maker.id, other.id]);
});
afterAll(() => site?.remove());

const move = async ({ id, email }: Account, by = maker, to = `thief.${email}`) => {
  const { name, mobile, role } = (await userRow(site, id)) ?? {};
  const { status } = await callsOf(site, by).update({ id, name, mobile, role, email: to });
  expect(status).toBe(200);
};
const linkIn = async (address: string): Promise<string> => {
  const raw = await site.mail(address, { containing: 'has a new email address' });
  const text = raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  return /\/take-back\?token=([\w.%-]+)/.exec(text)?.[1] ?? expect.fail('the mail has no link');
};
const takeBack = (token: string) =>
  site.call('POST', TAKE_BACK, { ip: freshIp(), body: { token }, headers: { Origin: site.url } });
/** Another address, which does not contain the member's. */
const boxOf = ({ email }: Account, name: string): string => email.replace('@', `.${name}@`);
const signedIn = async (member: Account): Promise<Account> => {
  const companyId = await companyIdOf(site);
  return { ...member, ...(await signIn(site, { kind: 'member', companyId, accountId: member.id })) };
};
const logIn = (email: string, password = PASSWORD) =>
  site.call('POST', '/api/v1/user/auth/login', {
    ip: freshIp(),
    body: { user: email, password },
    headers: { Origin: site.url },
  });
const age = (userId: string, interval: string) =>
  sql`UPDATE account_moves SET moved_at = now() - ${interval}::interval WHERE user_id = ${userId}`.execute(
    site.database.platform,
  );

describe('the link in the mail to the old address', () => {
  it('opens a page that changes nothing, and its button gives the address back, one time, and ends what the thief has', async () => {
    const member = await makeMember(site);
    await move(member);
    const token = await linkIn(member.email);
    const page = await fetch(`${site.url}/take-back?token=${token}`);
    expect([page.status, (await page.text()).includes('Keep my email address')]).toEqual([200, true]);
    expect(await userRow(site, member.id)).toMatchObject({ email: `thief.${member.email}` });
    expect((await site.call('GET', `${TAKE_BACK}?token=${token}`, { ip: freshIp() })).status).toBe(405);
    const thief = await logIn(`thief.${member.email}`);
    expect(thief.status).toBe(200);
    const { status } = await takeBack(token);
    expect(status).toBe(200);
    expect(await userRow(site, member.id)).toMatchObject({ email: member.email });
    const session = thief.body.data.token ?? thief.body.data.authToken;
    expect((await site.call('GET', '/api/v1/user/auth/profile/get', { token: session, ip: freshIp() })).status).toBe(
      401,
    );
    for (const email of [member.email, `thief.${member.email}`]) expect((await logIn(email)).status).not.toBe(200);
    expect((await takeBack(token)).status).toBe(422);
    await site.mail(other.email, { containing: 'has taken back the change' });
  });

  it('is not taken after 72 hours, altered, for another account, or of another site', async () => {
    const [one, two] = [await makeMember(site), await makeMember(site)];
    await move(one);
    await move(two);
    const [first, second] = [await linkIn(one.email), await linkIn(two.email)];
    const mixed = `${first.split('.')[0]}.${second.split('.')[1]}`;
    for (const forged of [mixed, altered(first), `${'0'.repeat(32)}.${first.split('.')[1]}`])
      expect((await takeBack(forged)).status).toBe(422);
    const foreign = await site.call('POST', TAKE_BACK, {
      ip: freshIp(),
      body: { token: first },
      headers: { Origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    await age(one.id, '73 hours');
    expect((await takeBack(first)).status).toBe(422);
    expect(await userRow(site, one.id)).toMatchObject({ email: `thief.${one.email}` });
    expect((await takeBack(second)).status).toBe(200);
  });

  it('finds the address free: for 72 hours no other account gets it, by any door', async () => {
    const [member, second] = [await makeMember(site), await makeMember(site)];
    await move(member);
    const person = newPerson({ email: member.email });
    const row = await userRow(site, second.id);
    const doors = [
      () => callsOf(site, maker).add(person),
      () => callsOf(site, maker).add({ ...person, role: 'ADMIN' }),
      () =>
        callsOf(site, other).update({
          id: second.id,
          name: row?.name,
          mobile: row?.mobile,
          role: 'USER',
          email: member.email,
        }),
      async () => {
        const code = await freshCode(site, 'register', member.email);
        return redeem(site, 'register', member.email, code);
      },
    ];
    for (const door of doors) {
      const { status, body } = await door();
      expect([status, body.message]).toEqual([409, expect.stringContaining('was the address of another account')]);
    }
    expect((await takeBack(await linkIn(member.email))).status).toBe(200);
    await sql`UPDATE mails SET created_at = created_at - interval '73 hours' WHERE to_address = ${`thief.${member.email}`}`.execute(
      site.database.platform,
    );
    expect((await callsOf(site, maker).add({ ...person, email: `thief.${member.email}` })).status).toBe(201);
  });

  it('ends the links of all later changes, in every order of moves and clicks', async () => {
    for (const chain of [2, 3]) {
      const member = await makeMember(site);
      const boxes = Array.from({ length: chain }, (_, nth) => boxOf(member, `box${nth}`));
      for (const box of boxes) await move(member, maker, box);
      // Who has not shown that a mailbox is theirs has no link.
      for (const box of boxes.slice(0, -1)) await expect(linkIn(box)).rejects.toThrow('no link');
      expect((await takeBack(await linkIn(member.email))).status).toBe(200);
      expect(await userRow(site, member.id)).toMatchObject({ email: member.email });
    }
    const member = await makeMember(site);
    await move(member, maker, boxOf(member, 'one'));
    expect(
      (await redeem(site, 'reset', boxOf(member, 'one'), await freshCode(site, 'reset', boxOf(member, 'one')))).status,
    ).toBe(200);
    await move(member, maker, boxOf(member, 'two'));
    const later = await linkIn(boxOf(member, 'one'));
    expect((await takeBack(await linkIn(member.email))).status).toBe(200);
    expect((await takeBack(later)).status).toBe(422);
    expect(await userRow(site, member.id)).toMatchObject({ email: member.email });
  });

  it('brings nobody an account whose value all came after the change, nor an admin’s', async () => {
    const [bought, promoted] = [await makeMember(site), await makeMember(site)];
    for (const member of [bought, promoted]) await move(member);
    await submitted(site, await signedIn(bought), manual());
    await sql`UPDATE users SET role = 'ADMIN' WHERE id = ${promoted.id}`.execute(site.database.platform);
    for (const { id, email } of [bought, promoted]) {
      const { status, body } = await takeBack(await linkIn(email));
      expect([status, body.message]).toEqual([409, expect.stringContaining('two of them look at it')]);
      expect(await userRow(site, id)).toMatchObject({ email: `thief.${email}` });
    }
  });

  it('is in no mail to a mailbox that only the admin had', async () => {
    const added = await callsOf(site, maker).add(newPerson());
    const row = await userRow(site, added.body.data.id);
    const member = { id: added.body.data.id, email: row?.email ?? '' } as Account;
    await move(member);
    await expect(linkIn(member.email)).rejects.toThrow('no link');
  });

  it('begins the quiet hours again, and the reader of the address that is left learns it, with a link after an order', async () => {
    const member = await makeMember(site);
    await submitted(site, member, manual());
    await move(member);
    await submitted(site, await signedIn(member), manual());
    await sql`UPDATE users SET email_changed_at = now() - interval '71 hours' WHERE id = ${member.id}`.execute(
      site.database.platform,
    );
    expect((await takeBack(await linkIn(member.email))).status).toBe(200);
    const { email_changed_at: changedAt } = (await userRow(site, member.id)) ?? {};
    expect(Date.now() - Number(changedAt)).toBeLessThan(60_000);
    const left = await site.mail(`thief.${member.email}`, { containing: 'earlier email address again' });
    expect(left.replace(/=\r?\n/g, '')).toContain('/take-back?token=');
  });
});

describe('in the quiet hours', () => {
  it('the reader of the new address adds no second factor', async () => {
    const member = await makeMember(site);
    await move(member);
    const { body } = await logIn(`thief.${member.email}`);
    const token = body.data.token ?? body.data.authToken;
    const confirmed = await site.call('POST', '/api/v1/user/auth/reauthenticate', {
      token,
      ip: freshIp(),
      body: { password: PASSWORD },
    });
    expect(confirmed.status).toBe(200);
    const added = await site.call('POST', '/api/v1/user/auth/factors/app/add', {
      token,
      ip: freshIp(),
      body: {},
    });
    expect([added.status, added.body.message]).toEqual([
      409,
      'For 72 hours after our team changed your email, no second factor can be added. Please try again later.',
    ]);
  });
});

/** Ways to move an account. */
const MOVES: readonly (readonly [string, (member: Account) => Promise<void>])[] = [
  ['changed the email', (member) => move(member)],
  [
    'removed the second factors',
    async (member) => {
      await addApp(site, member);
      expect((await post(site, '/api/v1/admin/member/factors/reset', maker, { id: member.id })).status).toBe(200);
    },
  ],
];

describe.each(MOVES)('an admin who %s', (_, take) => {
  it('approves and reverses nothing alone, in one or in bulk, for seven days', async () => {
    const member = await makeMember(site);
    const [one, two, three] = [
      await submitted(site, member, manual()),
      await submitted(site, member, manual()),
      await submitted(site, member, manual()),
    ];
    await take(member);
    const first = await post(site, APPROVE, maker, { id: one.id });
    expect([first.status, first.body.message]).toEqual([200, expect.stringContaining('less than seven days ago')]);
    expect(await purchaseRow(site, one.id)).toMatchObject({ status: 'PENDING' });
    expect((await post(site, APPROVE, maker, { id: one.id })).status).toBe(409);
    expect((await post(site, APPROVE, other, { id: one.id })).status).toBe(200);
    expect(await purchaseRow(site, one.id)).toMatchObject({ status: 'APPROVED' });
    const reason = 'The payment was returned or charged back.';
    expect((await post(site, REVERSE, maker, { id: one.id, reason })).status).toBe(200);
    expect(await purchaseRow(site, one.id)).toMatchObject({ status: 'APPROVED' });
    expect((await post(site, APPROVE, other, { id: two.id })).status).toBe(200);
    expect(await purchaseRow(site, two.id)).toMatchObject({ status: 'APPROVED' });
    await age(member.id, '169 hours');
    expect((await post(site, APPROVE, maker, { id: three.id })).status).toBe(200);
    expect(await purchaseRow(site, three.id)).toMatchObject({ status: 'APPROVED' });
  });

  it('pays no refund alone', async () => {
    const member = await makeMember(site);
    const id = await readyRefund(site, member, other);
    await take(member);
    await approveRefund(site, maker, id);
    expect(await refundRow(site, id)).toMatchObject({ state: 'WAITING_FOR_APPROVAL' });
    await approveRefund(site, other, id);
    expect(await refundRow(site, id)).toMatchObject({ state: 'APPROVED' });
    const before = await readyRefund(site, await makeMember(site), other);
    await approveRefund(site, maker, before);
    await sql`INSERT INTO account_moves (company_id, user_id, kind, moved_by)
      SELECT company_id, user_id, 'email', ${maker.id} FROM refunds WHERE id = ${before}`.execute(
      site.database.platform,
    );
    expect((await post(site, `${REFUNDS}/export`, maker, { ids: [before] })).status).toBe(409);
    expect((await post(site, `${REFUNDS}/export`, other, { ids: [before] })).status).toBe(200);
    const paid = { id: before, paidOn: formatIsoDay(new Date()), bankReference: 'N326112345678901' };
    expect((await post(site, `${REFUNDS}/pay`, maker, paid)).status).toBe(409);
    expect((await post(site, `${REFUNDS}/pay`, other, paid)).status).toBe(200);
  });
});

describe.each(MOVES)('when an admin %s of a member', (_, take) => {
  const mailsAbout = async (memberId: string) => {
    const rows = await site.database.platform
      .selectFrom('mails')
      .select(['to_address', 'subject'])
      .where('kind', '=', 'member-move')
      .where('subject', 'like', `%${memberId}`)
      .execute();
    return rows.map((row) => row.to_address).toSorted();
  };

  it('all admins learn of it, if the member has something', async () => {
    const [holder, idle] = [await makeMember(site), await makeMember(site)];
    await submitted(site, holder, manual());
    await take(holder);
    await take(idle);
    expect(await mailsAbout(holder.memberId)).toEqual(expect.arrayContaining([maker.email, other.email]));
    expect(await mailsAbout(idle.memberId)).toEqual([]);
  });
});

describe('lists of people who are paid', () => {
  it('say who changed the address, and how long ago', async () => {
    const member = await makeMember(site);
    const id = await readyRefund(site, member, other);
    await move(member);
    await age(member.id, '5 hours 10 minutes');
    const { body } = await site.call('GET', '/api/v1/admin/refunds/list?limit=100', {
      token: other.token,
      ip: freshIp(),
    });
    const listed = body.data.records.find((row: { id: string }) => row.id === id);
    expect(listed.addressChanged).toMatchObject({ by: 'Vikram Shah', hoursAgo: 5 });
    expect(Object.keys(listed).at(-1)).toBe('addressChanged');
    const holder = await makeMember(site);
    await post(site, APPROVE, other, { id: (await submitted(site, holder, manual())).id });
    await move(holder);
    const holders = await site.call('GET', '/api/v1/admin/launch/holders/list?limit=100', {
      token: other.token,
      ip: freshIp(),
    });
    expect(holders.body.data.records.find((row: { id: string }) => row.id === holder.id).addressChanged).toMatchObject({
      by: 'Vikram Shah',
      hoursAgo: 0,
    });
  });
});
