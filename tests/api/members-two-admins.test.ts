/** Under a two-admin rule a change of an admin's access waits for a second, independent admin. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROPOSALS_OPEN_MAX } from '@/lib/approvals/rules.ts';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeMember,
  makeSuper,
  outdateSessions,
  seasonAdmins,
  signIn,
} from '../support/accounts.ts';
import { freshCode, redeem } from '../support/codes.ts';
import { callsOf, mailsTo, newPerson, trailAbout, userRow } from '../support/members.ts';
import { type Answer, freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

const CHANGES = '/api/v1/admin/member/changes';
const WAITING = { status: true, message: 'The change waits for a second admin.', data: { state: 'waiting' } };
let site: Site;
let maker: Account;
let checker: Account;
let third: Account;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());
beforeEach(async () => {
  const db = site.database.platform;
  await sql`UPDATE users SET role = 'USER' WHERE role = 'ADMIN'`.execute(db);
  await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE state = 'OPEN'`.execute(db);
  maker = await makeAdmin(site, { name: 'Vikram Shah' });
  [checker, third] = [await makeAdmin(site, { name: 'Leela Nair' }), await makeAdmin(site, { name: 'Third Admin' })];
  await setRule(true);
});

const setRule = (isOn: boolean) =>
  sql`UPDATE companies SET two_admins_for_accounts = ${isOn}, second_approver_above_paise = NULL`.execute(
    site.database.platform,
  );
const decide = (who: Account, verb: string, id: string): Promise<Answer> =>
  site.call('POST', `${CHANGES}/${verb}`, { token: who.token, ip: freshIp(), body: { id } });
const list = async (who: Account = checker) =>
  (await site.call('GET', CHANGES, { token: who.token, ip: freshIp() })).body.data;
/** @returns the id of the change */
const waiting = async (answer: Answer): Promise<string> => {
  expect(answer.body).toMatchObject(WAITING);
  return (await list()).proposals.at(-1).id;
};
const detailsOf = async ({ id }: Pick<Account, 'id'>, change: object = {}) => {
  const { name, mobile, email, role, status } = (await userRow(site, id)) ?? {};
  return { id, name, mobile, email, role, status, ...change };
};
const adminOf = async (id: string): Promise<Account> => {
  const session = await signIn(site, { kind: 'admin', companyId: await companyIdOf(site), accountId: id });
  return { ...maker, id, ...session };
};
/** Adds an admin alone, while no rule is on. */
const addedBy = async (who: Account): Promise<Account> => {
  await setRule(false);
  const { body } = await callsOf(site, who).add(newPerson({ role: 'ADMIN' }));
  await setRule(true);
  return adminOf(body.data.id);
};
const seasoned = (...accounts: Account[]): Promise<void> =>
  seasonAdmins(
    site,
    accounts.map(({ id }) => id),
  );
