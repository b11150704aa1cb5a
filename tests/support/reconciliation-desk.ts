/** What the browser tests of decisions on bank rows share. */
import { randomInt } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Account } from './accounts.ts';
import { newPage } from './browser.ts';
import { manual, submitted } from './purchases.ts';
import { openScreen } from './reconciliation.ts';
import type { Request } from './requests.ts';
import type { Site } from './site.ts';

/** Numbers far from one another, so that none is a mistyped other. */
export const randomReference = (): string => `4${String(randomInt(10 ** 11)).padStart(11, '0')}`;
/** With two neighbouring digits swapped, as people mistype. */
export function mistyped(reference: string): string {
  const at = [...reference].findIndex((digit, index) => index > 2 && digit !== reference[index + 1]);
  return reference.slice(0, at) + reference[at + 1] + reference[at] + reference.slice(at + 2);
}

export async function claimOf(site: Site, buyer: Account, referenceNumber = randomReference()): Promise<Request> {
  return submitted(site, buyer, manual({ referenceNumber }));
}

export async function openAs(site: Site, admin: Account, look: { width?: number; dark?: boolean } = {}): Promise<Page> {
  const page = await newPage(site, { cookie: admin.cookie, ...look });
  await openScreen(page);
  return page;
}

/** Approves all exact matches, by clicks. @returns how many clicks that took */
export async function approveExact(page: Page, count: number): Promise<number> {
  await page.getByRole('button', { name: new RegExp(`^Approve ${count} exact`) }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(Math.min(10, count));
  // The members of tests are as new as their payments.
  const withNew = dialog.getByRole('checkbox', { name: /^Approve (?:it|them), too$/ });
  const isNew = (await withNew.count()) > 0;
  if (isNew) await withNew.check();
  await dialog.getByRole('button', { name: new RegExp(`^Approve ${count} `) }).click();
  // Many approvals take long on a slow machine; how long, the benchmark says.
  await dialog.getByText(`Finished: ${count} approved.`).waitFor({ timeout: 180_000 });
  expect(await dialog.getByRole('listitem').count()).toBe(count);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  return isNew ? 4 : 3;
}

export const desk = (page: Page) => page.locator('.desk');
