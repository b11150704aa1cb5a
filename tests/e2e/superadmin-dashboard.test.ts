/** The super admin's sign-in, and the platform's dashboard: figures of all companies, charts, the health board. */
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember, makeSuper } from '../support/accounts.ts';
import { COMPANY_NAME, otherSymbol, SYMBOL, TOKEN } from '../support/brand.ts';
import { allow, closePage, DARK_PHONE, expectFits, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { drawn, look, recordCanvases } from '../support/canvas.ts';
import { APPROVE, manual, post, submitted, upi } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

const PATH = '/superadmin/dashboard';

const OTHER = otherSymbol('GLXY');
let site: Site;
let superAdmin: Account;

beforeAll(async () => {
  site = await startSite();
  superAdmin = await makeSuper(site);
});
afterAll(() => site?.remove());

const run = (text: string) => sql.raw(text).execute(site.database.platform);
async function opened(options: Parameters<typeof newPage>[1] = {}): Promise<Page> {
  const page = await newPage(site, { cookie: superAdmin.cookie, ...options });
  await page.addInitScript(() => localStorage.setItem('reloadCount', '2'));
  await recordCanvases(page);
  expect(await visit(page, PATH)).toBe(200);
  return page;
}
const cellsOf = (page: Page, rows: string): Promise<string[][]> =>
  page
    .locator(rows)
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim())));

test('sign-in by email and code opens the dashboard, which reloads once; signing out works', async () => {
  const email = 'superadmin@example.com';
  const page = await newPage(site);
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  for (const path of [PATH, '/superadmin', '/superadmin/companymanage', '/superadmin/anything']) {
    await page.goto(path);
    expect(new URL(page.url()).pathname).toBe('/superadmin/login');
  }
  await visit(page, '/superadmin/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Get OTP', exact: true }).click();
  await page.getByText(/^Resend OTP in 02:5\d$/).waitFor();
  await page.getByLabel('OTP').fill(await site.code(email));
  loads.length = 0;
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(`**${PATH}`);
  const count = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('reloadCount'));
  await expect.poll(() => loads).toEqual([PATH, PATH]);
  await page.waitForLoadState('networkidle');
  expect([loads, await count()]).toEqual([[PATH, PATH], '2']);
  expect(await page.title()).toMatch(/ \| Dashboard$/);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Dashboard');
  expect(await page.locator('.side-nav').getByRole('link').allInnerTexts()).toEqual([
    'Dashboard',
    'Company Manage',
    'Security',
  ]);
  for (const path of ['/superadmin/login', '/superadmin']) {
    await page.goto(path);
    expect(new URL(page.url()).pathname).toBe(PATH);
  }
  await page.goto('/admin/dashboard');
  expect(new URL(page.url()).pathname).toBe('/admin/login');
  await page.goto(PATH);
  await page.getByRole('link', { name: 'Logout' }).click();
  await page.waitForURL('**/superadmin/login');
  expect([await count(), await page.evaluate(() => localStorage.getItem('isLoggedIn'))]).toEqual([null, null]);
  await page.goto(PATH);
  expect(new URL(page.url()).pathname).toBe('/superadmin/login');
  await closePage(page);
});

let other: Promise<string> | null = null;
/** The second company, made once. */
function otherCompany(): Promise<string> {
  other ??= makeCompany(site, OTHER);
  return other;
}

describe('on the first day', () => {
  test('there are no warnings, and charts without figures say so', async () => {
    const page = await opened();
    await page.getByText('All is well').waitFor();
    expect(await page.getByRole('heading', { name: 'Collected by company' }).count(), 'one company').toBe(0);
    await otherCompany();
    await page.reload();
    await page.getByText('No money has been collected yet.').waitFor();
    await page.getByText('Nothing has been bought yet.').waitFor();
    await drawn(page, 1);
    for (const part of ['Stock ledger', 'Audit trail', 'Uploaded files'])
      await page.getByRole('region', { name: part }).getByText('Not yet').waitFor();
    await expectNoAxeViolations(page);
    await closePage(page);
  });
});

