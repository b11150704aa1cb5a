/** The tests of one company for each token symbol, all in one program: `npm test` runs them for one, the long run for all. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOKEN_SYMBOLS, type TokenEntry, tokenOf } from '../../src/lib/tokens/catalogue.ts';
import type { TokenSymbol } from '../../src/lib/tokens/contract.ts';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember } from './accounts.ts';
import { SYMBOL } from './brand.ts';
import { closePage, endTransitions, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from './browser.ts';
import { agree, button, purchasesOf, tab, toBuyScreen } from './member.ts';
import { APPROVE } from './purchases.ts';
import { freshIp, type Site, startSite } from './site.ts';

let site: Site;
const companies = new Map<string, string>();
const hostOf = (symbol: string) => `${symbol.toLowerCase()}.localhost`;
const siteOf = (symbol: string) => ({ url: `http://${hostOf(symbol)}:${site.port}` });
const memberOf = (symbol: string): Promise<Account> => makeMember(site, { companyId: companies.get(symbol) ?? '' });

/** The site's own company, and another one for each other symbol, each with its host. */
async function makeCompanies(): Promise<void> {
  const own = await companyIdOf(site);
  const { platform } = site.database;
  for (const symbol of TOKEN_SYMBOLS) {
    const id = symbol === SYMBOL ? own : await makeCompany(site, symbol);
    companies.set(symbol, id);
    const name = tokenOf(symbol)?.name ?? '';
    await platform.updateTable('companies').set({ token_name: name }).where('id', '=', id).execute();
    await platform
      .insertInto('company_hosts')
      .values({ host: hostOf(symbol), company_id: id, is_primary: true })
      .execute();
  }
}

const meta = (page: Page, name: string) => page.locator(`meta[name="${name}"]`).getAttribute('content');

/** The page has the title, colours and pictures of its token without a fault, and nothing of another token. */
async function expectBrand(page: Page, token: TokenEntry, screen: string): Promise<void> {
  expect(await page.title()).toBe(`${token.metaData.title} | ${screen}`);
  expect(await page.locator('html').getAttribute('data-token')).toBe(token.symbol);
  expect(await page.locator('link[rel=icon]').first().getAttribute('href')).toBe(token.icon_url);
  await endTransitions(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expectNoAxeViolations(page, undefined, colorScheme === 'light' ? 'all' : 'colours');
  }
  await expectNoSidewaysScroll(page);
  const broken = await page.evaluate(() =>
    [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src),
  );
  expect(broken).toEqual([]);
  const html = await page.content();
  for (const other of TOKEN_SYMBOLS) {
    if (other === token.symbol) continue;
    for (const part of [`/tokens/${other.toLowerCase()}/`, tokenOf(other)?.metaData.title ?? 'missing'])
      expect(html, `${other} on ${page.url()}`).not.toContain(part);
  }
}

async function expectPublicPages(token: TokenEntry): Promise<void> {
  const { symbol } = token;
  const page = await newPage(siteOf(symbol));
  for (const [path, screen] of [
    ['/', 'Login'],
    ['/token', 'About the token'],
  ] as const) {
    expect(await visit(page, path)).toBe(200);
    await expectBrand(page, token, screen);
    expect([await meta(page, 'description'), await meta(page, 'keywords')]).toEqual([
      token.metaData.description,
      token.metaData.keywords,
    ]);
  }
  const headers = { 'X-Forwarded-Host': `${hostOf(symbol)}:${site.port}` };
  for (const picture of ['icon.svg', 'logo.svg', 'header.svg', 'chart.svg', 'og.png', 'card.png', 'touch.png']) {
    const answer = await site.call('GET', `/tokens/${symbol.toLowerCase()}/${picture}`, { ip: freshIp(), headers });
    expect([picture, answer.status]).toEqual([picture, 200]);
  }
  await closePage(page);
}

/** From the dashboard over the payment to the approval. */
async function buy(token: TokenEntry, buyer: Account, admin: Account): Promise<void> {
  const { symbol } = token;
  const page = await newPage(siteOf(symbol), { width: 360, cookie: buyer.cookie });
  await visit(page, '/user/dashboard');
  await expectBrand(page, token, 'Dashboard');
  await page
    .getByRole('link', { name: `Buy ${symbol}` })
    .first()
    .click();
  await toBuyScreen(page);
  await expectBrand(page, token, 'Buy Token');
  await page.getByLabel('Amount (INR)').fill('1000');
  await page.getByRole('complementary', { name: 'Summary' }).getByText(`4,000 ${symbol}`).waitFor();
  await button(page, 'BUY NOW').click();
  await page.waitForURL('**/user/payment?*');
  await tab(page, 'Manual');
  await agree(page);
  await expectBrand(page, token, 'Payment');
  await button(page, 'Confirm Payment').click();
  await toBuyScreen(page);
  const [purchase] = await purchasesOf(site, buyer);
  const approved = await site.call('POST', APPROVE, {
    body: { id: purchase?.id },
    token: admin.token,
    ip: freshIp(),
    headers: { 'X-Forwarded-Host': `${hostOf(symbol)}:${site.port}` },
  });
  expect(approved.status).toBe(200);
  await visit(page, '/user/dashboard');
  await page.getByRole('tab', { name: `My Stock 4,000 ${symbol} View More` }).waitFor();
  await closePage(page);
}

/** Declares the tests of these symbols. Call it once, at the top of a test file. */
export function testSymbols(symbols: readonly TokenSymbol[]): void {
  beforeAll(async () => {
    site = await startSite();
    await makeCompanies();
  });
  afterAll(() => site?.remove());

  describe.each(symbols)('%s', (symbol) => {
    const token = tokenOf(symbol);
    if (!token) throw new Error(`the catalogue has no ${symbol}`);

    test('its sign-in and its token page', () => expectPublicPages(token));

    test('a purchase goes its whole way, in the words of its token', async () => {
      const buyer = await memberOf(symbol);
      const admin = await makeAdmin(site, { companyId: buyer.companyId });
      await buy(token, buyer, admin);
      const desk = await newPage(siteOf(symbol), { cookie: admin.cookie });
      await visit(desk, '/admin/purchaserequest?tab=history');
      await desk.getByText(buyer.memberId).first().waitFor();
      await visit(desk, '/admin/dashboard');
      await desk.locator(`.chart-icon[src="${token.icon_url}"]`).waitFor();
      await expectBrand(desk, token, 'Login');
      await closePage(desk);
    });

    test("a member's session is valid here and on no other site", async () => {
      const { cookie } = await memberOf(symbol);
      const other = hostOf(symbol === 'GLC' ? 'NXT' : 'GLC');
      const openOn = (host: string) =>
        site.call('GET', '/user/dashboard', { cookie, headers: { 'X-Forwarded-Host': `${host}:${site.port}` } });
      expect((await openOn(hostOf(symbol))).status).toBe(200);
      const { status, headers } = await openOn(other);
      expect([status, new URL(headers.get('location') ?? '', site.url).pathname]).toEqual([302, '/']);
    });
  });
}
