/** Admins block and delete accounts, but neither themselves nor the last admin; erased data are nowhere any more. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, PASSWORD } from '../support/accounts.ts';
import {
  askForDeletion,
  callsOf,
  type MemberCalls,
  mailsTo,
  newPerson,
  trailAbout,
  userRow,
} from '../support/members.ts';
import { aadhaar, wallet } from '../support/profile.ts';
import { APPROVE, expectSums, manual, PURCHASE, post, submitted, tally, upi, upload } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let as: MemberCalls;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  // The seeded admin would be one more active admin.
  await site.database.platform.updateTable('users').set({ role: 'USER' }).where('role', '=', 'ADMIN').execute();
  admin = await makeAdmin(site);
  as = callsOf(site, admin);
});
afterAll(() => site?.remove());

const filesOnDisk = (): string[] =>
  fs
    .readdirSync(path.join(site.dataDir, 'uploads'), { recursive: true, encoding: 'utf8' })
    .map((name) => path.basename(name))
    .filter((name) => name.length === 36);
const activeAdmins = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM users
    WHERE company_id = ${companyId} AND role = 'ADMIN' AND status = 'ACTIVE' AND deleted_at IS NULL`.execute(
    site.database.platform,
  );
  return rows[0]?.n ?? -1;
};
const detailsOf = async (account: Account) => {
  const row = await userRow(site, account.id);
  return { id: account.id, name: row?.name, mobile: row?.mobile, email: row?.email, role: row?.role };
};

describe('nobody removes the access of', () => {
  it('themselves', async () => {
    const other = await makeAdmin(site);
    const own = await detailsOf(admin);
    const answers = [
      await as.remove(admin.id),
      await as.update({ ...own, role: 'USER' }),
      await as.update({ ...own, status: 'BLOCKED' }),
      await as.setStatus(admin.id, 'INACTIVE'),
      await as.setStatus(admin.id, 'BLOCKED'),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [409, 'You cannot delete your own account.'],
      [409, 'You cannot take the admin role from your own account.'],
      [409, 'You cannot block your own account.'],
      [409, 'You cannot deactivate your own account.'],
      [409, 'You cannot block your own account.'],
    ]);
    expect(await userRow(site, admin.id)).toMatchObject({ role: 'ADMIN', status: 'ACTIVE' });
    expect((await as.remove(other.id)).status).toBe(200);
  });

  it.each(['remove', 'demote', 'block', 'set the status of'])(
    'the last admin, when ten %s each other at the same time',
    async (how) => {
      const team = [admin, ...(await Promise.all(Array.from({ length: 9 }, () => makeAdmin(site))))];
      const victims = await Promise.all(team.map(detailsOf));
      const answers = await Promise.all(
        team.map((who, at) => {
          const victim = victims[(at + 1) % team.length];
          const calls = callsOf(site, who);
          if (how === 'remove') return calls.remove(victim?.id ?? '');
          if (how === 'set the status of') return calls.setStatus(victim?.id ?? '', at % 2 ? 'BLOCKED' : 'INACTIVE');
          return calls.update({ ...victim, ...(how === 'demote' ? { role: 'USER' } : { status: 'BLOCKED' }) });
        }),
      );
      const left = await activeAdmins();
      expect(left).toBeGreaterThanOrEqual(1);
      expect(tally(answers)[200]).toBe(10 - left);
      // The admin who lost access first cannot remove the access of the other.
      expect(answers.every(({ status }) => [200, 401, 409].includes(status))).toBe(true);
      // For the next tests.
      await site.database.platform.updateTable('users').set({ role: 'USER' }).where('id', '<>', admin.id).execute();
      admin = await makeAdmin(site);
      await site.database.platform.updateTable('users').set({ role: 'USER' }).where('id', '<>', admin.id).execute();
      as = callsOf(site, admin);
    },
  );
});

describe('an account without purchases and stock', () => {
  it('is deleted completely, with its files, sessions and codes, and its address is free again', async () => {
    const member = await makeMember(site, { name: 'Gone Person' });
    const brought = await makeMember(site, { referrerId: member.id });
    const file = await upload(site, member);
    expect(filesOnDisk()).toContain(file);
    await site.call('POST', '/api/v1/user/auth/forgot-password/otp', { body: { user: member.email }, ip: freshIp() });
    await site.mail(member.email, { containing: 'code' });
    const answer = await as.remove(member.id);
    expect([answer.status, answer.body.message]).toEqual([200, 'User deleted successfully']);
    expect(await userRow(site, member.id)).toBeUndefined();
    expect(await userRow(site, brought.id)).toMatchObject({ referrer_id: null });
    expect(filesOnDisk()).not.toContain(file);
    expect((await site.call('GET', `/api/v1/media/${file}`, { token: admin.token })).status).toBe(404);
    expect((await site.call('GET', '/api/v1/user/auth/profile/get', { token: member.token })).status).toBe(401);
    const codes = site.database.platform.selectFrom('codes').select('purpose').where('address', '=', member.email);
    expect(await codes.execute()).toEqual([]);
    expect(await site.mail(member.email, { containing: 'closed' })).toContain('Gone Person');
    expect(await trailAbout(site, member.id)).toMatchObject([
      {
        action: 'user.delete',
        actor_id: admin.id,
        before: { memberId: member.memberId, role: 'USER', status: 'ACTIVE' },
        after: { how: 'remove', files: 1 },
      },
    ]);
    expect((await as.add(newPerson({ email: member.email }))).status).toBe(201);
  });

  it('is deleted once for repeated calls', async () => {
    const member = await makeMember(site);
    const answers = await Promise.all(Array.from({ length: 8 }, () => as.remove(member.id)));
    expect(tally(answers)).toEqual({ 200: 1, 404: 7 });
    expect(await mailsTo(site, member.email)).toEqual(['account-deleted']);
  });
});

describe('an account with purchases or stock', () => {
  it('leaves its history of money and stock, and no personal data', async () => {
    const referrer = await makeMember(site);
    const member = await makeMember(site, { name: 'Erased Canary', mobile: '+919812398123', referrerId: referrer.id });
    const address = wallet();
    const changed = await site.call('PUT', '/api/v1/user/auth/profile/update', {
      token: member.token,
      body: {
        password: PASSWORD,
        dateOfBirth: '1990-05-17',
        kycDocumentNumber: aadhaar(),
        walletAddress: address,
        profileImageId: await upload(site, member),
      },
    });
    expect(changed.status).toBe(200);
    const receiptId = await upload(site, member);
    const bought = await submitted(site, member, await upi(site, member, { receiptId }));
    const waiting = await submitted(site, member, manual());
    expect((await post(site, APPROVE, admin, { id: bought.id })).status).toBe(200);
    const files = filesOnDisk().length;
    const before = await expectSums(site, companyId);
    await expect.poll(() => mailsTo(site, member.email, 'WAITING')).toEqual([]);

    // Tokens and a purchase that waits: nobody deletes the account before its owner asks for it.
    expect((await as.remove(member.id)).body.message).toContain('has not asked for the deletion');
    await askForDeletion(site, member);
    expect((await as.remove(member.id)).status).toBe(200);
    const row = await userRow(site, member.id);
    expect(row).toMatchObject({
      name: 'Deleted member',
      email: `${member.id}@erased.invalid`,
      mobile: '',
      status: 'INACTIVE',
      member_id: member.memberId,
      date_of_birth: null,
      aadhaar_last4: null,
      aadhaar_hash: null,
      // The tokens are still to be sent there.
      wallet_address: address,
      profile_image_id: null,
      search_text: '',
    });
    expect(row?.deleted_at).toBeInstanceOf(Date);
    // The picture and an unused file are deleted, the payment proof stays.
    expect(filesOnDisk()).toHaveLength(files - 2);
    expect((await site.call('GET', `/api/v1/media/${receiptId}`, { token: admin.token })).status).toBe(200);
    expect(await expectSums(site, companyId)).toEqual(before);
    expect((await as.list({ search: member.memberId })).body.data.total).toBe(0);
    expect((await trailAbout(site, member.id)).at(-1)).toMatchObject({
      action: 'user.delete',
      after: { how: 'erase' },
    });
    // A pending purchase can still be decided, without a mail.
    expect((await post(site, APPROVE, admin, { id: waiting.id })).status).toBe(200);

    const tables = ['users', 'purchases', 'sessions', 'codes', 'media', 'audit_entries', 'media_removals'];
    for (const table of tables) {
      const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(table)} t`.execute(
        site.database.platform,
      );
      for (const canary of ['Erased Canary', member.email, '+919812398123', '1990-05-17'])
        expect(rows.map(({ row: text }) => text.toLowerCase()).join('\n')).not.toContain(canary.toLowerCase());
    }
    // All mails to the address are deleted except the one about the deletion.
    expect(await mailsTo(site, member.email)).toEqual(['account-deleted']);
    expect((await as.add(newPerson({ email: member.email }))).status).toBe(201);
  });

  it('is never deleted completely by a deletion that races the purchase', async () => {
    for (let round = 0; round < 8; round++) {
      const member = await makeMember(site);
      await askForDeletion(site, member);
      const [submission, removal] = await Promise.all([post(site, PURCHASE, member, manual()), as.remove(member.id)]);
      expect(removal.status).toBe(200);
      const row = await userRow(site, member.id);
      expect(row === undefined ? 'removed' : row.deleted_at && 'erased').toBe(
        submission.status === 200 || submission.status === 201 ? 'erased' : 'removed',
      );
      expect(submission.status).toBeLessThan(500);
    }
    await expectSums(site, companyId);
  });

  it('can be the referrer of a purchase that is approved at the same time: the approval succeeds either way', async () => {
    for (let round = 0; round < 6; round++) {
      const referrer = await makeMember(site);
      const buyer = await makeMember(site, { referrerId: referrer.id });
      const { id } = await submitted(site, buyer, manual());
      await askForDeletion(site, referrer);
      const [approval, removal] = await Promise.all([post(site, APPROVE, admin, { id }), as.remove(referrer.id)]);
      expect([approval.status, removal.status]).toEqual([200, 200]);
      const row = await userRow(site, referrer.id);
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::int AS n FROM stock_entries WHERE user_id = ${referrer.id}`.execute(site.database.platform);
      expect(rows[0]?.n).toBe(row === undefined ? 0 : 1);
    }
    await expectSums(site, companyId);
  });
});

it('files that could not be deleted immediately are deleted later', async () => {
  const member = await makeMember(site);
  const file = await upload(site, member);
  const folder = path.join(site.dataDir, 'uploads', file.slice(-2), file.slice(-4, -2));
  fs.renameSync(path.join(folder, file), path.join(folder, `${file}.away`));
  fs.mkdirSync(path.join(folder, file));
  expect((await as.remove(member.id)).status).toBe(200);
  const waiting = site.database.platform
    .selectFrom('media_removals')
    .select('storage_key')
    .where('storage_key', '=', file);
  expect(await waiting.execute()).toHaveLength(1);
  fs.rmdirSync(path.join(folder, file));
  fs.renameSync(path.join(folder, `${file}.away`), path.join(folder, file));
  expect((await as.remove((await makeMember(site)).id)).status).toBe(200);
  expect(await waiting.execute()).toEqual([]);
  expect(filesOnDisk()).not.toContain(file);
});
