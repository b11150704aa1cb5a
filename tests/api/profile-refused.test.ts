import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeCompany, makeMember, PASSWORD } from '../support/accounts.ts';
import { NOBODYS_MEMBER_ID } from '../support/brand.ts';
import { endWindows } from '../support/codes.ts';
import { aadhaar, GET_PROFILE, profileCalls, UPDATE_PROFILE, wallet } from '../support/profile.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const { get, update, rowOf, upload } = profileCalls(() => site);

describe('401 and 403', () => {
  it('without a session, and with one of another kind', async () => {
    const admin = await makeAdmin(site);
    for (const [method, path] of [
      ['GET', GET_PROFILE],
      ['PUT', UPDATE_PROFILE],
    ] as const) {
      const body = method === 'PUT' ? { body: { password: PASSWORD, name: 'Asha' } } : {};
      expect((await site.call(method, path, body)).status).toBe(401);
      expect((await site.call(method, path, { ...body, token: admin.token })).status).toBe(403);
    }
  });
});

describe('404', () => {
  it('the same for a picture of another member, of another company, a document and an unknown id', async () => {
    const member = await makeMember(site);
    const other = await makeMember(site);
    const elsewhere = await makeCompany(site);
    const ids = [
      await upload(other, member.companyId),
      await upload(null, member.companyId),
      await upload(member, elsewhere),
      await upload(member, member.companyId, 'application/pdf'),
      '11111111-1111-4111-8111-111111111111',
    ];
    const answers = [];
    for (const profileImageId of ids) {
      const { status, body } = await update(member, { profileImageId, name: 'Never' });
      answers.push([status, body.message, body.code]);
    }
    expect(new Set(answers.map(String))).toEqual(new Set(['404,Picture not found.,not_found']));
    expect((await get(member)).name).toBe('Asha Rao');
  });
});

describe('405, 413, 415', () => {
  it('another method', async () => {
    const answer = await site.call('POST', UPDATE_PROFILE);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PUT']);
    expect((await site.call('DELETE', GET_PROFILE)).headers.get('allow')).toBe('GET, HEAD');
  });
  it('a body that is too large, or of another type', async () => {
    const { token } = await makeMember(site);
    expect((await site.call('PUT', UPDATE_PROFILE, { token, body: { name: 'x'.repeat(70_000) } })).status).toBe(413);
    const headers = { 'Content-Type': 'text/csv' };
    expect((await site.call('PUT', UPDATE_PROFILE, { token, body: 'a,b', headers })).status).toBe(415);
  });
});

describe('200, so that nobody learns whose they are', () => {
  it('an Aadhaar number and a wallet of another account are accepted, and shown to admins', async () => {
    const [one, two] = [await makeMember(site), await makeMember(site)];
    const sent = { kycDocumentNumber: aadhaar(), walletAddress: wallet() };
    const answers = [await update(one, sent), await update(one, sent), await update(two, sent)];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      Array(3).fill([200, 'Profile updated successfully']),
    );
    expect(await get(two)).toMatchObject({
      walletAddress: sent.walletAddress,
      kycDocumentNumber: `XXXX XXXX ${sent.kycDocumentNumber.slice(-4)}`,
    });
    const admin = await makeAdmin(site);
    const third = await makeMember(site);
    const sharedOf = async ({ id }: { id: string }) =>
      (await site.call('GET', `/api/v1/admin/member/get?id=${id}`, { token: admin.token })).body.data.sharedWith;
    const other = { id: one.id, name: 'Asha Rao', referralCode: one.memberId };
    expect(await sharedOf(two)).toEqual([
      { ...other, what: 'aadhaar' },
      { ...other, what: 'wallet' },
    ]);
    expect(await sharedOf(third)).toEqual([]);
  });
});

describe('422', () => {
  const needed = 'Please enter you current password';
  it.each([
    [{ password: '' }, needed],
    [{ password: undefined }, needed],
    [{ password: 'not this one' }, 'Your current password is incorrect.'],
    [{ password: 'x'.repeat(200) }, 'Your current password is incorrect.'],
    [{ name: 'x'.repeat(101) }, 'Your name can have at most 100 characters.'],
    [{ mobile: '+91 12345 67890' }, 'Please enter a valid mobile number.'],
    [{ dateOfBirth: '2020-01-01' }, 'You must be at least 18 years old.'],
    [{ kycDocumentNumber: '234567890123' }, 'Please enter a valid 12-digit Aadhaar number.'],
    [
      { walletAddress: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
      'This wallet address has a wrong checksum. Please copy it again.',
    ],
    [
      { walletAddress: `0x${'0'.repeat(40)}` },
      'This is the zero address, which belongs to nobody. Tokens sent there are lost. Enter the address of your own wallet.',
    ],
    [
      { walletAddress: `0x${'0'.repeat(39)}4` },
      'This address is a precompiled contract of the chain, not a wallet. Tokens sent there are lost. Enter the address of your own wallet.',
    ],
    [{ walletAddress: '0x12' }, 'Please enter a valid wallet address: 0x and 40 characters of 0-9 and a-f.'],
    [{ profileImageId: '../etc' }, 'This id is not valid.'],
    [{ email: 'new@example.com' }, 'Your email address cannot be changed here.'],
    [{ referralCode: NOBODYS_MEMBER_ID }, 'Your referral code cannot be changed.'],
    [{ role: 'ADMIN', isApproved: true }, ['Unknown field: role.', 'Unknown field: isApproved.']],
    [
      { name: 'x'.repeat(101), pincode: '1', password: '' },
      ['Your name can have at most 100 characters.', 'The pincode has six digits and does not begin with 0.', needed],
    ],
    [
      { mobile: '+91 12345 67890', dateOfBirth: '2020-01-01' },
      ['Please enter a valid mobile number.', 'You must be at least 18 years old.'],
    ],
    [{ companyId: 'other' }, 'This company ID is not the one of this site.'],
  ])('%j', async (body, message) => {
    const member = await makeMember(site);
    const before = await rowOf(member);
    const answer = await update(member, body);
    expect([answer.status, answer.body.message, answer.body.code]).toEqual([422, message, 'invalid']);
    expect(await rowOf(member)).toEqual(before);
  });
  it('a field that is sent twice', async () => {
    const member = await makeMember(site);
    const twice = new URLSearchParams([
      ['name', 'One Name'],
      ['name', 'Two Names'],
      ['password', PASSWORD],
    ]);
    expect((await update(member, twice)).status).toBe(422);
  });
});

describe('429', () => {
  it('after ten wrong current passwords, also for the right one, but not for other members', async () => {
    const [member, other] = [await makeMember(site), await makeMember(site)];
    const wrong = await Promise.all(
      Array.from({ length: 12 }, () => update(member, { password: 'not this one', name: 'Never' })),
    );
    expect(wrong.map((a) => a.status).sort()).toEqual([...Array(10).fill(422), 429, 429]);
    const right = await update(member, { name: 'Not Yet' });
    expect([right.status, Number(right.headers.get('retry-after')) > 800]).toEqual([429, true]);
    expect((await update(other, { name: 'Somebody Else' })).status).toBe(200);
    await endWindows(site, 'current-password');
    expect((await update(member, { name: 'Now Again' })).status).toBe(200);
  });
});
