/** Stored text is never code: no screen executes typed text or takes it for markup. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saleOf } from '../screens/sale.ts';
import { type PlannedShot, plannedShots, type ShotIds } from '../screens/screens.ts';
import { type Account, makeAdmin, makeSuper } from '../support/accounts.ts';
import { proposeChanges } from '../support/approvals.ts';
import { COMPANY_NAME } from '../support/brand.ts';
import { allow, closePage, newPage, visit } from '../support/browser.ts';
import { PAYLOADS } from '../support/payloads.ts';
import { plant } from '../support/plant.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ids: ShotIds;
let accounts: Record<'member' | 'admin' | 'super', Account>;
let planted: string[];

beforeAll(async () => {
  site = await startSite({ args: ['--demo'] });
  const sale = await saleOf(site);
  accounts = { member: sale.member, admin: sale.admin, super: await makeSuper(site) };
  ids = sale.ids;
  // Texts in documents and in the brand of a company: waiting changes, made changes, a brand of its own.
  const db = site.database.platform;
  await db
    .insertInto('company_brands')
    .values({ company_id: sale.admin.companyId, title: '-', social_links: '[]' })
    .execute();
  const maker = await makeAdmin(site);
  for (const notice of PAYLOADS.slice(0, 3)) {
    const { version } = (await site.call('GET', '/api/v1/admin/settings/get', { token: maker.token })).body.data;
    const body = { notice, version, password: maker.password };
    const answer = await site.call('PUT', '/api/v1/admin/settings/update', { body, token: maker.token });
    expect([answer.status, answer.body.message]).toEqual([200, 'Settings updated successfully']);
  }
  await proposeChanges(site, maker);
  await site.database.platform
    .insertInto('beneficiaries')
    .values(
      PAYLOADS.map((_, nth) => ({
        company_id: sale.admin.companyId,
        holder_name: COMPANY_NAME,
        bank_name: `Bank ${nth}`,
        branch: 'Mumbai',
        account_number: `${100_000_000_000 + nth}`,
        ifsc_code: 'EXAM0000001',
        upi: `cowl${nth}@example`,
        is_primary: false,
      })),
    )
    .execute();
  planted = await plant(site);
});
afterAll(() => site?.remove());

/** Reports what was executed, and what the page took for markup. */
async function expectInert(page: Page, run: (string | number)[]): Promise<void> {
  expect(run).toEqual([]);
  const parts = await page.evaluate(() =>
    [...document.querySelectorAll('[data-planted],[srcdoc],base,a[href^="javascript:"],meta[http-equiv=refresh]')].map(
      (it) => it.outerHTML,
    ),
  );
  expect(parts).toEqual([]);
}

interface Visitor {
  readonly page: Page;
  /** Numbers of the planted texts that were executed. */
  readonly run: (string | number)[];
}

async function newVisitor(who: keyof typeof accounts | 'anonymous'): Promise<Visitor> {
  const page = await newPage(site, who === 'anonymous' ? {} : { cookie: accounts[who].cookie });
  const run: (string | number)[] = [];
  // The page is left, also with what was typed into it.
  page.on('dialog', (dialog) => void (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()));
  await page.exposeFunction('planted', (nth: number) => void run.push(nth));
  return { page, run };
}

async function open(who: keyof typeof accounts | 'anonymous', path: string): Promise<Visitor> {
  const visitor = await newVisitor(who);
  await visit(visitor.page, path);
  return visitor;
}

/** One for each kind of account: a page that is used again has its scripts in memory, which takes a third of the time. */
const visitors = new Map<string, Visitor>();

/** Their acts leave the page without a network, with another clock, or with calls that never end. */
const LEAVES_TRACES = /\.(offline|expired)$|logout$/;

async function visitorOf({ as, file }: PlannedShot): Promise<Visitor> {
  const visitor = visitors.get(as) ?? (await newVisitor(as));
  if (LEAVES_TRACES.test(file)) visitors.delete(as);
  else visitors.set(as, visitor);
  return visitor;
}

