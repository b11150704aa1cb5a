/** Public pages give search engines and phones everything about the own site, private pages give them nothing. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HINDI } from '@/lib/core/hindi/catalogue.ts';
import { makeAdmin, makeCompany, makeMember, makeSuper } from '../support/accounts.ts';
import { otherSymbol, SYMBOL, TOKEN } from '../support/brand.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

const OTHER = otherSymbol('ACW');
const NAMES = { own: `${TOKEN.name} (${SYMBOL})`, other: `${OTHER} (${OTHER})` };
const SYMBOLS = { own: SYMBOL, other: OTHER };
type Who = keyof typeof SYMBOLS;
let site: Site;
let origins: Record<Who, string>;
beforeAll(async () => {
  site = await startSite();
  const second = await makeCompany(site, OTHER);
  await site.database.platform
    .insertInto('company_hosts')
    .values({ host: 'acw.localhost', company_id: second, is_primary: true })
    .execute();
  origins = { own: `http://localhost:${site.port}`, other: `http://acw.localhost:${site.port}` };
});
afterAll(() => site?.remove());

const get = (who: Who, path: string): Promise<Answer> =>
  site.call('GET', path, { headers: { 'X-Forwarded-Host': new URL(origins[who]).host } });
const meta = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

describe.each(['own', 'other'] as const)('the %s site', (who) => {
  const folder = `/tokens/${SYMBOLS[who].toLowerCase()}/`;
  test('robots.txt and sitemap name only its own address and public pages', async () => {
    const robots = await get(who, '/robots.txt');
    expect(robots.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(robots.text).toContain(`Sitemap: ${origins[who]}/sitemap.xml`);
    for (const path of ['/user', '/admin', '/superadmin']) expect(robots.text).toContain(`Disallow: ${path}\n`);
    const sitemap = await get(who, '/sitemap.xml');
    expect(sitemap.headers.get('content-type')).toMatch(/^application\/xml/);
    const urls = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? '');
    expect(urls.length).toBeGreaterThan(3);
    for (const url of urls) {
      expect(new URL(url).origin).toBe(origins[who]);
      const page = await get(who, new URL(url).pathname);
      expect([url, page.status]).toEqual([url, 200]);
      expect(page.text).toContain(`<link rel="canonical" href="${url}">`);
      expect(meta(page.text, 'robots')).toBeUndefined();
    }
  });

  test('the manifest exists, and every picture that it and the pages name', async () => {
    const manifest = await get(who, '/site.webmanifest');
    expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const { name, icons, start_url } = JSON.parse(manifest.text);
    expect([name, start_url]).toEqual([NAMES[who], '/']);
    const page = (await get(who, '/')).text;
    const og = meta(page, 'og:image') ?? '';
    // The other company has its own name and title, which the catalogue's picture does not show.
    expect(og).toBe(`${origins[who]}${folder}${who === 'own' ? 'og' : 'card'}.png`);
    expect([meta(page, 'twitter:card'), meta(page, 'og:image:width')]).toEqual(['summary_large_image', '1200']);
    const linked = [...page.matchAll(/<link rel="(?:icon|apple-touch-icon)"[^>]*href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
    for (const src of [...icons.map((icon: { src: string }) => icon.src), ...linked, new URL(og).pathname]) {
      expect(src).toContain(folder);
      expect([src, (await get(who, src)).status]).toEqual([src, 200]);
    }
    // What the manifest says of a PNG is what its header says; Android asks for 192 and 512 pixels and for a maskable icon.
    const pixels = icons.filter(({ type }: { type: string }) => type === 'image/png');
    for (const { src, sizes } of pixels) {
      const file = fs.readFileSync(path.join('public', src));
      expect([src, `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`]).toEqual([src, sizes]);
    }
    expect(pixels.map(({ sizes, purpose }: { sizes: string; purpose?: string }) => purpose ?? sizes)).toEqual([
      '180x180',
      '192x192',
      '512x512',
      'maskable',
    ]);
    expect((await get(who, '/favicon.ico')).headers.get('location')).toBe(`${folder}touch.png`);
  });

  test("the supply chart shows this company's allocation", async () => {
    const page = (await get(who, '/token')).text;
    const shares = [...page.matchAll(/<\/svg>\s*([\d.]+)% /g)].map(([, share]) => Number(share));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
    const drawn = [...page.matchAll(/<circle class="ring-\d[^>]*? stroke-dasharray="([\d.]+) /g)].map(([, it]) =>
      Number(it),
    );
    // The seeded company matches the catalogue's picture; the other one has two halves.
    if (who === 'own') expect([page.includes(`${folder}chart.svg`), drawn]).toEqual([true, []]);
    else {
      expect(page).not.toContain('chart.svg');
      expect(drawn.map((length) => Math.round(((length + 3) * 100) / (2 * Math.PI * 84)))).toEqual([50, 50, 1, 1, 1]);
    }
  });

  test('structured data names the company, and share previews are complete', async () => {
    const page = (await get(who, '/')).text;
    const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
    const [organisation, website] = JSON.parse(text)['@graph'];
    expect(organisation['@type']).toBe('Organization');
    expect(organisation.url).toBe(`${origins[who]}/`);
    expect([website.name, website.alternateName]).toEqual([NAMES[who].replace(/ \(.*/, ''), NAMES[who]]);
    expect(organisation).not.toHaveProperty('sameAs');
    expect(website.publisher['@id']).toBe(organisation['@id']);
    expect(page).toContain(`data-token="${organisation.name === `${OTHER} Example Private Limited` ? OTHER : SYMBOL}"`);
    for (const name of ['description', 'keywords', 'og:title', 'og:description', 'og:url', 'twitter:card'])
      expect([name, meta(page, name)?.length ?? 0]).not.toEqual([name, 0]);
  });
});

