/** Rejections next to bank rows, rows that are linked together, saved rules, and the sums of what became of the credits. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePaise } from '@/lib/core/money.ts';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import {
  approvePairs,
  assign,
  isInBucket,
  matchesOf,
  type PlantedPair,
  plantPair,
  plantRow,
  undo,
} from '../support/bank-rows.ts';
import { takeExport } from '../support/exports.ts';
import {
  APPROVE,
  expectSums,
  freshReference,
  manual,
  post,
  purchaseRow,
  REJECT,
  submitted,
  withoutCaps,
} from '../support/purchases.ts';
import { type Answer, type Site, startSite, statusAndMessage } from '../support/site.ts';
import { getJson, importLines, makeAccount, RECONCILIATION, upiCredit } from '../support/statements.ts';

let site: Site;
let companyId: string;
let accountId: string;
let admin: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  await withoutCaps(site);
  accountId = await makeAccount(site, companyId);
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  buyer = await makeMember(site);
});
afterAll(() => site?.remove());

const reject = (pair: Partial<PlantedPair>, reason?: string): Promise<Answer> =>
  post(site, `${RECONCILIATION}/reject`, admin, {
    purchaseId: pair.purchaseId,
    ...(pair.rowId && { rowId: pair.rowId }),
    ...(reason && { reason }),
  });
const link = (who = admin): Promise<Answer> =>
  post(site, `${RECONCILIATION}/link`, who, { reason: 'Approved before its statement was read.' });
const actionsOf = async (subjectId: string): Promise<string[]> => {
  const entries = site.database.platform
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', '=', subjectId);
  return (await entries.orderBy('seq').execute()).map((it) => it.action);
};

/** Each credit is in one bucket, and its money in one of the parts. */
async function expectParts(who = admin): Promise<Record<string, string>> {
  const { data } = (await getJson(site, who, 'summary/get')).body;
  const paise = (text: string): bigint => parsePaise(text) ?? 0n;
  const parts = [data.approved, data.assigned, data.parts, data.refunds, data.notOurs, data.rejected].reduce(
    (sum, it) => sum + paise(it),
    0n,
  );
  expect(parts).toBe(paise(data.decided));
  expect(parts + paise(data.open)).toBe(paise(data.credits));
  const rows: { bucket: string; amount: string }[] = data.buckets;
  const ofBuckets = rows.filter((it) => it.bucket !== 'NOT_AT_BANK').reduce((sum, it) => sum + paise(it.amount), 0n);
  expect(ofBuckets).toBe(paise(data.credits));
  return data;
}

