/** Decisions on bank rows: each approval is the ordinary one with its match, and is made once however often it is sent. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember, signIn } from '../support/accounts.ts';
import {
  approveExact,
  approvePairs,
  assign,
  isInBucket,
  matchesOf,
  plantPair,
  plantRow,
  undo,
} from '../support/bank-rows.ts';
import {
  APPROVE,
  approvalOf,
  expectSums,
  freshReference,
  leaveTokens,
  manual,
  post,
  purchaseRow,
  REJECT,
  REVERSE,
  submitted,
  tally,
  withoutCaps,
} from '../support/purchases.ts';
import { type Answer, type Site, startSite, statusAndMessage } from '../support/site.ts';
import { getJson, makeAccount } from '../support/statements.ts';

let site: Site;
let other: Site;
let companyId: string;
let accountId: string;
let admin: Account;
let second: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  other = await startSite({ databaseUrl: site.databaseUrl ?? '' });
  companyId = await companyIdOf(site);
  await withoutCaps(site);
  accountId = await makeAccount(site, companyId);
  [admin, second] = [await makeAdmin(site, { name: 'Vikram Shah' }), await makeAdmin(site, { name: 'Leela Nair' })];
  buyer = await makeMember(site);
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});

/** Above this worth in paise two admins approve; null for never. */
const askForTwoAbove = (bound: bigint | null) =>
  site.database.platform
    .updateTable('companies')
    .set({ second_approver_above_paise: bound })
    .where('id', '=', companyId)
    .execute();
beforeEach(() => askForTwoAbove(null));

const statusOf = async (id: string) => (await purchaseRow(site, id)).status;
const entriesOf = (purchaseId: string) =>
  site.database.platform.selectFrom('stock_entries').selectAll().where('source_id', '=', purchaseId).execute();
const trailOf = async (id: string) =>
  site.database.platform
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'after'])
    .where('subject_id', '=', id)
    .orderBy('seq')
    .execute();
const pairOf = ({ rowId, purchaseId }: { rowId: string; purchaseId: string }) => ({ rowId, purchaseId });
const resultOf = ({ body }: Answer) => body.data.results[0];