test('the token page says the risks, and answers questions with the figures of this sale', async () => {
  const { text } = await get('own', '/token');
  const [, risks = '', answers = ''] = /id="risks"(.*?)id="faq"(.*)<\/article>/s.exec(text) ?? [];
  expect(risks).toContain('Token prices can fall as well as rise.');
  expect(risks.match(/<li/g)?.length).toBe(5);
  const questions = [...answers.matchAll(/<summary[^>]*>([^<]+)</g)].map(([, question]) => question);
  expect(questions).toEqual([
    'What do I get?',
    'When do I get them?',
    'How do I pay?',
    'What if my payment is rejected?',
    'Can I get my money back?',
    'Who runs this sale?',
    'How is my data stored?',
  ]);
  const company = await site.database.platform.selectFrom('companies').selectAll().executeTakeFirstOrThrow();
  expect(answers).toContain(`Platform fees of ${company.fee_bps / 100}% are added`);
  expect(answers).toContain(`<a href="/privacy-policy#who"`);
  expect(answers).toMatch(/planned for \d+ \w+ \d{4}\./);
  // The logo and the name are shown once.
  expect(text.match(/<img[^>]*(header|icon)\.svg/g)?.length).toBe(1);
  const hindi = await site.call('GET', '/token', { cookie: 'language=hi' });
  expect(hindi.text).toContain(HINDI.public['Can I get my money back?']);
});

test('a missing page says how to reach the company', async () => {
  expect((await get('own', '/no/such/page')).text).toContain('href="/privacy-policy#who"');
});

test('private pages and missing pages are excluded', async () => {
  const member = await makeMember(site);
  const admin = await makeAdmin(site);
  const boss = await makeSuper(site);
  const pages: [string, string | undefined][] = [
    ['/user/dashboard', member.cookie],
    ['/user/buy-token', member.cookie],
    ['/admin/purchaserequest', admin.cookie],
    ['/superadmin/dashboard', boss.cookie],
    ['/admin/login', undefined],
    ['/superadmin/login', undefined],
    ['/no/such/page', undefined],
  ];
  for (const [path, cookie] of pages) {
    const page = await site.call('GET', path, cookie ? { cookie } : {});
    expect([path, meta(page.text, 'robots')]).toEqual([path, 'noindex, nofollow']);
    expect(page.text).not.toContain('rel="canonical"');
  }
  expect((await site.call('GET', '/forgot-password')).headers.get('location')).toBe('/fogot-password');
});