test('text that people type is planted: names, references, banks, UPI IDs, titles, file names, reasons', () => {
  expect(planted).toEqual(
    expect.arrayContaining([
      'companies.company_name',
      'companies.company_title',
      'companies.token_name',
      'companies.address',
      'companies.notice',
      'company_brands.title',
      'company_brands.description',
      'company_brands.footer_note',
      'approvals.change.details,bankName',
      'purchases.beneficiary.bankName',
      'users.name',
      'users.email',
      'users.mobile',
      'users.wallet_address',
      'sessions.user_agent',
      'media.file_name',
      'beneficiaries.holder_name',
      'beneficiaries.bank_name',
      'beneficiaries.upi',
      'purchases.reference_number',
      'purchases.reject_reason',
      'mails.subject',
    ]),
  );
});

test('planted markup is detected, and the policy prevents it from running', async () => {
  const { page, run } = await open('anonymous', '/privacy-policy');
  allow(
    page,
    /CSP: script-src-attr refused/,
    /console: (Executing inline event handler|Refused to execute)/,
    /answer: 404 GET \/x/,
  );
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), PAYLOADS[1] ?? '');
  await expect(expectInert(page, run)).rejects.toThrow(/deeply equal/);
  expect(run).toEqual([]);
  await closePage(page);
});

/** These require a valid profile or a valid address to mail a code to, which planted ones are not. */
const IMPOSSIBLE = ['user-profile.session-ended', 'superadmin-companymanage.confirm'];
const SHOTS = plannedShots().filter(
  (shot) =>
    shot.javaScript !== false &&
    shot.language === undefined &&
    shot.status !== 500 &&
    !shot.local &&
    !IMPOSSIBLE.includes(shot.file),
);
test.each(SHOTS)('$file', async (shot) => {
  const path = typeof shot.path === 'string' ? shot.path : shot.path(ids);
  const { page, run } = await visitorOf(shot);
  run.length = 0;
  allow(page, /answer: 404 GET/);
  await visit(page, path);
  // Without its session the page would lead to a login, which shows nothing that was planted.
  expect(new URL(page.url()).pathname).toBe(new URL(path, site.url).pathname);
  if (shot.status === 503) allow(page, /answer: 503 GET \/503/);
  // Some acts find nothing where every value is planted: only the shown text is checked.
  page.setDefaultTimeout(6_000);
  await shot.act?.(page, 900).catch(() => {});
  page.setDefaultTimeout(30_000);
  await page.waitForTimeout(150);
  await expectInert(page, run);
  if (LEAVES_TRACES.test(shot.file)) await closePage(page);
});

describe('more rows than the first page has', () => {
  test.each([
    ['member', '/user/payment-history?status=ALL&limit=100'],
    ['admin', '/admin/purchaserequest?page=2'],
    ['admin', '/admin/purchaserequest?tab=history&page=2'],
  ] as const)('%s: %s', async (who, path) => {
    const { page, run } = await open(who, path);
    await expectInert(page, run);
    await closePage(page);
  });
});

test('the text of an address is only text too', async () => {
  const page = await newPage(site);
  for (const payload of PAYLOADS) {
    const typed = encodeURIComponent(payload);
    for (const [who, path] of [
      [null, `/register?ref=${typed}`],
      ['member', `/user/payment?purchaseId=${typed}&purchaseAmount=${typed}`],
      ['member', `/user/payment-history?status=ALL&search=${typed}`],
      ['admin', `/admin/purchaserequest?search=${typed}`],
    ] as const) {
      const { text } = await site.call('GET', path, who ? { cookie: accounts[who].cookie } : {});
      const parts = await page.evaluate(
        (html) => new DOMParser().parseFromString(html, 'text/html').querySelectorAll('[data-planted],[srcdoc]').length,
        text,
      );
      expect(parts, path).toBe(0);
    }
  }
  await closePage(page);
});
