/** 'Two admins for account changes': admins cannot confirm their own proposals, and each change is decided once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeCompany,
  makeMember,
  PASSWORD,
  signIn,
} from '../support/accounts.ts';
import { callsOf, userRow } from '../support/members.ts';
import { freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

const BASE = '/api/v1/admin/beneficiary';
let site: Site;
let maker: Account;
let checker: Account;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());
beforeEach(async () => {
  // Each admin is mailed what the others change.
  await sql`UPDATE users SET role = 'USER' WHERE role = 'ADMIN'`.execute(site.database.platform);
  maker = await makeAdmin(site, { name: 'Vikram Shah' });
  checker = await makeAdmin(site, { name: 'Leela Nair' });
  await sql`UPDATE companies SET two_admins_for_accounts = true`.execute(site.database.platform);
  await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE state = 'OPEN'`.execute(
    site.database.platform,
  );
});

let made = 0;
const fresh = () => ({
  holderName: 'Cow Launch Private Limited',
  bankName: 'State Bank of India',
  branch: 'Fort, Mumbai',
  accountNumber: `66${String(++made).padStart(9, '0')}`,
  ifscCode: 'SBIN0000300',
  upi: 'cowl@sbi',
});

const send = (who: Pick<Account, 'token'>, method: string, verb: string, body: object) =>
  site.call(method, `${BASE}/${verb}`, { token: who.token, ip: freshIp(), body });
const read = async (who = maker) =>
  (await site.call('GET', `${BASE}/get`, { token: who.token, ip: freshIp() })).body.data;
const proposed = async (account = fresh(), who = maker): Promise<string> => {
  const answer = await send(who, 'PUT', 'update', { ...account, password: PASSWORD });
  expect(answer.body).toMatchObject({
    status: true,
    message: 'The change waits for a second admin.',
    data: { state: 'waiting' },
  });
  return answer.body.data.id;
};
const confirm = (id: string, who = checker, password = PASSWORD) => send(who, 'POST', 'confirm', { id, password });
const stateOf = async (id: string) =>
  (await site.database.platform.selectFrom('approvals').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state;

describe('a proposed change', () => {
  it('changes nothing until another admin confirms it', async () => {
    const before = await read();
    const account = fresh();
    const id = await proposed(account);
    expect(await read()).toMatchObject({ id: before.id, accountNumber: before.accountNumber, version: before.version });
    const [mine] = (await read()).proposals;
    expect(mine).toMatchObject({ id, isMine: true, kind: 'update', proposedBy: 'Vikram Shah', isStale: false });
    expect(mine.after.accountNumber).toBe(account.accountNumber);
    expect(mine.before.accountNumber).toBe(before.accountNumber);
    expect(Date.parse(mine.expiresAt) - Date.parse(mine.proposedAt)).toBe(72 * 3_600_000);
    expect((await read(checker)).proposals[0].isMine).toBe(false);
    expect((await confirm(id)).body).toMatchObject({
      message: 'Change confirmed successfully',
      data: { state: 'done' },
    });
    expect(await read()).toMatchObject({ ...account, id: before.id, proposals: [], needsTwoAdmins: true });
  });

  it.each(['add', 'delete', 'primary'])('%s waits too', async (what) => {
    const list = async () => (await read()).beneficiaries;
    await sql`UPDATE companies SET two_admins_for_accounts = false`.execute(site.database.platform);
    const account = fresh();
    const other = (await send(maker, 'POST', 'add', { ...account, password: PASSWORD })).body.data.id;
    await sql`UPDATE companies SET two_admins_for_accounts = true`.execute(site.database.platform);
    const before = await list();
    const calls = {
      add: () => send(maker, 'POST', 'add', { ...fresh(), password: PASSWORD }),
      delete: () => send(maker, 'DELETE', 'delete', { id: other, password: PASSWORD }),
      primary: () => send(maker, 'PUT', 'update', { ...account, id: other, isPrimary: true, password: PASSWORD }),
    };
    const { body } = await calls[what as keyof typeof calls]();
    expect(body.data.state).toBe('waiting');
    expect(await list()).toEqual(before);
    expect((await confirm(body.data.id)).status).toBe(200);
    const after = await list();
    if (what === 'add') expect(after).toHaveLength(before.length + 1);
    if (what === 'delete') expect(after).toHaveLength(before.length - 1);
    if (what === 'primary') expect(after[0]).toMatchObject({ id: other, isPrimary: true });
  });

  it('cannot be confirmed or refused by the admin who proposed it', async () => {
    const id = await proposed();
    expect(statusAndMessage(await confirm(id, maker))).toEqual([
      403,
      'Another admin must confirm this change: you have proposed it yourself.',
    ]);
    expect((await send(maker, 'POST', 'refuse', { id })).status).toBe(403);
    await expect(
      sql`UPDATE approvals SET state = 'CONFIRMED', decided_at = now(), decided_by = proposed_by WHERE id = ${id}`.execute(
        site.database.platform,
      ),
    ).rejects.toThrow('check');
    expect(await stateOf(id)).toBe('OPEN');
  });

  it('requires the second admin’s password', async () => {
    const id = await proposed();
    expect(statusAndMessage(await confirm(id, checker, 'not the one'))).toEqual([
      422,
      'Your current password is incorrect.',
    ]);
    expect(await stateOf(id)).toBe('OPEN');
  });

  it('can be refused by another admin and withdrawn by its maker, but not the other way round', async () => {
    const first = await proposed();
    expect((await send(checker, 'POST', 'withdraw', { id: first })).status).toBe(403);
    expect((await send(checker, 'POST', 'refuse', { id: first })).body.message).toBe('Change refused');
    const second = await proposed();
    expect((await send(maker, 'POST', 'withdraw', { id: second })).body.message).toBe('Change withdrawn');
    expect(statusAndMessage(await confirm(first))).toEqual([409, 'This change was already refused by Leela Nair.']);
    expect(statusAndMessage(await confirm(second))).toEqual([409, 'This change was already withdrawn by Vikram Shah.']);
  });

  it('expires after 72 hours, and another change can be proposed', async () => {
    const id = await proposed();
    expect((await send(checker, 'PUT', 'update', { ...fresh(), password: PASSWORD })).status).toBe(409);
    await sql`UPDATE approvals SET expires_at = now() WHERE id = ${id}`.execute(site.database.platform);
    expect((await read()).proposals).toEqual([]);
    expect(statusAndMessage(await confirm(id))).toEqual([
      409,
      'This change was not confirmed in time. Please propose it again.',
    ]);
    await proposed(fresh(), checker);
    expect(await stateOf(id)).toBe('EXPIRED');
  });

  it('expires with its maker: the proposal of an admin who was blocked cannot be confirmed', async () => {
    const id = await proposed();
    await sql`UPDATE users SET status = 'BLOCKED' WHERE id = ${maker.id}`.execute(site.database.platform);
    expect((await confirm(id)).status).toBe(409);
    expect((await send(checker, 'POST', 'refuse', { id })).status).toBe(200);
  });

  it('is not applied to an account that was changed in the meantime', async () => {
    const id = await proposed();
    const before = await read();
    await sql`UPDATE beneficiaries SET branch = 'Elsewhere' WHERE id = ${before.id}`.execute(site.database.platform);
    expect((await read(checker)).proposals[0].isStale).toBe(true);
    const answer = await confirm(id);
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch('was changed by another admin in the meantime');
    expect(await stateOf(id)).toBe('OPEN');
    expect((await read()).accountNumber).toBe(before.accountNumber);
  });

  it('of another company is not found', async () => {
    const id = await proposed();
    const db = site.database.platform;
    const elsewhere = await makeCompany(site);
    await db.updateTable('approvals').set({ company_id: elsewhere }).where('id', '=', id).execute();
    for (const verb of ['confirm', 'refuse', 'withdraw']) {
      const body = verb === 'confirm' ? { id, password: PASSWORD } : { id };
      expect(statusAndMessage(await send(checker, 'POST', verb, body))).toEqual([404, 'Change not found.']);
    }
  });
});

describe('an account that its own maker could have created', () => {
  const LATE = [
    409,
    'You became an admin, or your email was changed, after this change was proposed. ' +
      'An admin who was one before that has to confirm it, or it has to be proposed again.',
  ];

  it('cannot confirm a change proposed before it became an admin, but may refuse it', async () => {
    const before = await read();
    const id = await proposed();
    const late = await makeAdmin(site, { adminSince: new Date() });
    expect(statusAndMessage(await confirm(id, late))).toEqual(LATE);
    expect([(await read()).version, await stateOf(id)]).toEqual([before.version, 'OPEN']);
    expect((await send(late, 'POST', 'refuse', { id })).status).toBe(200);
    expect(statusAndMessage(await confirm(await proposed(), late))).toEqual([
      409,
      'You became an admin, or your email was changed, less than 24 hours ago. Please try again later. ' +
        'Another admin can also confirm this change.',
    ]);
  });

  it('cannot confirm it either if promoted from member, reactivated, or given a new address by another admin', async () => {
    const [raised, opened, readdressed] = [await makeMember(site), await makeAdmin(site), await makeAdmin(site)];
    const calls = callsOf(site, maker);
    const setRule = (isOn: boolean) =>
      sql`UPDATE companies SET two_admins_for_accounts = ${isOn}`.execute(site.database.platform);
    await setRule(false);
    await calls.setStatus(opened.id, 'INACTIVE');
    await setRule(true);
    const id = await proposed();
    // Under the rule these changes wait for a second admin themselves (members-two-admins.test.ts).
    await setRule(false);
    const details = async ({ id }: Account) => {
      const row = await userRow(site, id);
      return { id, name: row?.name, mobile: row?.mobile, email: row?.email, role: row?.role };
    };
    expect((await calls.update({ ...(await details(raised)), role: 'ADMIN' })).status).toBe(200);
    expect((await calls.setStatus(opened.id, 'ACTIVE')).status).toBe(200);
    const email = `taken.over.${readdressed.email}`;
    expect((await calls.update({ ...(await details(readdressed)), email })).status).toBe(200);
    await setRule(true);
    for (const { id: accountId } of [raised, opened, readdressed]) {
      const session = await signIn(site, { kind: 'admin', companyId: await companyIdOf(site), accountId });
      expect(statusAndMessage(await confirm(id, { ...checker, ...session }))).toEqual(LATE);
    }
    expect((await confirm(id)).status).toBe(200);
  });

  it('an admin whose name alone was changed in the meantime may confirm', async () => {
    const id = await proposed();
    const row = await userRow(site, checker.id);
    const { name, mobile, email, role } = row ?? {};
    const answer = await callsOf(site, maker).update({ id: checker.id, name: `${name} Two`, mobile, email, role });
    expect(answer.status).toBe(200);
    expect((await confirm(id)).status).toBe(200);
  });
});

describe('races', () => {
  it('confirm, refuse and withdraw in parallel: exactly one succeeds', async () => {
    const third = await makeAdmin(site);
    for (let round = 0; round < 4; round++) {
      const before = await read();
      const account = fresh();
      const id = await proposed(account);
      const answers = await Promise.all([
        confirm(id),
        confirm(id, third),
        send(checker, 'POST', 'refuse', { id }),
        send(maker, 'POST', 'withdraw', { id }),
      ]);
      expect(answers.filter((it) => it.status === 200)).toHaveLength(1);
      expect(answers.filter((it) => it.status === 409)).toHaveLength(3);
      const isMade = answers[0]?.status === 200 || answers[1]?.status === 200;
      const { accountNumber, version } = await read();
      expect([accountNumber, version]).toEqual(
        isMade ? [account.accountNumber, before.version + 1] : [before.accountNumber, before.version],
      );
    }
  });

  it('two parallel proposals for one account: one is stored, the other gets a conflict', async () => {
    const answers = await Promise.all(
      [maker, checker].map((who) => send(who, 'PUT', 'update', { ...fresh(), password: PASSWORD })),
    );
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
    expect(answers.find((it) => it.status === 409)?.body.message).toBe(
      'A change of this is already waiting for a second admin. Please have it confirmed or refused first.',
    );
  });
});

it('each step is mailed to every admin and recorded in the trail, without account numbers', async () => {
  const account = fresh();
  const id = await proposed(account);
  await site.mail(checker.email, { containing: 'waits for a second admin' });
  await confirm(id);
  const mail = await site.mail(maker.email, { containing: 'Confirmed by: Leela Nair' });
  expect(mail).not.toContain(account.accountNumber);
  const { id: subject } = await read();
  const entries = await site.database.platform
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'after'])
    .where('scope_id', '=', await companyIdOf(site))
    .where('subject_id', '=', subject)
    .orderBy('seq', 'desc')
    .limit(2)
    .execute();
  expect(entries.map((it) => [it.action, it.actor_id])).toEqual([
    ['beneficiary.confirm', checker.id],
    ['beneficiary.propose', maker.id],
  ]);
  expect(JSON.stringify(entries)).not.toContain(account.accountNumber);
});