describe('rejecting next to a bank row', () => {
  it('is the ordinary rejection, and the row is decided with it', async () => {
    const pair = await plantPair(site, buyer, accountId, { amountPaise: 100_000n });
    const before = await expectParts();
    const answer = await reject(pair, 'The amount paid does not match the order.');
    expect([answer.status, answer.body.message, answer.body.data]).toEqual([
      200,
      'Purchase rejected',
      { purchaseId: pair.purchaseId, rowId: pair.rowId, bucket: 'DECIDED' },
    ]);
    expect(await purchaseRow(site, pair.purchaseId)).toMatchObject({
      status: 'REJECTED',
      reject_reason: 'The amount paid does not match the order.',
      decided_by: admin.id,
    });
    expect(await actionsOf(pair.purchaseId)).toEqual(expect.arrayContaining(['statement.reject', 'purchase.reject']));
    const list = (await getJson(site, admin, 'match/list', { bucket: 'DECIDED', limit: '100' })).body.data.records;
    const shown = list.find((it: { row: { id: string } }) => it.row.id === pair.rowId);
    expect(shown).toMatchObject({ row: { bucket: 'DECIDED' }, purchase: { id: pair.purchaseId, status: 'REJECTED' } });
    const after = await expectParts();
    expect((parsePaise(after.rejected ?? '') ?? 0n) - (parsePaise(before.rejected ?? '') ?? 0n)).toBe(100_000n);
    await expectSums(site, companyId);
    const { rows } = await takeExport(site, admin, 'reconciliation', { format: 'csv' });
    const exported = rows.find(
      (row) => row.Reference?.includes(pair.reference) || row.Narration?.includes(pair.reference),
    );
    expect(Object.values(exported ?? {})).toEqual(
      expect.arrayContaining(['DECIDED', 'Rejected', 'The amount paid does not match the order.', 'Vikram Shah']),
    );
  });

  it('a new claim with the number is compared with the row again, and its approval replaces the rejection', async () => {
    const pair = await plantPair(site, buyer, accountId);
    await reject(pair);
    expect(await isInBucket(site, admin, 'DECIDED', pair.rowId)).toBe(true);
    const again = await submitted(site, buyer, manual({ referenceNumber: pair.reference }));
    expect(await isInBucket(site, admin, 'EXACT', pair.rowId)).toBe(true);
    const { body } = await approvePairs(site, admin, [{ rowId: pair.rowId, purchaseId: again.id }]);
    expect(body.data).toMatchObject({ approved: 1 });
    const row = site.database.platform.selectFrom('bank_rows').select('rejected_at').where('id', '=', pair.rowId);
    expect((await row.executeTakeFirstOrThrow()).rejected_at).toBeNull();
    await expectParts();
  });

  it('is undone for the row: a full match can then be reopened', async () => {
    const pair = await plantPair(site, buyer, accountId);
    await reject(pair);
    expect((await undo(site, admin, pair.rowId)).body.data).toEqual({ rowId: pair.rowId, bucket: 'REOPEN' });
    expect((await undo(site, admin, pair.rowId)).status).toBe(409);
    expect((await purchaseRow(site, pair.purchaseId)).status).toBe('REJECTED');
    expect((await approvePairs(site, admin, [pair])).body.data).toMatchObject({ approved: 1 });
  });

  it('an ordinary rejection decides about no row', async () => {
    const pair = await plantPair(site, buyer, accountId);
    await post(site, REJECT, admin, { id: pair.purchaseId });
    expect(await isInBucket(site, admin, 'REOPEN', pair.rowId)).toBe(true);
  });

  it('one of two claims for a row leaves the row to the other', async () => {
    const pair = await plantPair(site, buyer, accountId);
    const rival = await submitted(site, await makeMember(site), manual({ referenceNumber: pair.reference }));
    expect(await isInBucket(site, admin, 'CONFLICT', pair.rowId)).toBe(true);
    expect((await reject({ ...pair, purchaseId: rival.id })).body.data.bucket).toBe('EXACT');
  });

  it('both rows of a payment that came twice are decided', async () => {
    const pair = await plantPair(site, buyer, accountId);
    const twin = await plantRow(site, companyId, accountId, { reference: pair.reference });
    expect(await isInBucket(site, admin, 'CONFLICT', twin)).toBe(true);
    await reject(pair);
    for (const id of [pair.rowId, twin]) expect(await isInBucket(site, admin, 'DECIDED', id)).toBe(true);
  });

  it('a claim without a row is rejected too, and a second time is refused', async () => {
    const { id: purchaseId } = await submitted(site, buyer, manual({ referenceNumber: freshReference() }));
    expect((await reject({ purchaseId })).body.data).toEqual({ purchaseId, rowId: null, bucket: null });
    expect(await actionsOf(purchaseId)).not.toContain('statement.reject');
    expect((await reject({ purchaseId })).status).toBe(409);
  });

  it('two admins at the same time reject once', async () => {
    const pair = await plantPair(site, buyer, accountId);
    const answers = await Promise.all([reject(pair), reject(pair), reject(pair)]);
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409, 409]);
    expect((await actionsOf(pair.purchaseId)).filter((it) => it === 'statement.reject')).toHaveLength(1);
    await expectSums(site, companyId);
  });

  it('unknown ids reject nothing, nor do those of another company', async () => {
    const pair = await plantPair(site, buyer, accountId);
    expect(statusAndMessage(await reject({ ...pair, rowId: randomUUID() }))).toEqual([404, 'Bank row not found.']);
    expect(statusAndMessage(await reject({ rowId: pair.rowId, purchaseId: randomUUID() }))[0]).toBe(404);
    const abroad = await makeAccount(site, await makeCompany(site));
    const foreign = await plantRow(site, await companyOf(abroad), abroad, { reference: pair.reference });
    expect((await reject({ ...pair, rowId: foreign })).status).toBe(404);
    expect((await purchaseRow(site, pair.purchaseId)).status).toBe('PENDING');
  });

  it('a statement with such a row is not deleted', async () => {
    const own = await makeAccount(site, companyId, '60200012345678');
    const reference = freshReference();
    const { id: purchaseId } = await submitted(site, buyer, manual({ referenceNumber: reference }));
    const { statementId } = (await importLines(site, admin, own, [upiCredit(reference, '5.00')])).body.data;
    const row = site.database.platform.selectFrom('bank_rows').select('id').where('beneficiary_id', '=', own);
    const { id: rowId } = await row.executeTakeFirstOrThrow();
    await reject({ rowId, purchaseId });
    const path = `${RECONCILIATION}/statement/delete`;
    const answer = await site.call('DELETE', path, { body: { id: statementId }, token: admin.token });
    expect(answer.status).toBe(409);
  });
});

