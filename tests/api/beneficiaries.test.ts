/**
 * The accounts that buyers pay to: who may change them, with which proof, who is notified, and what a purchase
 * stores.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember, makeSuper, PASSWORD } from '../support/accounts.ts';
import { manual, PURCHASE, post, purchaseRow, submitted, upi } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const BASE = '/api/v1/admin/beneficiary';
let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());
beforeEach(async () => {
  // A fresh admin each: wrong passwords are counted by account. Each admin is mailed what the others change.
  await sql`UPDATE users SET role = 'USER' WHERE role = 'ADMIN'`.execute(site.database.platform);
  admin = await makeAdmin(site);
});

const NEXT = {
  holderName: 'Cow Launch Private Limited',
  bankName: 'State Bank of India',
  branch: 'Fort, Mumbai',
  accountNumber: '31234567890',
  ifscCode: 'SBIN0000300',
  upi: 'cowl@sbi',
};
let made = 0;
/** An account that no other test has. */
const fresh = () => ({ ...NEXT, accountNumber: `55${String(++made).padStart(9, '0')}` });

const send = (who: Pick<Account, 'token'>, method: string, verb: string, body: unknown) =>
  site.call(method, `${BASE}/${verb}`, { token: who.token, ip: freshIp(), body });
const add = (body: object, who: Pick<Account, 'token'> = admin) =>
  send(who, 'POST', 'add', { password: PASSWORD, ...body });
const update = (body: object, who: Pick<Account, 'token'> = admin) =>
  send(who, 'PUT', 'update', { password: PASSWORD, ...body });
const remove = (body: object, who: Pick<Account, 'token'> = admin) =>
  send(who, 'DELETE', 'delete', { password: PASSWORD, ...body });
const read = async () => (await site.call('GET', `${BASE}/get`, { token: admin.token, ip: freshIp() })).body.data;
const one = async (id: string) => (await read()).beneficiaries.find((it: { id: string }) => it.id === id);
const added = async (more: object = {}): Promise<string> => {
  const answer = await add({ ...fresh(), ...more });
  expect(answer.body).toMatchObject({
    status: true,
    message: 'Beneficiary added successfully',
    data: { state: 'done' },
  });
  return answer.body.data.id;
};
const trail = (id: string) =>
  site.database.platform
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('seq')
    .execute();

describe('requirements of a change', () => {
  it('the six fields alone change the primary account', async () => {
    const before = await read();
    const answer = await send(admin, 'PUT', 'update', { ...NEXT, accountNumber: '31234567891' });
    expect(answer.body).toMatchObject({ status: true, message: 'Beneficiary updated successfully' });
    expect(await read()).toMatchObject({
      ...NEXT,
      accountNumber: '31234567891',
      id: before.id,
      version: before.version + 1,
    });
  });

  it('a wrong password changes nothing', async () => {
    const before = await read();
    const password = 'not the one';
    for (const answer of [
      await update({ ...fresh(), password }),
      await add({ ...fresh(), password }),
      await remove({ id: before.id, password }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ message: 'Your current password is incorrect.', field: 'password' });
    }
    expect(await read()).toEqual(before);
  });

  it('wrong passwords are limited as at the sign-in', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await update({ ...NEXT, password: `guess ${n}` })).status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    expect((await update(NEXT)).status).toBe(429);
  });

  it.each([
    ['holderName', '', 'Please enter the account holder.'],
    ['bankName', '', 'Please enter the bank name.'],
    ['branch', '', 'Please enter the branch.'],
    ['accountNumber', '', 'Please enter the account number.'],
    ['accountNumber', '12345', 'Please enter a valid account number of 6 to 20 letters and digits.'],
    ['ifscCode', '', 'Please enter the IFSC code.'],
    ['ifscCode', 'SBIN1000300', 'Please enter a valid IFSC code, as SBIN0001234.'],
    ['upi', '', 'Please enter the UPI ID.'],
    ['upi', 'cowl@sbi.co', 'Please enter a valid UPI ID, as name@bank.'],
    ['version', 0, 'The version must be a whole number from 1.'],
    ['colour', 'red', 'Unknown field: colour.'],
  ])('%s %j is refused with its own message', async (field, value, message) => {
    const answer = await update({ ...NEXT, [field]: value });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe(message);
  });

  it('stores fields in their canonical form', async () => {
    const id = await added({ ifscCode: ' sbin 0000300 ', upi: 'Cowl.Two@SBI', accountNumber: '55-66 77 8899' });
    expect(await one(id)).toMatchObject({ ifscCode: 'SBIN0000300', upi: 'cowl.two@sbi', accountNumber: '5566778899' });
  });

  it('members, super admins, visitors and admins of another company cannot change anything here', async () => {
    const before = await read();
    const elsewhere = await makeAdmin(site, { companyId: await makeCompany(site) });
    const tries = [
      [await makeMember(site), 403],
      [await makeSuper(site), 403],
      [elsewhere, 401],
      [{ token: 'x'.repeat(43) }, 401],
    ] as const;
    for (const [who, status] of tries) {
      expect((await update(fresh(), who)).status).toBe(status);
      expect((await add(fresh(), who)).status).toBe(status);
      expect((await remove({ id: before.id }, who)).status).toBe(status);
      expect((await send(who, 'POST', 'confirm', { id: before.id, password: PASSWORD })).status).toBe(status);
    }
    expect(await read()).toEqual(before);
  });

  it('an account of another company gets the same 404 as an unknown one', async () => {
    const { id } = await site.database.platform
      .insertInto('beneficiaries')
      .values({
        company_id: await makeCompany(site),
        holder_name: 'Other',
        bank_name: 'Other Bank',
        branch: 'There',
        account_number: '999999999',
        ifsc_code: 'OTHR0000001',
        upi: 'other@bank',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const call of [update({ ...fresh(), id }), remove({ id })]) {
      const answer = await call;
      expect([answer.status, answer.body.message]).toEqual([404, 'Beneficiary not found.']);
    }
  });
});

