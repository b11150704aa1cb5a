/**
 * An admin with the demonstration's 900 purchases: figures that match the exports, and twenty requests by keyboard.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatPaise, parsePaise } from '@/lib/core/money.ts';
import { type Account, makeAdmin } from '../support/accounts.ts';
import { proposeChanges } from '../support/approvals.ts';
import { closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { type Row, takeExport } from '../support/exports.ts';
import { APPROVE, post, REVERSE } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

const MINUTES_FOR_TWENTY = 2;

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite({ args: ['--demo'] });
  admin = await makeAdmin(site, { name: 'Leela Nair' });
});
afterAll(() => site?.remove());

async function opened(path: string, options: Parameters<typeof newPage>[1] = {}): Promise<Page> {
  const page = await newPage(site, { cookie: admin.cookie, ...options });
  await page.addInitScript(() => localStorage.setItem('reloadCount', '2'));
  expect(await visit(page, path)).toBe(200);
  return page;
}

const indian = (count: number | bigint): string => count.toLocaleString('en-IN');
const tokens = (rows: readonly Row[], head: string): bigint =>
  rows.reduce((sum, row) => sum + BigInt(row[head] ?? '0'), 0n);
const paise = (rows: readonly Row[]): bigint =>
  rows.reduce((sum, row) => sum + (parsePaise(row['Final amount'] ?? '') ?? 0n), 0n);
/** With two decimals, half up. */
const quotient = (part: bigint, whole: bigint, times: bigint): string =>
  formatPaise((2n * part * times * 100n + whole) / (2n * whole));

/** Some of everything that waits for a second admin, so that no tile of the dashboard is missing. */
async function leaveSeconds(): Promise<void> {
  const setSecondApproverBound = (paise: bigint | null) =>
    site.database.platform.updateTable('companies').set({ second_approver_above_paise: paise }).execute();
  const newest = async (status: string, limit: number): Promise<string[]> =>
    (
      await site.call('GET', `/api/v1/admin/transaction/list?status=${status}&limit=100`, { token: admin.token })
    ).body.data.records
      .map((row: { id: string }) => row.id)
      .slice(-limit);
  const [pending, [approved]] = [await newest('PENDING', 2), await newest('APPROVED', 1)];
  await setSecondApproverBound(1n);
  for (const id of pending) expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  expect(
    (await post(site, REVERSE, admin, { id: approved, reason: 'The payment was returned or charged back.' })).status,
  ).toBe(200);
  await setSecondApproverBound(null);
  await proposeChanges(site, admin);
}

