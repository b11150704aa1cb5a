/** An admin's day by keyboard alone: every step is a key, and the focus is seen after each Tab. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, PASSWORD } from '../support/accounts.ts';
import { closePage, hydrated, newPage, visit } from '../support/browser.ts';
import { replaceExamplePayee } from '../support/payee.ts';
import { withoutCaps } from '../support/purchases.ts';
import { claimOf, mistyped } from '../support/reconciliation-desk.ts';
import { reversed } from '../support/refunds.ts';
import { makeRequests, rejectAll, statusOf } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';
import { statementCsv, upiCredit } from '../support/statements.ts';

/** Of quality.md, People: twenty requests by keyboard. */
const KEYS_FOR_TWENTY = 50;
const TABS_MAX = 70;

let site: Site;
let admin: Account;
let second: Account;
let buyer: Account;
let page: Page;
let keys = 0;

beforeAll(async () => {
  site = await startSite();
  await withoutCaps(site);
  await replaceExamplePayee(site);
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  second = await makeAdmin(site, { name: 'Leela Nair' });
  buyer = await makeMember(site, { name: 'Asha Rao', isApproved: true });
  page = await newPage(site);
});
afterAll(async () => {
  if (page) await closePage(page);
  await site?.remove();
});
beforeEach(() => {
  keys = 0;
});

async function press(...names: string[]): Promise<void> {
  for (const name of names) {
    await page.keyboard.press(name);
    keys++;
  }
}

/** What has the focus: its name, and why nobody would see that it has it. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', hidden: null };
    const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
    const name = element.ariaLabel ?? labels?.[0]?.textContent ?? element.textContent ?? '';
    // A field shows the focus at its frame, a file button at its drop zone.
    const frames = [element, element.closest('.control'), element.closest('.drop'), labels?.[0] ?? null];
    const isMarked = frames.some((frame) => {
      if (!frame) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(frame);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const isIn = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && width > 0 && height > 0;
    const isCovered = [left + 4, (left + right) / 2, right - 4].every((x) => {
      const at = document.elementFromPoint(x, Math.min(innerHeight - 1, Math.max(0, (top + bottom) / 2)));
      return at !== null && !frames.some((frame) => frame?.contains(at) || at.contains(frame));
    });
    const hidden = !isMarked ? 'no outline' : !isIn ? 'out of sight' : isCovered ? 'covered' : null;
    return { name: name.replace(/\s+/g, ' ').trim(), hidden };
  });

/** Goes on with Tab, or back with Shift and Tab, until something of this name has the focus. */
async function tabTo(name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let nth = 0; nth < TABS_MAX; nth++) {
    await press(key);
    const now = await focused();
    if (now.hidden)
      expect.fail(`On ${new URL(page.url()).pathname}, nobody sees that "${now.name}" has the focus: ${now.hidden}.`);
    passed.push(now.name);
    if (typeof name === 'string' ? now.name === name : name.test(now.name)) return;
  }
  expect.fail(`${name} is not reached with ${TABS_MAX} times ${key}: ${passed.join(' | ')}`);
}

/** From the top of a page over the link that skips the sidebar. */
async function skipToContent(): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabTo('Skip to content');
  await press('Enter');
}

/** Follows a link of the sidebar. */
async function goTo(screen: string, path: string): Promise<void> {
  await page.keyboard.press('Escape');
  await tabTo(screen, 'Shift+Tab');
  await press('Enter');
  await page.waitForURL((url) => url.pathname === path);
  await hydrated(page);
}
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name }).waitFor();
const requestShown = (orderNumber: string | undefined) =>
  page.getByRole('heading', { level: 2, name: orderNumber ?? '', exact: true }).waitFor();

test('signs in', async () => {
  await visit(page, '/admin/login');
  await tabTo(/^Email/);
  await page.keyboard.type(admin.email);
  await tabTo(/^Password/);
  await page.keyboard.type(PASSWORD);
  await press('Enter');
  await page.waitForURL('**/admin/dashboard');
  // The dashboard reloads once after a sign-in.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('reloadCount'))).toBe('2');
  await page.waitForLoadState('networkidle');
  await hydrated(page);
});

