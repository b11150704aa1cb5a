/** The offline page (decision 0330): shown in the site's brand where a page cannot be reached, and nothing else is stored. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HINDI } from '@/lib/core/hindi/catalogue.ts';
import { type Account, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { otherSymbol, TOKEN } from '../support/brand.ts';
import { allow, closePage, DARK_PHONE, expectFits, newPage, type PageOptions, visit } from '../support/browser.ts';
import { button } from '../support/member.ts';
import { type Site, startSite } from '../support/site.ts';

const OTHER = otherSymbol('ACW');
const HEADING = 'No connection';
const UNREACHABLE = '{name} could not be reached. Please check your internet connection, then try again.';
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

/** A visitor whose service worker is in control from the next page on. */
async function visitWithWorker(
  account: Account,
  path: string,
  options: PageOptions = {},
  url = site.url,
): Promise<Page> {
  const page = await newPage({ url }, { ...options, cookie: account.cookie, serviceWorker: true });
  await visit(page, path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.getRegistration().then((it) => it?.active?.state)))
    .toBe('activated');
  return page;
}

/** The address and the text of everything in Cache Storage. */
const stored = (page: Page): Promise<{ url: string; text: string }[]> =>
  page.evaluate(async () => {
    const out: { url: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request, { ignoreVary: true });
        out.push({ url: request.url, text: (await response?.text()) ?? '' });
      }
    }
    return out;
  });

async function goOffline(page: Page): Promise<void> {
  allow(page, /answer: 503 GET \/(user|admin)/, /ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
}

const isShown = (page: Page): Promise<boolean> => page.getByRole('heading', { name: HEADING }).isVisible();
/** Whether style and pictures of the page have arrived. */
const isComplete = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      [...document.images].every((image) => image.complete && image.naturalWidth > 0) &&
      document.querySelectorAll('[data-theme-toggle]').length === 1 &&
      getComputedStyle(document.querySelector('main') as HTMLElement).display === 'grid',
  );

describe('at every width', () => {
  test('a page that cannot be reached is replaced by the offline page, and comes by itself later', async () => {
    const member = await makeMember(site);
    const page = await visitWithWorker(member, '/user/dashboard', DARK_PHONE);
    await goOffline(page);
    const response = await page.goto('/user/payment-history');
    expect([response?.status(), new URL(page.url()).pathname]).toEqual([503, '/user/payment-history']);
    expect(await isShown(page)).toBe(true);
    expect((await page.locator('[lang="hi"]').allInnerTexts()).join(' ')).toContain(
      HINDI.pages[UNREACHABLE].slice(-20),
    );
    expect(await page.locator('.brand-name').innerText()).toBe(TOKEN.name);
    await expect.poll(() => isComplete(page)).toBe(true);
    await expectFits(page);
    const again = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Try again' }).click();
    await again;
    expect(await isShown(page)).toBe(true);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Payment History' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/user/payment-history');
    await closePage(page);
  });
});

test('Cache Storage holds the offline page and its files alone, after a whole visit and after log-out', async () => {
  const member = await makeMember(site);
  const page = await visitWithWorker(member, '/user/dashboard');
  for (const path of ['/user/buy-token', '/user/payment-history', '/user/notifications', '/user/profile', '/token'])
    await visit(page, path);
  const check = async (): Promise<void> => {
    const files = await stored(page);
    expect(files.length).toBeGreaterThan(4);
    expect(files.filter(({ url }) => new URL(url).pathname === '/offline')).toHaveLength(1);
    for (const { url, text } of files) {
      expect(new URL(url).pathname).toMatch(/^\/(offline$|_astro\/|tokens\/)/);
      for (const own of [member.email, member.memberId, member.id]) expect(text, url).not.toContain(own);
    }
  };
  await check();
  await visit(page, '/user/profile');
  await button(page, 'Logout').click();
  await page.waitForURL(`${site.url}/`);
  await check();
  await closePage(page);
});