describe('one primary account, active or inactive', () => {
  it('when another account becomes primary, the old one no longer is', async () => {
    const before = await read();
    const id = await added();
    expect(await one(id)).toMatchObject({ isPrimary: false, isActive: true, version: 1 });
    const { accountNumber } = await one(id);
    expect((await update({ ...NEXT, accountNumber, id, isPrimary: true })).status).toBe(200);
    const after = await read();
    expect(after.id).toBe(id);
    expect(after.beneficiaries.filter((it: { isPrimary: boolean }) => it.isPrimary)).toHaveLength(1);
    expect((await one(before.id)).isPrimary).toBe(false);
  });

  it('the primary account cannot be deleted or deactivated while there are others', async () => {
    await added();
    const { id, holderName, bankName, branch, accountNumber, ifscCode, upi: upiId } = await read();
    const details = { holderName, bankName, branch, accountNumber, ifscCode, upi: upiId };
    const message = 'This is the primary account. Make another one primary first.';
    const off = await update({ ...details, id, isActive: false });
    expect([off.status, off.body.message]).toEqual([409, message]);
    const gone = await remove({ id });
    expect([gone.status, gone.body.message]).toEqual([409, message]);
    const none = await update({ ...details, id, isPrimary: false });
    expect([none.status, none.body.message]).toEqual([
      409,
      'Buyers need one primary account. Make another one primary instead.',
    ]);
  });

  it('an inactive account is not shown to buyers, and can be activated again', async () => {
    const id = await added();
    const { accountNumber } = await one(id);
    const banks = async () =>
      (await site.call('GET', '/api/v1/user/package/beneficiary/get', { token: (await makeMember(site)).token })).body
        .data.banks as { id: string }[];
    expect((await banks()).map((it) => it.id)).toContain(id);
    await update({ ...NEXT, accountNumber, id, isActive: false });
    expect((await banks()).map((it) => it.id)).not.toContain(id);
    const primary = await update({ ...NEXT, accountNumber, id, isPrimary: true });
    expect([primary.status, primary.body.message]).toEqual([409, 'Only an active account can be the primary one.']);
    await update({ ...NEXT, accountNumber, id, isActive: true });
    expect((await banks()).map((it) => it.id)).toContain(id);
  });

  it('the same details twice are one account', async () => {
    const same = fresh();
    await added(same);
    const again = await add(same);
    expect([again.status, again.body.message]).toEqual([
      409,
      'An account with exactly these details is already on the list.',
    ]);
  });
});

describe('deletion', () => {
  it('deletes an account without payments', async () => {
    const id = await added();
    const answer = await remove({ id, version: 1 });
    expect(answer.body).toMatchObject({ status: true, message: 'Beneficiary deleted successfully' });
    expect(await one(id)).toBeUndefined();
    expect((await trail(id)).map((it) => it.action)).toEqual(['beneficiary.add', 'beneficiary.delete']);
  });

  it('deactivates an account with purchases, which still refer to it', async () => {
    const id = await added();
    const member = await makeMember(site);
    const purchase = await submitted(
      site,
      member,
      await upi(site, member, { paymentMethod: 'BANK', beneficiaryId: id }),
    );
    expect((await remove({ id })).status).toBe(200);
    expect(await one(id)).toMatchObject({ isActive: false, isPrimary: false });
    expect((await purchaseRow(site, purchase.id)).beneficiary).toMatchObject({ id });
    expect((await trail(id)).map((it) => it.action)).toEqual(['beneficiary.add', 'beneficiary.deactivate']);
  });

  it('a buyer who is already on the payment screen can still submit the proof', async () => {
    const account = fresh();
    const id = await added(account);
    await remove({ id });
    const member = await makeMember(site);
    const sent = await upi(site, member, { paymentMethod: 'BANK', beneficiaryId: id, beneficiaryVersion: 1 });
    const purchase = await submitted(site, member, sent);
    expect((await purchaseRow(site, purchase.id)).beneficiary).toEqual({ ...account, id, version: 1 });
  });
});