describe('with two companies at work', () => {
  beforeAll(async () => {
    const admin = await makeAdmin(site);
    const buyer = await makeMember(site, { isApproved: true });
    for (const order of [
      manual({ purchaseAmount: '1000000' }),
      { ...(await upi(site, buyer, { purchaseAmount: '3000000' })), paymentMethod: 'BANK' },
    ]) {
      const { id } = await submitted(site, buyer, order);
      expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
    }
    await submitted(site, buyer, manual());
    await run("UPDATE purchases SET created_at = now() - interval '25 hours' WHERE status = 'PENDING'");
    await otherCompany();
    await run(
      `INSERT INTO nodes (name, version, seen_at) VALUES ('node-b:4321', '0.0.9', now() - interval '5 minutes')`,
    );
    await run(`INSERT INTO verifications (kind, ran_at, entries, fault) VALUES
      ('ledger', now(), 2, NULL), ('audit', now(), 9, 'audit trail of the platform: entry 4: the content of entry 4 was changed')`);
  });

  test('it shows each company, the totals, and the most serious problem first', async () => {
    const page = await opened();
    expect(await page.getByRole('list', { name: 'To look at' }).locator('li').allInnerTexts()).toEqual([
      'Records were altered: audit trail of the platform: entry 4: the content of entry 4 was changed.',
      'The node node-b:4321 has not been seen for a while.',
      '1 purchase has waited longer than 24 hours.',
    ]);
    expect(await page.getByRole('link', { name: '1 purchase has waited' }).getAttribute('href')).toMatch(
      /^\/superadmin\/companymanage\/[0-9a-f-]{36}\?part=purchases&status=PENDING$/,
    );
    const totals = page.getByRole('region', { name: 'All companies' });
    expect(await totals.locator('dd').allInnerTexts()).toEqual([
      '2',
      '3\n3 verified',
      '₹47,20,000.00\n2 approved',
      '1\n1 over 24 h',
      '1,60,00,000\ntokens',
      '28,44,96,000\ntokens',
    ]);
    const rows = await cellsOf(page, '.table tbody tr');
    // By name; which name comes first depends on the symbol.
    const byName = (a: string[], b: string[]): number => `${a[0]}`.localeCompare(`${b[0]}`, 'en');
    const written = rows.map((cells) => cells.map((text) => text.replaceAll('\n', ' | ')));
    expect(written).toEqual([...written].sort(byName));
    expect(written).toEqual(
      [
        [
          `${COMPANY_NAME} | ${TOKEN.name} (${SYMBOL})`,
          '3 | 3 verified',
          '1 | 1 over 24 h',
          '₹47,20,000.00 | 2 approved',
          `5.33% sold, 28,39,96,000 ${SYMBOL} left`,
          '0',
        ],
        [
          `${OTHER} Example Private Limited | ${OTHER} (${OTHER})`,
          '0 | 0 verified',
          '0 | 0 over 24 h',
          '₹0.00 | 0 approved',
          `0.00% sold, 5,00,000 ${OTHER} left`,
          '0',
        ],
      ].sort(byName),
    );
    await drawn(page, 3);
    for (const title of ['Collected by company', 'Private supply by company', 'Purchases by company'])
      expect((await look(page, title)).colours, title).toBeGreaterThanOrEqual(2);
    expect(await cellsOf(page, '.matrix tbody tr')).toEqual([
      ['Pending', '0', '0', '1', '0', '1'],
      ['Approved', '1', '0', '1', '0', '2'],
      ['Rejected', '0', '0', '0', '0', '0'],
      ['Reversed', '0', '0', '0', '0', '0'],
    ]);
    await page.getByRole('combobox', { name: 'Company' }).selectOption(OTHER);
    expect((await cellsOf(page, '.matrix tbody tr')).flat()).not.toContain('2');
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    await part('Database').getByText('Healthy').waitFor();
    await part('Mail').getByText('Outbox folder').waitFor();
    await part('Stock ledger').getByText('Intact').waitFor();
    await part('Audit trail').getByText('Altered').waitFor();
    await part('node-b:4321').getByText('Away').waitFor();
    await page.getByText('Serving').waitFor();
    await closePage(page);
  });

  test('at every width nothing is cut off or unreadable', async () => {
    const page = await opened(DARK_PHONE);
    await drawn(page, 3);
    await expectFits(page);
    for (const summary of await page.locator('summary').locator('visible=true').all()) await summary.click();
    await expectFits(page);
    await closePage(page);
  });

  test('a failure to load is reported, and a retry loads it', async () => {
    await run('ALTER TABLE nodes RENAME TO nodes_away');
    const page = await newPage(site, { cookie: superAdmin.cookie });
    allow(page, /answer: 500 GET \/api\/v1\/superadmin\/dashboard\/get/);
    await page.addInitScript(() => localStorage.setItem('reloadCount', '2'));
    try {
      expect(await visit(page, PATH)).toBe(200);
      await page.locator('.empty-text', { hasText: 'Failed to fetch the dashboard' }).waitFor();
      await expectNoAxeViolations(page);
    } finally {
      await run('ALTER TABLE nodes_away RENAME TO nodes');
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'All companies' }).waitFor();
    await closePage(page);
  });
});
