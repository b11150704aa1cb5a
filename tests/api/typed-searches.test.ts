/** Searches and filters answer a pasted number, in any script and with its gaps, as the same number in digits 0 to 9. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { freshReference, manual, submitted, upi, withoutCaps } from '../support/purchases.ts';
import { reversed } from '../support/refunds.ts';
import { inDigits } from '../support/scripts.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { bucketsOf, importLines, makeAccount, upiCredit } from '../support/statements.ts';

const MOBILE = '+919812345678';
const SCRIPTS = ['deva', 'arab', 'beng', 'fullwide'] as const;

let site: Site;
let admin: Account;
let root: Account;
/** Where the imported row is. */
let bucket = '';
let order: string;
let reference: string;

beforeAll(async () => {
  site = await startSite();
  await withoutCaps(site);
  admin = await makeAdmin(site);
  root = await makeSuper(site);
  const buyer = await makeMember(site, { name: 'Meera 21 Iyer', mobile: MOBILE });
  await makeMember(site, { name: 'Other Person', mobile: '+919700000001' });
  reference = freshReference();
  const { id } = await submitted(site, buyer, await upi(site, buyer, { referenceNumber: reference }));
  await submitted(site, buyer, manual({ purchaseAmount: '9000', amount: '10620' }));
  await reversed(site, buyer, admin);
  const account = await makeAccount(site, admin.companyId);
  await importLines(site, admin, account, [
    upiCredit(freshReference(), '10620.00', undefined, 'MEERA 21 IYER 98123 45678'),
  ]);
  const buckets = Object.keys(await bucketsOf(site, admin)).filter((name) => name !== 'NOT_AT_BANK');
  expect(buckets).toHaveLength(1);
  [bucket = ''] = buckets;
  order = (
    await site.database.platform
      .selectFrom('purchases')
      .select('order_number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).order_number;
});
afterAll(() => site?.remove());

type Rows = readonly Record<string, unknown>[];

async function rowsOf(path: string, query: Record<string, string>, who: Account): Promise<Rows> {
  const sent = new URLSearchParams({ ...query, ...('bucket' in query && { bucket }) });
  const answer = await site.call('GET', `${path}?${sent}`, { token: who.token, ip: freshIp() });
  expect([path, query, answer.status]).toEqual([path, query, 200]);
  return answer.body.data.records;
}

const PURCHASES = '/api/v1/admin/transaction/list';
const LISTS = [
  [PURCHASES, {}],
  ['/api/v1/admin/auth/list', {}],
  ['/api/v1/admin/refunds/due', {}],
  ['/api/v1/admin/audit/list', {}],
  ['/api/v1/admin/reconciliation/match/list', { bucket: 'ROW' }],
] as const;

/** Each script writes the text itself and the text in groups. */
const typedAs = (plain: string, ...grouped: string[]): string[] =>
  [plain, ...grouped].flatMap((text) => [text, ...SCRIPTS.map((script) => inDigits(text, script))]);

describe.each(LISTS)('%s', (path, more) => {
  it('finds a mobile in any script and with its gaps', async () => {
    const rows = await rowsOf(path, { ...more, search: '9812345678' }, admin);
    expect(rows.length).toBeGreaterThan(0);
    for (const search of typedAs('+91 98123 45678', '98123\u00a045678', '98123-45678', '(+91) 98123 45678'))
      expect([search, await rowsOf(path, { ...more, search }, admin)]).toEqual([search, rows]);
  });
  it('finds a name with a number in it, and nothing for another number', async () => {
    const rows = await rowsOf(path, { ...more, search: 'Meera 21' }, admin);
    expect(rows.length).toBeGreaterThan(0);
    for (const search of typedAs('Meera 21', '21 Iyer'))
      expect([search, await rowsOf(path, { ...more, search }, admin)]).toEqual([search, rows]);
    expect(await rowsOf(path, { ...more, search: inDigits('Meera 5550', 'deva') }, admin)).toEqual([]);
  });
});

describe('the purchases', () => {
  it.each([PURCHASES, '/api/v1/admin/audit/list'])('%s: finds an order number', async (path) => {
    const rows = await rowsOf(path, { search: order }, admin);
    expect(rows.length).toBeGreaterThan(0);
    for (const search of typedAs(order))
      expect([search, await rowsOf(path, { search }, admin)]).toEqual([search, rows]);
  });
  it('finds a reference in groups', async () => {
    const groups = [reference.slice(0, 4), reference.slice(4, 8), reference.slice(8)];
    for (const search of typedAs(reference, groups.join(' '), groups.join('-'), groups.join('\u00a0')))
      expect(await rowsOf(PURCHASES, { search }, admin)).toMatchObject([{ orderNumber: order }]);
  });
  it.each(['amountFrom', 'amountTo', 'finalAmount'])('filters by %s as amounts are written', async (name) => {
    const rows = await rowsOf(PURCHASES, { [name]: '10620.00', status: 'PENDING' }, admin);
    expect(rows.length).toBeGreaterThan(0);
    for (const amount of typedAs('10620.00', '₹10,620.00', '₹ 10,620', 'Rs. 10,620/-', '10\u00a0620.00'))
      expect([amount, await rowsOf(PURCHASES, { [name]: amount, status: 'PENDING' }, admin)]).toEqual([amount, rows]);
  });
  it('of the comparison are found by amount', async () => {
    const path = '/api/v1/admin/reconciliation/match/list';
    const rows = await rowsOf(path, { bucket, search: '10620.00' }, admin);
    expect(rows).toHaveLength(1);
    for (const search of typedAs('₹10,620.00', '₹ 10,620', '10,620.00'))
      expect([search, await rowsOf(path, { bucket, search }, admin)]).toEqual([search, rows]);
  });
});

describe('the screens', () => {
  it.each([
    ['/admin/usermanage', 'search', '+91 98123 45678', 'Meera 21 Iyer'],
    ['/admin/purchaserequest', 'requestSearch', '98123 45678', 'Meera 21 Iyer'],
    ['/admin/audit', 'search', '+91 98123-45678', 'Meera 21 Iyer'],
  ])('%s shows the same rows on its first load', async (path, name, typed, shown) => {
    for (const search of typedAs(typed)) {
      const query = new URLSearchParams({ [name]: search });
      const { text } = await site.call('GET', `${path}?${query}`, { headers: { cookie: admin.cookie } });
      expect([search, text.includes(shown)]).toEqual([search, true]);
    }
  });
  it('of a company show the same rows to the platform', async () => {
    for (const search of typedAs('98123 45678')) {
      const query = new URLSearchParams({ part: 'members', search });
      const path = `/superadmin/companymanage/${admin.companyId}?${query}`;
      const { text } = await site.call('GET', path, { headers: { cookie: root.cookie } });
      expect([search, text.includes('Meera 21 Iyer'), text.includes('Other Person')]).toEqual([search, true, false]);
    }
  });
});
