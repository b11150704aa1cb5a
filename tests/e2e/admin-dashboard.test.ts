/** The admin's dashboard: its texts and figures, its charts, its first day and its failures. */
import zlib from 'node:zlib';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, PASSWORD, signIn } from '../support/accounts.ts';
import { TOKEN } from '../support/brand.ts';
import {
  allow,
  closePage,
  DARK_PHONE,
  expectFits,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  layoutShift,
  newPage,
  visit,
  WIDTHS,
} from '../support/browser.ts';
import { drawn, look, lookAtCharts, paintedShares, paintedTexts, pointAt, recordCanvases } from '../support/canvas.ts';
import { liveFigures } from '../support/dashboard.ts';
import { replaceExamplePayee } from '../support/payee.ts';
import { APPROVE, manual, post, REJECT, REVERSE, submitted, upi, withoutCaps } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const PATH = '/admin/dashboard';
const SUPPLY = 'Token Supply Distribution';
const REFERRAL = 'Referral Supply';
const COLLECTION = 'Total Collection Method Wise';

let site: Site;
let admin: Pick<Account, 'token' | 'cookie'>;
let buyer: Account;

beforeAll(async () => {
  site = await startSite();
  const companyId = await companyIdOf(site);
  const seeded = site.database.platform.selectFrom('users').select('id').where('role', '=', 'ADMIN');
  const { id } = await seeded.executeTakeFirstOrThrow();
  admin = await signIn(site, { kind: 'admin', companyId, accountId: id });
});
afterAll(() => site?.remove());

async function opened(options: Parameters<typeof newPage>[1] = {}, path = PATH): Promise<Page> {
  const page = await newPage(site, { cookie: admin.cookie, ...options });
  await page.addInitScript(() => localStorage.setItem('reloadCount', '2'));
  await recordCanvases(page);
  expect(await visit(page, path)).toBe(200);
  return page;
}
/** Label and figure of each entry of a card, in order. */
const figuresOf = async (page: Page, card: string): Promise<[string, string][]> => {
  const list = page.getByRole('region', { name: card, exact: true });
  const [labels, values] = await Promise.all([list.locator('dt').allInnerTexts(), list.locator('dd').allInnerTexts()]);
  return labels.map((label, index) => [label, values[index] ?? '']);
};
const tableOf = async (page: Page, title: string): Promise<string[][]> => {
  const rows = page.locator('section', { has: page.getByRole('heading', { name: title }) }).locator('tbody tr');
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
};
/** The names under a chart, below its drawing. */
const legendOf = async (page: Page, title: string): Promise<string[]> => {
  const section = page.getByRole('region', { name: title });
  const [drawing, legend] = await Promise.all([
    section.locator('canvas').boundingBox(),
    section.getByRole('list', { name: 'Legend' }).boundingBox(),
  ]);
  expect(legend?.y).toBeGreaterThanOrEqual((drawing?.y ?? 0) + (drawing?.height ?? 0));
  return section.getByRole('list', { name: 'Legend' }).locator('li').allInnerTexts();
};
const tip = async (page: Page): Promise<string> => (await page.locator('.chart-tip').allInnerTexts()).join('|');
const asShown = (count: number): string => (count === 0 ? '--' : String(count));

test('after sign-in it counts one visit and reloads once, which makes two, and no more', async () => {
  const page = await newPage(site);
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await visit(page, '/admin/login');
  await page.getByLabel('Email').fill('admin@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  const counts: (string | null)[] = [];
  await page.exposeFunction('note', (count: string | null) => counts.push(count));
  await page.addInitScript(() => {
    const { note } = window as unknown as { note(count: string | null): void };
    if (location.pathname.endsWith('/dashboard')) note(localStorage.getItem('reloadCount'));
  });
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`**${PATH}`);
  const reloads = (): number => loads.filter((path) => path === PATH).length;
  const count = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('reloadCount'));
  await expect.poll(reloads).toBe(2);
  await page.waitForLoadState('networkidle');
  expect([reloads(), counts, await count()]).toEqual([2, ['1', '2'], '2']);
  await visit(page, PATH);
  await page.waitForLoadState('networkidle');
  expect([reloads(), await count()]).toEqual([3, '2']);
  await page.evaluate(() => localStorage.removeItem('reloadCount'));
  await page.reload();
  await expect.poll(reloads).toBe(5);
  await page.waitForLoadState('networkidle');
  expect([reloads(), await count()]).toEqual([5, '2']);
  await page.getByRole('link', { name: 'Logout' }).click();
  await page.waitForURL('**/admin/login');
  expect(await count()).toBe(null);
  await closePage(page);
});

