/** The reconciliation screen by hand: a statement chosen or dropped, its reading, the buckets. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { visit } from './browser.ts';

export const SCREEN = '/admin/reconciliation';

interface Upload {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Chooses a statement by the file button. */
export async function chooseStatement(page: Page, { name, content }: Upload): Promise<void> {
  await page
    .locator('.drop input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

/** Drops a file on the page, away from any target. */
export async function dropStatement(page: Page, file: { name: string; content: string }): Promise<void> {
  const dataTransfer = await page.evaluateHandle(({ name, content }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], name, { type: 'text/csv' }));
    return transfer;
  }, file);
  const isPrevented = (type: string): Promise<boolean> =>
    page
      .locator('h1')
      .evaluate(
        (heading, [name, transfer]) =>
          !heading.dispatchEvent(
            new DragEvent(name, { dataTransfer: transfer, bubbles: true, cancelable: true, composed: true }),
          ),
        [type, dataTransfer] as const,
      );
  // A browser drops only where the page accepts the drag, which a page does once its effects have run.
  await expect.poll(() => isPrevented('dragover')).toBe(true);
  expect(await isPrevented('drop')).toBe(true);
}

/** Chooses a statement, reads it and imports it. */
export async function importStatement(page: Page, content: string): Promise<void> {
  await chooseStatement(page, { name: 'statement.csv', content });
  const ready = page.getByRole('button', { name: /^Import (\d|without)/ });
  await expect.poll(() => ready.isEnabled()).toBe(true);
  await ready.click();
  await page.getByRole('heading', { name: 'What the bank says' }).waitFor();
  await ready.waitFor({ state: 'detached' });
}

/** The count of each bucket that the screen shows. */
export async function shownBuckets(page: Page): Promise<Record<string, number>> {
  const texts = await page
    .getByRole('navigation', { name: 'Buckets' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [
        link.querySelector('strong')?.textContent,
        link.querySelector('.text-lg')?.firstChild?.textContent,
      ]),
    );
  return Object.fromEntries(texts.map(([title, count]) => [title, Number(count?.replaceAll(',', ''))]));
}

export async function openBucket(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Buckets' }).getByRole('link').filter({ hasText: title }).first().click();
  await page.getByRole('heading', { name: title, level: 2 }).waitFor();
}

export async function openScreen(page: Page): Promise<void> {
  expect(await visit(page, SCREEN)).toBe(200);
}
