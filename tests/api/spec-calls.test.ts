/**
 * Every call of the specification (point 7) succeeds with exactly its listed fields, for a client that knows nothing else: no
 * cookie, no version, no password in bodies, no Idempotency-Key, and the token in the Authorization header.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyIdOf, makeSuper } from '../support/accounts.ts';
import { aadhaar } from '../support/profile.ts';
import { fileForm, freshReference } from '../support/purchases.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

const FIRST_ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };
const PASSWORD = 'quiet rivers 7 lanterns';
const MEMBER = { name: 'Meera Iyer', mobile: '+919876543210', email: 'meera@example.com' };
const PAYEE = {
  holderName: 'Cow Launch Private Limited',
  bankName: 'State Bank of India',
  branch: 'Fort, Mumbai',
  accountNumber: '31234567890',
  ifscCode: 'SBIN0000300',
  upi: 'cowl@sbi',
};
/** The company fields of point 3, in the order of the specification. */
const COMPANY_FIELDS = [
  'id',
  'companyName',
  'companyTitle',
  'tokenName',
  'tokenSymbol',
  'totalSupply',
  'privateSupply',
  'initialPrice',
  'publicCellSupply',
  'angelInvestorSupply',
  'founderTeamSupply',
  'airdropSupply',
  'email',
  'mobile',
  'companyAadhaarCard',
  'companyPan',
  'companyAddress',
  'companyPincode',
  'createdAt',
] as const;

let site: Site;
let companyId: string;
let memberToken: string;
let adminToken: string;
let superToken: string;

/** A browserless client: nothing but the method, the path, the body and the token. */
async function call(method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const answer = await site.call(method, `/api/v1${path}`, {
    ip: freshIp(),
    ...(body !== undefined && { body }),
    ...(token !== undefined && { token }),
  });
  expect({ path, message: answer.body.message, status: answer.body.status }).toMatchObject({ status: true });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  expect(typeof answer.body.message).toBe('string');
  return answer;
}
const asMember = (method: string, path: string, body?: unknown) => call(method, path, body, memberToken);
const asAdmin = (method: string, path: string, body?: unknown) => call(method, path, body, adminToken);
const asSuper = (method: string, path: string, body?: unknown) => call(method, path, body, superToken);

async function registered(person: typeof MEMBER, more: object): Promise<void> {
  await call('POST', '/user/auth/register/otp', { companyId, ...person });
  const otp = await site.code(person.email);
  await call('POST', '/user/auth/register', {
    companyId,
    ...person,
    otp,
    dateOfBirth: '1990-05-17',
    password: PASSWORD,
    ...more,
  });
}
const login = async (user: string, password: string): Promise<string> =>
  (await call('POST', '/user/auth/login', { companyId, user, password })).body.data.token;

beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  await registered(MEMBER, { pincode: '400001', gender: 'female' });
  memberToken = await login(MEMBER.email, PASSWORD);
  adminToken = (await call('POST', '/company/auth/login', FIRST_ADMIN)).body.data.token;
  const boss = await makeSuper(site);
  await call('GET', `/superadmin/auth/login/email/otp?email=${encodeURIComponent(boss.email)}`);
  const otp = await site.code(boss.email);
  superToken = (await call('POST', '/superadmin/auth/login/verify', { email: boss.email, otp })).body.data.token;
});
afterAll(() => site?.remove());

describe('a visitor', () => {
  it('registers with a referral code, and without pincode and gender', async () => {
    const { referralCode } = (await asMember('GET', '/user/auth/profile/get')).body.data;
    await registered({ ...MEMBER, email: 'second@example.com' }, { referralCode });
  });

  it('sets a new password by code', async () => {
    const user = 'forgetful@example.com';
    await registered({ ...MEMBER, email: user }, {});
    const after = new Date();
    await call('POST', '/user/auth/forgot-password/otp', { companyId, user });
    const otp = /^\d{6}\s*$/m.exec(await site.mail(user, { after, containing: 'to set a new password' }))?.[0].trim();
    await call('POST', '/user/auth/forgot-password', { companyId, user, otp, password: 'another 8 lanterns' });
    await login(user, 'another 8 lanterns');
  });
});

