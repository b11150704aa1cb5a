/** Ten companies, one a symbol, side by side in one program: each site has its own look, and each look can be read. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOKEN_SYMBOLS, tokenOf } from '../../src/lib/tokens/catalogue.ts';
import { companyIdOf, makeCompany, makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { allow, closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
const companies = new Map<string, string>();
const siteOf = (symbol: string) => ({ url: `http://${symbol.toLowerCase()}.localhost:${site.port}` });

beforeAll(async () => {
  site = await startSite({ embedded: true });
  const own = await companyIdOf(site);
  for (const symbol of TOKEN_SYMBOLS) {
    const id = symbol === SYMBOL ? own : await makeCompany(site, symbol);
    companies.set(symbol, id);
    await site.database.platform
      .insertInto('company_hosts')
      .values({ host: `${symbol.toLowerCase()}.localhost`, company_id: id, is_primary: true })
      .execute();
  }
});
afterAll(() => site?.remove());

describe.each(TOKEN_SYMBOLS)('%s', (symbol) => {
  test.each([false, true])('its sign-in and its token page, dark %s', async (dark) => {
    const page = await newPage(siteOf(symbol), { dark });
    for (const path of ['/', '/token']) {
      expect(await visit(page, path)).toBe(200);
      expect(await page.locator('html').getAttribute('data-token')).toBe(symbol);
      await expectNoAxeViolations(page);
      await expectNoSidewaysScroll(page);
    }
    const broken = await page.evaluate(() =>
      [...document.images].filter((it) => it.complete && it.naturalWidth === 0).map((it) => it.src),
    );
    expect(broken).toEqual([]);
    await closePage(page);
  });

  test('its members see it, and nothing of the others', async () => {
    const member = await makeMember(site, { companyId: companies.get(symbol) ?? '' });
    const [name = '', value = ''] = member.cookie.split('=');
    const page = await newPage(siteOf(symbol), { width: 360 });
    allow(page, /another origin/);
    const context = page.context();
    await context.addCookies([{ name, value, url: siteOf(symbol).url }]);
    expect(await visit(page, '/user/dashboard')).toBe(200);
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
    const html = await page.content();
    for (const other of TOKEN_SYMBOLS)
      if (other !== symbol) expect(html, other).not.toContain(tokenOf(other)?.icon_url ?? 'missing');
    // The same cookie under another company's name is nobody's.
    const foreign = siteOf(symbol === 'GLC' ? 'NXT' : 'GLC').url;
    await context.addCookies([{ name, value, url: foreign }]);
    await page.goto(`${foreign}/user/dashboard`);
    expect(new URL(page.url()).pathname).toBe('/');
    await closePage(page);
  });
});
