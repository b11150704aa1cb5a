import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verhoeffHolds } from '@/lib/core/formats.ts';
import { toChecksumAddress } from '@/lib/users/wallet.ts';
import { type Account, makeAdmin, makeCompany, makeMember, PASSWORD } from '../support/accounts.ts';
import { endWindows } from '../support/codes.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const GET = '/api/v1/user/auth/profile/get';
const UPDATE = '/api/v1/user/auth/profile/update';
const get = async ({ token }: Account) => (await site.call('GET', GET, { token })).body.data;
const update = ({ token }: Account, body: Record<string, unknown> | FormData | URLSearchParams): Promise<Answer> =>
  site.call('PUT', UPDATE, {
    token,
    body: body instanceof FormData || body instanceof URLSearchParams ? body : { password: PASSWORD, ...body },
  });
const rowOf = ({ id }: Account) =>
  site.database.platform.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

let numbers = 23_456_789_000;
/** A valid Aadhaar number that no other test has. */
function aadhaar(): string {
  const base = String(++numbers);
  for (let digit = 0; digit < 10; digit++) if (verhoeffHolds(base + digit)) return base + digit;
  throw new Error('every base has a check digit');
}
let wallets = 0;
const wallet = (): string => toChecksumAddress(`0x${(++wallets).toString(16).padStart(8, 'a').padEnd(40, 'b')}`);

async function upload(owner: Account | null, companyId: string, mime: string = 'image/png'): Promise<string> {
  const { id } = await site.database.platform
    .insertInto('media')
    .values({
      company_id: companyId,
      owner_id: owner?.id ?? null,
      owner_kind: owner ? 'user' : 'super',
      kind: mime.split('/')[1] ?? '',
      mime,
      file_name: 'me',
      size_bytes: 1,
      sha256: '0'.repeat(64),
      storage_key: `test/${mime}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('200: the profile', () => {
  it('of a new member', async () => {
    const member = await makeMember(site);
    const answer = await site.call('GET', GET, { token: member.token });
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

  it("carries the member's own stock and that of all", async () => {
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

  it.each(['json', 'urlencoded', 'multipart'] as const)('as %s changes what was sent', async (form) => {
    const member = await makeMember(site);
    const sent = fields();
    const spaced = sent.kycDocumentNumber.replace(/(\d{4})(?=\d)/g, '$1 ');
    const body = { ...sent, kycDocumentNumber: spaced };
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

  it('of an Aadhaar number keeps its last four digits and a keyed hash, nowhere more', async () => {
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

  it('leaves alone what is empty, masked or left out, and writes no entry when nothing changed', async () => {
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

  it('takes a wallet address in lower case and shows it checksummed', async () => {
    const member = await makeMember(site);
    const address = wallet();
    expect((await update(member, { walletAddress: address.toLowerCase() })).status).toBe(200);
    expect((await get(member)).walletAddress).toBe(address);
  });

  it('takes a picture of one’s own', async () => {
    const member = await makeMember(site);
    const profileImageId = await upload(member, member.companyId);
    expect((await update(member, { profileImageId })).status).toBe(200);
    expect((await get(member)).profileImage).toEqual({ url: `/api/v1/media/${profileImageId}` });
  });

  it('keeps the session', async () => {
    const member = await makeMember(site);
    await update(member, { name: 'Somebody Else' });
    expect((await get(member)).name).toBe('Somebody Else');
  });
});

describe('401 and 403', () => {
  it('without a session, and with one of another kind', async () => {
    const admin = await makeAdmin(site);
    for (const [method, path] of [
      ['GET', GET],
      ['PUT', UPDATE],
    ] as const) {
      const body = method === 'PUT' ? { body: { password: PASSWORD, name: 'Asha' } } : {};
      expect((await site.call(method, path, body)).status).toBe(401);
      expect((await site.call(method, path, { ...body, token: admin.token })).status).toBe(403);
    }
  });
});

describe('404', () => {
  it("a picture that is another member's, another company's, a document, or none: all alike", async () => {
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
    const answer = await site.call('POST', UPDATE);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PUT']);
    expect((await site.call('DELETE', GET)).headers.get('allow')).toBe('GET, HEAD');
  });
  it('a body that is too large, or of another type', async () => {
    const { token } = await makeMember(site);
    expect((await site.call('PUT', UPDATE, { token, body: { name: 'x'.repeat(70_000) } })).status).toBe(413);
    const headers = { 'Content-Type': 'text/csv' };
    expect((await site.call('PUT', UPDATE, { token, body: 'a,b', headers })).status).toBe(415);
  });
});

describe('409', () => {
  it('an Aadhaar number or a wallet of another account of the company; in another company they are free', async () => {
    const [one, two] = [await makeMember(site), await makeMember(site)];
    const sent = { kycDocumentNumber: aadhaar(), walletAddress: wallet() };
    expect((await update(one, sent)).status).toBe(200);
    expect((await update(one, sent)).status).toBe(200);
    const number = await update(two, { kycDocumentNumber: sent.kycDocumentNumber });
    expect([number.status, number.body.message]).toEqual([409, 'This Aadhaar number belongs to another account.']);
    const address = await update(two, { walletAddress: sent.walletAddress.toLowerCase(), name: 'Never' });
    expect([address.status, address.body.message]).toEqual([409, 'This wallet address belongs to another account.']);
    expect(await get(two)).toMatchObject({ name: 'Asha Rao', walletAddress: '', kycDocumentNumber: '' });
  });
  it('two members that send one wallet at once: exactly one gets it', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => makeMember(site)));
    const walletAddress = wallet();
    const answers = await Promise.all(members.map((it) => update(it, { walletAddress })));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });
});

describe('422', () => {
  const needed = 'Please enter you current password';
  it.each([
    [{ password: '' }, needed],
    [{ password: undefined }, needed],
    [{ password: 'not this one' }, 'Your current password is not right.'],
    [{ password: 'x'.repeat(200) }, 'Your current password is not right.'],
    [{ name: 'A' }, 'Your name needs at least 2 characters.'],
    [{ mobile: '+91 12345 67890' }, 'Please enter a valid mobile number.'],
    [{ dateOfBirth: '2020-01-01' }, 'You must be at least 18 years old.'],
    [{ kycDocumentNumber: '234567890123' }, 'Please enter a valid 12-digit Aadhaar number.'],
    [
      { walletAddress: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
      'This wallet address has a wrong checksum. Please copy it again.',
    ],
    [{ walletAddress: '0x12' }, 'Please enter a valid wallet address: 0x and 40 characters of 0-9 and a-f.'],
    [{ profileImageId: '../etc' }, 'This id is not valid.'],
    [{ email: 'new@example.com' }, 'Unknown field: email.'],
    [{ referralCode: 'COWL0000000' }, 'Unknown field: referralCode.'],
    [{ role: 'ADMIN', isApproved: true }, ['Unknown field: role.', 'Unknown field: isApproved.']],
    [
      { name: 'A', pincode: '1', password: '' },
      ['Your name needs at least 2 characters.', 'The pincode has six digits and does not begin with 0.', needed],
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
  it('after ten wrong current passwords, for the right one too, and not for others', async () => {
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
