/** Payment History and the receipt in a browser: every text, filter and interaction of the specification. */
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anchorsOf } from '@/lib/transparency-log/keys.rules.ts';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import {
  allow,
  closePage,
  DARK_PHONE,
  expectFits,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  newPage,
  type PageOptions,
  visit,
} from '../support/browser.ts';
import { APPROVE, freshReference, manual, post, REJECT, submitted, upi } from '../support/purchases.ts';
import { allSealed } from '../support/sealing.ts';
import { type Site, startSite } from '../support/site.ts';

const HISTORY = '/user/payment-history';
const REASON = 'The bank statement shows no payment with this number.';
let site: Site;
let member: Account;
let approvedId: string;
let rejectedOrder: string;

beforeAll(async () => {
  site = await startSite();
  const admin = await makeAdmin(site);
  member = await makeMember(site, { name: 'Ananya Krishnamurthy' });
  for (let n = 0; n < 12; n++) await submitted(site, member, manual());
  const approved = await submitted(site, member, await upi(site, member));
  approvedId = approved.id;
  await post(site, APPROVE, admin, { id: approvedId });
  const rejected = await submitted(site, member, await upi(site, member));
  rejectedOrder = rejected.orderNumber;
  await post(site, REJECT, admin, { id: rejected.id, reason: REASON });
});
afterAll(() => site?.remove());

async function onPage(run: (page: Page) => Promise<void>, options: PageOptions = {}, path = HISTORY): Promise<void> {
  const page = await newPage(site, { cookie: member.cookie, ...options });
  if (options.javaScript === false) await page.goto(path);
  else await visit(page, path);
  await run(page);
  await closePage(page);
}
const rows = (page: Page) => page.locator('.table tbody tr:not(.table-more)');
const toast = (page: Page) => page.locator('.Toastify__toast');
const status = (page: Page) => page.getByLabel('Status', { exact: true });

test('title, columns, default filter, page sizes and serial numbers', async () => {
  await onPage(async (page) => {
    expect(await page.title()).toMatch(/Payment History$/);
    expect(await page.locator('th').allInnerTexts()).toEqual([
      'SL.No.',
      'Payment Method',
      'Transaction ID',
      'Amount (INR)',
      'Date',
      'Time',
      'Status',
      'Actions',
    ]);
    expect(await status(page).inputValue()).toBe('PENDING');
    expect(await status(page).locator('option').allInnerTexts()).toEqual([
      'All',
      'Pending',
      'Approved',
      'Rejected',
      'Reversed',
    ]);
    const sizes = page.getByLabel('Rows on a page');
    expect(await sizes.locator('option').evaluateAll((all) => all.map((it) => it.getAttribute('value')))).toEqual([
      '10',
      '25',
      '50',
      '100',
    ]);
    expect(await rows(page).count()).toBe(10);
    const first = await rows(page).first().locator('td').allInnerTexts();
    expect(first[0]).toBe('1');
    expect(first[1]).toBe('Manual');
    // No reference and no transaction ID: the first sixteen characters of the record's id.
    expect(first[2]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{2}$/);
    expect(first[3]).toBe('₹1,180.00');
    expect(first[4]).toMatch(/^\d\d\/\d\d\/\d{4}$/);
    expect(first[5]).toMatch(/^\d\d:\d\d:\d\d [ap]m$/);
    expect(first[6]).toBe('Pending');
    await page
      .getByRole('button', { name: 'Page 2' })
      .or(page.getByRole('link', { name: 'Page 2' }))
      .click();
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await rows(page).first().locator('td').first().innerText()).toBe('11');
    expect(page.url()).toContain('page=2');
    await sizes.selectOption('25');
    await expect.poll(() => rows(page).count()).toBe(12);
    expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
  });
});

test('the filters are in the address: a reload shows the same list, already in the HTML', async () => {
  await onPage(
    async (page) => {
      expect(await rows(page).count()).toBe(1);
      expect(await rows(page).innerText()).toContain('Approved');
      expect(await page.locator('.badge').first().getAttribute('data-tone')).toBe('success');
    },
    { javaScript: false },
    `${HISTORY}?status=APPROVED&limit=25`,
  );
});

