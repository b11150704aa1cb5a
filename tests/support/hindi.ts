/** Hindi pages in a browser: how a test names what it sees, and which English is left on a page. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { type English, t, type ValuesOf } from '../../src/lib/core/texts.ts';
import { inLanguage } from '../../src/lib/languages/service.ts';
import { COMPANY_NAME, TOKEN } from './brand.ts';

/** A text of the catalogue as a Hindi page shows it. */
export function hi<Text extends English>(text: Text, ...values: ValuesOf<Text>): string {
  return inLanguage('hi', () => t(text, ...values));
}

/** Makes the browser one that has chosen Hindi. */
export async function chooseHindi(page: Page, url: string): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: 'hi', url }]);
}

/** Written in Latin letters in Hindi too: abbreviations, units, names of products, keyboard formats. */
const LATIN = new Set(
  `OTP ID UPI IFSC UTR RRN QR IMPS NEFT RTGS SMS PDF PNG JPG JPEG GIF WEBP DOC DOCX MB KB Word JavaScript English URL
  PAY PUR CICAg transaction am pm EVM IP GST PAN KYC CSV JSON Paytm PhonePe BHIM WhatsApp Google Pay Ref No YYYY MM DD INR EIP DPDP argon PIN hash SHA
  Chrome Firefox Safari Linux Windows Android iPhone Headless HeadlessChrome`
    .split(/\s+/)
    .map((word) => word.toLowerCase()),
);

const latinIn = (text: string): string[] =>
  text.replace(/https?:\/\/\S+|[\w.-]+@[\w.-]+|\b0x[0-9a-f]+\b/g, '').match(/[A-Za-z]{2,}/g) ?? [];

/** Everything that a person reads or hears of the page: visible texts, names for screen readers, placeholders, the title. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const out: string[] = [document.title];
    const isShown = (element: Element): boolean =>
      element.checkVisibility() || element.closest('.sr-only, [popover]') !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (
        !parent ||
        parent.closest(
          'script, style, noscript, [lang]:not(html), bdi, [dir="auto"], code, address, a[href^="mailto:"]',
        )
      )
        continue;
      if (isShown(parent) && node.textContent?.trim()) out.push(node.textContent.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], img[alt]')) {
      if (element.closest('[lang]:not(html), [aria-hidden="true"]')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (element.getAttribute(name)) out.push(element.getAttribute(name) ?? '');
    }
    return out;
  });
}

/**
 * Fails for every English text on the page.
 * @param given words of the data that the test made, as names and mail addresses
 */
export async function expectNoEnglish(page: Page, given: readonly string[] = []): Promise<void> {
  const company = latinIn(`${TOKEN.symbol} ${TOKEN.name} ${COMPANY_NAME} example com ${given.join(' ')}`);
  const known = new Set([...LATIN, ...company.map((word) => word.toLowerCase())]);
  const left = (await textsOf(page)).filter((text) => latinIn(text).some((word) => !known.has(word.toLowerCase())));
  expect([...new Set(left)], `English on ${page.url()}`).toEqual([]);
}
