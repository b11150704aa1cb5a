/** A company's brand: only super admins set it, and every page of only its own site shows it. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember, makeSuper } from '../support/accounts.ts';
import { otherSymbol } from '../support/brand.ts';
import { gif, png } from '../support/media-files.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

const PATH = '/api/v1/superadmin/company/brand';
const OTHER = otherSymbol('ACW');
let site: Site;
let boss: Account;
let acw: string;
beforeAll(async () => {
  site = await startSite();
  boss = await makeSuper(site);
  acw = await makeCompany(site, OTHER);
  await site.database.platform
    .insertInto('company_hosts')
    .values({ host: 'acw.localhost', company_id: acw, is_primary: true })
    .execute();
});
afterAll(() => site?.remove());

const TEXTS = {
  title: 'Acorn before its launch',
  description: 'Acorn is sold before its launch.',
  keywords: 'acorn, token',
  footerNote: 'Please read everything before you buy.',
};
const LINKS = [{ mediaName: 'telegram', link: 'https://t.example.com/acorn' }];
const set = (more: object = {}, token = boss.token): Promise<Answer> =>
  site.call('PUT', `${PATH}/update`, {
    body: { id: acw, socialLinks: LINKS, ...TEXTS, ...more },
    token,
    ip: freshIp(),
  });
const at = (path: string): Promise<Answer> =>
  site.call('GET', path, { headers: { 'X-Forwarded-Host': `acw.localhost:${site.port}` }, ip: freshIp() });
async function upload(bytes: Uint8Array, token: string, area = 'superadmin'): Promise<string> {
  const body = new FormData();
  body.append('medias', new Blob([new Uint8Array(bytes)]), 'icon.png');
  const answer = await site.call('POST', `/api/v1/${area}/media/add`, { body, token, ip: freshIp() });
  return answer.body.data[0].id;
}

test("the catalogue's values are the default", async () => {
  const { body } = await site.call('GET', `${PATH}/get?id=${acw}`, { token: boss.token });
  expect(body.data).toMatchObject({ title: null, socialLinks: [], iconId: null });
  expect((await at('/token')).text).toContain(`/tokens/${OTHER.toLowerCase()}/logo.svg`);
});

test('the brand shows on every page of its site, and on no other site', async () => {
  const iconId = await upload(png(), boss.token);
  expect((await set({ iconId, headerLogoId: iconId })).status).toBe(200);
  // The page cache may show visitors without a cookie a page again for two seconds.
  const changed = async (path: string): Promise<string> =>
    vi.waitFor(
      async () => {
        const { text } = await at(path);
        expect(text).toContain(`<link rel="icon" href="/brand/icon?v=${iconId}">`);
        return text;
      },
      { timeout: 10_000, interval: 200 },
    );
  const first = await changed('/');
  expect(first).toContain(TEXTS.description);
  // A picture without known dimensions: shown small, without a size.
  expect(first).toMatch(new RegExp(`<meta property="og:image" content="http://acw[^"]*/brand/icon\\?v=${iconId}">`));
  expect(first).toContain('<meta name="twitter:card" content="summary">');
  expect(first).not.toContain('og:image:width');
  expect(first).toContain(`"sameAs":["${LINKS[0]?.link}"]`);
  expect(first).toContain(`<img class="auth-emblem auth-emblem-own" src="/brand/icon?v=${iconId}"`);
  expect(first).not.toContain('auth-ghost');
  expect(JSON.parse((await at('/site.webmanifest')).text).icons).toEqual([
    { src: `/brand/app-icon?v=${iconId}`, sizes: 'any', type: 'image/svg+xml' },
    { src: `/brand/maskable?v=${iconId}`, sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
  ]);
  const about = await changed('/token');
  for (const text of [
    TEXTS.title,
    TEXTS.footerNote,
    'https://t.example.com/acorn',
    `/brand/header?v=${iconId}`,
    'Not deployed yet',
  ])
    expect(about, text).toContain(text);
  const icon = await at(`/brand/icon?v=${iconId}`);
  expect([icon.status, icon.headers.get('content-type'), icon.headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'public, max-age=86400',
  ]);
  for (const kind of ['app-icon', 'maskable']) {
    const drawn = await at(`/brand/${kind}?v=${iconId}`);
    expect([kind, drawn.status, drawn.headers.get('content-type')]).toEqual([kind, 200, 'image/svg+xml']);
    expect(drawn.text).toContain('viewBox="0 0 512 512"');
    expect(drawn.text).toContain('href="data:image/png;base64,');
    expect((await site.call('GET', `/brand/${kind}`)).status).toBe(404);
  }
  const own = (await site.call('GET', '/')).text;
  expect(own).not.toContain('/brand/');
  expect((await site.call('GET', `/brand/icon?v=${iconId}`)).status).toBe(404);
  // The centre of the supply chart shows its own icon, not the one in the catalogue's picture.
  expect(about).toContain(`<image href="/brand/icon?v=${iconId}"`);
  expect((await at('/brand/logo')).status).toBe(404);
  expect((await at('/brand/secret')).status).toBe(404);
});