test('an address after the last page shows the last page', async () => {
  await onPage(
    async (page) => {
      await expect.poll(() => rows(page).count()).toBe(2);
      expect(new URL(page.url()).search).toBe('?page=2');
      expect(await page.getByText('No payment history found.').count()).toBe(0);
    },
    {},
    `${HISTORY}?page=9`,
  );
});

test('a pasted search over the limit is shortened to it', async () => {
  await onPage(async (page) => {
    const search = page.getByRole('searchbox');
    await search.click();
    await page.keyboard.insertText('x'.repeat(500));
    expect(await search.inputValue()).toHaveLength(100);
  });
});

test('the search waits one second, and reports no matches', async () => {
  await onPage(async (page) => {
    const requests: string[] = [];
    page.on('request', (it) => it.url().includes('/transaction/list') && requests.push(it.url()));
    await page.getByRole('searchbox').pressSequentially('no such order', { delay: 20 });
    await page.waitForTimeout(600);
    expect(requests).toEqual([]);
    await page.getByText('No payment history found.').waitFor();
    expect(requests).toHaveLength(1);
    await page.getByRole('button', { name: 'Search all payments' }).click();
    await expect.poll(() => status(page).inputValue()).toBe('ALL');
    expect(await page.getByRole('searchbox').inputValue()).toBe('no such order');
    await page.getByRole('button', { name: 'Show all payments' }).click();
    await expect.poll(() => rows(page).count()).toBe(10);
    expect(await status(page).inputValue()).toBe('ALL');
  });
});

test('the list shows a loading state, names a failure and recovers after a retry', async () => {
  await onPage(async (page) => {
    allow(page, /500 GET \/api\/v1\/user\/transaction\/list/);
    let fails = true;
    await page.route('**/transaction/list**', async (route) => {
      if (!fails) return route.continue();
      await new Promise((done) => setTimeout(done, 400));
      await route.fulfill({ status: 500, json: { status: false, message: 'The list is away.', code: 'internal' } });
    });
    await status(page).selectOption('REJECTED');
    await page.getByText('Loading transactions...').waitFor();
    await page.getByText('Error fetching data: The list is away.').waitFor();
    await expect.poll(() => toast(page).allInnerTexts()).toEqual(['The list is away.']);
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: `Details of order ${rejectedOrder}` }).waitFor();
  });
});