describe('a purchase stores', () => {
  it('the account as the buyer saw it, even if it was changed before the proof arrived', async () => {
    const shown = fresh();
    const id = await added(shown);
    const later = { ...shown, accountNumber: '770000000001', upi: 'later@sbi' };
    await update({ ...later, id });
    const member = await makeMember(site);
    const old = await submitted(
      site,
      member,
      await upi(site, member, { paymentMethod: 'BANK', beneficiaryId: id, beneficiaryVersion: 1 }),
    );
    const now = await submitted(site, member, await upi(site, member, { paymentMethod: 'BANK', beneficiaryId: id }));
    expect((await purchaseRow(site, old.id)).beneficiary).toEqual({ ...shown, id, version: 1 });
    expect((await purchaseRow(site, now.id)).beneficiary).toEqual({ ...later, id, version: 2 });
    const list = await site.call('GET', `/api/v1/admin/transaction/list?search=${old.orderNumber}`, {
      token: admin.token,
    });
    expect(list.body.data.records[0].paidTo).toEqual({ ...shown, id });
  });

  it('no account that the company never had: it is refused', async () => {
    const member = await makeMember(site);
    const answer = await post(site, PURCHASE, member, manual({ beneficiaryId: admin.id }));
    expect([answer.status, answer.body.message]).toEqual([404, 'Beneficiary not found.']);
  });

  it('a version that nobody can rewrite', async () => {
    const id = await added();
    await expect(
      sql`UPDATE beneficiary_versions SET upi = 'thief@bank' WHERE beneficiary_id = ${id}`.execute(
        site.database.platform,
      ),
    ).rejects.toThrow('append-only');
  });
});

