/** Statements are read into drafts and imported once; the rows of a bank account exist once. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { takeExport } from '../support/exports.ts';
import { freshReference, submitted, upi } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';
import {
  bucketsOf,
  dayInIndia,
  getJson,
  importDraft,
  importLines,
  makeAccount,
  RECONCILIATION,
  readStatement,
  statementCsv,
  upiCredit,
} from '../support/statements.ts';

let site: Site;
let admin: Account;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

const rowsOf = async (beneficiaryId: string): Promise<number> => {
  const rows = await site.database.platform
    .selectFrom('bank_rows')
    .select('id')
    .where('beneficiary_id', '=', beneficiaryId)
    .execute();
  return rows.length;
};
let accounts = 0;
const freshAccount = (): Promise<string> => makeAccount(site, companyId, String(50_100_000_000_000 + ++accounts));

describe('reading', () => {
  test('shows what was read, and nothing counts yet', async () => {
    const beneficiaryId = await freshAccount();
    const [one, two] = [freshReference(), freshReference()];
    const csv = statementCsv([
      upiCredit(one, '1180.00', '2026-11-17'),
      { day: '2026-11-18', narration: 'BANK CHARGES', amount: '-11.80' },
      upiCredit(two, '250.50', '2026-11-18'),
    ]);
    const read = await readStatement(site, admin, csv, { beneficiaryId });
    expect(read.status, read.text).toBe(200);
    expect(read.body.data).toMatchObject({
      layout: expect.stringContaining('HDFC'),
      beneficiaryId,
      period: { from: '2026-11-17', to: '2026-11-18' },
      rows: 3,
      newRows: 3,
      knownRows: 0,
      opening: '410200.00',
      credits: '1430.50',
      debits: '11.80',
      closing: '411618.70',
      balanceCheck: 'RUNS',
      question: null,
      problems: [],
    });
    expect(read.body.data.preview[0]).toMatchObject({ date: '2026-11-17', side: 'CREDIT', amount: '1180.00' });
    expect(read.body.data.preview[0].references).toContain(one);
    expect(await rowsOf(beneficiaryId)).toBe(0);
  });

  test('a file with problems is stored as a draft that cannot be imported', async () => {
    const beneficiaryId = await freshAccount();
    const csv = statementCsv([upiCredit(freshReference(), '10.00'), upiCredit(freshReference(), '20.00')]);
    const broken = csv.replace(/410230\.00\n$/, '410239.00\n');
    expect(broken).not.toBe(csv);
    const read = await readStatement(site, admin, broken, { beneficiaryId });
    expect(read.body.data.problems.length).toBeGreaterThan(0);
    const refused = await importDraft(site, admin, read.body.data.draftId);
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid']);
    expect(JSON.stringify(refused.body.message)).toMatch(/Line 4: /);
    expect(await rowsOf(beneficiaryId)).toBe(0);
  });

  test('a draft id is used once, and tells the progress', async () => {
    const beneficiaryId = await freshAccount();
    const draftId = randomUUID();
    const csv = statementCsv([upiCredit(freshReference(), '10.00')]);
    expect((await getJson(site, admin, 'statement/progress', { draft: draftId })).body.data).toEqual({ percent: 0 });
    expect((await readStatement(site, admin, csv, { beneficiaryId, draftId })).status).toBe(200);
    expect((await getJson(site, admin, 'statement/progress', { draft: draftId })).body.data).toEqual({ percent: 100 });
    expect((await readStatement(site, admin, csv, { beneficiaryId, draftId })).status).toBe(409);
    expect((await importDraft(site, admin, draftId)).status).toBe(201);
    expect((await readStatement(site, admin, csv, { beneficiaryId, draftId })).status).toBe(409);
  });

  test.each([
    ['no file', {}, 'Please choose a bank statement.'],
    ['an account of nobody', { beneficiaryId: randomUUID() }, 'Account not found.'],
    ['an unknown field', { color: 'red' }, 'Unknown field: color.'],
    ['a mapping that is none', { mapping: '{}' }, 'The mapping of the columns is not valid.'],
  ])('%s is refused', async (what, fields, message) => {
    const csv = statementCsv([upiCredit(freshReference(), '10.00')]);
    const answer =
      what === 'no file'
        ? await site.call('POST', `${RECONCILIATION}/statement/read`, { body: new FormData(), token: admin.token })
        : await readStatement(site, admin, csv, fields as Record<string, string>);
    expect(answer.body).toMatchObject({ status: false, message });
  });

  test('a file above 10 MB is refused before it is read', async () => {
    const answer = await readStatement(site, admin, 'x'.repeat(10 * 1024 * 1024 + 200_000));
    expect(answer.status).toBe(413);
  });
});

describe('importing', () => {
  test('the same draft again has the same answer, also for several clients at the same time', async () => {
    const beneficiaryId = await freshAccount();
    const read = await readStatement(site, admin, statementCsv([upiCredit(freshReference(), '10.00')]), {
      beneficiaryId,
    });
    const answers = await Promise.all([1, 2, 3, 4].map(() => importDraft(site, admin, read.body.data.draftId)));
    expect(new Set(answers.map((it) => JSON.stringify([it.status, it.body.data]))).size).toBe(1);
    expect(answers[0]?.body.data).toMatchObject({ newRows: 1, knownRows: 0 });
    expect((await importDraft(site, admin, read.body.data.draftId)).body.data).toEqual(answers[0]?.body.data);
    expect(await rowsOf(beneficiaryId)).toBe(1);
  });

  test('two nodes import the same draft and overlapping statements without losing or doubling a row', async () => {
    const other = await startSite({ databaseUrl: site.databaseUrl ?? '' });
    try {
      const beneficiaryId = await freshAccount();
      const lines = Array.from({ length: 30 }, (_, n) => upiCredit(freshReference(), `${n + 1}.00`, '2026-11-12'));
      const drafts = await Promise.all(
        [lines, lines.slice(0, 20)].map(
          async (it) => (await readStatement(site, admin, statementCsv(it), { beneficiaryId })).body.data.draftId,
        ),
      );
      const nodes = [site, other];
      const answers = await Promise.all(drafts.flatMap((id) => nodes.map((node) => importDraft(node, admin, id))));
      expect(answers.map((it) => it.status)).toEqual([201, 201, 201, 201]);
      const [whole, wholeAgain, part, partAgain] = answers.map((it) => it.body.data);
      expect(wholeAgain).toEqual(whole);
      expect(partAgain).toEqual(part);
      expect(whole.newRows + part.newRows).toBe(30);
      expect(await rowsOf(beneficiaryId)).toBe(30);
    } finally {
      await other.remove();
    }
  });

  test('rows of overlapping statements exist once, in whatever order they are imported', async () => {
    const lines = [1, 2, 3, 4, 5].map((n) => upiCredit(freshReference(), `${n}00.00`, `2026-11-1${n}`));
    const later = 41_020_000n + 10_000n + 20_000n;
    for (const order of ['first', 'second'] as const) {
      const beneficiaryId = await freshAccount();
      const files = [statementCsv(lines.slice(0, 4)), statementCsv(lines.slice(2), later)];
      if (order === 'second') files.reverse();
      const added: number[] = [];
      for (const csv of files) {
        const read = await readStatement(site, admin, csv, { beneficiaryId });
        added.push((await importDraft(site, admin, read.body.data.draftId)).body.data.newRows);
      }
      expect(added).toEqual(order === 'first' ? [4, 1] : [3, 2]);
      expect(await rowsOf(beneficiaryId)).toBe(5);
    }
  });

  test('overlapping statements that arrive together lose and double nothing', async () => {
    const beneficiaryId = await freshAccount();
    const lines = Array.from({ length: 40 }, (_, n) => upiCredit(freshReference(), `${n + 1}.00`, '2026-11-12'));
    const csv = statementCsv(lines);
    const part = statementCsv(lines.slice(0, 30));
    const drafts = await Promise.all(
      [csv, part, csv, part].map(
        async (it) => (await readStatement(site, admin, it, { beneficiaryId })).body.data.draftId,
      ),
    );
    const answers = await Promise.all(drafts.map((draftId) => importDraft(site, admin, draftId)));
    expect(answers.map((it) => it.status)).toEqual([201, 201, 201, 201]);
    expect(answers.reduce((sum, it) => sum + it.body.data.newRows, 0)).toBe(40);
    expect(await rowsOf(beneficiaryId)).toBe(40);
  });

  test('importing a file a second time changes nothing', async () => {
    const beneficiaryId = await freshAccount();
    const lines = [upiCredit(freshReference(), '10.00')];
    const first = await importLines(site, admin, beneficiaryId, lines);
    const before = await bucketsOf(site, admin);
    const second = await importLines(site, admin, beneficiaryId, lines);
    expect(second.body.data).toEqual({ statementId: first.body.data.statementId, newRows: 0, knownRows: 1 });
    expect(await bucketsOf(site, admin)).toEqual(before);
  });

  test('a known row with another amount refuses the file and shows both', async () => {
    const beneficiaryId = await freshAccount();
    const reference = freshReference();
    await importLines(site, admin, beneficiaryId, [upiCredit(reference, '1180.00', '2026-11-17')]);
    const csv = statementCsv([upiCredit(reference, '1000.00', '2026-11-17')]);
    const read = await readStatement(site, admin, csv, { beneficiaryId });
    const [problem] = read.body.data.problems;
    expect(problem).toMatchObject({ line: 3 });
    expect(problem.message).toContain(reference);
    expect(problem.message).toContain('₹1,000.00');
    expect(problem.message).toContain('₹1,180.00');
    expect((await importDraft(site, admin, read.body.data.draftId)).status).toBe(422);
    expect(await rowsOf(beneficiaryId)).toBe(1);
  });

  test('a draft of another company does not exist', async () => {
    const beneficiaryId = await freshAccount();
    const csv = statementCsv([upiCredit(freshReference(), '10.00')]);
    const { draftId } = (await readStatement(site, admin, csv, { beneficiaryId })).body.data;
    const { rows } = await sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM statement_drafts WHERE id = ${draftId}`.execute(
      site.database.company(await makeCompany(site)),
    );
    expect(rows[0]?.n).toBe(0);
    expect((await importDraft(site, admin, randomUUID())).status).toBe(404);
    expect((await importDraft(site, admin, draftId)).status).toBe(201);
  });
});

describe('the list of statements', () => {
  test('names the account and the importer, and a statement can be deleted with the rows that only it has', async () => {
    const beneficiaryId = await freshAccount();
    const lines = [1, 2, 3].map((n) => upiCredit(freshReference(), `${n}0.00`, `2026-11-1${n}`));
    const first = await importLines(site, admin, beneficiaryId, lines.slice(0, 2));
    await importLines(site, admin, beneficiaryId, lines);
    const list = await getJson(site, admin, 'statement/list', { limit: '2' });
    expect(list.body.data.records[0]).toMatchObject({
      beneficiaryId,
      account: expect.stringMatching(/^HDFC Bank ••\d{4}$/),
      period: { from: '2026-11-11', to: '2026-11-13' },
      rows: 3,
      newRows: 1,
      credits: '60.00',
      importedBy: 'Vikram Shah',
      hasDecisions: false,
    });
    const { statementId } = first.body.data;
    const remove = () =>
      site.call('DELETE', `${RECONCILIATION}/statement/delete`, { body: { id: statementId }, token: admin.token });
    expect((await remove()).status).toBe(200);
    expect(await rowsOf(beneficiaryId)).toBe(3);
    expect((await remove()).status).toBe(404);
    const trail = await site.database.platform
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', statementId)
      .orderBy('seq')
      .execute();
    expect(trail.map((it) => it.action)).toEqual(['statement.import', 'statement.delete']);
  });

  test('a statement with a marked row is not deleted', async () => {
    const beneficiaryId = await freshAccount();
    const { body } = await importLines(site, admin, beneficiaryId, [upiCredit(freshReference(), '10.00')]);
    await site.database.platform
      .updateTable('bank_rows')
      .set({ not_ours_reason: 'Interest', not_ours_by: admin.id, not_ours_at: new Date() })
      .where('beneficiary_id', '=', beneficiaryId)
      .execute();
    const answer = await site.call('DELETE', `${RECONCILIATION}/statement/delete`, {
      body: { id: body.data.statementId },
      token: admin.token,
    });
    expect(answer.status).toBe(409);
    expect(await rowsOf(beneficiaryId)).toBe(1);
  });
});

test('the summary puts each credit into one bucket, and the buyer sees what the bank says', async () => {
  const home = await startSite();
  try {
    const own = await makeAdmin(home);
    const member = await makeMember(home);
    const beneficiaryId = await makeAccount(home, own.companyId);
    const [exact, short, nobody] = [freshReference(), freshReference(), freshReference()];
    const first = await submitted(home, member, await upi(home, member, { referenceNumber: exact, beneficiaryId }));
    await submitted(home, member, await upi(home, member, { referenceNumber: short, beneficiaryId }));
    await importLines(home, own, beneficiaryId, [
      upiCredit(exact, '1180.00'),
      upiCredit(short, '1000.00'),
      upiCredit(nobody, '77.00', dayInIndia(), 'SOMEBODY ELSE'),
    ]);
    expect(await bucketsOf(home, own)).toEqual({ EXACT: 1, AMOUNT_DIFFERS: 1, WITHOUT_CLAIM: 1 });
    const summary = (await getJson(home, own, 'summary/get')).body.data;
    expect(summary).toMatchObject({ credits: '2257.00', decided: '0.00', open: '2257.00' });
    expect(summary.accounts).toContainEqual({ beneficiaryId, account: 'HDFC Bank ••4417', readUntil: dayInIndia() });
    const matches = (await getJson(home, own, 'match/list', { bucket: 'EXACT' })).body.data;
    expect(matches).toMatchObject({ total: 1, records: [{ row: { amount: '1180.00' }, purchase: { id: first.id } }] });
    const differing = (await getJson(home, own, 'match/list', { bucket: 'AMOUNT_DIFFERS' })).body.data;
    expect(differing.records[0]).toMatchObject({ difference: '-180.00', label: 'The platform fees were left out.' });
    for (const [search, total] of [
      ['asha', 1],
      ['nothing', 0],
      [exact, 1],
      ['1,180', 1],
    ] as const)
      expect((await getJson(home, own, 'match/list', { bucket: 'EXACT', search })).body.data.total).toBe(total);
    const mine = await home.call('GET', '/api/v1/user/transaction/list', { token: member.token });
    const states = new Map(
      mine.body.data.records.map((it: { referenceNumber: string }) => [it.referenceNumber, it] as const),
    );
    expect(states.get(exact)).toMatchObject({ bankState: 'SEEN', bankSeenOn: dayInIndia(), bankAmount: '1180.00' });
    expect(states.get(short)).toMatchObject({
      bankState: 'AMOUNT_DIFFERS',
      bankAmount: '1000.00',
      isReconciled: false,
    });
  } finally {
    await home.remove();
  }
});

test('the export has each credit with its bucket, and no cell that a spreadsheet executes', async () => {
  const home = await startSite();
  try {
    const own = await makeAdmin(home);
    const member = await makeMember(home, { name: 'Meera Iyer' });
    const beneficiaryId = await makeAccount(home, own.companyId);
    const [exact, missing] = [freshReference(), freshReference()];
    const order = await submitted(home, member, await upi(home, member, { referenceNumber: exact, beneficiaryId }));
    await submitted(home, member, await upi(home, member, { referenceNumber: missing }));
    await importLines(home, own, beneficiaryId, [
      upiCredit(exact, '1180.00', dayInIndia(), 'MEERA IYER'),
      { day: dayInIndia(), narration: '=HYPERLINK("http://example.com")', amount: '12.00' },
    ]);
    for (const format of ['csv', 'xlsx'] as const) {
      const { rows, cells } = await takeExport(home, own, 'reconciliation', { format });
      expect(rows.map((row) => [row.Bucket, row.Credit && Number(row.Credit), row['Order #']])).toEqual([
        ['EXACT', 1180, order.orderNumber],
        ['WITHOUT_CLAIM', 12, ''],
      ]);
      expect(cells.filter((cell) => cell.startsWith('='))).toEqual([]);
    }
  } finally {
    await home.remove();
  }
});
