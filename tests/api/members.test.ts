/** Admins list, add, change and verify the accounts of their company. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember, PASSWORD } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { callsOf, type MemberCalls, mailsTo, newPerson, trailAbout, userRow } from '../support/members.ts';
import { tally } from '../support/purchases.ts';
import { whenRoom } from '../support/room.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let as: MemberCalls;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  as = callsOf(site, admin);
});
afterAll(() => site?.remove());

const NOBODY = '0190f2b6-7c1a-7000-8000-00000000dead';
const login = (user: string, password: string) =>
  site.call('POST', '/api/v1/user/auth/login', { body: { user, password }, ip: freshIp() });
const profile = ({ token }: Account) => site.call('GET', '/api/v1/user/auth/profile/get', { token, ip: freshIp() });
const detailsOf = async (account: Account) => {
  const row = await userRow(site, account.id);
  return { id: account.id, name: row?.name, mobile: row?.mobile, email: row?.email, role: row?.role };
};

describe('every call', () => {
  it('is only for admins of the company', async () => {
    const member = await makeMember(site);
    const foreignAdmin = await makeAdmin(site, { companyId: await makeCompany(site) });
    for (const [who, status] of [
      [member, 403],
      [foreignAdmin, 401],
    ] as const) {
      const calls = callsOf(site, who);
      const answers = await Promise.all([
        calls.list(),
        calls.add(newPerson()),
        calls.update({ id: member.id, isApproved: true }),
        calls.remove(member.id),
        calls.setStatus(member.id, 'BLOCKED'),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(status));
    }
    expect(await userRow(site, member.id)).toMatchObject({ is_approved: false, status: 'ACTIVE' });
  });

  it('returns the same 404 for an account of another company, a deleted one and an unknown one', async () => {
    const foreign = await makeMember(site, { companyId: await makeCompany(site) });
    const gone = await makeMember(site);
    expect((await as.remove(gone.id)).status).toBe(200);
    const bodies = new Set<string>();
    for (const id of [foreign.id, gone.id, NOBODY]) {
      const person = { name: 'Meera Iyer', mobile: '9876543210', email: 'x@example.com', role: 'USER' };
      for (const answer of [
        await as.update({ id, ...person }),
        await as.update({ id, isApproved: true }),
        await as.remove(id),
        await as.setStatus(id, 'BLOCKED'),
      ]) {
        expect(answer.status).toBe(404);
        bodies.add(answer.body.message);
      }
    }
    expect([...bodies]).toEqual(['User not found.']);
    expect(await userRow(site, foreign.id)).toMatchObject({ is_approved: false, status: 'ACTIVE' });
  });
});

describe('GET /admin/auth/list', () => {
  const names = (answer: { body: { data: { records: { name: string }[] } } }) =>
    answer.body.data.records.map((row) => row.name);

  it('returns the fields of the screen, newest first, and nothing of another company', async () => {
    await makeMember(site, { name: 'Foreign Person', companyId: await makeCompany(site) });
    const member = await makeMember(site, { name: 'Newest Person' });
    const { body } = await as.list();
    expect(body.data.records[0]).toEqual({
      id: member.id,
      name: 'Newest Person',
      mobile: '+919876543210',
      email: member.email,
      role: 'USER',
      referralCode: member.memberId,
      createdAt: expect.stringMatching(/Z$/),
      isApproved: false,
      status: 'ACTIVE',
      deletionRequestedAt: null,
      updatedAt: expect.stringMatching(/Z$/),
    });
    const companyId = await companyIdOf(site);
    const rows = await site.database.platform
      .selectFrom('users')
      .select('id')
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .execute();
    expect(body.data.total).toBe(rows.length);
    expect((await as.list({ search: 'Foreign Person' })).body.data.total).toBe(0);
  });

  it('pages from either end without missing or duplicate rows', async () => {
    for (let n = 0; n < 7; n++) await makeMember(site);
    const whole = (await as.list({ limit: 100 })).body.data;
    const pages: string[] = [];
    for (let page = 1; page <= Math.ceil(whole.total / 3); page++)
      pages.push(...(await as.list({ limit: 3, page })).body.data.records.map((row: { id: string }) => row.id));
    expect(pages).toEqual(whole.records.map((row: { id: string }) => row.id));
    expect((await as.list({ page: 500 })).body.data.records).toEqual([]);
  });

  it('filters by verification, status and deletion request', async () => {
    const mark = `Filter${Date.now()}`;
    await makeMember(site, { name: `${mark} Waiting` });
    await makeMember(site, { name: `${mark} Verified`, isApproved: true });
    const leaving = await makeMember(site, { name: `${mark} Leaving`, isApproved: true, status: 'BLOCKED' });
    await site.database.platform
      .updateTable('users')
      .set({ deletion_requested_at: new Date() })
      .where('id', '=', leaving.id)
      .execute();
    expect(names(await as.list({ search: mark, isApproved: false }))).toEqual([`${mark} Waiting`]);
    expect(names(await as.list({ search: mark, isApproved: true }))).toEqual([`${mark} Leaving`, `${mark} Verified`]);
    expect(names(await as.list({ status: 'BLOCKED' }))).toContain(`${mark} Leaving`);
    expect(names(await as.list({ deletionRequested: true }))).toEqual([`${mark} Leaving`]);
    expect((await as.list({ isApproved: 'perhaps' })).status).toBe(422);
    const waiting = (await as.list({ isApproved: false })).body.data.total;
    expect(waiting + (await as.list({ isApproved: true })).body.data.total).toBe((await as.list()).body.data.total);
  });

  it('searches parts of name, email, mobile and member ID, requires every word, and treats %, _ and \\ literally', async () => {
    const name = `Zoya%${Date.now()} Quli`;
    const member = await makeMember(site, { name, mobile: '+919812300456' });
    await makeMember(site, { name: 'Zoya Other' });
    for (const search of [
      name,
      name.toUpperCase(),
      'quli zoya',
      member.email,
      member.memberId.toLowerCase(),
      '98123-00456',
      '98123 00456',
      'zoya%',
      'qu',
      'Q',
    ])
      expect(names(await as.list({ search })), search).toContain(name);
    for (const search of ['zoya_', 'zoya\\', 'zoya nobody', 'ul'])
      expect(names(await as.list({ search })), search).not.toContain(name);
  });

  it('never returns erased accounts', async () => {
    const member = await makeMember(site, { name: 'Soon Erased' });
    await site.database.platform
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', member.id)
      .execute();
    expect((await as.list({ search: 'Soon Erased' })).body.data.total).toBe(0);
  });
});

describe('POST /admin/auth/add', () => {
  it('adds an account that waits, invites its owner, and records it without personal data', async () => {
    const person = newPerson({ email: 'Meera.Iyer@Example.com' });
    const answer = await as.add(person);
    expect([answer.status, answer.body.message]).toEqual([201, 'User added successfully']);
    const { id, referralCode } = answer.body.data;
    expect(referralCode).toMatch(new RegExp(`^${SYMBOL}[0-9A-HJKMNP-TV-Z]{7}$`));
    const email = 'meera.iyer@example.com';
    expect(await userRow(site, id)).toMatchObject({
      email,
      mobile: '+919876543210',
      role: 'USER',
      status: 'ACTIVE',
      is_approved: false,
      member_id: referralCode,
    });
    const mail = await site.mail(email);
    expect(mail).toContain('/fogot-password');
    expect(mail).not.toContain(person.password);
    const [entry] = await trailAbout(site, id);
    expect(entry).toMatchObject({ action: 'user.add', actor_id: admin.id, before: null });
    expect(entry?.after).toEqual({ memberId: referralCode, role: 'USER' });
    expect((await login(email, person.password)).status).toBe(200);
  });

  it('names each invalid field', async () => {
    const wrong: [Record<string, unknown>, string | string[]][] = [
      [
        { name: ' ', mobile: '', email: '', role: '', password: '' },
        [
          'Please enter the name.',
          'Please enter the mobile number.',
          'Please enter the email address.',
          'Please select a role.',
          'Please enter a password.',
        ],
      ],
      [{ email: 'not an address' }, 'Please enter a valid email address.'],
      [{ role: 'SUPER' }, 'Please select a role.'],
      [{ mobile: '+919999' }, 'Please enter a valid mobile number.'],
      [{ password: 'short' }, 'The password needs at least 8 characters.'],
      [
        { mobile: '1234567', password: 'password123' },
        ['Please enter a valid mobile number.', 'This password is among the most used ones. Please choose another.'],
      ],
      [{ isApproved: true }, 'Unknown field: isApproved.'],
      [{ companyId: NOBODY }, 'This company ID is not the one of this site.'],
    ];
    for (const [more, message] of wrong) {
      const answer = await as.add(newPerson(more));
      expect([answer.status, answer.body.message]).toEqual([422, message]);
    }
  });

  it('adds one account for twenty parallel calls with one address, and refuses the others', async () => {
    const person = newPerson();
    const answers = await Promise.all(Array.from({ length: 20 }, () => whenRoom(() => as.add(person))));
    expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
    const refused = answers.find((answer) => answer.status === 409);
    expect(refused?.body).toMatchObject({
      message: 'Another account already has this email address.',
      code: 'conflict',
    });
    expect((await as.list({ search: person.email })).body.data.total).toBe(1);
    expect(await mailsTo(site, person.email)).toEqual(['invitation']);
  });

  it('notifies all admins of a new admin, who can sign in', async () => {
    const person = newPerson({ role: 'ADMIN' });
    expect((await as.add(person)).status).toBe(201);
    expect(await mailsTo(site, admin.email)).toContain('new-admin');
    expect(await mailsTo(site, person.email)).toEqual(['invitation']);
    const body = { email: person.email, password: person.password };
    expect((await site.call('POST', '/api/v1/company/auth/login', { body, ip: freshIp() })).status).toBe(200);
  });
});

describe('PUT /admin/auth/update', () => {
  it('changes the sent fields, and records role and status but only the names of the other fields', async () => {
    const member = await makeMember(site);
    const before = await detailsOf(member);
    const answer = await as.update({ ...before, name: 'Asha Rao Nair', mobile: '9812345678' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { status: true, message: 'User updated successfully', data: { state: 'done' } },
    ]);
    expect(await userRow(site, member.id)).toMatchObject({
      name: 'Asha Rao Nair',
      mobile: '+919812345678',
      search_text: `asha rao nair ${member.email} +919812345678 ${member.memberId.toLowerCase()}`,
    });
    expect((await trailAbout(site, member.id)).at(-1)).toMatchObject({
      action: 'user.update',
      actor_id: admin.id,
      before: {},
      after: { changed: ['name', 'mobile'] },
    });
    expect((await profile(member)).status).toBe(200);
  });

  it('changes and records once for repeated calls', async () => {
    const member = await makeMember(site);
    const body = { ...(await detailsOf(member)), status: 'BLOCKED' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => as.update(body)));
    expect(tally(answers)).toEqual({ 200: 8 });
    expect(await trailAbout(site, member.id)).toMatchObject([
      { action: 'user.update', before: { status: 'ACTIVE' }, after: { status: 'BLOCKED' } },
    ]);
    expect(await mailsTo(site, member.email)).toEqual(['account-blocked']);
  });

  it('does not overwrite a change that somebody else has made since it was read', async () => {
    const member = await makeMember(site);
    const seen = (await as.list({ search: member.email })).body.data.records[0];
    const details = await detailsOf(member);
    expect((await as.update({ ...details, name: 'First Change', updatedAt: seen.updatedAt })).status).toBe(200);
    const late = await as.update({ ...details, mobile: '9812345678', updatedAt: seen.updatedAt });
    expect([late.status, late.body.message]).toEqual([
      409,
      'Somebody else has changed this account in the meantime. Please close this window and open it again.',
    ]);
    expect(await userRow(site, member.id)).toMatchObject({ name: 'First Change', mobile: '+919876543210' });
    // The same change again is not a conflict: a client may repeat a call after a lost response.
    expect((await as.update({ ...details, name: 'First Change', updatedAt: seen.updatedAt })).status).toBe(200);
  });

  it.each(['BLOCKED', 'INACTIVE'])(
    '%s ends the sessions immediately and prevents sign-in until ACTIVE',
    async (status) => {
      const member = await makeMember(site);
      expect((await profile(member)).status).toBe(200);
      expect((await as.setStatus(member.id, status)).body.message).toBe('Status changed successfully');
      expect((await profile(member)).status).toBe(401);
      expect((await login(member.email, PASSWORD)).status).toBe(401);
      expect((await as.setStatus(member.id, 'ACTIVE')).status).toBe(200);
      expect((await profile(member)).status).toBe(401);
      expect((await login(member.email, PASSWORD)).status).toBe(200);
      expect(await mailsTo(site, member.email)).toEqual([`account-${status.toLowerCase()}`, 'account-active']);
    },
  );

  it('a change of role ends the sessions immediately, and grants or revokes the admin area', async () => {
    const member = await makeMember(site);
    const details = await detailsOf(member);
    const teamMails = (await mailsTo(site, admin.email)).length;
    expect((await as.update({ ...details, role: 'ADMIN' })).status).toBe(200);
    expect((await profile(member)).status).toBe(401);
    expect((await mailsTo(site, admin.email)).slice(teamMails)).toEqual(['new-admin']);
    const signIn = () =>
      site.call('POST', '/api/v1/company/auth/login', {
        body: { email: member.email, password: PASSWORD },
        ip: freshIp(),
      });
    const token = (await signIn()).body.data.token;
    expect((await as.update({ ...details, role: 'USER' })).status).toBe(200);
    expect((await site.call('GET', '/api/v1/admin/auth/list', { token, ip: freshIp() })).status).toBe(401);
    expect((await signIn()).status).toBe(401);
  });

  it('changes the address, notifies both addresses, and refuses a taken one', async () => {
    const [member, other] = [await makeMember(site), await makeMember(site)];
    const details = await detailsOf(member);
    const taken = await as.update({ ...details, email: other.email.toUpperCase() });
    expect([taken.status, taken.body.message]).toEqual([409, 'Another account already has this email address.']);
    const email = `moved-${member.email}`;
    expect((await as.update({ ...details, email })).status).toBe(200);
    expect(await mailsTo(site, member.email)).toEqual(['email-left']);
    expect(await mailsTo(site, email)).toEqual(['email-taken']);
    expect((await login(member.email, PASSWORD)).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(200);
    expect(JSON.stringify(await trailAbout(site, member.id))).not.toContain('@');
  });

  it('names each invalid field', async () => {
    const member = await makeMember(site);
    const details = await detailsOf(member);
    const wrong: [unknown, string | string[]][] = [
      [
        { id: member.id },
        [
          'Please enter the name.',
          'Please enter the mobile number.',
          'Please enter the email address.',
          'Please select a role.',
        ],
      ],
      [{ ...details, status: 'AWAY' }, 'The status must be ACTIVE, INACTIVE or BLOCKED.'],
      [{ ...details, mobile: '12345678' }, 'Please enter a valid mobile number.'],
      [
        { ...details, isApproved: true },
        ['Unknown field: name.', 'Unknown field: mobile.', 'Unknown field: email.', 'Unknown field: role.'],
      ],
      [{ id: member.id, isApproved: false }, 'A verification cannot be undone.'],
      [{ id: 'me', isApproved: true }, 'This id is not valid.'],
    ];
    for (const [body, message] of wrong) {
      const answer = await as.update(body);
      expect([answer.status, answer.body.message]).toEqual([422, message]);
    }
  });
});

describe('verification', () => {
  it('happens once and for good, also for parallel calls by several admins, and sends a mail', async () => {
    const member = await makeMember(site);
    const second = callsOf(site, await makeAdmin(site));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? as : second).update({ id: member.id, isApproved: true })),
    );
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(answers[0]?.body.message).toBe('User verified successfully');
    expect(await userRow(site, member.id)).toMatchObject({ is_approved: true });
    expect(await trailAbout(site, member.id)).toMatchObject([
      { action: 'user.approve', before: { isApproved: false }, after: { isApproved: true } },
    ]);
    expect(await mailsTo(site, member.email)).toEqual(['account-verified']);
    expect((await profile(member)).body.data.isApproved).toBe(true);
  });
});
