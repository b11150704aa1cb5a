/**
 * The public pages and the member's screens on a phone, in English and in Hindi, on the demonstration: text of the scale, targets
 * of 44 px, fields among them, sentences of 16 px, and the main action in sight without scrolling. The heights that lists must not exceed are in phone-rows.test.ts.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '@/lib/core/texts.ts';
import { type Sale, saleOf } from '../screens/sale.ts';
import { makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { allow, closePage, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { orderNumber, paymentUrl } from '../support/member.ts';
import { bottomOf, heightOf, PHONE, smallSentences, smallTargets, strangeSizes } from '../support/phone.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let sale: Sale;
beforeAll(async () => {
  site = await startSite({ args: ['--demo'] });
  sale = await saleOf(site);
});
afterAll(() => site?.remove());

interface Screen {
  readonly path: string | (() => string);
  /** The button or link that the screen is for; in English and in Hindi. Without it, the screen is for reading. */
  readonly action?: RegExp;
  /** In CSS pixels. */
  readonly heightMax?: number;
}

const PUBLIC: readonly Screen[] = [
  { path: '/', action: /^(Create account|खाता बनाएं)$/ },
  { path: '/register', action: /^(Request OTP|OTP मंगाएं|OTP)/ },
  { path: '/fogot-password', action: /^(Send Reset Code|.*कोड)/ },
  { path: '/token', action: /^(Create account|खाता बनाएं)$/ },
  { path: '/ledger' },
  { path: '/privacy-policy' },
  { path: '/no/such/page', action: /^(Go to home page|होम पेज पर जाएं)$/ },
];
/** Also before the first purchase. */
const FIRST_DAY: readonly Screen[] = [
  { path: '/user/dashboard', action: new RegExp(`^(Buy ${SYMBOL}|${SYMBOL} खरीदें)$`), heightMax: 1800 },
  { path: '/user/buy-token', action: /^(BUY NOW|अभी खरीदें)/ },
  { path: () => paymentUrl(orderNumber()), action: /^(PAY|भुगतान)/ },
  { path: '/user/payment-history?status=ALL', action: /^(Buy your first tokens|अपने पहले टोकन खरीदें)$/ },
  { path: '/user/refunds' },
  { path: '/user/notifications' },
  { path: '/user/profile', action: /^(Save Changes|बदलाव)/ },
  { path: '/user/security', action: /^(Add an app|ऐप)/ },
];
const MEMBER: readonly Screen[] = [
  ...FIRST_DAY.filter(({ path }) => typeof path !== 'string' || /buy-token|profile|security/.test(path)),
  { path: '/user/dashboard', action: new RegExp(`^(Buy ${SYMBOL}|${SYMBOL} खरीदें)$`), heightMax: 1800 },
  { path: '/user/payment-history?status=ALL', heightMax: 1500 },
  { path: () => `/user/receipt/${sale.ids.approved}`, action: /PDF/ },
  { path: '/user/refunds', action: /^(Enter account|खाता)/ },
  { path: '/user/notifications', action: /^(Mark all as read|सभी)/ },
];

async function look(page: Page, { path, action, heightMax }: Screen): Promise<void> {
  const address = typeof path === 'string' ? path : path();
  allow(page, /answer: 404 GET \/no\/such/);
  await visit(page, address);
  await expectNoSidewaysScroll(page);
  expect.soft(await strangeSizes(page), `text sizes of ${address}`).toEqual([]);
  expect.soft(await smallTargets(page), `targets of ${address}`).toEqual([]);
  expect.soft(await smallSentences(page), `running text of ${address}`).toEqual([]);
  if (heightMax) expect.soft(await heightOf(page), `height of ${address}`).toBeLessThanOrEqual(heightMax);
  if (action) expect.soft(await bottomOf(page, action), `end of ${action}`).toBeLessThanOrEqual(PHONE.height);
}

/** The line below the caption and the button next to it have the same row. */
test.each(LANGUAGES)('in %s the button for all holders covers no text at 360 px', async (language) => {
  const page = await newPage(site, { width: 360, cookie: sale.member.cookie });
  await page.context().addCookies([{ name: 'language', value: language, url: site.url }]);
  await visit(page, '/user/dashboard');
  const note = await page.locator('.table-caption-note').evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().right;
  });
  const button = await page.locator('.tabs-panel button[aria-expanded="false"]').last().boundingBox();
  expect(note).toBeLessThanOrEqual(button?.x ?? 0);
  await closePage(page);
});

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(['public', 'member'] as const)('every %s screen', async (area) => {
    const page = await newPage(site, { ...PHONE, ...(area === 'member' && { cookie: sale.member.cookie }) });
    await page.context().addCookies([{ name: 'language', value: language, url: site.url }]);
    for (const screen of area === 'member' ? MEMBER : PUBLIC) await look(page, screen);
    await closePage(page);
  });

  test('a first day', async () => {
    const { cookie } = await makeMember(site);
    const page = await newPage(site, { ...PHONE, cookie });
    await page.context().addCookies([{ name: 'language', value: language, url: site.url }]);
    for (const screen of FIRST_DAY) await look(page, screen);
    await closePage(page);
  });
});