/** Whether `second` could confirm what `first` proposes. */
const mayConfirm = async (first: Account, second: Account): Promise<number> => {
  const { rows } = await sql<{ version: number }>`SELECT settings_version AS version FROM companies`.execute(
    site.database.platform,
  );
  const proposed = await site.call('PUT', '/api/v1/admin/settings/update', {
    token: first.token,
    ip: freshIp(),
    body: { version: rows[0]?.version, price: `0.${Math.floor(Math.random() * 900_000) + 100_000}` },
  });
  if (proposed.status !== 200) return proposed.status;
  const settings = await site.call('GET', '/api/v1/admin/settings/get', { token: first.token, ip: freshIp() });
  const id = settings.body.data.proposals[0].id;
  const confirmed = await site.call('POST', '/api/v1/admin/settings/confirm', {
    token: second.token,
    ip: freshIp(),
    body: { id },
  });
  if (confirmed.status !== 200)
    await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE id = ${id}`.execute(
      site.database.platform,
    );
  return confirmed.status;
};

describe('a change of an admin', () => {
  it('waits when an admin is added; the confirmed one sets their own password', async () => {
    const person = newPerson({ role: 'ADMIN' });
    const id = await waiting(await callsOf(site, maker).add(person));
    expect((await list()).needsTwoAdmins).toBe(true);
    expect((await list()).proposals).toMatchObject([
      { id, kind: 'add', userId: null, before: null, after: { email: person.email, role: 'ADMIN' }, isMine: false },
    ]);
    expect(await mailsTo(site, checker.email)).toContain('admin-proposed');
    expect(await mailsTo(site, person.email)).toEqual([]);
    expect((await decide(maker, 'confirm', id)).status).toBe(403);
    const { status, body } = await decide(checker, 'confirm', id);
    expect([status, body.data.state]).toEqual([200, 'done']);
    expect(await userRow(site, body.data.id)).toMatchObject({ email: person.email, role: 'ADMIN', status: 'ACTIVE' });
    expect(await mailsTo(site, person.email)).toEqual(['invitation']);
    const login = await site.call('POST', '/api/v1/company/auth/login', {
      ip: freshIp(),
      headers: { Origin: site.url },
      body: { email: person.email, password: person.password },
    });
    expect(login.status).toBe(401);
    expect((await trailAbout(site, body.data.id)).map(({ action }) => action)).toEqual(['user.add']);
  });

  it.each([
    ['promoted', { role: 'ADMIN' }],
    ['demoted', { role: 'USER' }],
    ['readdressed', { email: 'elsewhere@example.com' }],
    ['blocked', { status: 'BLOCKED' }],
    ['deactivated', { status: 'INACTIVE' }],
  ])('waits when one is %s, and is made once', async (what, change) => {
    const target = what === 'promoted' ? await makeMember(site) : await makeAdmin(site, { name: 'Fourth Admin' });
    const before = await userRow(site, target.id);
    const id = await waiting(await callsOf(site, maker).update(await detailsOf(target, change)));
    expect(await userRow(site, target.id)).toEqual(before);
    expect((await list()).proposals[0]).toMatchObject({ kind: 'update', userId: target.id, after: change });
    expect((await decide(checker, 'confirm', id)).status).toBe(200);
    expect(await userRow(site, target.id)).toMatchObject(change);
    expect((await decide(third, 'confirm', id)).status).toBe(409);
    const { rows } = await sql`SELECT change FROM approvals WHERE id = ${id}`.execute(site.database.platform);
    expect(rows).toEqual([{ change: {} }]);
  });

  it('waits when one is deleted', async () => {
    const target = await makeAdmin(site);
    const id = await waiting(await callsOf(site, maker).remove(target.id));
    expect((await list()).proposals[0]).toMatchObject({ kind: 'delete', after: null, userId: target.id });
    expect(await userRow(site, target.id)).toBeDefined();
    expect((await decide(checker, 'confirm', id)).status).toBe(200);
    expect(await userRow(site, target.id)).toBeUndefined();
  });

  it('waits for the status call, and can be refused and withdrawn', async () => {
    const target = await makeAdmin(site);
    const one = await waiting(await callsOf(site, maker).setStatus(target.id, 'BLOCKED'));
    expect((await decide(checker, 'withdraw', one)).status).toBe(403);
    expect((await decide(checker, 'refuse', one)).status).toBe(200);
    const two = await waiting(await callsOf(site, third).setStatus(target.id, 'BLOCKED'));
    expect((await decide(third, 'withdraw', two)).status).toBe(200);
    expect(await userRow(site, target.id)).toMatchObject({ status: 'ACTIVE' });
    expect((await list()).proposals).toEqual([]);
  });

  it('needs a recent session of both admins', async () => {
    const target = await makeAdmin(site);
    const id = await waiting(await callsOf(site, maker).setStatus(target.id, 'BLOCKED'));
    for (const who of [maker, checker]) await outdateSessions(site, who);
    expect((await callsOf(site, maker).remove(target.id)).body.code).toBe('reauthentication_required');
    expect((await decide(checker, 'confirm', id)).body.code).toBe('reauthentication_required');
  });

  it('is not made on top of another change of the same fields', async () => {
    const target = await makeAdmin(site, { name: 'Fourth Admin' });
    const id = await waiting(
      await callsOf(site, maker).update(await detailsOf(target, { email: 'attacker@example.com' })),
    );
    // Another name does not matter, another address does.
    await sql`UPDATE users SET name = 'Renamed' WHERE id = ${target.id}`.execute(site.database.platform);
    expect((await list()).proposals[0].isStale).toBe(false);
    await sql`UPDATE users SET email = 'new@example.com' WHERE id = ${target.id}`.execute(site.database.platform);
    expect((await list()).proposals[0].isStale).toBe(true);
    expect((await decide(checker, 'confirm', id)).status).toBe(409);
    expect(await userRow(site, target.id)).toMatchObject({ email: 'new@example.com', name: 'Renamed' });
  });

  it.each([
    ['a deletion', (who: Account) => callsOf(site, maker).remove(who.id)],
    ['a block', (who: Account) => callsOf(site, maker).setStatus(who.id, 'BLOCKED')],
  ])('%s is not stopped by what its subject changes of the own account', async (_, propose) => {
    const target = await makeAdmin(site);
    const id = await waiting(await propose(target));
    await sql`UPDATE users SET name = 'Another Name', mobile = '+919811111111', email = ${`own-${target.id}@example.com`}
      WHERE id = ${target.id}`.execute(site.database.platform);
    expect((await list()).proposals[0].isStale).toBe(false);
    expect((await decide(checker, 'confirm', id)).status).toBe(200);
    expect((await userRow(site, target.id))?.status).not.toBe('ACTIVE');
  });

  it.each([
    ['moved to another address', `email = 'moved@example.com', email_changed_at = clock_timestamp()`],
    ['moved there and back', 'email_changed_at = clock_timestamp()'],
    ['given another address by its owner', `email = 'own@example.com'`],
    ['blocked', `status = 'BLOCKED'`],
  ])('of a role is not made for an account that was %s meanwhile', async (_, set) => {
    const target = await makeMember(site);
    const id = await waiting(await callsOf(site, maker).update(await detailsOf(target, { role: 'ADMIN' })));
    await sql`UPDATE users SET ${sql.raw(set)} WHERE id = ${target.id}`.execute(site.database.platform);
    expect((await list()).proposals[0].isStale).toBe(true);
    expect((await decide(checker, 'confirm', id)).status).toBe(409);
    expect((await userRow(site, target.id))?.role).toBe('USER');
    await decide(maker, 'withdraw', id);
  });

  it('makes no admin of an account whose password an admin typed, or that one has just moved', async () => {
    const person = newPerson();
    const { id: addedId } = (await callsOf(site, third).add(person)).body.data;
    const promote = async (who: Pick<Account, 'id'>) =>
      callsOf(site, maker).update(await detailsOf(who, { role: 'ADMIN' }));
    expect((await promote({ id: addedId })).body).toMatchObject({
      field: 'role',
      message: expect.stringContaining('typed the password'),
    });
    await redeem(site, 'reset', person.email, await freshCode(site, 'reset', person.email));
    const id = await waiting(await promote({ id: addedId }));
    expect((await decide(checker, 'confirm', id)).status).toBe(200);
    const moved = await makeMember(site);
    expect((await callsOf(site, third).update(await detailsOf(moved, { email: `b.${moved.email}` }))).status).toBe(200);
    expect((await promote(moved)).body.message).toContain('in the last 72 hours');
    await sql`UPDATE users SET email_changed_at = now() - interval '73 hours' WHERE id = ${moved.id}`.execute(
      site.database.platform,
    );
    await waiting(await promote(moved));
  });

  it('of name and mobile alone, and of a member, does not wait', async () => {
    const calls = callsOf(site, maker);
    const [fellow, member] = [await makeAdmin(site), await makeMember(site)];
    for (const answer of [
      await calls.update(await detailsOf(fellow, { name: 'New Name' })),
      await calls.update(await detailsOf(member, { email: `new.${member.email}` })),
      await calls.setStatus(member.id, 'BLOCKED'),
      await calls.remove(member.id),
      await calls.add(newPerson()),
    ])
      expect(answer.body).toMatchObject({ status: true, data: { state: 'done' } });
  });

  it('waits too when only purchases above an amount need two admins', async () => {
    await sql`UPDATE companies SET two_admins_for_accounts = false, second_approver_above_paise = 100`.execute(
      site.database.platform,
    );
    await waiting(await callsOf(site, maker).add(newPerson({ role: 'ADMIN' })));
  });

  it('lets an admin who has proposed all that they may stop nobody else', async () => {
    for (let n = 0; n < PROPOSALS_OPEN_MAX; n++)
      await waiting(await callsOf(site, maker).add(newPerson({ role: 'ADMIN' })));
    const { status, body } = await callsOf(site, maker).add(newPerson({ role: 'ADMIN' }));
    expect([status, body.message]).toEqual([409, expect.stringContaining('Too many of your changes')]);
    await waiting(await callsOf(site, third).add(newPerson({ role: 'ADMIN' })));
  });

  it('leaves two independent admins', async () => {
    await sql`UPDATE users SET role = 'USER' WHERE id = ${third.id}`.execute(site.database.platform);
    expect(statusAndMessage(await callsOf(site, maker).setStatus(checker.id, 'BLOCKED'))).toEqual([
      409,
      'Two independent admins have to remain while a two-admin rule is on. Please ask a super admin to invite another one first.',
    ]);
  });
});

describe('the second admin', () => {
  it('is neither the maker’s creature nor the maker’s creator, at any distance', async () => {
    const child = await addedBy(maker);
    await seasoned(child);
    const grandchild = await addedBy(child);
    const sibling = await addedBy(maker);
    await seasoned(child, grandchild, sibling);
    const family = [maker, child, grandchild, sibling];
    for (const first of family)
      for (const second of family) if (first !== second) expect(await mayConfirm(first, second)).toBe(409);
    for (const one of family) {
      expect(await mayConfirm(one, checker)).toBe(200);
      expect(await mayConfirm(checker, one)).toBe(200);
    }
  });

  it('added by two admins is independent of neither, but of one whom the same two added', async () => {
    const [one, two] = [newPerson({ role: 'ADMIN' }), newPerson({ role: 'ADMIN' })];
    const made: Account[] = [];
    for (const person of [one, two]) {
      const id = await waiting(await callsOf(site, maker).add(person));
      made.push(await adminOf((await decide(checker, 'confirm', id)).body.data.id));
    }
    const [a, b] = made;
    if (!a || !b) throw new Error('two were made');
    expect(await mayConfirm(third, a)).toBe(409);
    await seasoned(a, b);
    for (const sponsor of [maker, checker]) {
      expect(await mayConfirm(sponsor, a)).toBe(409);
      expect(await mayConfirm(a, sponsor)).toBe(409);
    }
    expect(await mayConfirm(third, a)).toBe(200);
    expect(await mayConfirm(a, b)).toBe(200);
  });

  it('added by two admins is not independent of one whom one of them alone added', async () => {
    const id = await waiting(await callsOf(site, maker).add(newPerson({ role: 'ADMIN' })));
    const ofBoth = await adminOf((await decide(checker, 'confirm', id)).body.data.id);
    const ofMaker = await addedBy(maker);
    const ofThird = await addedBy(third);
    await seasoned(ofBoth, ofMaker, ofThird);
    expect(await mayConfirm(ofMaker, ofBoth)).toBe(409);
    expect(await mayConfirm(ofBoth, ofMaker)).toBe(409);
    expect(await mayConfirm(ofThird, ofBoth)).toBe(200);
    expect(await mayConfirm(ofBoth, ofThird)).toBe(200);
  });

  it('is not one whose address the maker changed, also as a member, and deleting the one between does not help', async () => {
    const member = await makeMember(site);
    await callsOf(site, maker).update(await detailsOf(member, { email: `mine.${member.email}` }));
    await sql`UPDATE users SET email_changed_at = now() - interval '4 days' WHERE id = ${member.id}`.execute(
      site.database.platform,
    );
    const id = await waiting(await callsOf(site, third).update(await detailsOf(member, { role: 'ADMIN' })));
    expect((await decide(checker, 'confirm', id)).status).toBe(200);
    const raised = await adminOf(member.id);
    const child = await addedBy(maker);
    const grandchild = await addedBy(child);
    await seasoned(raised, child, grandchild);
    expect(await mayConfirm(maker, raised)).toBe(409);
    await setRule(false);
    expect((await callsOf(site, maker).remove(child.id)).status).toBe(200);
    await setRule(true);
    expect(await mayConfirm(maker, grandchild)).toBe(409);
    expect(await mayConfirm(raised, grandchild)).toBe(409);
  });

  it('counts 24 hours after becoming an admin', async () => {
    const late = await makeAdmin(site, { adminSince: new Date(Date.now() - 23 * 3_600_000) });
    expect(await mayConfirm(maker, late)).toBe(409);
    expect(await mayConfirm(late, maker)).toBe(200);
  });

  it('who alone is left asks for an invitation, and works with the invited one a day later', async () => {
    await sql`UPDATE users SET role = 'USER' WHERE id = ANY(${[checker.id, third.id]}::uuid[])`.execute(
      site.database.platform,
    );
    await addedBy(maker);
    expect(statusAndMessage(await callsOf(site, maker).add(newPerson({ role: 'ADMIN' })))).toEqual([
      409,
      'This change needs a second admin, and no other admin is independent of you. Please ask a super admin to invite one.',
    ]);
    const boss = await makeSuper(site);
    const adminEmail = `invited-${boss.id}@example.com`;
    const invited = await site.call('POST', '/api/v1/superadmin/company/invite', {
      token: boss.token,
      ip: freshIp(),
      body: { id: await companyIdOf(site), adminName: 'Invited Admin', adminEmail },
    });
    expect(invited.status).toBe(200);
    const row = await site.database.platform
      .selectFrom('users')
      .select('id')
      .where('email', '=', adminEmail)
      .executeTakeFirstOrThrow();
    const second = await adminOf(row.id);
    expect(await mayConfirm(maker, second)).toBe(409);
    await seasoned(second);
    expect(await mayConfirm(maker, second)).toBe(200);
  });
});
