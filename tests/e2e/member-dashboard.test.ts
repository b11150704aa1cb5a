/** The member's dashboard and the frame around it in a browser. */
import { sql } from 'kysely';
import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { qrDrawing } from '@/lib/accounts/qr.ts';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { pageWith } from '../support/acts.ts';
import { SYMBOL } from '../support/brand.ts';
import {
  allow,
  closePage,
  DARK_PHONE,
  expectFits,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  focusedText,
  newPage,
  visit,
} from '../support/browser.ts';
import { clipboard, onPage, type Visit, type VisitOptions } from '../support/member.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let holder: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

const dashboard = (options: VisitOptions, run: (at: Visit) => Promise<void>) =>
  onPage(site, '/user/dashboard', options, run);

async function approved(buyer: Account, purchaseAmount: string): Promise<void> {
  const { id } = await submitted(site, buyer, manual({ purchaseAmount }));
  expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
}

test('before the first purchase both cards show 0.0 and both tables are empty', async () => {
  await dashboard({}, async ({ page, member }) => {
    expect(await page.title()).toMatch(/Dashboard$/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Dashboard');
    const cards = page.getByRole('tab');
    expect(await cards.evaluateAll((all) => all.map((it) => it.getAttribute('aria-selected')))).toEqual([
      'true',
      'false',
    ]);
    expect((await cards.nth(0).innerText()).split('\n')).toEqual(['Global Stock', '0.0', SYMBOL]);
    expect((await cards.nth(1).innerText()).split('\n')).toEqual(['My Stock', '0.0', SYMBOL, 'View More']);
    expect(await page.locator('.tabs-panel caption').innerText()).toBe('Global Stock Details');
    await page.getByText('No data available.').waitFor();
    await cards.nth(1).click();
    await expect.poll(() => page.locator('.tabs-panel caption').innerText()).toBe('My Stock Details');
    expect((await cards.nth(0).innerText()).split('\n'), 'the closed card').toContain('View More');
    await page.getByText('No data available.').waitFor();
    expect(await page.locator('.side-person-id').innerText()).toBe(`ID: ${member.memberId}`);
    expect(await page.locator('.side-nav a').allInnerTexts()).toEqual([
      'Dashboard',
      'Buy Token',
      'Payment History',
      'Notifications',
      'Profile',
    ]);
    await expectNoAxeViolations(page);
  });
});

describe('the tables', () => {
  beforeAll(async () => {
    holder = await makeMember(site, { name: 'Meera Nair', isApproved: true });
    const brought = await makeMember(site, { referrerId: holder.id });
    await approved(holder, '1000');
    await approved(brought, '500');
    for (let nth = 1; nth <= 10; nth++) await approved(await makeMember(site), String(nth));
    await sql`UPDATE users SET wallet_address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' WHERE id = ${holder.id}`.execute(
      site.database.platform,
    );
  });

  test('have columns, rows, placeholders and pages', async () => {
    await dashboard({ member: holder }, async ({ page }) => {
      expect(await page.locator('.tabs-panel thead th').allInnerTexts()).toEqual([
        'Stock Rank',
        'Wallet Address',
        'Stock Qty.',
        'Transaction Hash',
        'Date & time',
        'Time Left',
      ]);
      const rows = page.locator('.tabs-panel tbody tr');
      expect(await rows.count()).toBe(5);
      await page.getByRole('button', { name: 'See all 12' }).click();
      expect(await rows.count()).toBe(10);
      const first = await rows.first().locator('td').allInnerTexts();
      expect(first.slice(0, 3)).toEqual(['1\nYou', '0x5aAe…eAed', '4,100']);
      expect(await page.locator('.tabs-panel tbody .mark').allInnerTexts()).toEqual(['You']);
      // What all rows share is said once, and repeated quietly.
      expect(await page.locator('.tabs-panel caption').innerText()).toMatch(
        /^Global Stock Details\s+All unlock in 179d \d+h$/,
      );
      const colourOf = (at: Locator): Promise<string> => at.evaluate((element) => getComputedStyle(element).color);
      const quiet = await colourOf(page.locator('.table-missing').first());
      expect(await colourOf(rows.first().locator('td').nth(5).locator('span'))).toBe(quiet);
      expect(first[3]).toMatch(/^0x[0-9a-f]{4}…[0-9a-f]{4}$/);
      expect(first[4]).toMatch(/^\d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}:\d{2} [ap]m$/);
      expect(first[5]).toMatch(/^179d \d+h$/);
      expect(await rows.nth(1).locator('td').nth(1).innerText()).toBe('N/A');
      await page.getByRole('button', { name: 'Page 2' }).click();
      await expect.poll(() => rows.first().locator('td').first().innerText()).toBe('11');
      expect(await rows.count()).toBe(2);

      await page.getByRole('tab', { name: /My Stock/ }).click();
      expect(await page.locator('.tabs-panel thead th').allInnerTexts()).toEqual([
        'Member ID',
        'Stock Qty.',
        'Transaction Hash',
        'Date & Time',
        'Reward',
        'Time Left',
      ]);
      const [reward, own] = [rows.nth(0).locator('td'), rows.nth(1).locator('td')];
      expect(await reward.nth(1).innerText()).toBe('100');
      expect(await reward.nth(4).innerText()).toBe('100');
      expect(await colourOf(reward.nth(4).locator('span').first())).toBe(quiet);
      expect(await page.locator('.tabs-panel tbody .mark').allInnerTexts()).toEqual(['Reward', 'Purchase']);
      expect((await own.allInnerTexts()).slice(0, 2)).toEqual([`${holder.memberId}\nPurchase`, '4,000']);
      expect(await own.nth(4).innerText()).toBe('N/A');
      expect((await page.getByRole('tab').nth(1).innerText()).split('\n')[1]).toBe('4,100');
    });
  });

  test('the first page is in the HTML before any script', async () => {
    const { text } = await site.call('GET', '/user/dashboard', { cookie: holder.cookie });
    expect(text).toContain('Global Stock Details');
    expect(text).toMatch(/0x5aAe…eAed/);
  });

  test('arrow keys move between the cards', async () => {
    await dashboard({ member: holder }, async ({ page }) => {
      await page.getByRole('tab', { name: /Global Stock/ }).focus();
      await page.keyboard.press('ArrowRight');
      expect(await page.locator('.tabs-panel caption').innerText()).toMatch(/^My Stock Details/);
      expect(await focusedText(page)).toMatch(/^My Stock/);
    });
  });

  test('a page that cannot be loaded says so, with a retry', async () => {
    await dashboard({ member: holder }, async ({ page }) => {
      allow(page, /500 GET .*stock\/global/);
      let fails = true;
      await page.route('**/api/v1/user/stock/global?*', (route) =>
        fails ? route.fulfill({ status: 500, body: '' }) : route.continue(),
      );
      await page.getByRole('button', { name: 'See all 12' }).click();
      await page.getByRole('button', { name: 'Page 2' }).click();
      await page.locator('.empty-text', { hasText: 'Failed to fetch global stock' }).waitFor();
      fails = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('.tabs-panel tbody tr').nth(1).waitFor();
    });
  });

  test('the referral link is copied whole, and its results are shown', async () => {
    await dashboard({ member: holder }, async ({ page }) => {
      const card = page.getByRole('region', { name: 'Invite friends' });
      await card.getByRole('button', { name: 'Copy Referral link' }).click();
      expect(await clipboard(page)).toBe(`${site.url}/register?ref=${holder.memberId}`);
      expect((await card.locator('dl').innerText()).split('\n')).toEqual(
        expect.arrayContaining(['Members referred', '1', 'Rewards earned', `100 ${SYMBOL}`]),
      );
    });
  });

  test('the referral link goes to WhatsApp and into a QR code, and who joined is listed', async () => {
    await dashboard({ member: holder }, async ({ page }) => {
      const card = page.getByRole('region', { name: 'Invite friends' });
      const address = await card.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
      const { origin, searchParams } = new URL(address ?? '');
      expect(origin).toBe('https://wa.me');
      expect(searchParams.get('text')).toContain(`${site.url}/register?ref=${holder.memberId}`);
      await card.getByRole('button', { name: 'QR code of your link' }).click();
      const qr = card.getByRole('img', { name: 'QR code of your link' });
      expect(await qr.locator('path').getAttribute('d')).toBe(
        qrDrawing(`${site.url}/register?ref=${holder.memberId}`, 'M').d,
      );
      await card.getByRole('button', { name: 'See who joined' }).click();
      const row = card.getByRole('listitem');
      await row.waitFor();
      expect((await row.innerText()).replace(/\s+/g, ' ')).toMatch(/^[A-Z0-9]+ Joined \d{2}\/\d{2}\/\d{4}$/);
      await expectNoAxeViolations(page);
      await card.getByRole('button', { name: 'See who joined' }).click();
      await row.waitFor({ state: 'detached' });
    });
  });

  test('rewards of many digits fit on a phone', async () => {
    const page = await newPage(site, { width: 360, cookie: holder.cookie });
    await pageWith(/(&quot;rewardsEarned&quot;:\[0,)\d+/, '$11113758')(page);
    await visit(page, '/user/dashboard');
    await page.getByText('11,13,758').waitFor();
    await expectNoSidewaysScroll(page);
    await closePage(page);
  });

  test('at every width nothing is cut off', async () => {
    await dashboard({ member: holder, ...DARK_PHONE }, async ({ page }) => {
      await expectFits(page);
    });
  });
});

test('below each screen is where to ask: the support contact, or without one an order and the company', async () => {
  const below = async ({ page }: Visit): Promise<string> => (await page.locator('.content-support').innerText()).trim();
  await dashboard({}, async (at) => {
    expect(await below(at)).toBe('Questions? Write to our team about an order or see how to reach us');
    await at.page.getByRole('link', { name: 'see how to reach us' }).click();
    await at.page.waitForURL('**/privacy-policy#who');
    await at.page.getByRole('heading', { name: 'Who is responsible' }).waitFor();
    expect(await at.page.locator('address').first().innerText()).toMatch(/Email: .+@.+\s+Phone: \+/);
  });
  const contact = (email: string) => sql`UPDATE companies SET support_email = ${email}`.execute(site.database.platform);
  await contact('help@example.com');
  await dashboard({}, async (at) => {
    expect(await below(at)).toMatch(/^Questions\? Write to or call our team:\s+help@example.com$/);
  });
  await contact('');
});

test('logging out removes the flag, opens the login, and Back shows nothing', async () => {
  await dashboard({ width: 360 }, async ({ page }) => {
    await page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'));
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await page.evaluate(() => localStorage.getItem('isLoggedIn'))).toBeNull();
    await visit(page, '/user/dashboard');
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