test('every figure that the dashboard shows can be recomputed from the exports', async () => {
  const take = async (kind: string) => (await takeExport(site, admin, kind, { format: 'csv' })).rows;
  await leaveSeconds();
  const [members, purchases, ledger, supply, changes] = [
    await take('members'),
    await take('purchases'),
    await take('ledger'),
    await take('supply'),
    await take('changes'),
  ];
  expect([members.length > 250, purchases.length]).toEqual([true, 900]);
  const page = await opened('/admin/dashboard');
  const texts = (card: string) =>
    page
      .getByRole('region', { name: card, exact: true })
      .evaluate((it) => [...it.querySelectorAll('dd')].map((dd) => dd.textContent));
  const table = (title: string) =>
    page
      .locator('section', { has: page.getByRole('heading', { name: title }) })
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const users = (which: (row: Row) => boolean): string => {
    const count = members.filter(which).length;
    return count === 0 ? '--' : indian(count);
  };
  expect(await texts('Users')).toEqual([
    users((row) => row.Status === 'ACTIVE'),
    users((row) => row.Status === 'INACTIVE'),
    users((row) => row.Status === 'BLOCKED'),
  ]);
  expect(await texts('Members')).toEqual([
    users(() => true),
    users((row) => row.Verified === 'Yes'),
    users((row) => row.Verified === 'No'),
  ]);

  const pending = purchases.filter((row) => row.Status === 'PENDING');
  const tiles = await page.getByRole('region', { name: 'Waiting for you' }).getByRole('link').allInnerTexts();
  const [amount, oldest] = [formatPaise(paise(pending)), pending.map((row) => row['Submitted (UTC)'] ?? '').sort()[0]];
  expect(tiles[0]).toContain(`${pending.length} purchases to decide`);
  expect(tiles[0]?.replaceAll(',', '')).toContain(`₹${amount} in all.`);
  expect(await page.locator('.wait-tile time').getAttribute('datetime')).toBe(oldest);
  expect(tiles[1]).toContain(`${users((row) => row.Verified === 'No')} members to verify`);
  const counted = (rows: readonly Row[], what: string): string =>
    expect.stringContaining(`${rows.length} ${what}${rows.length === 1 ? '' : 's'} to`) as string;
  const firsts = pending.filter((row) => row['First approval by'] !== '');
  const reversals = purchases.filter((row) => row.Status === 'APPROVED' && row['Reversal asked by'] !== '');
  const changesOf = (what: string) => changes.filter((row) => row['Change of'] === what);
  expect([firsts.length, reversals.length, changes.length]).toEqual([2, 1, 3]);
  expect(tiles.slice(2)).toEqual([
    expect.stringContaining(`${firsts.length} second approvals`),
    counted(reversals, 'reversal'),
    counted(changesOf('Beneficiary'), 'beneficiary change'),
    counted(changesOf('Settings'), 'settings change'),
    expect.stringContaining('1 refund to approve'),
    expect.stringContaining('2 refunds to pay'),
    expect.stringContaining('2 referral rewards to review'),
  ]);

  const part = (name: string): bigint => BigInt(supply.find((row) => row.Supply === name)?.Tokens ?? '0');
  const credited = tokens(ledger, 'Credited') - tokens(ledger, 'Taken back');
  // Some pending purchases hold nothing any more (docs/contract.md, Holds); the exports do not say which.
  const holds = await site.database
    .company(admin.companyId)
    .selectFrom('purchases')
    .select(({ fn }) => fn.sum<bigint>('quantity').as('held'))
    .where('status', '=', 'PENDING')
    .where('hold_ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  const rewards = await site.database
    .company(admin.companyId)
    .selectFrom('referral_rewards')
    .select(({ fn }) => fn.sum<bigint>('quantity').as('held'))
    .where('state', '=', 'HELD')
    .executeTakeFirstOrThrow();
  const remaining = part('Private Supply') - credited - BigInt(holds.held) - BigInt(rewards.held);
  expect(await table('Token Supply Distribution')).toEqual([
    ['Total Supply', `${indian(part('Total Supply'))}.00`],
    ['Private Supply', `${indian(part('Private Supply'))}.00`],
    ['Remaining Private Supply', `${indian(remaining)}.00`],
    ['Public Cell Supply', `${indian(part('Public Cell Supply'))}.00`],
    ['Angel Investor Supply', `${indian(part('Angel Investor Supply'))}.00`],
    ['Founder Team Supply', `${indian(part('Founder Team Supply'))}.00`],
    ['Airdrop Supply', `${indian(part('Airdrop Supply'))}.00`],
  ]);
  const crore = (quantity: bigint): string => `${quotient(quantity, 10_000_000n, 1n)} CR`;
  expect(await table('Referral Supply')).toEqual([
    ['Total', crore(part('Private Supply'))],
    ['Remaining', crore(remaining)],
    ['Stock Balance', crore(credited)],
  ]);
  const approved = purchases.filter((row) => row.Status === 'APPROVED');
  const share = (method: string): string =>
    `${quotient(paise(approved.filter((row) => row.Method === method)), paise(approved), 100n)}%`;
  expect(await table('Total Collection Method Wise')).toEqual([
    ['Bank', share('BANK')],
    ['UPI', share('UPI')],
    ['Manual', share('MANUAL')],
    ['Crypto', share('CRYPTO')],
  ]);
  await closePage(page);
});

test('the entries of three months read as sentences, can be searched, and fit every width', async () => {
  for (const width of [360, 1280]) {
    const page = await opened('/admin/audit', { width });
    const sentences = await page.locator('.audit-sentence').allInnerTexts();
    expect(sentences).toHaveLength(10);
    for (const sentence of sentences) expect(sentence).not.toMatch(/[{}]|undefined|null|[0-9a-f]{8}-[0-9a-f]{4}-/);
    await page.getByRole('combobox', { name: 'Action' }).selectOption('purchase.reverse');
    await expect
      .poll(() => page.locator('.audit-sentence').first().innerText())
      .toMatch(/ reversed purchase PUR-\d{6} of \S+/);
    expect(await page.locator('.toolbar-count').innerText()).toMatch(/^\d+ entries$/);
    // By keyboard: on a phone the button is the whole row, and in its middle may be the link of the sentence.
    await page.locator('.audit tbody button').locator('visible=true').first().press('Enter');
    expect(await page.locator('.table-more').innerText()).toMatch(/Status[\s\S]+APPROVED[\s\S]+REVERSED/);
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
    await closePage(page);
  }
});

test('on a laptop the list of members shows every column completely', async () => {
  const page = await opened('/admin/usermanage');
  const hidden = () => page.locator('.users .table-frame').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
  expect(await hidden()).toBe(0);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Verified User');
  await expect.poll(() => page.locator('.users tbody .badge').count()).toBe(10);
  expect(await hidden()).toBe(0);
  await closePage(page);
});

const LISTS = [
  '/admin/usermanage?status=waiting',
  '/admin/purchaserequest',
  '/admin/purchaserequest?tab=history',
  '/admin/refunds',
  '/admin/rewards',
  '/admin/beneficiary',
  '/admin/audit',
];

test.each([768, 1024, 1280])('at %s px every list shows all of its columns, and no sum is broken', async (width) => {
  const page = await opened('/admin/dashboard', { width });
  const figure = page.getByRole('region', { name: 'Collected', exact: true }).getByText(/^₹/);
  expect(await figure.evaluateAll((all) => all.map((it) => it.getClientRects().length))).toEqual(
    Array.from({ length: 4 }, () => 1),
  );
  for (const path of LISTS) {
    expect(await visit(page, path)).toBe(200);
    const frame = page.locator('.table-frame').first();
    expect(await frame.evaluate((it) => it.scrollWidth - it.clientWidth), path).toBe(0);
    const wrapped = await frame.locator('.badge').evaluateAll((all) => all.filter((it) => it.clientHeight > 32).length);
    expect(wrapped, `states of ${path} in several lines`).toBe(0);
  }
  await closePage(page);
});

test(`twenty of its requests are decided by keyboard within ${MINUTES_FOR_TWENTY} minutes`, async () => {
  const statuses = () =>
    site.database.platform
      .selectFrom('purchases')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('status', '=', 'PENDING')
      .executeTakeFirstOrThrow();
  const before = Number((await statuses()).count);
  const page = await opened('/admin/purchaserequest');
  await page.getByRole('button', { name: /Review one by one/ }).focus();
  await page.keyboard.press('Enter');
  const order = page.locator('.desk-title h2');
  const began = performance.now();
  for (let nth = 0; nth < 20; nth++) {
    const shown = await order.innerText();
    // As an admin does: inconsistent requests are rejected, with the suggested reason.
    const flags = await page.locator('.flag[data-tone="danger"]').allInnerTexts();
    if (flags.length > 0) {
      await page.keyboard.press('r');
      await page.keyboard.press(flags.some((text) => text.includes('Amount')) ? '3' : '5');
    } else await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await expect.poll(() => order.innerText(), { timeout: 10_000 }).not.toBe(shown);
  }
  const seconds = (performance.now() - began) / 1000;
  expect(seconds).toBeLessThan(MINUTES_FOR_TWENTY * 60);
  expect(Number((await statuses()).count)).toBe(before - 20);
  const { records } = (
    await site.call('GET', '/api/v1/admin/audit/list?search=leela+nair&action=purchases', { token: admin.token })
  ).body.data;
  expect(records).toHaveLength(10);
  await closePage(page);
});

test('on a laptop the columns of purchases fit with text of 14 px', async () => {
  for (const width of [1280, 1366, 1499]) {
    for (const tab of ['', '?tab=history', '?tab=history&status=REJECTED']) {
      const page = await opened(`/admin/purchaserequest${tab}`, { width });
      const table = page.locator('.purchase-table .table');
      await table.locator('tbody td[data-label="Mobile"]').first().waitFor();
      const widths = await table.evaluate((it) => [it.scrollWidth, it.parentElement?.clientWidth ?? 0] as const);
      expect(widths[0], `${tab} at ${width} px`).toBeLessThanOrEqual(widths[1]);
      const sizes = await table.evaluate((element) =>
        ['User ID', 'name', 'Mobile', 'Final Amount', 'Date'].map(
          (label) => getComputedStyle(element.querySelector(`tbody td[data-label="${label}"]`) as Element).fontSize,
        ),
      );
      expect(new Set(sizes)).toEqual(new Set(['14px']));
      await closePage(page);
    }
  }
});