describe('on the first day', () => {
  test('it says that there are no data, and invents no figure', async () => {
    // Nobody is invited to pay to example details.
    await replaceExamplePayee(site);
    const page = await opened();
    expect(await page.title()).toMatch(/ \| Login$/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Dashboard');
    expect((await page.locator('.side-nav').getByRole('link').allInnerTexts()).slice(0, 4)).toEqual([
      'Dashboard',
      'User Manage',
      'Purchase Request',
      'Beneficiary Manage',
    ]);
    for (const text of ['No purchase to decide', 'No member to verify', 'No money has been collected yet.'])
      await page.getByText(text).waitFor();
    await page.getByText(`${site.url}/register`).waitFor();
    expect(await figuresOf(page, 'Users')).toEqual([
      ['Active User', '1'],
      ['Inactive User', '--'],
      ['Blocked User', '--'],
    ]);
    expect(await figuresOf(page, 'Members')).toEqual([
      ['Total Member', '1'],
      ['Verification Completed', '1'],
      ['Verification Pending', '--'],
    ]);
    await drawn(page, 2);
    expect(await page.getByRole('img', { name: COLLECTION }).count()).toBe(0);
    await expectNoAxeViolations(page);
    await closePage(page);
  });
});

describe('in a company with data', () => {
  beforeAll(async () => {
    await withoutCaps(site);
    buyer = await makeMember(site, { isApproved: true });
    await makeMember(site);
    await makeMember(site, { status: 'BLOCKED' });
    const rupees = (purchaseAmount: string) => ({ purchaseAmount });
    for (const order of [
      manual(rupees('1000000')),
      await upi(site, buyer, rupees('8000000')),
      { ...(await upi(site, buyer, rupees('3000000'))), paymentMethod: 'BANK' },
    ]) {
      const { id } = await submitted(site, buyer, order);
      expect((await post(site, APPROVE, admin as Account, { id })).status).toBe(200);
    }
    await submitted(site, buyer, manual());
    const { id } = await submitted(site, buyer, await upi(site, buyer));
    await sql`UPDATE purchases SET created_at = now() - interval '27 hours 5 minutes' WHERE id = ${id}`.execute(
      site.database.platform,
    );
  });

  test('what waits for a second admin is shown next to it, each with its list, and disappears with it', async () => {
    const companyId = await companyIdOf(site);
    const db = site.database.platform;
    const { id: approved } = await db
      .selectFrom('purchases')
      .select('id')
      .where('status', '=', 'APPROVED')
      .limit(1)
      .executeTakeFirstOrThrow();
    const other = await makeAdmin(site, { isApproved: true });
    const both = sql`UPDATE companies SET second_approver_above_paise = 1, two_admins_for_accounts = true
      WHERE id = ${companyId}`;
    await both.execute(db);
    const { id: pending } = await submitted(site, buyer, manual());
    await post(site, APPROVE, other, { id: pending });
    await post(site, REVERSE, other, { id: approved, reason: 'The payment was returned or charged back.' });
    const account = {
      holderName: 'Cow',
      bankName: 'SBI',
      branch: 'Fort',
      accountNumber: '123456789',
      ifscCode: 'SBIN0000300',
    };
    const change = { ...account, upi: 'cowl@sbi', password: PASSWORD };
    const call = { token: other.token, ip: freshIp(), body: change };
    expect((await site.call('PUT', '/api/v1/admin/beneficiary/update', call)).body.data.state).toBe('waiting');
    const page = await opened();
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    const links = await waiting
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.querySelector('strong')?.textContent, link.getAttribute('href')]));
    expect(links.slice(2)).toEqual([
      ['1 second approval', '/admin/purchaserequest?waiting=second'],
      ['1 reversal to agree to', '/admin/purchaserequest?tab=history&waiting=second'],
      ['1 beneficiary change to confirm', '/admin/beneficiary'],
    ]);
    await expectFits(page, '.wait-tiles');
    await waiting.getByRole('link', { name: /second approval/ }).click();
    await page.getByRole('button', { name: '1 waits for a second admin' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await closePage(page);
    await sql`UPDATE companies SET second_approver_above_paise = NULL, two_admins_for_accounts = false`.execute(db);
    await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now()`.execute(db);
    await post(site, `${REVERSE}/withdraw`, other, { id: approved });
    await post(site, REJECT, other, { id: pending, reason: 'Not received' });
    const after = await opened();
    const left = await after.getByRole('region', { name: 'Waiting for you' }).getByRole('link').count();
    expect(left).toBe(2);
    await closePage(after);
  });

  test('every figure equals the one from the database rows', async () => {
    const live = await liveFigures(site, await companyIdOf(site));
    const page = await opened();
    const { summary, members } = live;
    expect(await figuresOf(page, 'Users')).toEqual([
      ['Active User', asShown(summary.userActive)],
      ['Inactive User', asShown(summary.userInactive)],
      ['Blocked User', asShown(summary.userBlock)],
    ]);
    expect(await figuresOf(page, 'Members')).toEqual([
      ['Total Member', asShown(members.total)],
      ['Verification Completed', asShown(members.verificationCompleted)],
      ['Verification Pending', asShown(members.verificationPending)],
    ]);
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    expect(await waiting.getByRole('link').allInnerTexts()).toEqual([
      '2 purchases to decide\nOver 24 h\n₹2,360.00 in all. The oldest has waited 1 d 3 h.',
      '2 members to verify\nLook at their details and verify them.',
    ]);
    expect(await waiting.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/admin/purchaserequest',
      '/admin/usermanage?status=waiting',
    ]);
    expect(await page.getByText('nobody has joined yet').count()).toBe(0);
    const grouped = (tokens: unknown): string => `${Number(tokens).toLocaleString('en-IN')}.00`;
    expect(await tableOf(page, SUPPLY)).toEqual([
      ['Total Supply', grouped(summary.totalSupply)],
      ['Private Supply', grouped(summary.privateSupply)],
      ['Remaining Private Supply', grouped(summary.remainingPrivateSupply)],
      ['Public Cell Supply', grouped(summary.publicCellSupply)],
      ['Angel Investor Supply', grouped(summary.angelInvestorSupply)],
      ['Founder Team Supply', grouped(summary.founderTeamSupply)],
      ['Airdrop Supply', grouped(summary.airdropSupply)],
    ]);
    // 4.8 crore tokens are sold for 1.2 crore rupees at the seeded price, 8 000 are held.
    expect(await tableOf(page, REFERRAL)).toEqual([
      ['Total', '30.00 CR'],
      ['Remaining', '25.20 CR'],
      ['Stock Balance', '4.80 CR'],
    ]);
    expect(await tableOf(page, COLLECTION)).toEqual([
      ['Bank', '25.00%'],
      ['UPI', '66.67%'],
      ['Manual', '8.33%'],
      ['Crypto', '0.00%'],
    ]);
    await closePage(page);
  });

  test('the charts draw these figures, show them on hover, and are not blank', async () => {
    const { summary } = await liveFigures(site, await companyIdOf(site));
    const page = await opened();
    await drawn(page, 3);
    const values = [
      summary.totalSupply,
      summary.privateSupply,
      summary.remainingPrivateSupply,
      summary.publicCellSupply,
      summary.angelInvestorSupply,
      summary.founderTeamSupply,
      summary.airdropSupply,
    ].map(Number);
    const sum = values.reduce((a, b) => a + b, 0);
    const shares = await paintedShares(page, SUPPLY);
    for (const value of values)
      expect(
        shares.some((share) => Math.abs(share - value / sum) < 0.004),
        `a slice of ${value}`,
      ).toBe(true);
    expect(await legendOf(page, SUPPLY)).toEqual((await tableOf(page, SUPPLY)).map(([label]) => label));
    expect(await legendOf(page, COLLECTION)).toEqual(['%']);
    expect(await paintedTexts(page, COLLECTION)).toEqual(
      expect.arrayContaining(['Bank', 'UPI', 'Manual', 'Crypto', '0%', '100%']),
    );
    expect(await look(page, SUPPLY)).toMatchObject({ colours: expect.toSatisfy((n: number) => n >= 7) });
    expect(await look(page, REFERRAL)).toMatchObject({ colours: expect.toSatisfy((n: number) => n >= 3) });
    expect((await look(page, COLLECTION)).covered).toBeGreaterThan(3);

    // The first slice begins at the top and continues clockwise.
    await page.getByRole('region', { name: SUPPLY }).locator('canvas').scrollIntoViewIfNeeded();
    await pointAt(page, SUPPLY, 0.6, 0.3);
    await expect.poll(() => tip(page)).toBe('Total Supply: 1,00,00,00,000.00');
    const total = page.locator('.chart-word');
    expect(await total.innerText()).toBe('Total: 30.00 CR');
    const icon = page.locator('.chart-icon');
    const [frame, middle] = await Promise.all([
      page.locator('[data-kind="doughnut"]').boundingBox(),
      icon.boundingBox(),
    ]);
    expect(await icon.getAttribute('src')).toBe(TOKEN.icon_url);
    expect(middle && frame && Math.abs(middle.x + middle.width / 2 - frame.x - frame.width / 2)).toBeLessThan(1);
    expect(middle && frame && Math.abs(middle.y + middle.height / 2 - frame.y - frame.height / 2)).toBeLessThan(1);
    await page.getByRole('region', { name: REFERRAL }).locator('canvas').scrollIntoViewIfNeeded();
    await pointAt(page, REFERRAL, 0.24, 0.6);
    await expect.poll(() => total.innerText()).toBe('Remaining: 25.20 CR');
    await page.getByRole('button', { name: /^Stock Balance/ }).focus();
    expect(await total.innerText()).toBe('Stock Balance: 4.80 CR');
    await page.getByRole('region', { name: COLLECTION }).evaluate((it) => it.scrollIntoView({ block: 'center' }));
    await pointAt(page, COLLECTION, 0.41, 0.7);
    await expect.poll(() => tip(page)).toBe('UPI: 66.67%');
    await expectNoSidewaysScroll(page);
    await page.mouse.move(2, 2);
    await expect.poll(() => tip(page)).toBe('');
    await closePage(page);
  });

  test('another theme redraws them in its own colours', async () => {
    const page = await opened();
    await drawn(page, 3);
    const canvasData = (): Promise<string> =>
      page
        .locator('.chart-frame canvas')
        .first()
        .evaluate((it) => (it as HTMLCanvasElement).toDataURL());
    const light = await canvasData();
    await page.getByRole('button', { name: /theme/ }).click();
    await expect.poll(canvasData).not.toBe(light);
    await drawn(page, 3);
    await expectNoAxeViolations(page);
    await closePage(page);
  });

  test('at every width nothing is cut off, unreadable or moving', async () => {
    const page = await opened(DARK_PHONE);
    await drawn(page, 3);
    await expectFits(page);
    for (const summary of await page.locator('summary').all()) await summary.click();
    await expectFits(page);
    await closePage(page);
    for (const width of WIDTHS) {
      const fresh = await opened({ width });
      await drawn(fresh, 3);
      expect(await layoutShift(fresh), `${width} px`).toBeLessThan(0.02);
      await closePage(fresh);
    }
  });

  test('the content is complete before the script, which is at most 150 KB', async () => {
    const plain = await newPage(site, { cookie: admin.cookie, javaScript: false });
    await plain.goto(PATH);
    expect(await figuresOf(plain, 'Users')).toHaveLength(3);
    expect(await tableOf(plain, COLLECTION)).toHaveLength(4);
    await closePage(plain);
    const page = await newPage(site, { cookie: admin.cookie });
    await page.addInitScript(() => localStorage.setItem('reloadCount', '2'));
    const sizes = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        sizes.set(
          response.url(),
          response.body().then((body) => zlib.gzipSync(body).length),
        );
    });
    await visit(page, PATH);
    await drawn(page, 3);
    const bytes = (await Promise.all(sizes.values())).reduce((a, b) => a + b, 0);
    expect(sizes.size).toBeGreaterThan(3);
    expect(bytes).toBeLessThanOrEqual(150 * 1024);
    await closePage(page);
  });
});

describe('on failures', () => {
  const removeTable = (table: string) =>
    sql.raw(`ALTER TABLE ${table} RENAME TO ${table}_away`).execute(site.database.platform);
  const restoreTable = (table: string) =>
    sql.raw(`ALTER TABLE ${table}_away RENAME TO ${table}`).execute(site.database.platform);

  test('each part names what could not be loaded, the others stay, and a retry loads it', async () => {
    await removeTable('purchase_totals');
    const page = await newPage(site, { cookie: admin.cookie });
    allow(page, /answer: 500 GET \/api\/v1\/admin\/(dashboard\/(get|collection)|transaction\/statistics)/);
    await page.addInitScript(() => localStorage.setItem('reloadCount', '2'));
    try {
      expect(await visit(page, PATH)).toBe(200);
      const emptyText = (text: string) => page.locator('.empty-text', { hasText: text });
      await emptyText('Failed to fetch transaction statistics').waitFor();
      await expect.poll(() => emptyText('Failed to fetch dashboard figures').count()).toBe(4);
      expect((await figuresOf(page, 'Members')).map(([label]) => label)).toContain('Total Member');
      await expectNoAxeViolations(page);
    } finally {
      await restoreTable('purchase_totals');
    }
    const section = page.getByRole('region', { name: COLLECTION });
    await section.getByRole('button', { name: 'Try again' }).click();
    await section.getByText('66.67%').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await drawn(page, 3);
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await closePage(page);
  });

  test('figures that could not be refreshed stay, marked as outdated', async () => {
    const page = await opened();
    await drawn(page, 3);
    await page.route('**/api/v1/admin/**', (route) => route.fulfill({ status: 503, body: '{}' }));
    allow(page, /answer: 503 GET/);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('These figures could not be read again just now').waitFor();
    expect(await figuresOf(page, 'Users')).toHaveLength(3);
    await expectNoAxeViolations(page);
    await page.unroute('**/api/v1/admin/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByText('These figures could not be read again').count()).toBe(0);
    await closePage(page);
  });

  test('if the chart script does not load, the figures stay, and a retry draws the charts', async () => {
    const page = await newPage(site, { cookie: admin.cookie });
    await page.addInitScript(() => localStorage.setItem('reloadCount', '2'));
    allow(page, /failed: GET \/_astro\/draw/);
    await page.route('**/_astro/draw*', (route) => route.abort('connectionrefused'));
    await visit(page, PATH);
    await expect.poll(() => lookAtCharts(page, 'failed')).toBe(3);
    expect(await page.getByText('The chart could not be drawn.').count()).toBe(3);
    expect(await tableOf(page, SUPPLY)).toHaveLength(7);
    await closePage(page);
  });
});
