import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMember, PASSWORD } from '../support/accounts.ts';
import { aadhaar, GET_PROFILE, profileCalls, wallet } from '../support/profile.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const { get, update, rowOf, upload } = profileCalls(() => site);

describe('200: the profile', () => {
  it('of a new member', async () => {
    const member = await makeMember(site);
    const answer = await site.call('GET', GET_PROFILE, { token: member.token });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.body).toEqual({
      status: true,
      message: 'Profile retrieved successfully',
      data: {
        id: member.id,
        name: 'Asha Rao',
        email: member.email,
        mobile: '+919876543210',
        referralCode: member.memberId,
        dateOfBirth: '',
        kycDocumentNumber: '',
        pincode: '',
        gender: null,
        walletAddress: '',
        profileImage: null,
        globalStake: 0,
        stockBalance: 0,
        isApproved: false,
        role: 'USER',
      },
    });
  });

  it("has the member's own stock and the stock of all members", async () => {
    const member = await makeMember(site, { isApproved: true });
    const { companyId } = member;
    const db = site.database.platform;
    await db.updateTable('supplies').set({ credited: 300_000_000n }).where('company_id', '=', companyId).execute();
    await db
      .insertInto('stock_balances')
      .values({ company_id: companyId, user_id: member.id, quantity: 4000n, last_hash: '0x', last_at: new Date() })
      .execute();
    expect(await get(member)).toMatchObject({ globalStake: 300_000_000, stockBalance: 4000, isApproved: true });
    expect(await get(await makeMember(site))).toMatchObject({ globalStake: 300_000_000, stockBalance: 0 });
  });
});

describe('200: the update', () => {
  const fields = () => ({
    name: 'Asha R. Rao',
    mobile: '080 2222 3333',
    dateOfBirth: '1988-02-29',
    pincode: '110001',
    gender: 'female',
    walletAddress: wallet(),
    kycDocumentNumber: aadhaar(),
    password: PASSWORD,
  });

  it.each(['json', 'urlencoded', 'multipart'] as const)('as %s changes the sent fields', async (form) => {
    const member = await makeMember(site);
    const sent = fields();
    const spaced = sent.kycDocumentNumber.replace(/(\d{4})(?=\d)/g, '$1 ');
    // A client that sends its whole form also sends the fields that cannot change.
    const fixed = { email: member.email.toUpperCase(), referralCode: member.memberId.toLowerCase() };
    const body = { ...sent, ...fixed, kycDocumentNumber: spaced };
    const multipart = new FormData();
    for (const [key, value] of Object.entries(body)) multipart.append(key, value);
    const answer = await update(
      member,
      form === 'json' ? body : form === 'urlencoded' ? new URLSearchParams(body) : multipart,
    );
    expect([answer.status, answer.body]).toEqual([200, { status: true, message: 'Profile updated successfully' }]);
    expect(await get(member)).toMatchObject({
      name: 'Asha R. Rao',
      mobile: '+918022223333',
      dateOfBirth: '1988-02-29',
      pincode: '110001',
      gender: 'female',
      walletAddress: sent.walletAddress,
      kycDocumentNumber: `XXXX XXXX ${sent.kycDocumentNumber.slice(-4)}`,
      email: member.email,
      referralCode: member.memberId,
    });
    expect((await rowOf(member)).search_text).toBe(
      `asha r. rao ${member.email} +918022223333 ${member.memberId.toLowerCase()}`,
    );
  });

  it('of an Aadhaar number stores only its last four digits and a keyed hash', async () => {
    const member = await makeMember(site);
    const number = aadhaar();
    await update(member, { kycDocumentNumber: number });
    const row = await rowOf(member);
    expect([row.aadhaar_last4, row.aadhaar_hash?.length]).toEqual([number.slice(-4), 64]);
    expect(JSON.stringify({ ...row })).not.toContain(number);
    const audit = await site.database.platform
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', '=', member.id)
      .execute();
    expect(audit.map((it) => [it.action, it.after])).toEqual([
      ['profile.update', { changed: ['aadhaar_last4', 'aadhaar_hash'] }],
    ]);
    expect(site.output()).not.toContain(number);
  });

  it('does not change fields that are empty, masked or missing, and records nothing if nothing changed', async () => {
    const member = await makeMember(site);
    const sent = fields();
    await update(member, sent);
    const before = await rowOf(member);
    const masked = `XXXX XXXX ${sent.kycDocumentNumber.slice(-4)}`;
    const answer = await update(member, {
      name: '',
      mobile: ' ',
      walletAddress: '',
      profileImageId: '',
      kycDocumentNumber: masked,
    });
    expect(answer.status).toBe(200);
    expect(await rowOf(member)).toEqual(before);
  });

  it('accepts a wallet address in lower case and returns it with its checksum', async () => {
    const member = await makeMember(site);
    const address = wallet();
    expect((await update(member, { walletAddress: address.toLowerCase() })).status).toBe(200);
    expect((await get(member)).walletAddress).toBe(address);
  });

  it('accepts the member’s own picture', async () => {
    const member = await makeMember(site);
    const profileImageId = await upload(member, member.companyId);
    expect((await update(member, { profileImageId })).status).toBe(200);
    expect((await get(member)).profileImage).toEqual({ url: `/api/v1/media/${profileImageId}` });
  });

  it('does not end the session', async () => {
    const member = await makeMember(site);
    await update(member, { name: 'Somebody Else' });
    expect((await get(member)).name).toBe('Somebody Else');
  });
});
