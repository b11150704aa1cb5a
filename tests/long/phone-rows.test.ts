/** Lists on a phone: rows of two lines that open with a tap, and screens that stay short. Measured on the demonstration. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sale, saleOf } from '../screens/sale.ts';
import { type Account, makeSuper } from '../support/accounts.ts';
import { closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { bottomOf, heightOf, PHONE, smallTargets, strangeSizes } from '../support/phone.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let sale: Sale;
let owner: Account;

beforeAll(async () => {
  site = await startSite({ args: ['--demo'] });
  sale = await saleOf(site);
  owner = await makeSuper(site);
});
afterAll(() => site?.remove());

async function open(who: Account, path: string): Promise<Page> {
  const page = await newPage(site, { ...PHONE, cookie: who.cookie });
  expect(await visit(page, path)).toBe(200);
  return page;
}

describe('the heights at 390 px', () => {
  const screens = [
    ['the member dashboard', 'member', () => '/user/dashboard', 1800],
    ['ten history rows', 'member', () => '/user/payment-history?status=ALL', 1500],
    // A running sale: the set-up is folded, and the charts are next to each other.
    ['the admin dashboard', 'admin', () => '/admin/dashboard', 2200],
    ['ten requests', 'admin', () => '/admin/purchaserequest', 2000],
    ['ten decided purchases', 'admin', () => '/admin/purchaserequest?tab=history', 1500],
    ['ten accounts', 'admin', () => '/admin/usermanage', 1500],
    ['ten entries of the audit trail', 'admin', () => '/admin/audit', 1250],
    ['seven refunds', 'admin', () => '/admin/refunds', 1100],
    ['ten rewards', 'admin', () => '/admin/rewards', 1400],
    ['25 deliveries', 'admin', () => '/admin/developers/deliveries', 2300],
    ['the platform', 'owner', () => '/superadmin/dashboard', 2100],
    ['the company view', 'owner', () => `/superadmin/companymanage/${sale.ids.company}`, 2500],
    ['its purchases', 'owner', () => `/superadmin/companymanage/${sale.ids.company}?part=purchases`, 1500],
    ['its members', 'owner', () => `/superadmin/companymanage/${sale.ids.company}?part=members`, 1500],
  ] as const;

  test.each(screens)('%s', async (_, who, path, limit) => {
    const page = await open(who === 'owner' ? owner : sale[who], path());
    expect(await heightOf(page)).toBeLessThanOrEqual(limit);
    await expectNoSidewaysScroll(page);
    expect(await strangeSizes(page), 'text sizes off the scale').toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await closePage(page);
  });
});

test('on every screen of admins and super admins text is of the scale, and what is pressed is 44 px', async () => {
  const screens = {
    admin: [
      'usermanage',
      'purchaserequest?tab=history',
      'beneficiary',
      'reconciliation',
      'refunds',
      'refunds?tab=due',
      'rewards',
      'launch',
      'announcements',
      'notifications',
      'audit',
      'settings',
      'security',
      'developers',
      'developers/deliveries',
    ],
    superadmin: ['dashboard', 'companymanage', 'security'],
  };
  for (const [area, paths] of Object.entries(screens)) {
    for (const path of paths) {
      const page = await open(area === 'admin' ? sale.admin : owner, `/${area}/${path}`);
      await expectNoSidewaysScroll(page);
      expect(await strangeSizes(page), path).toEqual([]);
      expect(await smallTargets(page), path).toEqual([]);
      await closePage(page);
    }
  }
});

test('the main action of each screen is in sight without scrolling', async () => {
  const actions = [
    [sale.member, '/user/dashboard', /^Buy/],
    [sale.admin, '/admin/purchaserequest', 'Review one by one'],
    [sale.admin, '/admin/usermanage', 'Add User'],
    [sale.admin, '/admin/dashboard', /purchases to decide/],
    [sale.admin, '/admin/refunds', 'Export refunds to pay'],
    [sale.admin, '/admin/refunds?tab=due', /^Refund PUR-/],
    [sale.admin, '/admin/rewards', /^Release/],
    [sale.admin, '/admin/beneficiary', 'Add Beneficiary'],
    [sale.admin, '/admin/reconciliation', 'Choose a bank statement'],
    [sale.admin, '/admin/launch', 'Collect addresses'],
    [owner, '/superadmin/companymanage', 'Add Company'],
  ] as const;
  for (const [who, path, name] of actions) {
    const page = await open(who, path);
    expect(await bottomOf(page, name), path).toBeLessThanOrEqual(PHONE.height);
    await closePage(page);
  }
});

test('at 360 px name, method and day of a purchase stay on one line, however long the name is', async () => {
  for (const path of ['/admin/purchaserequest', '/admin/purchaserequest?tab=history']) {
    const page = await open(sale.admin, path);
    await page.setViewportSize({ width: 360, height: 780 });
    const linesOf = page.locator('tbody tr').evaluateAll((rows) =>
      rows.map((row) => {
        const cells = [...row.querySelectorAll('td[data-phone="line"]')].map((cell) => cell.getBoundingClientRect());
        return new Set(cells.filter(({ width }) => width > 0).map(({ top }) => Math.round(top / 12))).size;
      }),
    );
    expect(new Set(await linesOf), path).toEqual(new Set([1]));
    await closePage(page);
  }
});

test('an entry of the audit trail has one line for its sentence, and all of it after a tap', async () => {
  const page = await open(sale.admin, '/admin/audit');
  const sentences = page.locator('tbody tr .audit-sentence');
  const heights = () => sentences.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height));
  expect(Math.max(...(await heights()))).toBeLessThan(30);
  const long = await sentences.evaluateAll((all) => all.findIndex((it) => it.scrollHeight > it.clientHeight + 4));
  expect(long, 'a sentence that is cut').toBeGreaterThanOrEqual(0);
  await page.locator('tbody tr').nth(long).locator('.row-toggle').press('Enter');
  await expect.poll(async () => (await heights())[long]).toBeGreaterThan(40);
  expect(await sentences.nth(long).evaluate((it) => it.scrollHeight <= it.clientHeight + 4)).toBe(true);
  await expectNoAxeViolations(page);
  await closePage(page);
});

describe('a row', () => {
  test('opens with the keyboard, shows what the specification lists, and is accessible', async () => {
    const page = await open(sale.admin, '/admin/usermanage');
    const row = page.locator('tbody tr').first();
    const toggle = row.locator('summary');
    expect(await row.getByText('@').isVisible()).toBe(false);
    await toggle.focus();
    await page.keyboard.press('Enter');
    await row.getByText('@').waitFor();
    await row.getByRole('button', { name: /^Edit/ }).waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await expectNoAxeViolations(page);
    await page.keyboard.press('Enter');
    expect(await row.getByText('@').isVisible()).toBe(false);
    await closePage(page);
  });

  test('opens its timeline with a tap anywhere on it', async () => {
    const page = await open(sale.member, '/user/payment-history?status=APPROVED');
    const row = page.locator('tbody tr').first();
    await row.tap({ position: { x: 150, y: 20 } });
    await page.getByText('Stock credited').waitFor();
    expect(
      await page
        .getByRole('button', { name: /^Details of order/ })
        .first()
        .getAttribute('aria-expanded'),
    ).toBe('true');
    await row.getByText('Time', { exact: true }).or(row.locator('[data-label="Time"]')).first().waitFor();
    await expectNoAxeViolations(page);
    await closePage(page);
  });

  test('opens without a script', async () => {
    const page = await newPage(site, { ...PHONE, cookie: owner.cookie, javaScript: false });
    await page.goto(`/superadmin/companymanage/${sale.ids.company}?part=members`);
    const row = page.locator('tbody tr').first();
    expect(await row.getByText('@').isVisible()).toBe(false);
    await row.locator('summary').tap();
    await row.getByText('@').waitFor();
    await closePage(page);
  });
});

test('no line of a row begins with the dot between its parts', async () => {
  const page = await open(sale.member, '/user/payment-history?status=ALL');
  const dots = await page
    .locator('tbody td[data-phone="line"]')
    .evaluateAll((cells) =>
      cells.map((cell) => [getComputedStyle(cell, '::before').content, getComputedStyle(cell, '::after').content]),
    );
  expect(new Set(dots.map(([before]) => before))).toEqual(new Set(['none']));
  expect(new Set(dots.map(([, after]) => after))).toEqual(new Set(['"·"', 'none']));
  await closePage(page);
});

test('the dashboard shows five holders, and all of them on request', async () => {
  const page = await open(sale.member, '/user/dashboard');
  const rows = page.locator('.tabs-panel tbody tr');
  expect(await rows.count()).toBe(5);
  const next = await page.getByRole('region', { name: 'What happens next' }).boundingBox();
  expect(next?.y).toBeLessThan((await rows.first().boundingBox())?.y ?? 0);
  await page.getByRole('button', { name: /^See all/ }).click();
  await expect.poll(() => rows.count()).toBe(10);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect.poll(() => rows.first().locator('td').first().innerText()).toContain('11');
  await closePage(page);
});