describe('purchases', () => {
  test(`decides twenty with at most ${KEYS_FOR_TWENTY} keys`, async () => {
    const made = await makeRequests(site, buyer, 20);
    await page.reload();
    await hydrated(page);
    await skipToContent();
    await tabTo(/^20 purchases to decide/);
    await press('Enter');
    await page.waitForURL('**/admin/purchaserequest');
    await hydrated(page);
    await press('?');
    await dialog('Keys');
    await press('Escape');
    keys = 0;
    await press('d');
    for (const [nth, { orderNumber }] of made.entries()) {
      await requestShown(orderNumber);
      if (nth === 4 || nth === 12) await press('r', '3', 'Enter');
      else await press('a', 'Enter');
    }
    await page.getByText('Every request has been decided.').waitFor();
    process.stdout.write(`20 requests: ${keys} keys\n`);
    expect(keys).toBeLessThanOrEqual(KEYS_FOR_TWENTY);
    for (const [nth, { id }] of made.entries())
      expect((await statusOf(site, id)).status).toBe(nth === 4 || nth === 12 ? 'REJECTED' : 'APPROVED');
    await press('Escape');
    await page.getByRole('heading', { name: 'Manage Purchase' }).waitFor();
  });

  test('asks a buyer, and decides selected ones together', async () => {
    const made = await makeRequests(site, buyer, 3);
    await page.reload();
    await hydrated(page);
    await press('d');
    await requestShown(made[0]?.orderNumber);
    await press('m');
    await dialog(/^Messages about/);
    await tabTo('Please send a clearer screenshot.');
    await press('Enter');
    await tabTo(/^Send/);
    await press('Enter');
    await page.getByText('Waiting for the buyer').first().waitFor();
    await press('Escape');
    await requestShown(made[0]?.orderNumber);
    await press('Escape');
    await page.getByRole('heading', { name: 'Manage Purchase' }).waitFor();
    await tabTo('Select all on this page');
    await press('Space');
    await page.getByText('3 selected').waitFor();
    await tabTo(/^Approve selected/, 'Shift+Tab');
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(/^Confirm/);
    await press('Enter');
    await page.getByText('Finished: 3 approved.').waitFor();
    await press('Escape');
    for (const { id } of made) expect((await statusOf(site, id)).status).toBe('APPROVED');
  });
});

describe('members', () => {
  const waiting = async (): Promise<number> =>
    (await site.database.platform.selectFrom('users').select('id').where('is_approved', '=', false).execute()).length;

  test('verifies one at the desk, and the others together', async () => {
    for (const name of ['Bala Iyer', 'Chitra Sen', 'Dev Rao']) await makeMember(site, { name, isApproved: false });
    await goTo('User Manage', '/admin/usermanage');
    await press('d');
    await page.getByText('3 members waiting').waitFor();
    await page.getByText('Joined').waitFor();
    await press('a', 'Enter');
    await page.getByText('2 members waiting').waitFor();
    await press('Escape');
    await page.getByRole('heading', { name: 'Manage User' }).waitFor();
    await tabTo('Status');
    await page.keyboard.type('Waiting');
    await page.waitForURL('**status=waiting**');
    await page.getByText('Waiting For Verification: 2').waitFor();
    await tabTo('Select all on this page');
    await press('Space');
    await page.getByText('2 selected').waitFor();
    await tabTo(/^Verify selected/, 'Shift+Tab');
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(/^Confirm/);
    await press('Enter');
    // Before that, Escape stops what is under way and leaves the dialog open.
    await page.getByText('Finished: 2 settled, 0 left.').waitFor();
    expect(await waiting()).toBe(0);
    await press('Escape');
  });
});

describe('money', () => {
  test('imports a statement and decides a mistyped number', async () => {
    await rejectAll(site, admin);
    const claim = await claimOf(site, buyer);
    await goTo('Reconciliation', '/admin/reconciliation');
    await skipToContent();
    const chooser = page.waitForEvent('filechooser');
    await tabTo(/^Choose a bank statement/);
    await press('Enter');
    const content = statementCsv([upiCredit(mistyped(claim.referenceNumber ?? ''), '1180.00')]);
    await (await chooser).setFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    const ready = page.getByRole('button', { name: /^Import 1 new row/ });
    await expect.poll(() => ready.isEnabled()).toBe(true);
    await tabTo(/^Import 1 new row/);
    await press('Enter');
    await page.getByRole('heading', { name: 'What the bank says' }).waitFor();
    await ready.waitFor({ state: 'detached' });
    await tabTo(/^Suggested/);
    await press('Enter');
    await page.locator('.desk').getByText(claim.orderNumber, { exact: true }).first().waitFor();
    await press('a', '2', 'Enter');
    await page.getByText('No suggestion is waiting.').waitFor();
    expect((await statusOf(site, claim.id)).status).toBe('APPROVED');
  });

  test('makes a refund', async () => {
    await reversed(site, buyer, admin);
    await goTo('Refunds', '/admin/refunds');
    await skipToContent();
    await tabTo('Refunds');
    await press('ArrowRight');
    await tabTo(/^Refund PUR-/);
    await press('Enter');
    await dialog(/^Refund PUR-/);
    await tabTo('Create refund');
    await press('Enter');
    await page.getByText('No reversed or overpaid purchase has money left to pay back.').waitFor();
    expect(await site.database.platform.selectFrom('refunds').select('state').execute()).toEqual([
      { state: 'WAITING_FOR_ACCOUNT' },
    ]);
  });
});

test('changes a setting, which a second admin confirms', async () => {
  await site.database.platform.updateTable('companies').set({ two_admins_for_accounts: true }).execute();
  await goTo('Settings', '/admin/settings');
  await skipToContent();
  await tabTo(/^Platform Fees/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('12.5');
  await press('Enter');
  await dialog('Save these changes?');
  await tabTo('Save');
  await press('Enter');
  await page.getByText('A change of the settings waits for a second admin').waitFor();
  await closePage(page);
  page = await newPage(site, { cookie: second.cookie });
  await visit(page, '/admin/settings');
  await skipToContent();
  await tabTo('Confirm');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo('Confirm');
  await press('Enter');
  await expect
    .poll(() => site.database.platform.selectFrom('companies').select('fee_bps').execute())
    .toEqual([{ fee_bps: 1250 }]);
});