describe('approving', () => {
  it('approves an exact match as the ordinary approval does, with its match and its audit entry', async () => {
    const pair = await plantPair(site, buyer, accountId);
    const answer = await approvePairs(site, admin, [pair]);
    expect([answer.status, answer.body.message, answer.body.data]).toEqual([
      200,
      '1 purchase approved',
      {
        approved: 1,
        waiting: 0,
        failed: 0,
        remaining: 0,
        results: [{ rowId: pair.rowId, purchaseId: pair.purchaseId, ok: true, message: 'Approved' }],
      },
    ]);
    expect(await purchaseRow(site, pair.purchaseId)).toMatchObject({ status: 'APPROVED', decided_by: admin.id });
    expect(await entriesOf(pair.purchaseId)).toMatchObject([{ user_id: buyer.id, quantity: 4000n }]);
    const match = { row_id: pair.rowId, kind: 'EXACT', reference: pair.reference, reason: null, matched_by: admin.id };
    expect(await matchesOf(site, pair.purchaseId)).toMatchObject([{ ...match, released_at: null }]);
    expect(await trailOf(pair.purchaseId)).toMatchObject([
      { action: 'purchase.submit' },
      { action: 'purchase.approve', actor_id: admin.id },
      { action: 'statement.match', actor_id: admin.id, after: { bankRow: pair.rowId, amountPaise: '118000' } },
    ]);
    expect(await isInBucket(site, admin, 'DECIDED', pair.rowId)).toBe(true);
    await expectSums(site, companyId);
  });

  it('says the same when it is sent again, and approves nothing twice', async () => {
    const pair = await plantPair(site, buyer, accountId);
    await approvePairs(site, admin, [pair, pair]);
    const again = await approvePairs(site, second, [pair]);
    expect(again.body.data).toMatchObject({ approved: 1, failed: 0 });
    expect(resultOf(again).message).toBe('This purchase has already been approved with this bank row.');
    expect(await entriesOf(pair.purchaseId)).toHaveLength(1);
    expect(await matchesOf(site, pair.purchaseId)).toHaveLength(1);
  });

  it('approves once when two admins on two nodes and the ordinary queue do it in parallel', async () => {
    const pairs = [await plantPair(site, buyer, accountId), await plantPair(site, buyer, accountId)];
    const answers = await Promise.all([
      approvePairs(site, admin, pairs),
      approvePairs(other, second, pairs.toReversed()),
      approveExact(other, admin),
      approveExact(site, second),
      ...pairs.map(({ purchaseId }) => post(site, APPROVE, admin, { id: purchaseId })),
    ]);
    expect(answers.slice(0, 4).map((it) => it.status)).toEqual([200, 200, 200, 200]);
    for (const { purchaseId } of pairs) {
      expect(await statusOf(purchaseId)).toBe('APPROVED');
      expect(await entriesOf(purchaseId)).toHaveLength(1);
      expect((await matchesOf(site, purchaseId)).length).toBeLessThanOrEqual(1);
    }
    await expectSums(site, companyId);
  });

  it('compares under the locks: a second row, another claim, or a mark stops it', async () => {
    const [rival, claimed, marked] = [
      await plantPair(site, buyer, accountId),
      await plantPair(site, buyer, accountId),
      await plantPair(site, buyer, accountId),
    ];
    await plantRow(site, companyId, accountId, { reference: rival.reference, amountPaise: 5n });
    await submitted(site, await makeMember(site), manual({ referenceNumber: claimed.reference }));
    await assign(site, admin, { rowId: marked.rowId, notOurs: true });
    const answer = await approvePairs(site, admin, [rival, claimed, marked]);
    expect(answer.body.data).toMatchObject({ approved: 0, failed: 3 });
    expect(answer.body.message).toBe('0 purchases approved, 3 not approved');
    expect(resultOf(answer)).toMatchObject({
      ok: false,
      message:
        'This bank row and this purchase do not match exactly, so they can’t be approved without a reason. Please reload the list.',
    });
    for (const { purchaseId } of [rival, claimed, marked]) {
      expect(await statusOf(purchaseId)).toBe('PENDING');
      expect(await matchesOf(site, purchaseId)).toEqual([]);
    }
  });

  it('approves all exact matches of the company, and leaves the others', async () => {
    const exact = [await plantPair(site, buyer, accountId), await plantPair(site, buyer, accountId)];
    const short = await plantPair(site, buyer, accountId, { amountPaise: 100_000n });
    const answer = await approveExact(site, admin);
    const approved = answer.body.data.results.filter((it: { ok: boolean }) => it.ok);
    expect(approved.map((it: { rowId: string }) => it.rowId)).toEqual(
      expect.arrayContaining(exact.map((it) => it.rowId)),
    );
    expect(answer.body.data.remaining).toBe(0);
    expect(await statusOf(short.purchaseId)).toBe('PENDING');
    expect((await approveExact(site, admin)).body.data.approved).toBe(0);
  });

  it('finds neither a missing row or purchase nor those of another company, and then approves nothing', async () => {
    const pair = await plantPair(site, buyer, accountId);
    const foreign = await makeCompany(site);
    const foreignAccount = await makeAccount(site, foreign);
    const foreignRow = await plantRow(site, foreign, foreignAccount, { reference: pair.reference });
    const debit = await plantRow(site, companyId, accountId, { reference: freshReference(), side: 'DEBIT' });
    for (const rowId of [randomUUID(), foreignRow, debit]) {
      const refused = await approvePairs(site, admin, [pair, { ...pair, rowId }]);
      expect(statusAndMessage(refused)).toEqual([404, 'Bank row not found.']);
      expect((await assign(site, admin, { rowId, purchaseId: pair.purchaseId })).status).toBe(404);
      expect((await assign(site, admin, { rowId, notOurs: true })).status).toBe(404);
      expect((await undo(site, admin, rowId)).status).toBe(404);
    }
    const unknown = { ...pair, purchaseId: randomUUID() };
    expect(statusAndMessage(await approvePairs(site, admin, [unknown]))).toEqual([404, 'Purchase not found.']);
    expect(statusAndMessage(await assign(site, admin, pairOf(unknown)))).toEqual([404, 'Purchase not found.']);
    expect(await statusOf(pair.purchaseId)).toBe('PENDING');
  });

  it('refuses an admin’s own purchase', async () => {
    const own = await makeAdmin(site);
    const asBuyer = { ...own, ...(await signIn(site, { kind: 'member', companyId, accountId: own.id })) };
    const pair = await plantPair(site, asBuyer, accountId);
    expect(resultOf(await approvePairs(site, own, [pair])).message).toMatch(/your own purchase/);
    expect((await approveExact(site, own)).body.data.results.map((it: { rowId: string }) => it.rowId)).not.toContain(
      pair.rowId,
    );
    expect((await assign(site, own, pairOf(pair))).status).toBe(403);
    expect(resultOf(await approvePairs(site, admin, [pair])).ok).toBe(true);
  });
});

