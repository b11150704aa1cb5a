/** A day with many claims: how much work is left for the admin. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeMember } from '../support/accounts.ts';
import { closePage } from '../support/browser.ts';
import { withoutCaps } from '../support/purchases.ts';
import { importStatement, openBucket, shownBuckets } from '../support/reconciliation.ts';
import { approveExact, claimOf, desk, mistyped, openAs } from '../support/reconciliation-desk.ts';
import type { Request } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';
import { dayInIndia, statementCsv, upiCredit } from '../support/statements.ts';

const INTERACTIONS_MAX = 250;

const BUYERS = [
  'Asha Rao',
  'Ravi Menon',
  'Sunita Kale',
  'Deepak Nair',
  'Leela Iyer',
  'Gopal Bhat',
  'Farida Khan',
  'Neha Joshi',
  'Padma Reddy',
  'Imran Qureshi',
];

describe('a day with 300 claims', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
    await withoutCaps(site);
  });
  afterAll(() => site?.remove());

  test(`80 % of them exact, all are decided in at most ${INTERACTIONS_MAX} interactions`, async () => {
    const admin = await makeAdmin(site);
    const buyers = await Promise.all(BUYERS.map((name) => makeMember(site, { name, isApproved: true })));
    const claims: Request[] = [];
    for (let round = 0; round < 30; round++)
      claims.push(...(await Promise.all(buyers.map((buyer) => claimOf(site, buyer)))));
    const isExact = (nth: number): boolean => nth % 5 !== 0;
    const lines = claims
      .map(({ referenceNumber }) => referenceNumber ?? '')
      .map((referenceNumber, nth) => {
        const number = isExact(nth) ? referenceNumber : mistyped(referenceNumber);
        return upiCredit(number, '1180.00', dayInIndia(), BUYERS[nth % BUYERS.length]?.toUpperCase());
      });
    const page = await openAs(site, admin);
    await importStatement(page, statementCsv(lines));
    // The file and the button that imports it.
    let interactions = 2;
    await expect.poll(() => shownBuckets(page)).toMatchObject({ Exact: 240, Suggested: 60 });
    interactions += await approveExact(page, 240);
    await openBucket(page, 'Suggested');
    interactions++;
    for (let left = 60; left > 0; left--) {
      await desk(page).getByText(`${left} left`, { exact: true }).waitFor();
      await desk(page)
        .getByRole('button', { name: /^Approve/ })
        .waitFor();
      for (const key of ['a', '2', 'Enter']) {
        await page.keyboard.press(key);
        interactions++;
      }
    }
    await desk(page).getByText('No suggestion is waiting.').waitFor();
    process.stdout.write(`300 claims decided in ${interactions} interactions\n`);
    expect(interactions).toBeLessThanOrEqual(INTERACTIONS_MAX);
    const approved = site.database.platform.selectFrom('purchases').select('id').where('status', '=', 'APPROVED');
    expect((await approved.execute()).length).toBe(300);
    await expect
      .poll(async () => (await page.locator('.balance-line').innerText()).replace(/\s+/g, ' '))
      .toBe('Credits ₹3,54,000.00 = Approved ₹2,83,200.00 + Assigned ₹70,800.00 + Not ours ₹0.00 + Open ₹0.00');
    await closePage(page);
  }, 300_000);
});
