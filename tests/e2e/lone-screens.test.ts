/**
 * The screens that no other browser test looks at in all widths and both themes: no fault of accessibility, nothing cut off,
 * no sideways scroll. Which there are is read off the list of `npm run screens`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saleOf } from '../screens/sale.ts';
import { type PlannedShot, plannedShots, type ShotIds } from '../screens/screens.ts';
import { type Account, makeSuper } from '../support/accounts.ts';
import {
  allow,
  closePage,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  newPage,
  WIDTHS,
} from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ids: ShotIds;
let accounts: Record<'member' | 'admin' | 'super', Account>;
beforeAll(async () => {
  site = await startSite({ embedded: true, args: ['--demo'] });
  const sale = await saleOf(site);
  accounts = { member: sale.member, admin: sale.admin, super: await makeSuper(site) };
  ids = sale.ids;
});
afterAll(() => site?.remove());

const LONE = /^(404|500|503|api|dev-mailbox|privacy-policy|token|.*logout|.*companymanage-id|.*receipt-id|.*\.missing)/;
const SHOTS = plannedShots().filter(({ file, act, name }) => !act && name !== 'no-script' && LONE.test(file));

async function look(shot: PlannedShot, dark: boolean): Promise<void> {
  const page = await newPage(site, {
    dark,
    ...(shot.as !== 'anonymous' && { cookie: accounts[shot.as].cookie }),
    ...(shot.local && { ip: '127.0.0.1' }),
  });
  // A logout that is never answered stays where it is.
  await page.route('**/auth/logout', () => {});
  allow(page, ...(shot.status ? [new RegExp(`answer: ${shot.status} GET`)] : []));
  const response = await page.goto(typeof shot.path === 'string' ? shot.path : shot.path(ids));
  expect(response?.status()).toBe(shot.status ?? 200);
  await hydrated(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
  }
  await closePage(page);
}

test('they are found', () => {
  expect(SHOTS.length).toBeGreaterThan(12);
});

test.each(SHOTS.map((shot) => [shot.file, shot] as const))('%s', async (_, shot) => {
  for (const dark of [false, true]) await look(shot, dark);
});
