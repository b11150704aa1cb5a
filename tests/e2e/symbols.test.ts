/**
 * Ten companies, one a symbol, side by side in one program: each site has its own look and words, each look can be read,
 * and on each a purchase goes its whole way. `TOKEN_SYMBOL=… npm test` runs every other test for one of them.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOKEN_SYMBOLS, type TokenEntry, tokenOf } from '../../src/lib/tokens/catalogue.ts';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { agree, button, purchasesOf, tab, toBuyScreen } from '../support/member.ts';
import { APPROVE } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
const companies = new Map<string, string>();
const hostOf = (symbol: string) => `${symbol.toLowerCase()}.localhost`;
const siteOf = (symbol: string) => ({ url: `http://${hostOf(symbol)}:${site.port}` });

beforeAll(async () => {
  site = await startSite({ embedded: true });
  const own = await companyIdOf(site);
  for (const symbol of TOKEN_SYMBOLS) {
    const id = symbol === SYMBOL ? own : await makeCompany(site, symbol);
    companies.set(symbol, id);
    const name = tokenOf(symbol)?.name ?? '';
    await site.database.platform.updateTable('companies').set({ token_name: name }).where('id', '=', id).execute();
    await site.database.platform
      .insertInto('company_hosts')
      .values({ host: hostOf(symbol), company_id: id, is_primary: true })
      .execute();
  }
});
afterAll(() => site?.remove());

const meta = (page: Page, name: string) => page.locator(`meta[name="${name}"]`).getAttribute('content');

/** Its title, colours and pictures, without a fault, and nothing of another one. */
async function look(page: Page, token: TokenEntry, screen: string): Promise<void> {
  expect(await page.title()).toBe(`${token.metaData.title} | ${screen}`);
  expect(await page.locator('html').getAttribute('data-token')).toBe(token.symbol);
  expect(await page.locator('link[rel=icon]').first().getAttribute('href')).toBe(token.icon_url);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  const broken = await page.evaluate(() =>
    [...document.images].filter((it) => it.complete && it.naturalWidth === 0).map((it) => it.src),
  );
  expect(broken).toEqual([]);
  const html = await page.content();
  for (const other of TOKEN_SYMBOLS) {
    if (other === token.symbol) continue;
    for (const part of [`/tokens/${other.toLowerCase()}/`, tokenOf(other)?.metaData.title ?? 'missing'])
      expect(html, `${other} on ${page.url()}`).not.toContain(part);
  }
}

describe.each(TOKEN_SYMBOLS)('%s', (symbol) => {
  const token = tokenOf(symbol);
  if (!token) throw new Error(`the catalogue has no ${symbol}`);
  const member = (): Promise<Account> => makeMember(site, { companyId: companies.get(symbol) ?? '' });

  test.each([false, true])('its sign-in and its token page, dark %s', async (dark) => {
    const page = await newPage(siteOf(symbol), { dark });
    for (const [path, screen] of [
      ['/', 'Login'],
      ['/token', 'About the token'],
    ] as const) {
      expect(await visit(page, path)).toBe(200);
      await look(page, token, screen);
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
  });

  test('a purchase goes its whole way, in its own words', async () => {
    const buyer = await member();
    const admin = await makeAdmin(site, { companyId: buyer.companyId });
    const page = await newPage(siteOf(symbol), { width: 360, cookie: buyer.cookie });
    await visit(page, '/user/dashboard');
    await look(page, token, 'Dashboard');
    await page
      .getByRole('link', { name: `Buy ${symbol}` })
      .first()
      .click();
    await toBuyScreen(page);
    await look(page, token, 'Buy Token');
    await page.getByLabel('Amount (INR)').fill('1000');
    await page.getByRole('complementary', { name: 'Summary' }).getByText(`4,000 ${symbol}`).waitFor();
    await button(page, 'BUY NOW').click();
    await page.waitForURL('**/user/payment?*');
    await tab(page, 'Manual');
    await agree(page);
    await look(page, token, 'Payment');
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

    const desk = await newPage(siteOf(symbol), { cookie: admin.cookie, dark: true });
    await visit(desk, '/admin/purchaserequest?tab=history');
    await desk.getByText(buyer.memberId).first().waitFor();
    await visit(desk, '/admin/dashboard');
    await desk.locator(`.chart-icon[src="${token.icon_url}"]`).waitFor();
    await look(desk, token, 'Login');
    await closePage(desk);
  });

  test("a member's session counts here and nowhere else", async () => {
    const { cookie } = await member();
    const foreign = siteOf(symbol === 'GLC' ? 'NXT' : 'GLC');
    const page = await newPage(foreign, { cookie });
    await page.goto('/user/dashboard');
    expect(new URL(page.url()).pathname).toBe('/');
    await closePage(page);
  });
});