describe('a member', () => {
  it('reads and updates the profile, form-encoded', async () => {
    const form = new URLSearchParams({
      name: 'Meera R Iyer',
      mobile: '+919876543211',
      dateOfBirth: '1990-05-18',
      kycDocumentNumber: aadhaar(),
      password: PASSWORD,
    });
    await asMember('PUT', '/user/auth/profile/update', form);
    expect((await asMember('GET', '/user/auth/profile/get')).body.data).toMatchObject({ name: 'Meera R Iyer' });
  });

  it('sends the token with and without Bearer', async () => {
    await call('GET', '/user/auth/profile/get', undefined, `Bearer ${memberToken}`);
  });

  it('reads price, payment details and history', async () => {
    const price = (await asMember('GET', '/user/package/price/get')).body.data;
    expect(Object.keys(price)).toEqual(
      expect.arrayContaining(['price', 'platformChargePercent', 'remainingPrivateSupply']),
    );
    await asMember('GET', '/user/package/beneficiary/get');
    const list = await asMember('GET', '/user/transaction/list?page=1&limit=10&search=&status=PENDING');
    expect(list.body.data).toMatchObject({ records: [], lastPage: 1, total: 0 });
  });

  it('submits by UPI, by bank and by hand', async () => {
    for (const paymentMethod of ['UPI', 'BANK']) {
      const file = await asMember('POST', '/user/media/add', fileForm());
      const receiptId = file.body.data[0].id;
      await asMember('POST', '/user/package/purchase', {
        paymentMethod,
        referenceNumber: freshReference(),
        receiptId,
        amount: '1180.00',
      });
    }
    await asMember('POST', '/user/package/purchase', { paymentMethod: 'MANUAL', amount: '1180.00' });
  });
});

describe('an admin', () => {
  it('reads the dashboard and the lists', async () => {
    await asAdmin('GET', '/admin/dashboard/get');
    const users = (await asAdmin('GET', '/admin/auth/list?page=1&limit=10&search=&isApproved=')).body.data;
    expect(users.records.length).toBe(users.total);
    await asAdmin('GET', '/admin/auth/list?page=1&limit=10&search=meera&isApproved=false');
    for (const status of ['PENDING', 'APPROVED', 'REJECTED'])
      await asAdmin('GET', `/admin/transaction/list?page=1&limit=10&search=&status=${status}`);
  });

  it.each(['USER', 'ADMIN'])('adds, changes, verifies and deletes an account of role %s', async (role) => {
    const person = {
      name: 'Ravi Nair',
      mobile: '+919876543212',
      email: `ravi-${role.toLowerCase()}@example.com`,
      role,
    };
    await asAdmin('POST', '/admin/auth/add', { ...person, password: 'given away 9 times' });
    const { records } = (await asAdmin('GET', `/admin/auth/list?page=1&limit=10&search=${person.email}`)).body.data;
    const { id } = records[0];
    await asAdmin('PUT', '/admin/auth/update', { id, isApproved: true });
    for (const other of ['ADMIN', 'USER', role])
      await asAdmin('PUT', '/admin/auth/update', { id, ...person, email: `x${person.email}`, role: other });
    await asAdmin('DELETE', '/admin/auth/delete', { id });
  });

  it('approves and rejects', async () => {
    for (const verb of ['approve', 'reject']) {
      await asMember('POST', '/user/package/purchase', { paymentMethod: 'MANUAL', amount: '590.00' });
      const pending = await asAdmin('GET', '/admin/transaction/list?page=1&limit=100&search=&status=PENDING');
      await asAdmin('POST', `/admin/transaction/${verb}`, { id: pending.body.data.records.at(-1).id });
    }
  });

  it('reads and updates the beneficiary with the six fields', async () => {
    await asAdmin('PUT', '/admin/beneficiary/update', PAYEE);
    expect((await asAdmin('GET', '/admin/beneficiary/get')).body.data).toMatchObject(PAYEE);
    await asAdmin('PUT', '/admin/beneficiary/update', { ...PAYEE, branch: 'Colaba, Mumbai' });
  });
});

describe('a super admin', () => {
  it('uploads a file', async () => {
    expect((await asSuper('POST', '/superadmin/media/add', fileForm())).body.data[0].id).toBeTruthy();
  });

  it('lists companies and updates one with the company fields', async () => {
    const { records } = (await asSuper('GET', '/superadmin/company/list?page=1&limit=10&search=')).body.data;
    // The form asks for what the seeded company does not have yet.
    const company = {
      ...Object.fromEntries(COMPANY_FIELDS.map((name) => [name, records[0][name]])),
      companyAadhaarCard: aadhaar(),
      companyPan: 'AAACL1234C',
      companyAddress: '1 Example Road, Mumbai',
      companyPincode: '400001',
    };
    await asSuper('PUT', '/superadmin/company/update', company);
    await asSuper('PUT', '/superadmin/company/update', { ...company, companyTitle: 'Another title' });
    const after = (await asSuper('GET', '/superadmin/company/list?page=1&limit=10&search=')).body.data.records[0];
    const saved = Object.fromEntries(COMPANY_FIELDS.map((name) => [name, after[name]]));
    expect(saved).toMatchObject({ companyTitle: 'Another title', companyPan: 'AAACL1234C' });
    await asSuper('PUT', '/superadmin/company/update', saved);
  });
});
