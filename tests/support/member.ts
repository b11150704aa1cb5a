/** Helpers for the tests of the member's screens. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { type Account, type AccountOptions, makeMember } from './accounts.ts';
import { closePage, newPage, type PageOptions, visit } from './browser.ts';
import { picture } from './purchases.ts';
import type { Site } from './site.ts';

export interface Visit {
  readonly page: Page;
  readonly member: Account;
}
export interface VisitOptions extends PageOptions {
  readonly member?: Account | AccountOptions;
}

/** Opens a page as a signed-in member. The page is closed after the test. */
export async function onPage(
  site: Site,
  path: string,
  { member: who = {}, ...options }: VisitOptions,
  run: (at: Visit) => Promise<void>,
): Promise<void> {
  const member = 'cookie' in who ? who : await makeMember(site, who);
  const page = await newPage(site, { cookie: member.cookie, ...options });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, path);
  await run({ page, member });
  await closePage(page);
}

/** The visible messages, newest first. */
export const toastTexts = (page: Page): Promise<string[]> => page.locator('.Toastify__toast').allInnerTexts();

/** Waits until the visible messages, newest first, are as expected. */
export async function expectToasts(page: Page, messages: readonly string[]): Promise<void> {
  await expect.poll(() => toastTexts(page)).toEqual(messages);
}

/**
 * Closes the messages on show, so that the next one is the only one. Counts them by their element: between the end of a
 * dialog and its `close` event the messages lie in the closed dialog and have no role, and the click waits for them.
 */
export async function dismissToasts(page: Page): Promise<void> {
  const closeButtons = page.locator('.Toastify__close-button');
  for (let left = await closeButtons.count(); left > 0; left -= 1) {
    await closeButtons.first().click();
    await expect.poll(() => closeButtons.count()).toBeLessThan(left);
  }
  await expectToasts(page, []);
}

export const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

let orders = 100_000;
/** An order number that is unique in the test file. */
export const orderNumber = (): string => `PUR-${++orders}`;
export const paymentUrl = (order: string, amount = '1000.00'): string =>
  `/user/payment?purchaseId=${order}&purchaseAmount=${amount}`;

export const proofFile = (name = 'proof.png') => ({ name, mimeType: 'image/png', buffer: Buffer.from(picture()) });

/** All purchases of a member, oldest first. */
export function purchasesOf(site: Site, member: Account) {
  return site.database.platform
    .selectFrom('purchases')
    .selectAll()
    .where('user_id', '=', member.id)
    .orderBy('created_at')
    .execute();
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
export const agree = (page: Page) => page.getByRole('checkbox', { name: /privacy policy/ }).check();
export const utr = (page: Page) => page.getByLabel('UTR or Transaction Number');
export const toBuyScreen = (page: Page) => page.waitForURL('**/user/buy-token');
export const uploaded = (page: Page) => page.getByText('Uploaded.', { exact: true }).waitFor();

/** Opens the payment dialog of the current payment method. */
export async function openProof(page: Page, pay = 'PAY'): Promise<void> {
  await agree(page);
  await button(page, pay).click();
  await page.getByRole('dialog', { name: 'Submit Transaction Proof' }).waitFor();
}

export async function fillProof(page: Page, reference: string): Promise<void> {
  await utr(page).fill(reference);
  await page.getByLabel('Upload Transaction File').setInputFiles(proofFile());
  await uploaded(page);
}