test('the font of the Hindi lines is stored where Hindi was chosen, and shown without a network', async () => {
  const member = await makeMember(site);
  const page = await visitWithWorker(member, '/user/dashboard');
  const fonts = async (): Promise<number> =>
    (await stored(page)).filter(({ url }) => /noto-sans-devanagari-[46]00/.test(url)).length;
  const choose = (language: string): Promise<void> =>
    page.context().addCookies([{ name: 'language', value: language, url: site.url }]);
  expect(await fonts()).toBe(0);
  await choose('hi');
  await visit(page, '/user/dashboard');
  await expect.poll(fonts).toBe(2);
  await goOffline(page);
  await page.goto('/user/payment-history');
  expect(await isShown(page)).toBe(true);
  // Weight 400 of the sentences and 600 of the heading and the buttons.
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ family, status }) => family.includes('Devanagari') && status === 'loaded')
          .map(({ weight }) => weight),
      ),
    )
    .toEqual(['400 500', '501 900']);
  const families = await page
    .locator('[lang="hi"]')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element).fontFamily));
  expect(families.every((family) => family.includes('Noto Sans Devanagari'))).toBe(true);
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: HEADING }).waitFor();
  await choose('en');
  await visit(page, '/user/dashboard');
  await expect.poll(fonts).toBe(0);
  await closePage(page);
});

test('calls, writes and addresses below /api are not replaced', async () => {
  const member = await makeMember(site);
  const page = await visitWithWorker(member, '/user/dashboard');
  await visit(page, '/user/profile');
  await goOffline(page);
  allow(page, /failed: /, /Failed to fetch/);
  const failed = (method: string, path: string): Promise<boolean> =>
    page.evaluate(
      ([how, where]) =>
        fetch(where as string, { method: how as string }).then(
          () => false,
          () => true,
        ),
      [method, path],
    );
  expect(await failed('GET', '/api/v1/site/get')).toBe(true);
  expect(await failed('POST', '/user/dashboard')).toBe(true);
  expect(await failed('GET', '/user/dashboard')).toBe(true);
  await expect(page.goto('/api/openapi.json')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  await closePage(page);
});

test("another company's site shows its own brand", async () => {
  const companyId = await makeCompany(site, OTHER);
  await site.database.platform
    .insertInto('company_hosts')
    .values({ host: 'acw.localhost', company_id: companyId, is_primary: true })
    .execute();
  const admin = await makeAdmin(site, { companyId });
  const page = await visitWithWorker(admin, '/admin/dashboard', {}, `http://acw.localhost:${site.port}`);
  await goOffline(page);
  await page.goto('/admin/audit');
  expect(await isShown(page)).toBe(true);
  expect(await page.locator('.brand-name').innerText()).toBe(OTHER);
  await expect.poll(() => isComplete(page)).toBe(true);
  await closePage(page);
});

test('the file of decision 0330 withdraws the worker, and the older one stores the new offline page after a day', async () => {
  const decision = fs.readFileSync('docs/decisions/0330-offline-page.md', 'utf8');
  const [, withdrawal = ''] = /```js\n(.*?)```/s.exec(decision) ?? [];
  const files = new Map([['/sw.js', fs.readFileSync('public/sw.js', 'utf8')]]);
  let offlineText = 'first';
  const server = http.createServer(({ url = '' }, res) => {
    const script = files.get(url);
    res.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript');
    res.end(
      script ?? `<!doctype html><link rel="icon" href="data:,"><p>${url === '/offline' ? offlineText : 'page'}</p>`,
    );
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  try {
    const page = await newPage(
      { url: `http://localhost:${(server.address() as AddressInfo).port}` },
      { serviceWorker: true },
    );
    await page.goto('/');
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js');
      await navigator.serviceWorker.ready;
    });
    const offlinePage = async () => (await stored(page)).find(({ url }) => url.endsWith('/offline'))?.text ?? '';
    expect(await offlinePage()).toContain('first');
    offlineText = 'second';
    await page.goto('/');
    expect(await offlinePage()).toContain('first');
    await page.evaluate(async () => {
      const cache = await caches.open('offline-page');
      const response = (await cache.match('/offline')) as Response;
      const headers = new Headers(response.headers);
      headers.set('X-Stored-At', String(Date.now() - 25 * 60 * 60 * 1000));
      await cache.put('/offline', new Response(response.body, { status: 503, headers }));
    });
    await page.goto('/');
    await expect.poll(offlinePage).toContain('second');
    files.set('/sw.js', withdrawal);
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect
      .poll(() => page.evaluate(async () => [await navigator.serviceWorker.getRegistration(), await caches.keys()]))
      .toEqual([undefined, []]);
    await page.goto('/');
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await closePage(page);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