const approvableOf = async (who: Account) => (await getJson(site, who, 'summary/get')).body.data.approvable;

describe('with two admins', () => {
  beforeEach(() => askForTwoAbove(100_000n));

  it('the match is the first approval, and the second admin completes it from the statement or from the queue', async () => {
    const fromQueue = (node: Site, who: Account, id: string) => post(node, APPROVE, who, { id });
    for (const complete of [approveExact, fromQueue]) {
      const pair = await plantPair(site, buyer, accountId);
      const first = await approvePairs(site, admin, [pair]);
      expect(first.body.data).toMatchObject({ approved: 0, waiting: 1, failed: 0 });
      expect(first.body.message).toBe('0 purchases approved, 1 waiting for a second admin');
      expect(resultOf(first)).toMatchObject({ ok: true, message: expect.stringMatching(/^First approval recorded/) });
      const again = await approvePairs(site, admin, [pair]);
      expect(again.body.data).toMatchObject({ approved: 0, waiting: 1, failed: 0 });
      expect((await approveExact(site, admin)).body.data.results).toEqual([]);
      expect(await isInBucket(site, second, 'EXACT', pair.rowId)).toBe(true);
      // The button of each admin counts what they can approve.
      const [mine, theirs] = [await approvableOf(admin), await approvableOf(second)];
      expect([theirs.count - mine.count, Number(theirs.amount) - Number(mine.amount)]).toEqual([1, 1180]);
      await complete(other, second, pair.purchaseId);
      expect(await purchaseRow(site, pair.purchaseId)).toMatchObject({ status: 'APPROVED', decided_by: second.id });
      expect(await matchesOf(site, pair.purchaseId)).toMatchObject([{ matched_by: admin.id, released_at: null }]);
      expect(await approvalOf(site, pair.purchaseId, 'purchase.approve')).toMatchObject({ state: 'CONFIRMED' });
      expect(await isInBucket(site, admin, 'DECIDED', pair.rowId)).toBe(true);
    }
  });

  it('a row that waits is used for no other purchase, and undoing frees it and ends the first approval', async () => {
    const pair = await plantPair(site, buyer, accountId, { amountPaise: 100_000n });
    const rival = await submitted(site, buyer, manual({ referenceNumber: freshReference() }));
    const first = await assign(site, admin, { ...pairOf(pair), acceptShortfall: true });
    expect([first.status, first.body.data.bucket]).toEqual([200, 'AMOUNT_DIFFERS']);
    const refused = await assign(site, second, { rowId: pair.rowId, purchaseId: rival.id });
    expect(statusAndMessage(refused)).toEqual([409, expect.stringMatching(/waits for a second admin/)]);
    expect((await assign(site, second, { rowId: pair.rowId, notOurs: true })).status).toBe(409);
    expect((await undo(site, second, pair.rowId)).body.data).toEqual({ rowId: pair.rowId, bucket: 'AMOUNT_DIFFERS' });
    expect(await approvalOf(site, pair.purchaseId, 'purchase.approve')).toMatchObject({ state: 'REFUSED' });
    expect((await matchesOf(site, pair.purchaseId))[0]?.released_at).not.toBeNull();
    expect((await assign(site, second, { rowId: pair.rowId, purchaseId: rival.id })).status).toBe(200);
  });

  it('a row that waits with another purchase is left out of the exact ones, and refused by name', async () => {
    const pair = await plantPair(site, buyer, accountId);
    const rival = await submitted(site, buyer, manual({ referenceNumber: freshReference() }));
    expect((await assign(site, admin, { rowId: pair.rowId, purchaseId: rival.id })).status).toBe(200);
    const all = await approveExact(site, second);
    expect(all.body.data.results.map((it: { rowId: string }) => it.rowId)).not.toContain(pair.rowId);
    const refused = resultOf(await approvePairs(site, second, [pair]));
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining(`${rival.orderNumber} waits`) });
  });

  it('a rejection frees the row', async () => {
    const pair = await plantPair(site, buyer, accountId);
    await approvePairs(site, admin, [pair]);
    await post(site, REJECT, second, { id: pair.purchaseId });
    expect((await matchesOf(site, pair.purchaseId))[0]?.released_at).not.toBeNull();
    expect(await isInBucket(site, admin, 'REOPEN', pair.rowId)).toBe(true);
  });
});

