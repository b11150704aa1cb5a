/** Super admins add, change, pause and delete companies; nobody else can; no change is left half done. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { otherSymbol } from '../support/brand.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

const PATH = '/api/v1/superadmin/company';
let site: Site;
let boss: Account;
let member: Account;
let own: string;
beforeAll(async () => {
  site = await startSite();
  boss = await makeSuper(site);
  member = await makeMember(site);
  own = await companyIdOf(site);
});
afterAll(() => site?.remove());

const FIELDS = {
  companyName: 'Acorn Works Private Limited',
  companyTitle: 'Acorn pre-launch sale',
  tokenName: 'Acorn',
  initialPrice: '0.50',
  totalSupply: '1000',
  privateSupply: '300',
  publicCellSupply: '500',
  angelInvestorSupply: '100',
  founderTeamSupply: '75',
  airdropSupply: '25',
  email: 'office@acorn.example',
  mobile: '9876543210',
  companyAadhaarCard: '234123412346',
  companyPan: 'ABCCE1234F',
  companyAddress: '1 Example Road, Pune',
  companyPincode: '411001',
};

const call = (method: string, name: string, body?: unknown, token = boss.token): Promise<Answer> =>
  site.call(method, `${PATH}/${name}`, { ...(body !== undefined && { body }), token, ip: freshIp() });
const list = async (query = ''): Promise<Answer> => call('GET', `list${query}`);
async function made(symbol: string, more: object = {}): Promise<string> {
  const answer = await call('POST', 'add', { ...FIELDS, tokenSymbol: symbol, ...more });
  expect([answer.status, answer.body.message]).toEqual([201, 'Company added successfully']);
  return answer.body.data.id;
}

describe('403 and 401', () => {
  test('for everyone except super admins', async () => {
    const admin = await makeAdmin(site);
    for (const token of [member.token, admin.token])
      expect((await call('POST', 'add', { ...FIELDS, tokenSymbol: otherSymbol('GLC') }, token)).status).toBe(403);
    expect((await site.call('GET', `${PATH}/list`, { ip: freshIp() })).status).toBe(401);
  });
});

describe('add', () => {
  test('adds a company that works on its own host, and invites its admin', async () => {
    const answer = await call('POST', 'add', {
      ...FIELDS,
      tokenSymbol: otherSymbol('ACW'),
      hosts: ['acw.localhost'],
      adminName: 'Vikram Shah',
      adminEmail: 'vikram@acorn.example',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      companyName: FIELDS.companyName,
      tokenSymbol: otherSymbol('ACW'),
      initialPrice: '0.50',
      totalSupply: 1000,
      mobile: '+919876543210',
      companyAadhaarCard: 'XXXX XXXX 2346',
      hosts: ['acw.localhost'],
      pausedAt: null,
      isDefault: false,
    });
    const headers = { 'X-Forwarded-Host': `acw.localhost:${site.port}` };
    const brand = await site.call('GET', '/api/v1/site/get', { headers });
    expect([brand.body.data.companyId, brand.body.data.symbol]).toEqual([answer.body.data.id, otherSymbol('ACW')]);
    const mail = await site.mail('vikram@acorn.example');
    expect(mail).toContain(`http://acw.localhost:${site.port}/fogot-password`);
    // The number itself is not stored.
    const row = await site.database.platform
      .selectFrom('companies')
      .selectAll()
      .where('token_symbol', '=', otherSymbol('ACW'))
      .execute();
    expect(JSON.stringify(row, (_, it) => (typeof it === 'bigint' ? String(it) : it))).not.toContain('234123412346');
  });

  test.each([
    ['parts that do not add up', { airdropSupply: '26' }, /must be the sum/],
    [
      'nothing at all to sell',
      {
        totalSupply: '0',
        privateSupply: '0',
        publicCellSupply: '0',
        angelInvestorSupply: '0',
        founderTeamSupply: '0',
        airdropSupply: '0',
      },
      /must be the sum/,
    ],
    ['a price of zero', { initialPrice: '0' }, /above 0/],
    ['a PAN of the wrong form', { companyPan: 'ABCDE1234F' }, /valid PAN/],
    ['an Aadhaar number with a wrong check digit', { companyAadhaarCard: '234123412347' }, /Aadhaar/],
    ['a pincode that begins with 0', { companyPincode: '011001' }, /pincode/],
    ['a symbol that is not in the catalogue', { tokenSymbol: 'DOGE' }, /catalogue/],
    ['an unknown field', { owner: 'x' }, /Unknown field/],
    ['a host with a port', { hosts: ['a.example.com:80'] }, /host names/],
    ['half an admin', { adminEmail: 'a@example.com' }, /both/],
    ['no number as mobile', { mobile: '12345678' }, /mobile/],
  ])('422 for %s, and nothing is added', async (_, change, says) => {
    const before = (await list()).body.data.total;
    const answer = await call('POST', 'add', { ...FIELDS, tokenSymbol: otherSymbol('RSGN'), ...change });
    expect([answer.status, [answer.body.message].flat().join(' ')]).toEqual([422, expect.stringMatching(says)]);
    expect((await list()).body.data.total).toBe(before);
  });

  test('409 for a symbol or host of another company, and for the deployment’s own host name', async () => {
    await made(otherSymbol('MASP'), { hosts: ['masp.example.com'] });
    for (const body of [
      { tokenSymbol: otherSymbol('MASP') },
      { tokenSymbol: otherSymbol('NTCN'), hosts: ['masp.example.com'] },
    ])
      expect((await call('POST', 'add', { ...FIELDS, ...body })).status).toBe(409);
    expect((await list(`?search=${otherSymbol('NTCN')}`)).body.data.total).toBe(0);
  });

  test('twelve parallel calls with one symbol add one company', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call('POST', 'add', { ...FIELDS, tokenSymbol: otherSymbol('PPCN') })),
    );
    expect(answers.map((it) => it.status).sort()).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
  });
});

describe('list', () => {
  test('can be searched by name, symbol, email and host, and is paged', async () => {
    for (const search of ['acorn works', otherSymbol('ACW'), 'OFFICE@ACORN', 'acw.localhost'])
      expect((await list(`?search=${encodeURIComponent(search)}`)).body.data.total, search).toBeGreaterThan(0);
    expect((await list('?search=%25')).body.data.total).toBe(0);
    const page = (await list('?limit=1&page=2')).body.data;
    expect([page.records.length, page.page, page.limit]).toEqual([1, 2, 1]);
  });
});

describe('update', () => {
  test('changes the sent fields, returns the Aadhaar number masked, and is recorded in both trails', async () => {
    const id = await made(otherSymbol('SHIK'));
    const body = { id, ...FIELDS, companyTitle: 'Summit', companyAadhaarCard: 'XXXX XXXX 2346', initialPrice: '0.75' };
    const answer = await call('PUT', 'update', body);
    expect(answer.body.data).toMatchObject({
      companyTitle: 'Summit',
      initialPrice: '0.75',
      companyAadhaarCard: 'XXXX XXXX 2346',
    });
    const trail = await site.database.platform
      .selectFrom('audit_entries')
      .select(['scope_id', 'before', 'after'])
      .where('action', '=', 'company.update')
      .where('subject_id', '=', id)
      .execute();
    expect(trail.length).toBe(2);
    expect(trail[0]?.after).toMatchObject({ initialPrice: '0.75', changed: ['company_title', 'price_micros'] });
  });

  test('404 for an unknown id, 422 for another symbol', async () => {
    const body = { ...FIELDS, companyAadhaarCard: 'XXXX XXXX 2346' };
    expect((await call('PUT', 'update', { id: '3f8a1c52-6f0e-4b7a-9c1d-2e5b7a9c4d10', ...body })).status).toBe(404);
    const { id } = (await list(`?search=${otherSymbol('SHIK')}`)).body.data.records[0];
    expect((await call('PUT', 'update', { id, ...body, tokenSymbol: otherSymbol('NXT') })).status).toBe(422);
  });

  test('409 for a private supply below what is sold or held', async () => {
    const id = await made(otherSymbol('NXT'));
    await site.database.platform
      .updateTable('supplies')
      .set({ credited: 200n, held: 50n })
      .where('company_id', '=', id)
      .execute();
    const parts = (privateSupply: number) => ({
      privateSupply: String(privateSupply),
      publicCellSupply: String(800 - privateSupply),
    });
    expect((await call('PUT', 'update', { id, ...FIELDS, ...parts(249) })).status).toBe(409);
    expect((await call('PUT', 'update', { id, ...FIELDS, ...parts(250) })).status).toBe(200);
  });
});

describe('pause and resume', () => {
  test('the buy screen shows the reason, earlier payments are still decided, and each acts once', async () => {
    const reason = 'Our bank is closed until Monday.';
    const answers = await Promise.all([1, 2, 3, 4].map(() => call('POST', 'pause', { id: own, reason })));
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409, 409, 409]);
    const price = async (): Promise<string | null> =>
      (await site.call('GET', '/api/v1/user/package/price/get', { token: member.token })).body.data.buyingClosed;
    expect(await price()).toBe(`The sale is paused: ${reason}`);
    const buy = (): Promise<Answer> =>
      site.call('POST', '/api/v1/user/package/purchase', {
        token: member.token,
        body: { paymentMethod: 'MANUAL', amount: '118.00', purchaseAmount: '100.00' },
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      });
    expect((await buy()).status).toBe(200);
    await site.database.platform
      .updateTable('companies')
      .set({ paused_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', own)
      .execute();
    const refused = await buy();
    expect([refused.status, refused.body.message]).toEqual([409, `The sale is paused: ${reason}`]);
    expect((await call('POST', 'resume', { id: own })).status).toBe(200);
    expect((await call('POST', 'resume', { id: own })).status).toBe(409);
    expect(await price()).toBeNull();
  });
});

describe('delete', () => {
  test('deletes a company without members and purchases, with its admin', async () => {
    const id = await made(otherSymbol('GLXY'), { adminName: 'Vikram Shah', adminEmail: 'vikram@galaxy.example' });
    expect((await call('DELETE', 'delete', { id })).status).toBe(200);
    expect((await call('DELETE', 'delete', { id })).status).toBe(404);
    expect((await list(`?search=${otherSymbol('GLXY')}`)).body.data.total).toBe(0);
    await made(otherSymbol('GLXY'));
  });

  test('409 with a member, and for the company of the deployment', async () => {
    const id = await made(otherSymbol('GLC'));
    await makeMember(site, { companyId: id });
    const answer = await call('DELETE', 'delete', { id });
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('members')]);
    await makeMember(site);
    const ofSite = await call('DELETE', 'delete', { id: own });
    expect([ofSite.status, ofSite.body.message]).toEqual([409, expect.stringContaining('members')]);
  });
});

test('invites an admin once for an address', async () => {
  const { id } = (await list(`?search=${otherSymbol('ACW')}`)).body.data.records[0];
  const body = { id, adminName: 'Meera Nair', adminEmail: 'meera@acorn.example' };
  expect((await call('POST', 'invite', body)).status).toBe(200);
  expect((await call('POST', 'invite', body)).status).toBe(409);
});
