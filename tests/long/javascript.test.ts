/**
 * The JavaScript of a visit: every script that the browser loads without an interaction, compressed as it is sent.
 */
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { allow, closePage, keepMessagesOpen, newPage, visit } from '../support/browser.ts';
import { dismissToasts, expectToasts, orderNumber, paymentUrl } from '../support/member.ts';
import { type Site, startSite } from '../support/site.ts';

const KB = 1000;
/** Long enough for what a page loads when it is idle. */
const SETTLED_MS = 800;

type Who = 'nobody' | 'member' | 'admin' | 'super';
/**
 * Bytes are gzip. The promise is 90 before a sign-in, 110 for members, 150 with charts; a page well below keeps a
 * lower limit.
 */
const PAGES: readonly (readonly [path: string, who: Who, kilobytesMax: number])[] = [
  ['/', 'nobody', 90],
  ['/register', 'nobody', 90],
  ['/fogot-password', 'nobody', 90],
  ['/admin/login', 'nobody', 90],
  ['/superadmin/login', 'nobody', 90],
  ['/privacy-policy', 'nobody', 2],
  ['/user/dashboard', 'member', 107],
  ['/user/buy-token', 'member', 108],
  [paymentUrl(orderNumber()), 'member', 108],
  ['/user/payment-history', 'member', 107],
  ['/user/profile', 'member', 110],
  ['/user/security', 'member', 104],
  ['/admin/dashboard', 'admin', 145],
  ['/superadmin/dashboard', 'super', 145],
  ['/superadmin/security', 'super', 102],
  ['/admin/usermanage', 'admin', 111],
  ['/admin/usermanage/[member]', 'admin', 110],
  ['/admin/purchaserequest', 'admin', 120],
  ['/admin/reconciliation', 'admin', 107],
  ['/admin/beneficiary', 'admin', 110],
  ['/admin/audit', 'admin', 104],
  ['/admin/settings', 'admin', 103],
  ['/admin/security', 'admin', 104],
];

let site: Site;
const accounts: Partial<Record<Who, Account>> = {};
beforeAll(async () => {
  site = await startSite();
  accounts.member = await makeMember(site);
  accounts.admin = await makeAdmin(site);
  accounts.super = await makeSuper(site);
});
afterAll(() => site?.remove());

const gzipBytes = (text: string | Buffer): number => zlib.gzipSync(text, { level: 9 }).length;

/** Bytes by script; the inline scripts of the page count as one of them. */
async function scriptsOf(url: string, cookie: string | undefined): Promise<Map<string, number>> {
  const page = await newPage(site, { ...(cookie && { cookie }), height: 4000 });
  const scripts = new Map<string, number>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.set(pathname, gzipBytes(fs.readFileSync(path.join('dist/client', pathname))));
  });
  await visit(page, url);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLED_MS);
  const inline = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([src])')].map((it) => it.textContent).join('\n'),
  );
  scripts.set('in the page', gzipBytes(inline));
  await closePage(page);
  return scripts;
}

describe('JavaScript of a plain visit', () => {
  const visits = new Map<string, Map<string, number>>();
  beforeAll(async () => {
    // Three in parallel: most of a visit is waiting, and a small machine cannot load twenty pages together.
    const left = [...PAGES];
    const visitNext = async (): Promise<void> => {
      for (let row = left.shift(); row; row = left.shift()) {
        const [url, who] = row;
        const path = url.replace('[member]', accounts.member?.id ?? '');
        visits.set(url, await scriptsOf(path, accounts[who]?.cookie));
      }
    };
    await Promise.all([visitNext(), visitNext(), visitNext()]);
  });

  test.each(PAGES)('%s, %s: at most %i KB', (url, _, kilobytesMax) => {
    const list = [...(visits.get(url) ?? [])].sort(([, a], [, b]) => b - a);
    const total = list.reduce((sum, [, bytes]) => sum + bytes, 0);
    const text = `${url} sends ${total} bytes:\n${list.map(([name, bytes]) => `  ${bytes} ${name}`).join('\n')}\n`;
    if (process.env.SHOW_SCRIPTS) process.stdout.write(text);
    expect(total, text).toBeGreaterThan(0);
    expect(total, text).toBeLessThanOrEqual(kilobytesMax * KB);
  });
});

