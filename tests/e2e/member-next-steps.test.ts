/** What the dashboard says happens next: the state of the account, its orders and the sale. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { expectNoAxeViolations } from '../support/browser.ts';
import { onPage, type Visit, type VisitOptions } from '../support/member.ts';
import { APPROVE, manual, post, REJECT, submitted } from '../support/purchases.ts';
import { reversed } from '../support/refunds.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

const dashboard = (options: VisitOptions, run: (at: Visit) => Promise<void>) =>
  onPage(site, '/user/dashboard', options, run);

describe('the next steps match the real state', () => {
  const steps = async ({ page }: Visit): Promise<string[]> =>
    (await page.getByRole('region', { name: 'What happens next' }).getByRole('listitem').allInnerTexts()).map((text) =>
      text.replace(/\s+/g, ' '),
    );

  test('a new member waits for verification and may buy; the launch has a date', async () => {
    await dashboard({}, async (at) => {
      const [first, second, third] = await steps(at);
      expect(first).toBe('Now: Waiting for verification Our team is checking your details. You can buy meanwhile.');
      expect(second).toMatch(new RegExp(`^Now: Buy your first ${SYMBOL} `));
      expect(third).toMatch(/^Still to come: Launch On \d+ \w+ \d{4}, in 179d \d+h\. Your stock unlocks then\.$/);
    });
  });

  test('a payment in review, and a verified account', async () => {
    const member = await makeMember(site, { isApproved: true });
    await submitted(site, member, manual());
    await dashboard({ member }, async (at) => {
      const [first, second] = await steps(at);
      expect(first).toMatch(/^Done: Account verified/);
      expect(second).toMatch(/^Now: Payment in review 1 payment is being checked by our team, usually within a day\./);
      await at.page.getByRole('link', { name: 'See the status' }).click();
      await at.page.waitForURL('**/user/payment-history');
    });
  });

  test('a rejected order, and a question about another, say what to do and lead there', async () => {
    const member = await makeMember(site, { isApproved: true });
    const { id, orderNumber } = await submitted(site, member, manual());
    expect((await post(site, REJECT, admin, { id, reason: 'No payment came in.' })).status).toBe(200);
    await dashboard({ member, width: 360 }, async ({ page }) => {
      await page.getByText('Payment rejected').waitFor();
      await expectNoAxeViolations(page);
      await page.getByRole('link', { name: 'Correct it' }).click();
      await page.waitForURL(`**/user/payment-history?status=REJECTED&search=${orderNumber}`);
      await page
        .getByRole('button', { name: `Details of order ${orderNumber}` })
        .first()
        .waitFor();
    });
    const second = await submitted(site, member, manual());
    const question = { id: second.id, text: 'How do you pay?', isQuestion: true };
    expect((await post(site, '/api/v1/admin/transaction/messages/add', admin, question)).status).toBe(201);
    await dashboard({ member }, async ({ page }) => {
      await page.getByText('Our team has a question').waitFor();
      expect(await page.getByText('Payment rejected').count()).toBe(0);
      await page.getByRole('link', { name: 'Answer now' }).click();
      await page.waitForURL(`**/user/payment-history?status=PENDING&search=${second.orderNumber}`);
    });
  });

  test('a rejected order does not hide a payment in review, and is no longer a step after 30 days', async () => {
    const member = await makeMember(site, { isApproved: true });
    await submitted(site, member, manual());
    const { id } = await submitted(site, member, manual());
    expect((await post(site, REJECT, admin, { id })).status).toBe(200);
    await dashboard({ member }, async (at) => {
      const [, second, third] = await steps(at);
      expect([second, third].map((step) => step?.slice(0, 22))).toEqual([
        'Now: Payment rejected ',
        'Now: Payment in review',
      ]);
    });
    await sql`UPDATE purchases SET decided_at = now() - interval '31 days' WHERE id = ${id}`.execute(
      site.database.platform,
    );
    await dashboard({ member }, async (at) => {
      expect((await steps(at)).filter((step) => step.includes('rejected'))).toEqual([]);
    });
  });

  test('a reversed order, and a paused sale', async () => {
    const member = await makeMember(site, { isApproved: true });
    await reversed(site, member, admin);
    await dashboard({ member }, async (at) => {
      expect((await steps(at))[1]).toMatch(/^Now: Payment reversed The tokens of PUR-\d+ were taken back\./);
    });
    const companyId = await companyIdOf(site);
    const pause = (at: string, reason: string | null) =>
      sql`UPDATE companies SET paused_at = ${sql.raw(at)}, pause_reason = ${reason} WHERE id = ${companyId}`.execute(
        site.database.platform,
      );
    await pause('now()', 'The price changes on Monday.');
    try {
      await dashboard({}, async (at) => {
        expect((await steps(at))[1]).toBe(
          `Still to come: Buy your first ${SYMBOL} The sale is paused: The price changes on Monday.`,
        );
      });
    } finally {
      await pause('NULL', null);
    }
  });

  test('everything is sold', async () => {
    const companyId = await companyIdOf(site);
    const hold = (all: string) =>
      sql`UPDATE supplies SET held = held ${sql.raw(all)} (SELECT private_supply FROM companies WHERE id = company_id)
        WHERE company_id = ${companyId}`.execute(site.database.platform);
    await hold('+');
    try {
      await dashboard({}, async (at) => {
        expect((await steps(at))[1]).toBe(
          `Still to come: Buy your first ${SYMBOL} All tokens of this sale are sold or reserved.`,
        );
      });
    } finally {
      await hold('-');
    }
  });

  test('verified members only, and no launch day', async () => {
    const companyId = await companyIdOf(site);
    const { launch_at } = await site.database.platform
      .selectFrom('companies')
      .select('launch_at')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    const set = (only: boolean, at: Date | null) =>
      sql`UPDATE companies SET verified_members_only = ${only}, launch_at = ${at} WHERE id = ${companyId}`.execute(
        site.database.platform,
      );
    await set(true, null);
    try {
      await dashboard({ member: {} }, async (at) => {
        const [first, second, third] = await steps(at);
        expect(first).toMatch(/You can buy as soon as that is done\.$/);
        expect(second).toBe(`Still to come: Buy your first ${SYMBOL} Opens once your account is verified.`);
        expect(third).toBe('Still to come: Launch The day has not been set yet. You will see it here.');
      });
      const holder = await makeMember(site, { isApproved: true });
      const { id } = await submitted(site, holder, manual());
      expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
      await dashboard({ member: holder }, async ({ page }) => {
        expect(await page.locator('.tabs-panel tbody tr').first().locator('td').last().innerText()).toBe('N/A');
      });
    } finally {
      await set(false, launch_at);
    }
  });
});