describe('422 without a change for', () => {
  test.each([
    ['a link that is no web address', { socialLinks: [{ mediaName: 'X', link: 'javascript:alert(1)' }] }],
    ['a link without https', { socialLinks: [{ mediaName: 'X', link: 'http://x.example.com' }] }],
    ['a link with a password in it', { socialLinks: [{ mediaName: 'X', link: 'https://a:b@x.example.com' }] }],
    ['a channel that is none', { socialLinks: [{ mediaName: 'myspace', link: 'https://x.example.com' }] }],
    ['a channel twice', { socialLinks: [LINKS[0], LINKS[0]] }],
    ['a picture that is not there', { iconId: '3f8a1c52-6f0e-4b7a-9c1d-2e5b7a9c4d10' }],
    ['a description that is too short', { description: 'short' }],
  ])('%s', async (_, change) => {
    const before = (await site.call('GET', `${PATH}/get?id=${acw}`, { token: boss.token })).body.data;
    expect((await set(change)).status).toBe(422);
    expect((await site.call('GET', `${PATH}/get?id=${acw}`, { token: boss.token })).body.data).toEqual(before);
  });

  test("a member's file, and an animated picture", async () => {
    const member = await makeMember(site);
    expect((await set({ iconId: await upload(png(), member.token, 'user') })).status).toBe(422);
    expect((await set({ iconId: await upload(gif(), boss.token) })).status).toBe(422);
  });
});

test('two super admins with the same form: the second one gets a conflict, and the first change stays', async () => {
  const form = async () => (await site.call('GET', `${PATH}/get?id=${acw}`, { token: boss.token })).body.data;
  const { version, standard } = await form();
  expect(standard).toMatchObject({
    title: `${OTHER} sale`,
    keywords: expect.stringContaining(OTHER),
    iconUrl: `/tokens/${OTHER.toLowerCase()}/icon.svg`,
  });
  const answers = await Promise.all([set({ version, title: 'Of the one' }), set({ version, title: 'Of the other' })]);
  expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
  const refused = answers.find((it) => it.status === 409);
  expect(refused?.body.message).toContain('Please open it again');
  const now = await form();
  expect(now.title).toBe(answers[0]?.status === 200 ? 'Of the one' : 'Of the other');
  expect((await set({ version: now.version })).status).toBe(200);
  expect((await set({ version: 'x' })).status).toBe(422);
});

test('only super admins may, and an unknown id is 404', async () => {
  const admin = await makeAdmin(site);
  expect((await set({}, admin.token)).status).toBe(403);
  expect((await set({ id: '3f8a1c52-6f0e-4b7a-9c1d-2e5b7a9c4d10' })).status).toBe(404);
});