async function companyOf(beneficiaryId: string): Promise<string> {
  const row = site.database.platform.selectFrom('beneficiaries').select('company_id').where('id', '=', beneficiaryId);
  return (await row.executeTakeFirstOrThrow()).company_id;
}

describe('linking rows together', () => {
  it('links each row that can belong to one approved purchase alone, once, and approves nothing', async () => {
    const pairs = await Promise.all([1, 2, 3].map(() => plantPair(site, buyer, accountId)));
    const other = await plantPair(site, buyer, accountId, { amountPaise: 100_000n });
    for (const { purchaseId } of [...pairs, other]) await post(site, APPROVE, admin, { id: purchaseId });
    for (const { rowId } of pairs) expect(await isInBucket(site, admin, 'ALREADY_USED', rowId)).toBe(true);
    expect((await expectParts()).links).toEqual({ count: 3, amount: '3540.00' });
    const [one, two] = await Promise.all([link(), link()]);
    const results = [...one.body.data.results, ...two.body.data.results].filter((it: { ok: boolean }) => it.ok);
    expect(new Set(results.map((it: { rowId: string }) => it.rowId))).toEqual(new Set(pairs.map((it) => it.rowId)));
    for (const { rowId, purchaseId } of pairs) {
      expect(await matchesOf(site, purchaseId)).toMatchObject([{ row_id: rowId, kind: 'ASSIGNED', released_at: null }]);
      expect(await isInBucket(site, admin, 'DECIDED', rowId)).toBe(true);
    }
    expect(await isInBucket(site, admin, 'ALREADY_USED', other.rowId)).toBe(true);
    const again = await link();
    expect([again.body.message, again.body.data]).toEqual([
      '0 payments linked',
      { linked: 0, failed: 0, results: [], remaining: 0 },
    ]);
    await expectParts();
    await expectSums(site, companyId);
  });
});

describe('what became of the credits', () => {
  it('splits approved, assigned, not ours, rejected and open', async () => {
    const before = await expectParts();
    const [exact, assigned, marked, rejected] = [
      await plantPair(site, buyer, accountId),
      await plantPair(site, buyer, accountId, { amountPaise: 110_000n }),
      await plantPair(site, buyer, accountId, { amountPaise: 120_000n }),
      await plantPair(site, buyer, accountId, { amountPaise: 130_000n }),
    ];
    await plantRow(site, companyId, accountId, { reference: freshReference(), amountPaise: 7_000n });
    await approvePairs(site, admin, [exact]);
    await assign(site, admin, { rowId: assigned.rowId, purchaseId: assigned.purchaseId, acceptShortfall: true });
    await assign(site, admin, { rowId: marked.rowId, notOurs: true });
    await reject(rejected);
    const after = await expectParts();
    const grown = (part: string): bigint =>
      (parsePaise(after[part] ?? '') ?? 0n) - (parsePaise(before[part] ?? '') ?? 0n);
    expect(['credits', 'approved', 'assigned', 'notOurs', 'rejected', 'open'].map(grown)).toEqual([
      485_000n,
      118_000n,
      110_000n,
      120_000n,
      130_000n,
      7_000n,
    ]);
  });
});

describe('saved rules', () => {
  it('are listed with who saved them, and deleted: later rows are not marked any more', async () => {
    const own = await makeAccount(site, companyId, '60200012345679');
    const text = `DIVIDEND ${freshReference()}`;
    const line = (day: string) => ({ day, narration: `${text} OF ${day}`, amount: '12.00' });
    await importLines(site, admin, own, [line('2026-11-02')]);
    const rows = () =>
      site.database.platform
        .selectFrom('bank_rows')
        .select(['id', 'not_ours_reason'])
        .where('beneficiary_id', '=', own)
        .orderBy('bank_date')
        .execute();
    const [first] = await rows();
    await assign(site, admin, { rowId: first?.id, notOurs: true, reason: 'Dividend', ruleText: text });
    const list = (await getJson(site, admin, 'rule/list', { limit: '5' })).body.data;
    expect(list.records[0]).toMatchObject({ text, reason: 'Dividend', createdBy: 'Vikram Shah' });
    const remove = (who: Account) =>
      site.call('DELETE', `${RECONCILIATION}/rule/delete`, { body: { id: list.records[0].id }, token: who.token });
    expect((await remove(admin)).status).toBe(200);
    expect(statusAndMessage(await remove(admin))).toEqual([404, 'Rule not found.']);
    expect(await actionsOf(list.records[0].id)).toEqual(['statement.rule.delete']);
    await importLines(site, admin, own, [line('2026-11-03')]);
    expect((await rows()).map((row) => row.not_ours_reason)).toEqual(['Dividend', null]);
  });
});