describe('the toast library, which a plain visit does not load', () => {
  test('loads at the first interaction', async () => {
    const page = await newPage(site);
    await visit(page, '/');
    const came = page.waitForResponse(/ToastLayer/);
    await page.getByLabel('Email').click();
    await came;
    await closePage(page);
  });

  test('shows and announces the first message after it has loaded', async () => {
    const page = await newPage(site);
    await page.route(/ToastLayer/, async (route) => {
      await new Promise((done) => setTimeout(done, 1000));
      await route.continue();
    });
    await visit(page, '/fogot-password');
    await page.getByLabel('Email').press('Enter');
    const message = page.locator('.Toastify__toast--error[role=alert]');
    await message.waitFor();
    expect(await message.innerText()).toBe('Please enter your email address.');
    await closePage(page);
  });

  test('shows a message that was not read on the page before, however slow the next page is; a read or an old one is not shown', async () => {
    const page = await newPage(site);
    await keepMessagesOpen(page);
    await visit(page, '/');
    // As the page before leaves it.
    await page.addInitScript(() => {
      const item = (message: string, agoMs: number, leftMs: number) => ({
        id: message,
        kind: 'success',
        message,
        madeAt: Date.now() - agoMs,
        leftMs,
      });
      const items = [item('From yesterday', 120_000, 5000), item('Read', 5000, 400), item('Sent', 15_000, 5000)];
      sessionStorage.setItem('toasts', JSON.stringify(items));
    });
    await visit(page, '/');
    await expectToasts(page, ['Sent']);
    await dismissToasts(page);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('toasts'))).toBeNull();
    await closePage(page);
  });

  test('shows a partly read message on the next page for the rest of its time', async () => {
    const page = await newPage(site, { toastSeconds: 5 });
    await visit(page, '/fogot-password');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Email').press('Enter');
    await page.locator('.Toastify__toast').waitFor();
    const leftMs = (): Promise<number> =>
      page.evaluate(() => JSON.parse(sessionStorage.getItem('toasts') ?? '[{}]')[0].leftMs);
    expect(await leftMs()).toBe(5000);
    // While the message is visible nothing is written; when the page is left it is stored.
    await page.waitForTimeout(1500);
    await keepMessagesOpen(page);
    await visit(page, '/');
    const rest = await leftMs();
    expect(rest).toBeGreaterThanOrEqual(1000);
    expect(rest).toBeLessThan(5000);
    await expectToasts(page, ['OTP successfully send']);
    await closePage(page);
  });

  test('an error ends with its page', async () => {
    const page = await newPage(site);
    await visit(page, '/fogot-password');
    await page.getByLabel('Email').press('Enter');
    await page.locator('.Toastify__toast--error').waitFor();
    await visit(page, '/');
    expect(await page.evaluate(() => sessionStorage.getItem('toasts'))).toBeNull();
    expect(await page.locator('.Toastify__toast').count()).toBe(0);
    await closePage(page);
  });

  test('shows a message for five seconds, and pauses while the pointer is on it or the window has no focus', async () => {
    const page = await newPage(site, { toastSeconds: 5 });
    await keepMessagesOpen(page);
    await page.clock.install();
    await visit(page, '/fogot-password');
    await page.mouse.move(5, 5);
    await page.getByLabel('Email').press('Enter');
    const message = page.locator('.Toastify__toast--error[role=alert]');
    await message.waitFor();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    const setFocus = (isIt: boolean): Promise<void> =>
      page.evaluate((isFocused) => {
        document.hasFocus = () => isFocused;
      }, isIt);
    await setFocus(true);
    await page.clock.runFor(2_000);
    await message.hover();
    await page.clock.runFor(60_000);
    await page.mouse.move(5, 5);
    await page.clock.runFor(1_000);
    await setFocus(false);
    await page.clock.runFor(60_000);
    expect(await message.isVisible()).toBe(true);
    await setFocus(true);
    await page.clock.runFor(3_000);
    await page.clock.resume();
    await message.waitFor({ state: 'detached' });
    await closePage(page);
  });

  test('if it cannot be loaded, messages are shown plain, and disappear', async () => {
    const page = await newPage(site, { width: 360 });
    allow(page, /ToastLayer/);
    await page.route(/ToastLayer/, (route) => route.abort('internetdisconnected'));
    await visit(page, '/fogot-password');
    await page.getByLabel('Email').press('Enter');
    const message = page.locator('.Toastify__toast--error[role=alert]');
    await message.waitFor();
    expect(await message.innerText()).toBe('Please enter your email address.');
    const box = await message.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y >= 0).toBe(true);
    await page.unroute(/ToastLayer/);
    await message.waitFor({ state: 'detached' });
    await closePage(page);
  });
});
