/** The JavaScript that a visit brings: every script that the browser fetches by itself, packed as it is sent. */
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { allow, closePage, holdMessages, newPage, visit } from '../support/browser.ts';
import { dismissToasts, expectToasts, orderNumber, paymentUrl } from '../support/member.ts';
import { type Site, startSite } from '../support/site.ts';

const KB = 1000;
/** Long enough for what a page puts off until it is idle. */
const SETTLED_MS = 800;

type Who = 'nobody' | 'member' | 'admin' | 'super';
/** Bytes are gzip. The promise is 90 before a sign-in, 110 for members, 150 with charts; a page that has air keeps it. */
const PAGES: readonly (readonly [path: string, who: Who, kilobytesMax: number])[] = [
  ['/', 'nobody', 90],
  ['/register', 'nobody', 90],
  ['/fogot-password', 'nobody', 90],
  ['/admin/login', 'nobody', 90],
  ['/superadmin/login', 'nobody', 90],
  ['/privacy-policy', 'nobody', 2],
  ['/user/dashboard', 'member', 107],
  ['/user/buy-token', 'member', 105],
  [paymentUrl(orderNumber()), 'member', 105],
  ['/user/payment-history', 'member', 107],
  ['/user/profile', 'member', 108],
  ['/admin/dashboard', 'admin', 141],
  ['/superadmin/dashboard', 'super', 145],
  ['/admin/usermanage', 'admin', 110],
  ['/admin/usermanage/[member]', 'admin', 110],
  ['/admin/purchaserequest', 'admin', 122],
  ['/admin/beneficiary', 'admin', 110],
  ['/admin/audit', 'admin', 100],
  ['/admin/settings', 'admin', 101],
];

let site: Site;
const accounts: Partial<Record<Who, Account>> = {};
beforeAll(async () => {
  site = await startSite({ embedded: true });
  accounts.member = await makeMember(site);
  accounts.admin = await makeAdmin(site);
  accounts.super = await makeSuper(site);
});
afterAll(() => site?.remove());

const gzipBytes = (text: string | Buffer): number => zlib.gzipSync(text, { level: 9 }).length;

/** Bytes by script; what stands inside the page itself counts as one of them. */
async function scriptsOf(url: string, cookie: string | undefined): Promise<Map<string, number>> {
  const page = await newPage(site, { ...(cookie && { cookie }), height: 4000 });
  const found = new Map<string, number>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) found.set(pathname, gzipBytes(fs.readFileSync(path.join('dist/client', pathname))));
  });
  await visit(page, url);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLED_MS);
  const inline = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([src])')].map((it) => it.textContent).join('\n'),
  );
  found.set('in the page', gzipBytes(inline));
  await closePage(page);
  return found;
}

describe('JavaScript of a plain visit', () => {
  const visits = new Map<string, Map<string, number>>();
  beforeAll(async () => {
    // Three at a time: most of a visit is waiting, and a small machine loads no twenty pages at once.
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

describe('messages, whose library a plain visit does not bring', () => {
  test('it comes at the first touch', async () => {
    const page = await newPage(site);
    await visit(page, '/');
    const came = page.waitForResponse(/ToastLayer/);
    await page.getByLabel('Email').click();
    await came;
    await closePage(page);
  });

  test('the first message waits for it and is shown and announced', async () => {
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

  test('what was not read on the page before is shown, however long the next one took; what was, or is old, is not', async () => {
    const page = await newPage(site);
    await holdMessages(page);
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

  test('one that has been read for a while is shown on the next page for the rest of its time', async () => {
    const page = await newPage(site);
    await visit(page, '/fogot-password');
    await page.getByLabel('Email').press('Enter');
    await page.locator('.Toastify__toast').waitFor();
    const leftMs = (): Promise<number> =>
      page.evaluate(() => JSON.parse(sessionStorage.getItem('toasts') ?? '[{}]')[0].leftMs);
    expect(await leftMs()).toBe(5000);
    // While it is read nothing is written; as the page is left it is.
    await page.waitForTimeout(1500);
    await holdMessages(page);
    await visit(page, '/');
    const rest = await leftMs();
    expect(rest).toBeGreaterThanOrEqual(1000);
    expect(rest).toBeLessThan(5000);
    await expectToasts(page, ['Please enter your email address.']);
    await closePage(page);
  });

  test('one is on show for five seconds, and no time passes while one points at it or is at another window', async () => {
    const page = await newPage(site);
    await holdMessages(page);
    await page.clock.install();
    await visit(page, '/fogot-password');
    await page.mouse.move(5, 5);
    await page.getByLabel('Email').press('Enter');
    const message = page.locator('.Toastify__toast--error[role=alert]');
    await message.waitFor();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    const inFront = (isIt: boolean): Promise<void> =>
      page.evaluate((isFocused) => {
        document.hasFocus = () => isFocused;
      }, isIt);
    await inFront(true);
    await page.clock.runFor(2_000);
    await message.hover();
    await page.clock.runFor(60_000);
    await page.mouse.move(5, 5);
    await page.clock.runFor(1_000);
    await inFront(false);
    await page.clock.runFor(60_000);
    expect(await message.isVisible()).toBe(true);
    await inFront(true);
    await page.clock.runFor(3_000);
    await page.clock.resume();
    await message.waitFor({ state: 'detached' });
    await closePage(page);
  });

  test('where it can not be fetched the messages stand plain, and go', async () => {
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