describe('a row opens the progress of its purchase', () => {
  const open = async (page: Page) => {
    const details = page.getByRole('button', { name: /^Details of order/ }).first();
    await details.click();
    await expect.poll(() => details.getAttribute('aria-expanded')).toBe('true');
    await page
      .locator('.table-more')
      .getByRole('list', { name: /^Progress of order/ })
      .waitFor();
    return page.locator('.table-more').innerText();
  };

  test('on a slow connection the dialog shows that it loads; on a failure it closes and says why', async () => {
    await onPage(async (page) => {
      let comes = false;
      await page.route(/Timeline/, async (route) => {
        await new Promise((done) => setTimeout(done, 500));
        await (comes ? route.continue() : route.abort());
      });
      allow(page, /GET .*Timeline/);
      const details = page.getByRole('button', { name: /^Details of order/ }).first();
      await details.click();
      await page.getByText('Loading the details…').waitFor();
      await toast(page)
        .getByText('The details could not be loaded. Please check your connection and try again.')
        .waitFor();
      await expect.poll(() => details.getAttribute('aria-expanded')).toBe('false');
      comes = true;
      await open(page);
    });
  });

  test('pending: in review', async () => {
    await onPage(async (page) => {
      const text = await open(page);
      for (const word of ['Submitted', 'In review', 'Stock credited', 'Order #', '₹1,180.00'])
        expect(text).toContain(word);
      // It was sent without a proof, and may still have to be paid.
      expect(text).toContain('We have your order. No proof was needed.');
      expect(text).toContain('Our team is confirming your payment. Usually within a day.');
      expect(text).not.toMatch(/bank statement|We have your proof/);
      expect(text).not.toContain('Printable receipt');
    });
  });

  test('pending after its hold has ended: what that means', async () => {
    const late = await makeMember(site, { name: 'Late Person' });
    const { id } = await submitted(site, late, manual());
    await site.database.platform
      .updateTable('purchases')
      .set({ hold_ended_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    await onPage(
      async (page) => {
        const text = await open(page);
        expect(text).toMatch(/In review.+Hold ended.+Your tokens are no longer held.+Stock credited/s);
        expect(text).not.toContain('Usually within a day.');
      },
      { cookie: late.cookie },
    );
  });

  test('pending for more than a day: it takes longer than usual', async () => {
    const waiting = await makeMember(site);
    const { id } = await submitted(site, waiting, manual());
    await sql`UPDATE purchases SET created_at = now() - interval '25 hours' WHERE id = ${id}`.execute(
      site.database.platform,
    );
    await onPage(async (page) => expect(await open(page)).toContain('It takes longer than usual.'), {
      cookie: waiting.cookie,
    });
  });

  test('the statement is one press away', async () => {
    await onPage(async (page) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Statement (CSV)' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(new RegExp(`^${SYMBOL}-statement-[\\d-]+\\.csv$`));
    });
  });

  test('approved: credited with its hash, and a receipt to print', async () => {
    await onPage(
      async (page) => {
        const text = await open(page);
        expect(text).toMatch(new RegExp(`Approved[^]+Stock credited\\s+4,000 ${SYMBOL}\\s+0x[0-9a-f]{8}…[0-9a-f]{6}`));
        expect(text).toContain('Verified');
        await page.getByRole('link', { name: 'Printable receipt' }).click();
        await page.getByRole('heading', { name: 'Payment receipt' }).waitFor();
        expect(await page.title()).toMatch(new RegExp(`Receipt ${SYMBOL}/\\d\\d-\\d\\d/00001$`));
        await page.emulateMedia({ media: 'print' });
        expect(await page.getByRole('button', { name: 'Print or save as PDF' }).count()).toBe(0);
        expect(await page.locator('.side').isVisible()).toBe(false);
        expect(await page.getByText('Rupees One Thousand One Hundred Eighty only').isVisible()).toBe(true);
      },
      {},
      `${HISTORY}?status=APPROVED`,
    );
  });

  test('rejected: the reason, and a new order of the same amount', async () => {
    await onPage(
      async (page) => {
        allow(page, /404 GET \/user\/payment/);
        const text = await open(page);
        expect(text).toContain('We have your proof of payment.');
        expect(text).toContain(`Reason: ${REASON}`);
        await page.getByRole('button', { name: 'Correct and send again' }).click();
        await page.waitForURL(/\/user\/payment\?/);
        const { searchParams } = new URL(page.url());
        expect(searchParams.get('purchaseId')).toMatch(/^PUR-\d{6}$/);
        expect(searchParams.get('purchaseId')).not.toBe(rejectedOrder);
        expect(searchParams.get('purchaseAmount')).toBe('1000.00');
        // Filled with what was sent, the reason on top: one more tap sends it.
        const dialog = page.getByRole('dialog');
        await dialog.getByText(REASON).waitFor();
        expect(await dialog.getByLabel('UTR or Transaction Number').inputValue()).not.toBe('');
        expect(await dialog.getByText('The file of your earlier proof').isVisible()).toBe(true);
        await dialog.getByRole('button', { name: 'Submit' }).click();
        await page.waitForURL(/\/user\/buy-token/);
      },
      {},
      `${HISTORY}?status=REJECTED`,
    );
  });

  test('two members with one reference: it says so, without a word about the other member, and nothing failed', async () => {
    const other = await makeMember(site, { name: 'Someone Else' });
    const referenceNumber = freshReference();
    await submitted(site, other, await upi(site, other, { referenceNumber }));
    await submitted(site, member, await upi(site, member, { referenceNumber }));
    await onPage(async (page) => {
      expect(await rows(page).first().locator('.badge').allInnerTexts()).toEqual(['Pending']);
      const text = await open(page);
      expect(text).toContain('Someone else has sent the same UTR');
      expect(text).not.toContain('Someone Else');
    });
  });
});

test('the proof opens as a picture in its own dialog, by keyboard, and returns the focus', async () => {
  await onPage(
    async (page) => {
      const button = page.getByRole('button', { name: /^View the payment receipt/ }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'View Payment Receipt' });
      const picture = dialog.getByRole('img', { name: /^Payment receipt of order/ });
      await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
      await expectNoAxeViolations(page);
      await page.keyboard.press('Escape');
      await expect.poll(() => dialog.count()).toBe(0);
      expect(await button.evaluate((it) => it === document.activeElement)).toBe(true);
    },
    {},
    `${HISTORY}?status=APPROVED`,
  );
});