describe('assigning', () => {
  it('approves a purchase with another amount, with the reason and both amounts in the audit trail', async () => {
    const pair = await plantPair(site, buyer, accountId, { amountPaise: 116_820n });
    const reason = 'The buyer deducted tax at source and showed the certificate.';
    const answer = await assign(site, admin, { ...pairOf(pair), reason, acceptShortfall: true });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { ...pairOf(pair), bucket: 'DECIDED', outcome: 'APPROVED' },
    ]);
    expect(answer.body.message).toMatch(/^Purchase PUR-.* approved with this bank row$/);
    expect(await statusOf(pair.purchaseId)).toBe('APPROVED');
    expect(await matchesOf(site, pair.purchaseId)).toMatchObject([
      { kind: 'ASSIGNED', reason, reference: pair.reference },
    ]);
    expect((await trailOf(pair.purchaseId)).at(-1)).toMatchObject({
      action: 'statement.assign',
      after: { amountPaise: '116820', receivedPaise: '116820', duePaise: '118000', reason },
    });
    expect((await assign(site, admin, { ...pairOf(pair), reason })).status).toBe(200);
    expect(await entriesOf(pair.purchaseId)).toHaveLength(1);
  });

  it('approves a purchase with a row that has another reference, and spends each once in parallel', async () => {
    const rows = [await plantRow(site, companyId, accountId, { reference: freshReference() })];
    rows.push(await plantRow(site, companyId, accountId, { reference: freshReference() }));
    const claims: { id: string }[] = [];
    for (let n = 0; n < 3; n++)
      claims.push(await submitted(site, buyer, manual({ referenceNumber: freshReference() })));
    const answers = await Promise.all(
      rows.flatMap((rowId) =>
        claims.map(({ id }, nth) =>
          assign(nth % 2 ? site : other, nth % 2 ? admin : second, { rowId, purchaseId: id }),
        ),
      ),
    );
    expect(tally(answers)).toEqual({ 200: 2, 409: 4 });
    const matches = (await Promise.all(claims.map(({ id }) => matchesOf(site, id)))).flat();
    expect(matches.map((it) => it.row_id).sort()).toEqual([...rows].sort());
    expect(new Set(matches.map((it) => it.purchase_id)).size).toBe(2);
    expect(matches.every((it) => it.reference === null)).toBe(true);
    await expectSums(site, companyId);
  });

  it('reopens a rejected purchase that matches exactly and approves it, from either call', async () => {
    for (const decide of [
      (pair: object) => assign(site, admin, pair),
      (pair: { rowId: string; purchaseId: string }) => approvePairs(site, admin, [pair]),
    ]) {
      const pair = await plantPair(site, buyer, accountId);
      await post(site, REJECT, admin, { id: pair.purchaseId, reason: 'Not at the bank' });
      expect(await isInBucket(site, admin, 'REOPEN', pair.rowId)).toBe(true);
      expect(
        (await approveExact(site, admin)).body.data.results.map((it: { rowId: string }) => it.rowId),
      ).not.toContain(pair.rowId);
      expect((await decide(pairOf(pair))).status).toBe(200);
      expect(await purchaseRow(site, pair.purchaseId)).toMatchObject({ status: 'APPROVED', reject_reason: null });
      expect((await trailOf(pair.purchaseId)).map((it) => it.action).slice(2, 4)).toEqual([
        'purchase.reopen',
        'purchase.approve',
      ]);
      await expectSums(site, companyId);
    }
  });

  it('reopens nothing without its reference and amount, without stock, or after a new submission of the payment', async () => {
    const late = await plantPair(site, buyer, accountId, { amountPaise: 5n });
    const again = await plantPair(site, buyer, accountId);
    const sold = await plantPair(site, await makeMember(site), accountId);
    for (const { purchaseId } of [late, again, sold]) await post(site, REJECT, admin, { id: purchaseId });
    await submitted(site, buyer, manual({ referenceNumber: again.reference }));
    expect(statusAndMessage(await assign(site, admin, pairOf(late)))[1]).toMatch(
      /A rejected purchase can be approved only/,
    );
    expect(statusAndMessage(await assign(site, admin, pairOf(again)))[1]).toMatch(/submitted this payment again/);
    // A reopened order ends holds without a proof: none remains.
    const pending = site.database.platform.selectFrom('purchases').select('id').where('status', '=', 'PENDING');
    for (const { id } of await pending.execute()) await post(site, REJECT, admin, { id });
    await leaveTokens(site, companyId, 10n);
    expect(statusAndMessage(await assign(site, admin, pairOf(sold)))).toEqual([
      409,
      'Only 10 tokens are left, so this purchase can’t be reopened now.',
    ]);
    await leaveTokens(site, companyId, 10_000_000n);
    for (const { purchaseId } of [late, again, sold]) {
      expect(await statusOf(purchaseId)).toBe('REJECTED');
      expect(await matchesOf(site, purchaseId)).toEqual([]);
    }
    await expectSums(site, companyId);
  });

  it('refuses a row whose reference belongs to an approved purchase, and links it to that one', async () => {
    const pair = await plantPair(site, buyer, accountId);
    await post(site, APPROVE, admin, { id: pair.purchaseId });
    expect(await isInBucket(site, admin, 'ALREADY_USED', pair.rowId)).toBe(true);
    const rival = await submitted(site, buyer, manual({ referenceNumber: freshReference() }));
    const refused = await assign(site, admin, { rowId: pair.rowId, purchaseId: rival.id });
    expect(statusAndMessage(refused)).toEqual([
      409,
      expect.stringMatching(/belongs to purchase PUR-.*, which is approved/),
    ]);
    expect(resultOf(await approvePairs(site, admin, [pair])).ok).toBe(false);
    expect((await assign(site, admin, pairOf(pair))).body.data.bucket).toBe('DECIDED');
    expect(await isInBucket(site, admin, 'DECIDED', pair.rowId)).toBe(true);
    expect(await entriesOf(pair.purchaseId)).toHaveLength(1);
  });

  it('refuses a row that the bank took back', async () => {
    const pair = await plantPair(site, buyer, accountId);
    await plantRow(site, companyId, accountId, { reference: pair.reference, side: 'DEBIT' });
    expect(statusAndMessage(await assign(site, admin, pairOf(pair)))).toEqual([
      409,
      'The bank has taken this payment back, so no purchase can be approved with it.',
    ]);
  });

  it('a reversal frees the row for another purchase, and the reversed purchase is not approved again', async () => {
    const pair = await plantPair(site, buyer, accountId);
    await approvePairs(site, admin, [pair]);
    expect(statusAndMessage(await undo(site, admin, pair.rowId))).toEqual([
      409,
      'A purchase was approved with this bank row. An approval is undone by reversing the purchase.',
    ]);
    await post(site, REVERSE, admin, { id: pair.purchaseId, reason: 'Wrong member' });
    expect((await matchesOf(site, pair.purchaseId))[0]?.released_at).not.toBeNull();
    expect((await assign(site, admin, pairOf(pair))).body.message).toMatch(/was reversed/);
    const right = await submitted(site, await makeMember(site), manual({ referenceNumber: pair.reference }));
    expect(resultOf(await approvePairs(site, admin, [{ rowId: pair.rowId, purchaseId: right.id }])).ok).toBe(true);
  });
});

