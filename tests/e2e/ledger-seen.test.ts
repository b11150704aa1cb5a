/** A member's browser remembers the last checkpoint that it saw, and the page that checks proofs asks the site (decision 0680). */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { chooseHindi, hi } from '../support/hindi.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { allSealed } from '../support/sealing.ts';
import { type Site, startSite } from '../support/site.ts';

const NOTICE =
  'This site no longer continues the ledger that this browser saw before. Entries may have been taken back or changed. Compare your stock with your proof or receipts, and ask our team if something is missing.';

let site: Site;
let admin: Account;
let member: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  member = await makeMember(site);
  await grow(3);
});
afterAll(() => site?.remove());

async function grow(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { id } = await submitted(site, member, manual());
    await post(site, APPROVE, admin, { id });
  }
  await allSealed(site);
}

/** Another history of the same size in the tiles, as a restored database has it. */
async function changeHistory(): Promise<void> {
  const companyId = await companyIdOf(site);
  await sql`UPDATE log_tiles SET hashes = set_byte(hashes, 0, (get_byte(hashes, 0) + 1) % 256)
    WHERE kind = 'ledger' AND level = 0 AND scope_id = ${companyId}`.execute(site.database.platform);
}

test('the browser of a member tells when the site does not continue what it saw, until the member has read it', async () => {
  const page = await newPage(site, { cookie: member.cookie, width: 360 });
  const seen = () => page.evaluate(() => JSON.parse(localStorage.getItem('ledger-head') ?? '{}').size as number);
  /** As if ten minutes had passed. */
  const later = () =>
    page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('ledger-head') ?? '{}');
      localStorage.setItem('ledger-head', JSON.stringify({ ...stored, at: 0 }));
    });
  const notice = page.locator('[data-ledger-head]');
  await visit(page, '/user/dashboard');
  await expect.poll(seen, { timeout: 15_000 }).toBe(3);
  await grow(2);
  await later();
  await visit(page, '/user/dashboard');
  await expect.poll(seen, { timeout: 15_000 }).toBe(5);
  expect(await notice.isVisible()).toBe(false);

  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('ledger-head') ?? '{}');
    localStorage.setItem('ledger-head', JSON.stringify({ ...stored, size: 4, root: btoa('x'.repeat(32)), at: 0 }));
  });
  for (const address of ['/user/dashboard', '/user/profile']) {
    await visit(page, address);
    await notice.waitFor({ timeout: 15_000 });
    expect(await notice.textContent()).toContain(NOTICE);
  }
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'I have read this' }).click();
  expect([await seen(), await notice.isVisible()]).toEqual([5, false]);
  // A head that is larger than the ledger.
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('ledger-head') ?? '{}');
    localStorage.setItem('ledger-head', JSON.stringify({ ...stored, size: 9, at: 0 }));
  });
  await chooseHindi(page, site.url);
  await visit(page, '/user/dashboard');
  await notice.waitFor({ timeout: 15_000 });
  expect(await notice.textContent()).toContain(hi(NOTICE));
  await closePage(page);
});

test('the page that checks proofs says whether the site continues a proof', async () => {
  const early = (await site.call('GET', '/api/v1/user/stock/proof/get', { token: member.token })).text;
  await grow(1);
  const page = await newPage(site);
  await visit(page, '/ledger/verify');
  const choose = () =>
    page
      .getByLabel('Proof file')
      .setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(early) });
  await choose();
  await page.getByText(/^The site continues this proof: its newest checkpoint has 6 entries/).waitFor();
  await expectNoAxeViolations(page);
  await changeHistory();
  await choose();
  await page.getByRole('heading', { name: 'The site no longer continues this proof' }).waitFor();
  await page.getByText(/^The signatures are right, but the ledger of the site has 6 entries now/).waitFor();
  await expectNoAxeViolations(page);
  await closePage(page);
});
