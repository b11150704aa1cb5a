/** A referral reward with a sign: the referrer sees why it waits, an admin releases one and refuses another. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin } from '../support/accounts.ts';
import { closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { heldReward, REASON, rewardOf } from '../support/rewards.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;

beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
});
afterAll(() => site?.remove());

test('a reward that waits is explained to the referrer, and released or refused by an admin', async () => {
  const first = await heldReward(site, admin);
  const second = await heldReward(site, admin, first.referrer);

  const member = await newPage(site, { cookie: first.referrer.cookie, width: 360, dark: true });
  await visit(member, '/user/dashboard');
  const card = member.getByRole('region', { name: 'Invite friends' });
  await card.getByText('Rewards waiting').waitFor();
  await card.getByRole('button', { name: 'See each reward' }).click();
  await expect.poll(() => card.getByRole('listitem').count()).toBe(2);
  await card.getByText('You and the buyer have the same mobile number.').first().waitFor();
  await expectNoSidewaysScroll(member);
  await expectNoAxeViolations(member);
  await closePage(member);

  const page = await newPage(site, { cookie: admin.cookie, width: 360 });
  await visit(page, '/admin/dashboard');
  await page.getByRole('link', { name: /^2 referral rewards to review/ }).click();
  await page.waitForURL('**/admin/rewards?state=HELD');
  await page
    .getByRole('button', { name: /^Release the reward/ })
    .nth(1)
    .waitFor();
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page
    .getByRole('button', { name: /^Release the reward/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('same mobile number', { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect.poll(() => page.getByRole('button', { name: /^Release the reward/ }).count()).toBe(1);

  await page.getByRole('button', { name: /^Refuse the reward/ }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Refuse' }).click();
  await form.getByText('Please enter a reason.').waitFor();
  await form.getByLabel('Reason').fill(REASON);
  await form.getByRole('button', { name: 'Refuse' }).click();
  await page.getByText('No reward matches this search and filter.').waitFor();
  const states = [await rewardOf(site, first.purchaseId), await rewardOf(site, second.purchaseId)].map(
    (row) => row.state,
  );
  expect(states.toSorted()).toEqual(['CREDITED', 'REFUSED']);
  await closePage(page);

  const again = await newPage(site, { cookie: first.referrer.cookie });
  await visit(again, '/user/dashboard');
  await again.getByRole('button', { name: 'See each reward' }).click();
  await again.getByText(REASON).waitFor();
  await closePage(again);
});
