/** A super admin views a company's administration: every part, only of that company, recorded in both trails. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember, makeSuper } from '../support/accounts.ts';
import { otherSymbol } from '../support/brand.ts';
import { manual, post, REJECT, submitted } from '../support/purchases.ts';
import { makeRequest, type Request } from '../support/requests.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

const OTHER = otherSymbol('ACW');
let site: Site;
let boss: Account;
let admin: Account;
let asha: Account;
let stranger: Account;
let paid: Request;
let refused: Request;
let other: string;
beforeAll(async () => {
  site = await startSite();
  [boss, admin, asha] = await Promise.all([makeSuper(site), makeAdmin(site), makeMember(site)]);
  other = await makeCompany(site, OTHER);
  stranger = await makeMember(site, { companyId: other, name: 'Nila Elsewhere' });
  paid = await makeRequest(site, asha);
  refused = await submitted(site, asha, manual());
  expect((await post(site, REJECT, admin, { id: refused.id, reason: 'No such transfer.' })).status).toBe(200);
});
afterAll(() => site?.remove());

const look = (company: string, query = '', who = boss): Promise<Answer> =>
  site.call('GET', `/superadmin/companymanage/${company}${query}`, { cookie: who.cookie });
/** The visible text, without tags and extra spaces. */
const textOf = ({ text }: Answer): string => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('each part shows only that company', () => {
  test.each([
    ['', () => [paid.orderNumber], () => [refused.orderNumber]],
    ['?part=purchases', () => [paid.orderNumber, refused.orderNumber, asha.memberId, 'No such transfer.'], () => []],
    ['?part=purchases&status=PENDING', () => [paid.orderNumber], () => [refused.orderNumber]],
    ['?part=purchases&status=REJECTED', () => [refused.orderNumber], () => [paid.orderNumber]],
    ['?part=members', () => [asha.memberId, asha.email, admin.email], () => []],
    ['?part=audit', () => [`rejected purchase ${refused.orderNumber}`, 'submitted purchase'], () => []],
  ])('%s', async (query, has, lacks) => {
    const own = await look(asha.companyId, query);
    expect(own.status).toBe(200);
    const text = textOf(own);
    for (const it of has()) expect(text).toContain(it);
    for (const it of [...lacks(), stranger.email, stranger.memberId]) expect(text).not.toContain(it);
    const elsewhere = await look(other, query);
    expect(elsewhere.status).toBe(200);
    for (const it of [paid.orderNumber, refused.orderNumber, asha.memberId, asha.email])
      expect(elsewhere.text).not.toContain(it);
    if (query.includes('members')) expect(elsewhere.text).toContain(stranger.email);
  });
});

test('a search matches number and name, reports no matches, and stays in the search box', async () => {
  const match = await look(asha.companyId, `?part=purchases&search=${paid.referenceNumber}`);
  expect(match.text).toContain(paid.orderNumber);
  expect(match.text).not.toContain(refused.orderNumber);
  const none = await look(asha.companyId, '?part=members&search=%22%3E%3Cb%3Ezz');
  expect(none.text).toContain('No member matches this search.');
  expect(none.text).toContain('&quot;><b>zz"');
  expect(none.text).not.toContain('"><b>zz');
});

test.each(['%00', '%ff', '%F0%9F%98%80', '%E2%80%AE', "'%20OR%201=1--", '%25', '_', '%5C', 'x'.repeat(2000)])(
  'any text can be searched for: %s',
  async (search) => {
    for (const part of ['purchases', 'members', 'audit'])
      expect((await look(asha.companyId, `?part=${part}&search=${search}`)).status).toBe(200);
  },
);

test('the super admin can open the receipt of a purchase', async () => {
  const { text } = await look(asha.companyId, '?part=purchases');
  const path = /href="(\/api\/v1\/media\/[^"]+)"/.exec(text)?.[1] ?? '';
  expect((await site.call('GET', path, { cookie: boss.cookie })).status).toBe(200);
  expect((await site.call('GET', path, { cookie: stranger.cookie })).status).toBe(404);
});

test('the page is read-only: its only form is the search', async () => {
  for (const part of ['overview', 'purchases', 'members', 'audit']) {
    const { text } = await look(asha.companyId, `?part=${part}`);
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    expect(main).not.toMatch(/method="post"|<astro-island/i);
    expect(main.match(/<form/g)?.length ?? 0).toBe(part === 'overview' ? 0 : 1);
  }
});

test.each([
  ['?part=members&page=999', '?part=members'],
  ['?part=purchases&status=REJECTED&search=PUR&page=7', '?part=purchases&status=REJECTED&search=PUR'],
])('a page after the last redirects to the last: %s', async (requested, target) => {
  const answer = await look(asha.companyId, requested);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe(`/superadmin/companymanage/${asha.companyId}${target}`);
});

test.each(['?part=__proto__', '?part=none&status=x&page=-1', '?page=1e9'])('%s is the overview', async (query) => {
  const { status, text } = await look(other, query);
  expect(status).toBe(200);
  expect(text).toContain('Waiting for a decision');
});

test('each view is recorded in both trails with the part that was shown, and in no third one', async () => {
  const third = await makeCompany(site);
  for (const query of ['', '?part=members', '?part=audit']) await look(third, query);
  expect((await look(third, '?part=members', admin)).status).toBe(302);
  const entries = await site.database.platform
    .selectFrom('audit_entries')
    .select(['scope_id', 'actor_id', 'after'])
    .where('action', '=', 'company.view')
    .where('subject_id', '=', third)
    .orderBy('scope_id')
    .orderBy('seq')
    .execute();
  expect(entries.filter((it) => it.scope_id === third).map((it) => it.after)).toEqual([
    { part: 'overview' },
    { part: 'members' },
    { part: 'audit' },
  ]);
  expect(entries).toHaveLength(6);
  expect(new Set(entries.map((it) => it.actor_id))).toEqual(new Set([boss.id]));
});

test('other accounts and unknown ids get nothing', async () => {
  expect((await look(asha.companyId, '?part=members', admin)).status).toBe(302);
  expect((await look('none', '?part=members')).status).toBe(404);
  expect((await look('3f8a1c52-6f0e-4b7a-9c1d-2e5b7a9c4d10', '?part=purchases')).status).toBe(404);
});
