/**
 * The reconciliation of the demonstration, as the README tells an admin to try it: both files are dropped, all exact matches
 * approved, the rest decided by keyboard, and the figures tie to the rupee on the screen and in the export.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsePaise } from '../../src/lib/core/money.ts';
import { makeAdmin } from '../support/accounts.ts';
import { closePage } from '../support/browser.ts';
import { dropStatement, shownBuckets } from '../support/reconciliation.ts';
import { approveExact, desk, openAs } from '../support/reconciliation-desk.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ args: ['--demo'] });
}, 120_000);
afterAll(() => site?.remove());

async function dropDemoFile(page: Page, name: string): Promise<void> {
  const content = fs.readFileSync(path.join(site.dataDir, 'demo', name), 'utf8');
  await dropStatement(page, { name, content });
  await page.getByLabel('Account of this statement').selectOption({ index: 1 });
  const ready = page.getByRole('button', { name: /^Import \d/ });
  await expect.poll(() => ready.isEnabled()).toBe(true);
  await ready.click();
  await ready.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'What the bank says' }).waitFor();
}

/** The keys that decide a match of each group: a letter, and the number of a reason. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'Payer differs': ['a', 'Enter'],
  'Amount differs': ['r', '3', 'Enter'],
  Suggested: ['a', '2', 'Enter'],
  'Without a claim': ['o', '1', 'Enter'],
  Conflict: ['o', '3', 'Enter'],
  Reopen: ['a', 'Enter'],
  'Returned by the bank': ['o', '4', 'Enter'],
  'Without a payment': ['r', '1', 'Enter'],
  'Already used': ['o', '3', 'Enter'],
};

const paiseIn = (text: string): bigint[] =>
  [...text.matchAll(/₹([\d,]+\.\d\d)/g)].map(([, amount = '']) => parsePaise(amount.replaceAll(',', '')) ?? 0n);

/** Credits = approved + assigned + not ours + rejected + open − deducted by aggregators. @returns credits and open */
async function figures(page: Page): Promise<{ credits: bigint; open: bigint }> {
  const text = (await page.locator('.balance-line').innerText()).replace(/\s+/g, ' ');
  const [parts = '', deducted = ''] = text.split('−');
  const [credits = 0n, ...shares] = paiseIn(parts);
  const [deductedPaise = 0n] = paiseIn(deducted);
  expect(shares.reduce((sum, share) => sum + share, 0n) - deductedPaise, text).toBe(credits);
  return { credits, open: shares.at(-1) ?? 0n };
}

/** Decides every match of a group by keys. */
async function workThrough(page: Page, group: string): Promise<void> {
  const bucket = page.getByRole('navigation', { name: 'Buckets' }).getByRole('link').filter({ hasText: group }).first();
  // By keyboard too: messages about earlier decisions may cover a group.
  await bucket.press('Enter');
  await page.getByRole('heading', { name: group, level: 2 }).waitFor();
  const link = page.getByRole('button', { name: /^Link \d/ });
  await desk(page).waitFor();
  if (group === 'Already used' && (await link.count()) > 0) {
    await link.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The figures are read again after that.
    await link.waitFor({ state: 'detached' });
  }
  for (;;) {
    const left = async (): Promise<number> => (await shownBuckets(page))[group] ?? 0;
    const before = await left();
    if (before === 0) return;
    await desk(page).locator('[title=Narration], .purchase-order, button').first().waitFor();
    await desk(page).focus();
    for (const key of KEYS[group] ?? []) await page.keyboard.press(key);
    await expect.poll(left, { message: `${group}, ${before} left` }).toBeLessThan(before);
  }
}

test('both files of the demonstration are worked through to the last rupee, by keyboard after the first button', async () => {
  const admin = await makeAdmin(site, { name: 'Vikram Shah' });
  const page = await openAs(site, admin);
  await dropDemoFile(page, 'bank-statement.csv');
  await dropDemoFile(page, 'razorpay-settlement.csv');
  await expect.poll(async () => (await shownBuckets(page)).Settlements).toBe(1);
  const counts = await shownBuckets(page);
  expect(counts.Exact).toBeGreaterThan(15);
  const { credits } = await figures(page);
  await approveExact(page, counts.Exact ?? 0);
  for (const group of Object.keys(KEYS)) if ((await shownBuckets(page))[group]) await workThrough(page, group);
  await expect.poll(async () => (await figures(page)).open).toBe(0n);
  expect((await figures(page)).credits).toBe(credits);

  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /CSV$/ }).first().click(),
  ]);
  const rows = parse<Record<string, string>>(fs.readFileSync(await download.path()), { bom: true, columns: true });
  const signed = (amount: string): bigint =>
    amount.startsWith('-') ? -signed(amount.slice(1)) : (parsePaise(amount) ?? 0n);
  expect(rows.reduce((sum, row) => sum + signed(row.Credit ?? ''), 0n)).toBe(credits);
  expect(rows.filter((row) => row.Bucket === 'DECIDED' && row['Order #'] === '')).toEqual([]);
  await closePage(page);
}, 300_000);
