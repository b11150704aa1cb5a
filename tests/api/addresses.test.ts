/**
 * Whatever stands behind a page's address, its screen comes: no failure, no empty page, nothing to look into in the log, and
 * a way on. Each page of the build with each kind of nonsense in each parameter that any screen reads.
 */
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { type RawAnswer, rawCall } from '../support/raw.ts';
import { makeRequest } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';

/** As they stand in the address. */
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

/** Every name that a screen reads from its address: `params.get('…')` and its like, and what they read where none is given. */
function namesInUse(): string[] {
  const files = ['src/islands', 'src/pages', 'src/lib/core', 'src/lib/platform'].flatMap((room) =>
    fs
      .readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|tsx|astro)$/.test(file))
      .map((file) => fs.readFileSync(`${room}/${file}`, 'utf8')),
  );
  const found = files.flatMap((text) => [
    ...text.matchAll(/\b(?:(?:get|has|day|searchIn)\((?:\w+, )?|name = )'(\w+)'/g),
  ]);
  const sections = ['purchases', 'stock', 'referrals', 'signIns', 'trail', 'mails'];
  return [...new Set([...found.map(([, name]) => name ?? ''), ...sections, 'limit', 'nobody-reads-this', '__proto__'])];
}

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

/** Whether there is a screen, with a heading and a way to somewhere else. */
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

describe('a screen comes', () => {
  it('the screens read parameters', () => {
    expect(namesInUse()).toEqual(expect.arrayContaining(['page', 'search', 'status', 'tab', 'from', 'purchaseId']));
  });

  it.each(VALUES.map((value) => [value.length > 40 ? `${value.slice(0, 20)}… (${value.length})` : value, value]))(
    'with every parameter %j',
    async (_, value) => {
      const names = namesInUse();
      const all = names.map((name) => `${name}=${value.slice(0, 400)}`).join('&');
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

  it('behind a page that there is not, the number of another member, and a broken one', async () => {
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

it('and there is nothing in the log to look into', () => {
  const worse = site
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60)|"level":"(error|fatal)"|\berror:/i.test(line));
  expect(worse).toEqual([]);
});
