/**
 * Each page with invalid values in each parameter that any screen reads shows its screen: no failure, no empty page,
 * no error in the log, and a link to another page.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_ADDRESS } from '../../src/islands/admin/audit-log/auditQuery.ts';
import { memberAddress } from '../../src/islands/admin/members/detail/sectionPages.ts';
import { MEMBER_ADDRESS } from '../../src/islands/admin/members/memberQuery.ts';
import { PURCHASE_ADDRESS } from '../../src/islands/admin/purchases/purchaseQuery.ts';
import { PAYMENT_ADDRESS } from '../../src/islands/purchases/history/paymentQuery.ts';
import { COMPANY_ADDRESS } from '../../src/islands/superadmin/companies/companyQuery.ts';
import { companyViewAddress } from '../../src/lib/superadmin/company-view/rules.ts';
import { type Account, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { type RawAnswer, rawCall } from '../support/raw.ts';
import { makeRequest } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';

/** Encoded as in the address. */
const VALUES = [
  '',
  '-1',
  '0',
  '1e9',
  '1e999',
  '1.5',
  'NaN',
  '0x10',
  'abc',
  'null',
  '999999999999999999999999',
  'A'.repeat(5000),
  '%F0%9F%92%A5'.repeat(400),
  '%00',
  'a%00b',
  '%ff',
  '%ff%fe%c0%af',
  '%ed%a0%80',
  '%',
  '%zz',
  '%E2%80%AE',
  "'%20OR%201=1%20--",
  '%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '%25_%5C',
  '..%2f..%2fetc%2fpasswd',
  '9999-99-99',
  '0000-00-00',
  '2026-02-31',
  '[object%20Object]',
  '%D9%A1%D9%A2%D9%A3',
];

/** Every parameter that a screen reads from its address, and three that none reads. */
const NAMES = [
  ...new Set([
    ...[PURCHASE_ADDRESS, AUDIT_ADDRESS, MEMBER_ADDRESS, PAYMENT_ADDRESS, COMPANY_ADDRESS].flatMap((it) => it.names),
    ...memberAddress('').names,
    ...companyViewAddress('').names,
    ...['purchaseId', 'purchaseAmount', 'ref'],
    ...['limit', 'nobody-reads-this', '__proto__'],
  ]),
];

let site: Site;
let pages: (readonly [path: string, who: Account])[];
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  const [member, admin, boss] = [await makeMember(site), await makeAdmin(site), await makeSuper(site)];
  await makeRequest(site, member);
  const company = await site.database.platform.selectFrom('companies').select('id').executeTakeFirstOrThrow();
  pages = [
    ...[
      'dashboard',
      'usermanage',
      `usermanage/${member.id}`,
      'purchaserequest',
      'beneficiary',
      'audit',
      'settings',
    ].map((name) => [`/admin/${name}`, admin] as const),
    ...['dashboard', 'companymanage', `companymanage/${company.id}`].map(
      (name) => [`/superadmin/${name}`, boss] as const,
    ),
    ...['dashboard', 'buy-token', 'payment', 'payment-history', 'profile'].map(
      (name) => [`/user/${name}`, member] as const,
    ),
  ];
});
afterAll(() => site?.remove());

const open = (path: string, { cookie }: Account): Promise<RawAnswer> =>
  rawCall(site.port, 'GET', path, { headers: { Host: `localhost:${site.port}`, Cookie: cookie } });

/** Null if the page has a screen with a heading and a link to another page. */
function faultOf({ status, text }: RawAnswer): string | null {
  if (status !== 200 && status !== 404) return `answers ${status}`;
  if (!/<h1[\s>]/.test(text)) return 'has no heading';
  if (!/<a [^>]*href="\//.test(text)) return 'has no way on';
  return null;
}

async function faultsOf(queries: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, who] of pages) {
    const answers = await Promise.all(
      queries.map(async (query) => [query, await open(`${path}?${query}`, who)] as const),
    );
    for (const [query, answer] of answers) {
      const fault = faultOf(answer);
      if (fault !== null) faults.push(`${path}?${query.slice(0, 60)} ${fault}`);
    }
  }
  return faults;
}

describe('the screen is shown', () => {
  it.each(VALUES.map((value) => [value.length > 40 ? `${value.slice(0, 20)}… (${value.length})` : value, value]))(
    'with every parameter %j',
    async (_, value) => {
      const all = NAMES.map((name) => `${name}=${value.slice(0, 400)}`).join('&');
      const first = ['page', 'search', 'requestSearch', 'status', 'limit'].map((name) => `${name}=${value}`);
      expect(await faultsOf([all, ...first])).toEqual([]);
    },
  );

  it('with parameters twice, without a value, and too many of them', async () => {
    const odd = ['page=1&page=2', 'page=x&page=1', 'search&page&tab', '&&&==&', '?', 'search[]=a&search[b]=c', 'a;b;c'];
    const tab = ['tab=history&tab=requests&status=REJECTED&status=x', 'tab=history&page=1000000&waiting=second'];
    const many = Array.from({ length: 500 }, (_, nth) => `p${nth}=1`).join('&');
    expect(await faultsOf([...odd, ...tab, many])).toEqual([]);
  });

  it('for a missing page, the id of another member and a malformed id', async () => {
    const [, admin] = pages[0] ?? [];
    const [, boss] = pages.find(([path]) => path.startsWith('/superadmin')) ?? [];
    if (!admin || !boss) throw new Error('both have pages');
    const ids = ['none', '%00', '%ff', '00000000-0000-0000-0000-000000000000', '..%2f..', 'A'.repeat(3000), '-1'];
    for (const id of ids) {
      const answers = [
        await open(`/admin/usermanage/${id}`, admin),
        await open(`/superadmin/companymanage/${id}`, boss),
      ];
      for (const { status, text } of answers) {
        expect([400, 404], id).toContain(status);
        expect(text, id).toMatch(/href="\//);
      }
    }
  });
});

it('the log has no error', () => {
  const worse = site
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60)|"level":"(error|fatal)"|\berror:/i.test(line));
  expect(worse).toEqual([]);
});