describe('a mark', () => {
  it('takes a row out, is said once, and is removed again', async () => {
    const rowId = await plantRow(site, companyId, accountId, { reference: '123123123123', narration: 'INTEREST Q3' });
    const marked = await assign(site, admin, { rowId, notOurs: true, reason: 'Interest of the bank' });
    expect(marked.body).toMatchObject({
      message: 'Bank row marked as not ours',
      data: { rowId, bucket: 'NOT_OURS', purchaseId: null },
    });
    expect((await assign(site, admin, { rowId, notOurs: true, reason: 'Interest of the bank' })).status).toBe(200);
    expect((await assign(site, admin, { rowId, notOurs: true, reason: 'Something else' })).status).toBe(409);
    expect((await undo(site, second, rowId)).body).toMatchObject({
      message: 'The mark was removed',
      data: { rowId, bucket: 'WITHOUT_CLAIM' },
    });
    expect(statusAndMessage(await undo(site, second, rowId))).toEqual([409, expect.stringMatching(/nothing to undo/)]);
    expect((await trailOf(rowId)).map((it) => [it.action, it.actor_id])).toEqual([
      ['statement.mark', admin.id],
      ['statement.undo', second.id],
    ]);
  });

  it('stops an approval until it is removed', async () => {
    const pair = await plantPair(site, buyer, accountId);
    await assign(site, admin, { rowId: pair.rowId, notOurs: true });
    const { rowId, purchaseId } = pair;
    expect(statusAndMessage(await assign(site, admin, { rowId, purchaseId }))).toEqual([
      409,
      expect.stringMatching(/remove the mark/),
    ]);
    expect((await undo(site, admin, rowId)).body.data.bucket).toBe('EXACT');
    expect(resultOf(await approvePairs(site, admin, [pair])).ok).toBe(true);
    expect((await assign(site, admin, { rowId, notOurs: true })).body.message).toMatch(/undone by reversing/);
  });

  it('saves a rule for later rows that fits the row and no payment of a buyer, and undoing can end it', async () => {
    const rulesNow = async () =>
      (await site.database.platform.selectFrom('bank_rules').select('narration_text').execute()).map(
        (it) => it.narration_text,
      );
    const rowId = await plantRow(site, companyId, accountId, {
      reference: freshReference(),
      narration: 'SWEEP IN FROM FD 77',
    });
    const mark = (ruleText: string) => assign(site, admin, { rowId, notOurs: true, ruleText });
    expect(statusAndMessage(await mark('INTEREST'))[0]).toBe(422);
    await approvePairs(site, admin, [
      await plantPair(site, buyer, accountId, { narration: 'INB IMPS/FROM FD/XX4417' }),
    ]);
    expect(statusAndMessage(await mark('from fd'))).toEqual([409, expect.stringMatching(/longer text/)]);
    expect(await rulesNow()).toEqual([]);
    expect((await mark('sweep in from fd')).body.message).toBe('Bank row marked as not ours, and the rule saved');
    expect(await rulesNow()).toEqual(['sweep in from fd']);
    await undo(site, admin, rowId);
    expect(await rulesNow()).toEqual(['sweep in from fd']);
    await mark('sweep in from fd');
    await undo(site, admin, rowId, { endRules: true });
    expect(await rulesNow()).toEqual([]);
  });
});