describe('notifications', () => {
  it('every active admin gets a mail without full account numbers, and the trail contains none', async () => {
    const other = await makeAdmin(site);
    const gone = await makeAdmin(site, { status: 'BLOCKED' });
    const account = fresh();
    const id = await added(account);
    const next = { ...account, accountNumber: '880000001234', upi: 'somebody@okbank' };
    await update({ ...next, id });
    for (const who of [admin, other]) {
      const mail = await site.mail(who.email, { containing: 'payment account was changed' });
      expect(mail).toContain(`Account number: ending ${account.accountNumber.slice(-4)} =E2=86=92 ending 1234`);
      expect(mail).toContain('so=E2=80=A6@okbank');
      expect(mail).toContain('Vikram Shah');
      for (const secret of [account.accountNumber, next.accountNumber, next.upi]) expect(mail).not.toContain(secret);
    }
    const mails = site.database.platform.selectFrom('mails').select('id');
    expect(await mails.where('to_address', '=', gone.email).execute()).toEqual([]);
    const entries = await trail(id);
    expect(entries.map((it) => it.action)).toEqual(['beneficiary.add', 'beneficiary.update']);
    expect(entries[1]).toMatchObject({ actor_id: admin.id, after: { changed: ['accountNumber', 'upi'] } });
    // Hashes and ids are random and can have any four digits.
    const facts = JSON.stringify(entries).replace(/[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
    expect(facts).not.toMatch(/1234|okbank|SBIN|State Bank/);
  });

  it('a change without a difference is not mailed or recorded', async () => {
    const account = fresh();
    const id = await added(account);
    expect((await update({ ...account, id, version: 1 })).status).toBe(200);
    expect((await one(id)).version).toBe(1);
    expect(await trail(id)).toHaveLength(1);
  });

  it('buyers see the notice of a change for 24 hours', async () => {
    const details = async () =>
      (await site.call('GET', '/api/v1/user/package/beneficiary/get', { token: (await makeMember(site)).token })).body
        .data;
    const { id } = await read();
    const stale = (hours: number) =>
      sql`UPDATE beneficiaries SET changed_at = now() - make_interval(hours => ${hours})`.execute(
        site.database.platform,
      );
    await stale(25);
    expect(await details()).toMatchObject({ changedAt: null });
    await stale(23);
    expect(typeof (await details()).changedAt).toBe('string');
    await stale(25);
    const account = fresh();
    await update({ ...account, id });
    const changed = await details();
    expect(Date.now() - Date.parse(changed.changedAt)).toBeLessThan(60_000);
    expect(changed.banks[0].changedAt).toBe(changed.changedAt);
    await stale(25);
    const before = await one(id);
    await update({ ...account, bankName: 'Another Bank', id });
    expect(Date.parse((await one(id)).changedAt)).toBeGreaterThan(Date.parse(before.changedAt));
  });
});

describe('parallel changes', () => {
  it('a save on top of a newer version gets a conflict, and no change is lost', async () => {
    const account = fresh();
    const id = await added(account);
    const other = await makeAdmin(site);
    const mine = update({ ...account, branch: 'Mine', id, version: 1 });
    const theirs = update({ ...account, branch: 'Theirs', id, version: 1 }, other);
    const answers = await Promise.all([mine, theirs]);
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
    expect(answers.find((it) => it.status === 409)?.body.message).toBe(
      'This account was changed by another admin in the meantime. Please check its current details and try again.',
    );
    expect((await one(id)).branch).toBe(answers[0]?.status === 200 ? 'Mine' : 'Theirs');
    expect((await one(id)).version).toBe(2);
  });

  describe('by a client that sends no version', () => {
    const CHANGED =
      'This account was changed by another admin in the meantime. Please check its current details and try again.';
    const readAs = (who: Account) => site.call('GET', `${BASE}/get`, { token: who.token, ip: freshIp() });

    it("do not overwrite another admin's change until the client has read it", async () => {
      const other = await makeAdmin(site);
      await readAs(other);
      await readAs(admin);
      const account = fresh();
      expect((await update(account)).status).toBe(200);
      const refused = await update(fresh(), other);
      expect([refused.status, refused.body.message]).toEqual([409, CHANGED]);
      expect(await read()).toMatchObject(account);
      await readAs(other);
      const next = fresh();
      expect((await update(next, other)).status).toBe(200);
      expect(await read()).toMatchObject(next);
    });

    it('are checked against the state at sign-in if the client never read, and against its own changes', async () => {
      const [early, late] = [await makeAdmin(site), admin];
      expect((await update(fresh(), late)).status).toBe(200);
      expect((await update(fresh(), early)).status).toBe(409);
      const after = await makeAdmin(site);
      for (let nth = 0; nth < 3; nth++) expect((await update(fresh(), after)).status).toBe(200);
      expect((await update(fresh(), late)).status).toBe(409);
    });

    it('are refused when another account than the one it changed is outdated, or when the primary account is a new one', async () => {
      const other = await makeAdmin(site);
      const account = fresh();
      const id = await added(account);
      await readAs(other);
      expect((await update({ ...account, branch: 'Changed', id })).status).toBe(200);
      expect((await update(fresh(), other)).status).toBe(200);
      expect((await update({ ...account, branch: 'Unseen', id }, other)).status).toBe(409);
      expect((await remove({ id }, other)).status).toBe(409);
      await read();
      expect((await update({ ...account, id, isPrimary: true })).status).toBe(200);
      expect((await update(fresh(), other)).status).toBe(409);
    });

    it('from two clients that both have read: exactly one is applied', async () => {
      const other = await makeAdmin(site);
      await Promise.all([readAs(admin), readAs(other)]);
      const [mine, theirs] = [fresh(), fresh()];
      const answers = await Promise.all([update(mine), update(theirs, other)]);
      expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
      expect(await read()).toMatchObject(answers[0]?.status === 200 ? mine : theirs);
    });
  });

  it('ten parallel changes of the primary account leave one primary account', async () => {
    const ids: string[] = [];
    const accounts = Array.from({ length: 5 }, fresh);
    for (const account of accounts) ids.push(await added(account));
    const answers = await Promise.all(ids.map((id, n) => update({ ...accounts[n], id, isPrimary: true })));
    expect(answers.map((it) => it.status)).toEqual(ids.map(() => 200));
    const primaries = (await read()).beneficiaries.filter((it: { isPrimary: boolean }) => it.isPrimary);
    expect(primaries).toHaveLength(1);
  });

  it('an admin who is blocked in the meantime cannot change anything', async () => {
    const before = await read();
    await sql`UPDATE users SET status = 'BLOCKED' WHERE id = ${admin.id}`.execute(site.database.platform);
    expect((await update(fresh())).status).toBe(401);
    admin = await makeAdmin(site);
    expect(await read()).toEqual(before);
  });
});
