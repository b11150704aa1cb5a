import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import {
  APPROVE,
  freshReference,
  manual,
  PURCHASE,
  post,
  purchaseRow,
  REJECT,
  submitted,
  upi,
} from '../support/purchases.ts';
import { freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

let site: Site;
let companyId: string;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

describe('low: one payment for two purchases', () => {
  it('a UPI number without its leading zero conflicts with the one that has it', async () => {
    const [member, accomplice] = [await makeMember(site), await makeMember(site)];
    const bare = `1${freshReference().slice(2)}`;
    const first = await submitted(site, member, await upi(site, member, { referenceNumber: `0${bare}` }));
    const again = await post(site, PURCHASE, member, await upi(site, member, { referenceNumber: bare }));
    expect([again.status, again.body.reason]).toEqual([409, 'same_reference']);
    const other = await submitted(site, accomplice, await upi(site, accomplice, { referenceNumber: bare }));
    expect(other).toMatchObject({ referenceNumber: `0${bare}`, referenceState: 'CONFLICT' });
    expect((await post(site, APPROVE, admin, { id: first.id })).status).toBe(200);
    expect((await post(site, APPROVE, admin, { id: other.id })).body.reason).toBe('same_reference');
  });

  it('and with one that an earlier version stored without it', async () => {
    const member = await makeMember(site);
    const bare = `2${freshReference().slice(2)}`;
    const { id } = await submitted(site, member, await upi(site, member));
    await post(site, APPROVE, admin, { id });
    await site.database.platform
      .updateTable('purchases')
      .set({ reference_number: bare })
      .where('id', '=', id)
      .execute();
    const answer = await post(site, PURCHASE, member, await upi(site, member, { referenceNumber: `0${bare}` }));
    expect([answer.status, answer.body.reason]).toEqual([409, 'same_reference']);
  });
});

describe('low: a rejected order comes back as its rejection', () => {
  it('the same order after a rejection is a new purchase', async () => {
    const member = await makeMember(site);
    const body = manual({ referenceNumber: freshReference() });
    const first = await submitted(site, member, body);
    expect((await submitted(site, member, body)).id).toBe(first.id);
    await post(site, REJECT, admin, { id: first.id });
    const second = await submitted(site, member, body);
    expect(second).toMatchObject({ status: 'PENDING', orderNumber: `${first.orderNumber}-2` });
    expect((await submitted(site, member, body)).id).toBe(second.id);
  });
});

describe('low: a payment to an account that is no longer in use', () => {
  it('is accepted for 72 hours after the account was deactivated, and refused later', async () => {
    const member = await makeMember(site);
    const { id } = await site.database.platform
      .insertInto('beneficiaries')
      .values({
        company_id: companyId,
        ...{ holder_name: 'Old Account', bank_name: 'SBI', branch: 'Fort', account_number: '12345678901' },
        ...{ ifsc_code: 'SBIN0000300', upi: 'old@sbi' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const paid = () => manual({ beneficiaryId: id, beneficiaryVersion: 1 });
    await submitted(site, member, paid());
    await sql`UPDATE beneficiaries SET is_active = false WHERE id = ${id}`.execute(site.database.platform);
    const late = await submitted(site, member, paid());
    expect((await purchaseRow(site, late.id)).beneficiary).toMatchObject({ id, version: 1 });
    // The trigger that keeps versions from being rewritten is off for this one statement.
    await site.database.platform.transaction().execute(async (tx) => {
      await sql`ALTER TABLE beneficiary_versions DISABLE TRIGGER beneficiary_versions_append_only`.execute(tx);
      await sql`UPDATE beneficiary_versions SET created_at = now() - interval '73 hours'
        WHERE beneficiary_id = ${id}`.execute(tx);
      await sql`ALTER TABLE beneficiary_versions ENABLE TRIGGER beneficiary_versions_append_only`.execute(tx);
    });
    expect(statusAndMessage(await post(site, PURCHASE, member, paid()))).toEqual([
      409,
      expect.stringMatching(/^The account that you were shown has not been in use for 72 hours\./),
    ]);
  });
});

describe('low: exports and referrals', () => {
  it('every cell of a CSV file is quoted', async () => {
    await makeMember(site, { name: 'Asha; Rao' });
    const { text } = await site.call('GET', '/api/v1/admin/export/members?format=csv', {
      token: admin.token,
      ip: freshIp(),
    });
    const lines = text.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^"([^"]|"")*"(,"([^"]|"")*")*$/);
  });

  it('what a member shares with their referrer is shown to admins', async () => {
    const referrer = await makeMember(site, { mobile: '+919812345678' });
    const self = await makeMember(site, { mobile: '+919812345678', referrerId: referrer.id });
    const read = async (id: string) =>
      (await site.call('GET', `/api/v1/admin/member/get?id=${id}`, { token: admin.token, ip: freshIp() })).body.data;
    // Sessions of the tests come from one address and one browser.
    expect((await read(self.id)).selfReferralSigns).toEqual(['mobile', 'network', 'device']);
    expect((await read(referrer.id)).selfReferralSigns).toEqual([]);
  });
});