test('the receipt has the signed checkpoint of the ledger, as an anchor that can be kept', async () => {
  await allSealed(site);
  await onPage(
    async (page) => {
      const note = await page.locator('.receipt code', { hasText: '/ledger/' }).innerText();
      expect(anchorsOf(note)).toMatchObject([{ kind: 'ledger', size: expect.toSatisfy((it) => it > 0) }]);
      expect(note).toMatch(/^— /m);
    },
    {},
    `/user/receipt/${approvedId}`,
  );
});

test('the receipt has two columns on a tablet and on paper, black on white in the dark theme too', async () => {
  await onPage(
    async (page) => {
      const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN;
      for (const [media, width] of [
        ['screen', 768],
        // A4 between margins of 16 mm.
        ['print', 673],
      ] as const) {
        await page.emulateMedia({ media });
        await page.setViewportSize({ width, height: 900 });
        const offset = async () => Math.abs((await top('.receipt h1')) - (await top('.receipt address')));
        await expect.poll(offset, { message: media }).toBeLessThan(8);
        await expectNoSidewaysScroll(page);
      }
      const notBlack = await page
        .locator('.receipt *, .content-zone')
        .evaluateAll((all) =>
          all
            .filter((element) => getComputedStyle(element).color !== 'rgb(0, 0, 0)')
            .map((element) => element.outerHTML),
        );
      expect(notBlack).toEqual([]);
    },
    { dark: true },
    `/user/receipt/${approvedId}`,
  );
});

test('members cannot read another member’s receipt, and the page says so', async () => {
  const stranger = await makeMember(site);
  const page = await newPage(site, { cookie: stranger.cookie });
  allow(page, /404 GET \/user\/receipt/);
  expect(await visit(page, `/user/receipt/${approvedId}`)).toBe(404);
  await page.getByText('Receipt not found.').waitFor();
  expect(await page.content()).not.toContain('Ananya');
  await expectNoAxeViolations(page);
  await closePage(page);
});

test('a new member sees the next step', async () => {
  const fresh = await makeMember(site);
  await onPage(
    async (page) => {
      await page.getByText('No payment history found.').waitFor();
      expect(await page.getByRole('link', { name: 'Buy your first tokens' }).getAttribute('href')).toBe(
        '/user/buy-token',
      );
    },
    { cookie: fresh.cookie },
    `${HISTORY}?status=ALL`,
  );
});

describe('every width', () => {
  test.each([`${HISTORY}?status=ALL`, 'receipt'])('%s is accessible and nothing is cut off', async (at) => {
    const path = at === 'receipt' ? `/user/receipt/${approvedId}` : at;
    await onPage(
      async (page) => {
        if (at !== 'receipt')
          await page
            .getByRole('button', { name: /^Details of order/ })
            .nth(1)
            .click();
        await expectFits(page);
      },
      DARK_PHONE,
      path,
    );
  });
});
