/** One payment pays once: also where the order that has it names another number. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, seasonAdmins } from '../support/accounts.ts';
import { assign, plantPair, plantRow, undo } from '../support/bank-rows.ts';
import {
  APPROVE,
  freshReference,
  manual,
  post,
  purchaseRow,
  REVERSE,
  submitted,
  withoutCaps,
} from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';
import { setBound } from '../support/sole-walk.ts';
import { makeAccount } from '../support/statements.ts';

let site: Site;
let accountId: string;
let admin: Account;
let second: Account;
let owner: Account;
let stranger: Account;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  await withoutCaps(site);
  accountId = await makeAccount(site, await companyIdOf(site));
  [admin, second] = [await makeAdmin(site), await makeAdmin(site)];
  await seasonAdmins(site, [admin.id, second.id]);
});
afterAll(() => site?.remove());
beforeEach(async () => {
  await setBound(site, null);
  [owner, stranger] = [await makeMember(site), await makeMember(site)];
});

const approve = (who: Account, id: string) => post(site, APPROVE, who, { id });
const orderOf = async (who: Account, amount = '1180.00'): Promise<string> =>
  (
    await submitted(
      site,
      who,
      manual({ referenceNumber: freshReference(), amount, purchaseAmount: amount === '590.00' ? '500' : '1000' }),
    )
  ).id;
const status = async (id: string) => (await purchaseRow(site, id)).status;
const SPENT = /^The payment with this number was given to the order PUR-\d+\./;

it.each(['before', 'after'] as const)('a claim sent %s another order got its payment is not approved', async (when) => {
  const theirs = await orderOf(owner);
  const reference = freshReference();
  const claim = async () => (await submitted(site, stranger, manual({ referenceNumber: reference }))).id;
  const early = when === 'before' ? await claim() : null;
  const rowId = await plantRow(site, owner.companyId, accountId, { reference });
  expect((await assign(site, admin, { rowId, purchaseId: theirs })).body.data.outcome).toBe('APPROVED');
  const purchaseId = early ?? (await claim());
  const { status: code, body } = await approve(admin, purchaseId);
  expect([code, body.reason, body.message]).toEqual([409, 'same_reference', expect.stringMatching(SPENT)]);
  expect(await status(purchaseId)).toBe('PENDING');
  // Who reverses the mistake can approve the claim.
  expect((await post(site, REVERSE, admin, { id: theirs, reason: 'It got the payment by mistake.' })).status).toBe(200);
  expect((await approve(admin, purchaseId)).body.data.status).toBe('APPROVED');
});

it('neither by two admins, of whom the first one approved while the payment was open', async () => {
  const theirs = await orderOf(owner);
  const { rowId, purchaseId } = await plantPair(site, stranger, accountId);
  await setBound(site, 100n);
  expect((await approve(second, purchaseId)).body.data.status).toBe('PENDING');
  await setBound(site, null);
  expect((await assign(site, admin, { rowId, purchaseId: theirs })).body.data.outcome).toBe('APPROVED');
  await setBound(site, 100n);
  for (const who of [admin, second]) expect((await approve(who, purchaseId)).body.reason).toBe('same_reference');
  expect(await status(purchaseId)).toBe('PENDING');
});

it.each([
  [236_000n, 'APPROVED'],
  [235_999n, 'PENDING'],
  [118_001n, 'PENDING'],
] as const)('of a payment of %s paise the rest has to cover what is due: %s', async (amountPaise, expected) => {
  const theirs = await orderOf(owner);
  const { rowId, purchaseId } = await plantPair(site, stranger, accountId, { amountPaise });
  expect((await assign(site, admin, { rowId, purchaseId: theirs })).body.data.outcome).toBe('APPROVED');
  await approve(admin, purchaseId);
  expect(await status(purchaseId)).toBe(expected);
});

it('a payment that is a part of a pending order, or waits for a second admin, pays for no other one', async () => {
  const theirs = (await submitted(site, owner, manual({ purchaseAmount: '2000', amount: '2360.00' }))).id;
  const { rowId, purchaseId } = await plantPair(site, stranger, accountId);
  expect((await assign(site, admin, { rowId, purchaseId: theirs })).body.data.outcome).toBe('PART');
  expect((await approve(admin, purchaseId)).body.reason).toBe('same_reference');
  const [waiting, next] = [await orderOf(owner), await plantPair(site, stranger, accountId)];
  await setBound(site, 100n);
  expect((await assign(site, admin, { rowId: next.rowId, purchaseId: waiting })).body.data.outcome).toBe('WAITING');
  await setBound(site, null);
  expect((await approve(second, next.purchaseId)).body.reason).toBe('same_reference');
  expect((await undo(site, second, next.rowId)).status).toBe(200);
  expect((await approve(second, next.purchaseId)).body.data.status).toBe('APPROVED');
});

it('a number in the note of another payment is no number of it', async () => {
  const theirs = await orderOf(owner);
  const { rowId, purchaseId, reference } = await plantPair(site, stranger, accountId);
  expect((await assign(site, admin, { rowId, purchaseId: theirs })).body.data.outcome).toBe('APPROVED');
  const note = await plantRow(site, owner.companyId, accountId, { reference: freshReference() });
  await sql`INSERT INTO bank_row_references (company_id, row_id, reference, source)
    VALUES (${owner.companyId}, ${note}, ${reference}, 'NOTE')`.execute(site.database.platform);
  expect((await approve(admin, purchaseId)).body.reason).toBe('same_reference');
  const honest = await orderOf(stranger);
  const { reference_number: named } = await purchaseRow(site, honest);
  await sql`INSERT INTO bank_row_references (company_id, row_id, reference, source)
    VALUES (${owner.companyId}, ${rowId}, ${named}, 'NOTE')`.execute(site.database.platform);
  expect((await approve(admin, honest)).body.data.status).toBe('APPROVED');
});

it('of an approval and an assignment at the same time one succeeds', async () => {
  for (let round = 0; round < 8; round++) {
    const theirs = await orderOf(owner);
    const { rowId, purchaseId } = await plantPair(site, stranger, accountId);
    const answers = await Promise.all([
      approve(admin, purchaseId),
      assign(site, second, { rowId, purchaseId: theirs }),
    ]);
    expect(answers.filter(({ status: code }) => code === 200)).toHaveLength(1);
    expect([await status(purchaseId), await status(theirs)].toSorted()).toEqual(['APPROVED', 'PENDING']);
  }
});
