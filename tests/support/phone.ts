/** What a screen must be like on a phone: its height, the sizes of its text, and what a thumb can hit. */
import type { Page } from 'playwright';

/** In CSS pixels. */
export const PHONE = { width: 390, height: 844 } as const;
export const TEXT_SIZES: readonly number[] = [12, 14, 16, 20, 24, 32];
const TARGET = 44;

export const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);

/** Sizes off the scale of the text that is shown, in CSS pixels. */
export const strangeSizes = (page: Page): Promise<number[]> =>
  page.evaluate((scale) => {
    const sizes = new Set<number>();
    const walk = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const parent = walk.currentNode.parentElement;
      if (!parent || !walk.currentNode.textContent?.trim() || !parent.checkVisibility()) continue;
      sizes.add(Number.parseFloat(getComputedStyle(parent).fontSize));
    }
    return [...sizes].filter((size) => !scale.includes(size));
  }, TEXT_SIZES);

/** What can be pressed and is lower or narrower than 44 px. Links within a sentence are no targets. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((target) => {
    const controls = ['button', '.btn', 'summary', '.control', '.filter-pill', '.page-number', '.tab', '.link-alone'];
    // A hidden input is reached by its label, which is then the target.
    const fields = ['input:not(.sr-only, .drop-input)', 'select', 'textarea', '.drop-choose'];
    return [...document.querySelectorAll(`main :is(${[...controls, ...fields].join(', ')}), .topbar :is(a, button)`)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return height < target || width < target;
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? element.className);
  }, TARGET);

/** Sentences below 16 px that are to be read. Hints, footers and the small print of a receipt may be small. */
export const smallSentences = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const small = '.field-hint, .field-error, .content-support, .content-zone, .text-xs, .sr-only';
    const out: string[] = [];
    const walk = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const parent = walk.currentNode.parentElement;
      const text = walk.currentNode.textContent?.trim() ?? '';
      const isSentence = /[.?!।]$/.test(text) && text.split(/\s+/).length > 4;
      if (!parent || !isSentence || !parent.checkVisibility() || parent.closest(small)) continue;
      if (Number.parseFloat(getComputedStyle(parent).fontSize) < 16) out.push(text);
    }
    return out;
  });

/** Where the button or link of this name ends, from the top of the window. @throws Error without one */
export async function bottomOf(page: Page, name: string | RegExp): Promise<number> {
  const box = await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().boundingBox();
  if (!box) throw new Error(`There is no ${name} in sight.`);
  return box.y + box.height;
}
