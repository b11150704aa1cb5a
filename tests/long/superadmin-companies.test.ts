/** Super admins manage companies in a browser: every field, the supply while it is typed, each dialog, each width. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember, makeSuper, PASSWORD } from '../support/accounts.ts';
import { COMPANY_NAME, otherSymbol, SYMBOL } from '../support/brand.ts';
import { allow, closePage, DARK_PHONE, expectFits, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';

const PATH = '/superadmin/companymanage';
const OTHER = otherSymbol('NTCN');
let site: Site;
let boss: Account;
let member: Account;
beforeAll(async () => {
  site = await startSite();
  boss = await makeSuper(site);
  member = await makeMember(site);
});
afterAll(() => site?.remove());

const open = async (path = PATH, options: Parameters<typeof newPage>[1] = {}): Promise<Page> => {
  const page = await newPage(site, { cookie: boss.cookie, ...options });
  expect(await visit(page, path)).toBe(200);
  return page;
};
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

const FIELDS: Record<string, string> = {
  'Company Name': 'Acorn Works Private Limited',
  'Company Title': 'Acorn pre-launch sale',
  Mobile: '98765 43210',
  'Company PAN': 'ABCCE1234F',
  'Company Aadhaar Card': '2341 2341 2346',
  'Company Address': '1 Example Road, Pune',
  'Company Pincode': '411001',
  'Token Name': 'Acorn',
  'Initial Price': '0.5',
  'Total Supply': '1000',
  'Public Cell Supply': '500',
  'Private Supply': '300',
  'Angel Investor Supply': '100',
  'Founder Team Supply': '75',
  'Airdrop Supply': '25',
};

async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label, { exact: true }).fill(value);
}

describe('a company', () => {
  test('is added, found, changed, paused, resumed and deleted', async () => {
    const page = await open();
    expect(await page.title()).toMatch(/ \| Manage Company$/);
    await button(page, 'Add Company').click();
    const dialog = page.getByRole('dialog', { name: 'Add Company' });
    await button(page, 'Add').click();
    await dialog.getByText('Please enter the company name.').first().waitFor();
    expect(await dialog.getByLabel('Company Name').evaluate((it) => it === document.activeElement)).toBe(true);

    await fillIn(page, { ...FIELDS, 'Airdrop Supply': '20' });
    await dialog.getByLabel('Email', { exact: true }).first().fill('office@acorn.example');
    await dialog.getByLabel('Token Symbol').selectOption(otherSymbol('ACW'));
    await dialog.getByText('5 tokens are not distributed yet.').waitFor();
    await button(page, 'Add').click();
    await page
      .getByText(/Total Supply must be the sum/)
      .first()
      .waitFor();
    await dialog.getByLabel('Airdrop Supply').fill('25');
    await dialog.getByText('The parts add up to the total.').waitFor();
    expect(await dialog.locator('.share-bar rect').count()).toBe(5);
    await dialog.getByLabel('Host names').fill('https://acw.localhost/');
    await button(page, 'Add').click();
    await page.getByText('Company added successfully').waitFor();
    const row = page.locator('tbody tr', { hasText: 'Acorn Works' });
    expect(await row.innerText()).toContain('acw.localhost');

    await button(page, 'Edit: Acorn Works Private Limited').click();
    const update = page.getByRole('dialog', { name: 'Update Company' });
    expect(await update.getByLabel('Company Aadhaar Card').inputValue()).toBe('XXXX XXXX 2346');
    expect(await update.getByLabel('Token Symbol').getAttribute('readonly')).not.toBeNull();
    await update.getByLabel('Company Title').fill('Acorn');
    await button(page, 'Update').click();
    await page.getByText('Company updated successfully').waitFor();

    await button(page, 'Pause: Acorn Works Private Limited').click();
    await button(page, 'Pause').click();
    await page.getByText('Please enter a reason that buyers can read.').first().waitFor();
    await page.getByRole('dialog').getByLabel('Reason').fill('Our bank is closed.');
    await button(page, 'Pause').click();
    await page.getByText('Sale paused').waitFor();
    await row.getByText('Paused', { exact: true }).waitFor();
    await button(page, 'Resume: Acorn Works Private Limited').click();
    await button(page, 'Resume').click();
    await page.getByText('Sale resumed').waitFor();

    await button(page, 'Invite an admin: Acorn Works Private Limited').click();
    await fillIn(page, { Name: 'Vikram Shah', Email: 'vikram@acorn.example' });
    await button(page, 'Invite').click();
    await page.getByText('Invitation sent').waitFor();

    await button(page, 'Delete: Acorn Works Private Limited').click();
    await page.getByRole('dialog', { name: 'Aye you sure, you want to Delete?' }).waitFor();
    await button(page, 'Confirm').click();
    await page.getByText('Company deleted successfully').waitFor();
    await expect.poll(() => row.count()).toBe(0);
    await closePage(page);
  });

  test('with members cannot be deleted, and the screen says why', async () => {
    const page = await open();
    allow(page, /409/);
    await button(page, `Delete: ${COMPANY_NAME}`).click();
    await button(page, 'Confirm').click();
    await page
      .getByRole('dialog')
      .locator('.notice')
      .getByText(/cannot be deleted/)
      .waitFor();
    await closePage(page);
  });
});

describe('the back office of a company, viewed by a super admin', () => {
  test('is found by its name, part by part, without a script', async () => {
    const page = await newPage(site, { cookie: boss.cookie, javaScript: false });
    await page.goto(PATH);
    await page.getByRole('link', { name: new RegExp(COMPANY_NAME) }).click();
    await page.getByRole('heading', { level: 1, name: COMPANY_NAME }).waitFor();
    const parts = page.getByRole('navigation', { name: 'Parts of the back office' });
    await parts.getByRole('link', { name: 'Members' }).click();
    await page.getByLabel('Search members').fill(member.email);
    await page.getByLabel('Search members').press('Enter');
    await page.getByText('1 member', { exact: true }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: member.memberId }).click();
    await page.getByText('No purchase matches this search.').waitFor();
    await page.getByRole('link', { name: 'Approved' }).click();
    expect(new URL(page.url()).searchParams.get('status')).toBe('APPROVED');
    await parts.getByRole('link', { name: 'Audit' }).click();
    await page.locator('tbody tr').first().getByText('viewed the back office').waitFor();
    await closePage(page);
  });

  test('every width', async () => {
    for (const part of ['overview', 'purchases', 'members', 'audit']) {
      const page = await open(`${PATH}/${member.companyId}?part=${part}`, DARK_PHONE);
      await expectFits(page);
      await closePage(page);
    }
  });
});

test('an empty form marks each field and says why there, not once more above it', async () => {
  const page = await open();
  await button(page, 'Add Company').click();
  const dialog = page.getByRole('dialog', { name: 'Add Company' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.locator('.field-error').first().waitFor();
  expect(await dialog.locator('[aria-invalid="true"]').count()).toBe(await dialog.locator('.field-error').count());
  expect(await page.locator('.Toastify__toast').count()).toBe(0);
  for (const text of ['email address', 'mobile number', 'pincode'])
    expect(await dialog.getByText(`Please enter the ${text} of the company.`).count()).toBe(1);
  await closePage(page);
});

test('a search waits a second, is in the address, and survives a reload', async () => {
  await makeCompany(site, OTHER);
  const page = await open();
  await page.getByRole('searchbox').fill(OTHER);
  await expect.poll(() => new URL(page.url()).search).toBe(`?search=${OTHER}`);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await page.reload();
  expect(await page.getByRole('searchbox').inputValue()).toBe(OTHER);
  expect(await page.locator('tbody tr').count()).toBe(1);
  await page.goBack();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
  await visit(page, `${PATH}?page=9`);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
  expect(new URL(page.url()).search).toBe('');
  await visit(page, `${PATH}?search=nothing-like-it`);
  await page.getByText('No company matches this search.').waitFor();
  await closePage(page);
});

test('on a tablet the actions of a company take at most two lines, visible without scrolling', async () => {
  const page = await open(PATH, { width: 768 });
  const boxes = await page
    .locator('.company-actions')
    .first()
    .locator('button')
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON() as DOMRect));
  const lines = new Set(boxes.map(({ top, height }) => Math.round((top + height / 2) / 8)));
  expect(lines.size).toBeLessThanOrEqual(2);
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(768);
  await closePage(page);
});

test('a day shows its time and zone on a tap and to the keyboard, without a pointer', async () => {
  for (const width of [360, 1280]) {
    const page = await open(PATH, { width });
    const day = page.locator('tbody time').first();
    if (width === 360)
      await page
        .locator('tbody summary')
        .first()
        .tap({ position: { x: 5, y: 5 } });
    const tooltip = () => day.evaluate((it) => getComputedStyle(it, '::after').content);
    expect(await tooltip()).toBe('none');
    if (width === 360) await day.tap();
    else await day.focus();
    expect(await tooltip()).toMatch(/^"\d{1,2} [A-Z][a-z]+ \d{4}, \d{2}:\d{2}:\d{2} [ap]m, India Standard Time"$/);
    await expectFits(page);
    await closePage(page);
  }
});

test('after a conflict the typed values stay, the other change is shown, and the second save is on top of it', async () => {
  const admin = await makeAdmin(site);
  const table = site.database.platform;
  await table
    .updateTable('companies')
    .set({ pan: 'ABCCE1234F', aadhaar_last4: '2346' })
    .where('id', '=', admin.companyId)
    .execute();
  const page = await open(`${PATH}?search=${SYMBOL}`);
  await button(page, `Edit: ${COMPANY_NAME}`).click();
  const dialog = page.getByRole('dialog', { name: 'Update Company' });
  await dialog.getByLabel('Company Title').fill('Typed before I knew');
  const body = { version: 1, password: PASSWORD, price: '0.41' };
  const changed = await site.call('PUT', '/api/v1/admin/settings/update', { body, token: admin.token });
  expect(changed.status).toBe(200);
  allow(page, /409 PUT/);
  await button(page, 'Update').click();
  await dialog.locator('.modal-frame').getByText('Somebody else has just changed: Initial Price.').waitFor();
  expect(await dialog.getByLabel('Initial Price').inputValue()).toBe('0.41');
  expect(await dialog.getByLabel('Company Title').inputValue()).toBe('Typed before I knew');
  await expectNoAxeViolations(page, 'dialog');
  await button(page, 'Update').click();
  await page.getByText('Company updated successfully').waitFor();
  const row = await table.selectFrom('companies').selectAll().where('id', '=', admin.companyId).executeTakeFirst();
  expect(row).toMatchObject({ company_title: 'Typed before I knew', price_micros: 410_000n });
  await closePage(page);
});

test('buyers see why a sale is paused', async () => {
  const page = await open();
  await button(page, `Pause: ${COMPANY_NAME}`).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Our bank is closed until Monday.');
  await button(page, 'Pause').click();
  await page.getByText('Sale paused').waitFor();
  const buyer = await newPage(site, { cookie: member.cookie });
  await visit(buyer, '/user/buy-token');
  await buyer.getByText('The sale is paused: Our bank is closed until Monday.').waitFor();
  expect(await button(buyer, 'BUY NOW').isDisabled()).toBe(true);
  await closePage(buyer);
  await closePage(page);
});

test('at every width nothing is cut off or inaccessible', async () => {
  const page = await open(PATH, DARK_PHONE);
  await expectFits(page);
  await button(page, 'Add Company').click();
  await page.getByRole('dialog').waitFor();
  await expectFits(page, 'dialog');
  await closePage(page);
});
