/** One account's statements in several formats: each payment once, in whatever order, and nothing missing without a word. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { freshReference, manual, submitted, withoutCaps } from '../support/purchases.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';
import { mt940Of } from '../support/statements/mt940.ts';
import { makePlan, type Plan } from '../support/statements/plan.ts';
import { TEXT_LAYOUTS } from '../support/statements/text-layouts.ts';
import { WORKBOOK_LAYOUTS } from '../support/statements/workbook-layouts.ts';
import {
  bucketsOf,
  dayInIndia,
  getJson,
  importDraft,
  makeAccount,
  RECONCILIATION,
  readStatement,
  statementCsv,
  upiCredit,
} from '../support/statements.ts';

let site: Site;
let companyId: string;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  await withoutCaps(site);
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

let accounts = 0;
async function freshAccount(): Promise<{ id: string; number: string }> {
  const number = String(70_100_000_000_000 + ++accounts);
  return { id: await makeAccount(site, companyId, number), number };
}
type Fields = Record<string, string>;
const read = async (beneficiaryId: string, content: string | Uint8Array, fields: Fields = {}): Promise<Answer> => {
  const answer = await readStatement(site, admin, content, { beneficiaryId, ...fields });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data.problems).toEqual([]);
  return answer;
};
const rowsOf = (beneficiaryId: string) =>
  site.database.platform
    .selectFrom('bank_rows')
    .select(['id', 'narration'])
    .where('beneficiary_id', '=', beneficiaryId)
    .execute();

/** `newRows` of each file, read and imported one after the other. */
async function importAll(beneficiaryId: string, files: readonly (string | Uint8Array)[]): Promise<number[]> {
  const added: number[] = [];
  for (const file of files) {
    const { draftId, newRows } = (await read(beneficiaryId, file)).body.data;
    const answer = await importDraft(site, admin, draftId);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.data.newRows).toBe(newRows);
    added.push(newRows);
  }
  return added;
}

function filesOf(plan: Plan): Record<string, string | Uint8Array> {
  const layouts = { ...TEXT_LAYOUTS, ...WORKBOOK_LAYOUTS };
  return {
    MT940: mt940Of(plan),
    CSV: layouts['HDFC delimited']?.make(plan) ?? '',
    XLS: layouts.HDFC?.make(plan) ?? '',
  };
}

describe('one period in several formats', () => {
  it.each([
    ['CSV', 'MT940', 'XLS'],
    ['MT940', 'XLS', 'CSV'],
    ['XLS', 'CSV', 'MT940'],
  ])('%s, %s and %s: each row once, and a second import changes nothing', async (...order) => {
    const { id, number } = await freshAccount();
    const plan: Plan = { ...makePlan({ seed: 11, rows: 40 }), accountNumber: number, ifsc: 'HDFC0000001' };
    const files = filesOf(plan);
    const inOrder = order.map((format) => files[format] ?? '');
    expect(await importAll(id, inOrder)).toEqual([40, 0, 0]);
    const before = await bucketsOf(site, admin);
    expect(await importAll(id, inOrder.toReversed())).toEqual([0, 0, 0]);
    expect(await bucketsOf(site, admin)).toEqual(before);
    expect(await rowsOf(id)).toHaveLength(40);
  });

  it('read before either is imported, also at the same time', async () => {
    const { id, number } = await freshAccount();
    const plan: Plan = { ...makePlan({ seed: 12, rows: 30 }), accountNumber: number, ifsc: 'HDFC0000001' };
    const { MT940 = '', CSV = '' } = filesOf(plan);
    const drafts = [(await read(id, CSV)).body.data.draftId, (await read(id, MT940)).body.data.draftId];
    const answers = await Promise.all([...drafts, ...drafts].map((draftId) => importDraft(site, admin, draftId)));
    expect(answers.map((it) => it.status)).toEqual([201, 201, 201, 201]);
    const [csv, mt940, csvAgain, mt940Again] = answers.map((it) => it.body.data);
    expect([csvAgain, mt940Again]).toEqual([csv, mt940]);
    expect(csv.newRows + mt940.newRows).toBe(30);
    expect(await rowsOf(id)).toHaveLength(30);
  });

  it('the first one is deleted: the rows stay, and both are still known', async () => {
    const { id, number } = await freshAccount();
    const plan: Plan = { ...makePlan({ seed: 13, rows: 20 }), accountNumber: number, ifsc: 'HDFC0000001' };
    const { MT940 = '', CSV = '' } = filesOf(plan);
    const { draftId } = (await read(id, CSV)).body.data;
    const { statementId } = (await importDraft(site, admin, draftId)).body.data;
    expect(await importAll(id, [MT940])).toEqual([0]);
    const path = `${RECONCILIATION}/statement/delete`;
    expect((await site.call('DELETE', path, { body: { id: statementId }, token: admin.token })).status).toBe(200);
    expect(await importAll(id, [MT940, CSV])).toEqual([0, 0]);
    expect(await rowsOf(id)).toHaveLength(20);
  });
});

const MONTH_DAY = '2026-11-12';
const mt940 = (number: string, narrations: readonly string[]): string => {
  const rows = narrations.flatMap((text) => [`:61:2611121112C20,50NTRFNONREF`, `:86:${text}`]);
  const paise = 10_000 + narrations.length * 2_050;
  const closing = `${Math.floor(paise / 100)},${String(paise % 100).padStart(2, '0')}`;
  const head = [':20:STMT', `:25:HDFC0000001/${number}`, ':28C:1/1', ':60F:C261112INR100,00'];
  return `${[...head, ...rows, `:62F:C261112INR${closing}`, '-'].join('\r\n')}\r\n`;
};
const interest = (narration: string) => statementCsv([{ day: MONTH_DAY, narration, amount: '20.50' }], 10_000n);

describe('rows that say it in other words', () => {
  it('are asked about, and an import without an answer is refused', async () => {
    const { id, number } = await freshAccount();
    await importAll(id, [interest('INT.PD:01-10-2026 TO 31-10-2026')]);
    const other = mt940(number, ['INTEREST CREDIT']);
    const { data } = (await read(id, other)).body;
    expect(data).toMatchObject({ question: 'KNOWN_ROWS', newRows: 1, unclearCount: 1 });
    expect(data.unclear).toEqual([
      {
        line: 5,
        date: MONTH_DAY,
        side: 'CREDIT',
        amount: '20.50',
        narration: 'INTEREST CREDIT',
        known: { date: MONTH_DAY, narration: 'INT.PD:01-10-2026 TO 31-10-2026' },
      },
    ]);
    const refused = await importDraft(site, admin, data.draftId);
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining('say whether they are the same'),
    ]);
    const known = (await read(id, other, { unclearRows: 'KNOWN' })).body.data;
    expect(known).toMatchObject({ question: null, newRows: 0, knownRows: 1, unclear: [], unclearCount: 0 });
    expect((await importDraft(site, admin, known.draftId)).body.data).toMatchObject({ newRows: 0, knownRows: 1 });
    expect(await rowsOf(id)).toHaveLength(1);
    // The answer is remembered with the row.
    expect((await read(id, other)).body.data).toMatchObject({ question: null, knownRows: 1 });
    expect((await read(id, mt940(number, ['INTEREST CREDIT', 'INTEREST CREDIT']))).body.data).toMatchObject({
      question: null,
      knownRows: 1,
      newRows: 1,
    });
  });

  it('are new if the admin says so', async () => {
    const { id, number } = await freshAccount();
    await importAll(id, [interest('INT.PD:01-10-2026 TO 31-10-2026')]);
    const { data } = (await read(id, mt940(number, ['DIVIDEND']), { unclearRows: 'NEW' })).body;
    expect(data).toMatchObject({ question: null, newRows: 1, knownRows: 0 });
    expect((await importDraft(site, admin, data.draftId)).status).toBe(201);
    expect(await rowsOf(id)).toHaveLength(2);
  });

  it('any other answer is refused', async () => {
    const { id } = await freshAccount();
    const answer = await readStatement(site, admin, interest('INTEREST'), { beneficiaryId: id, unclearRows: 'MAYBE' });
    expect(answer.body).toMatchObject({ status: false, message: 'unclearRows must be KNOWN or NEW.' });
  });
});

it('two payments that share a number are known in the other format, whatever they amount to', async () => {
  const { id, number } = await freshAccount();
  const reference = freshReference();
  await importAll(id, [
    statementCsv([upiCredit(reference, '20.50', MONTH_DAY), upiCredit(reference, '30.00', MONTH_DAY)], 10_000n),
  ]);
  const rows = [
    ':61:2611121112C20,50NTRFNONREF',
    `:86:UPI/CR/${reference}/ASHA RAO`,
    ':61:2611121112C30,00NTRFNONREF',
    `:86:UPI/CR/${reference}/ASHA RAO`,
  ];
  const message = mt940(number, []).replace(':62F:C261112INR100,00', `${rows.join('\r\n')}\r\n:62F:C261112INR150,50`);
  expect((await read(id, message)).body.data).toMatchObject({ newRows: 0, knownRows: 2, question: null });
});

it('the numbers of both formats count, in whatever order they were imported', async () => {
  const buyer = await makeMember(site);
  for (const order of [0, 1]) {
    const { id, number } = await freshAccount();
    const [day, reference] = [dayInIndia(), freshReference()];
    const { id: purchaseId } = await submitted(site, buyer, manual({ referenceNumber: reference }));
    const own = `S${freshReference().slice(1)}9`;
    const yymmdd = day.slice(2).replaceAll('-', '');
    const message = [
      ':20:STMT',
      `:25:HDFC0000001/${number}`,
      `:60F:C${yymmdd}INR0,00`,
      `:61:${yymmdd}C1180,00NTRFNONREF//${own}`,
      ':86:ASHA RAO ORDER',
      `:62F:C${yymmdd}INR1180,00`,
    ].join('\r\n');
    const csv = statementCsv(
      [{ day, narration: `UPI-ASHA RAO-${reference}-ORDER`, amount: '1180.00', reference: own }],
      0n,
    );
    const files = order === 0 ? [csv, message] : [message, csv];
    for (const file of files) {
      const { draftId } = (await read(id, file, { unclearRows: 'KNOWN' })).body.data;
      expect((await importDraft(site, admin, draftId)).status).toBe(201);
    }
    expect(await rowsOf(id)).toHaveLength(1);
    const { records } = (await getJson(site, admin, 'match/list', { bucket: 'EXACT', limit: '100' })).body.data;
    expect(records.map((it: { purchase: { id: string } }) => it.purchase.id)).toContain(purchaseId);
  }
});

describe('what speaks for missing rows', () => {
  const lines = (from: number, until: number) =>
    Array.from({ length: until - from }, (_, n) =>
      upiCredit(String(810_000_000_000 + from + n), '10.00', `2026-11-${from + n}`),
    );
  const kindsOf = (answer: Answer): string[] => answer.body.data.warnings.map((it: { kind: string }) => it.kind);

  it('a file that does not state its end says what its last line is', async () => {
    const { id } = await freshAccount();
    const { warnings } = (await read(id, statementCsv(lines(11, 14)))).body.data;
    expect(warnings).toEqual([
      {
        kind: 'OPEN_END',
        message:
          'This file does not say where it ends. Its last line is a credit of ₹10.00 on 13 Nov: nothing may follow it at your bank.',
      },
    ]);
  });

  it('balances that do not continue those of the days around name the gap', async () => {
    const { id } = await freshAccount();
    const opening = 41_020_000n;
    await importAll(id, [statementCsv(lines(11, 13), opening)]);
    // What the first one was cut of is missing between them.
    const later = await read(id, statementCsv(lines(15, 17), opening + 4_000n));
    expect(kindsOf(later)).toEqual(['GAP', 'OPEN_END']);
    expect(later.body.data.warnings[0].message).toBe(
      'This statement begins with ₹4,10,240.00, but the one before it ends on 12 Nov with ₹4,10,220.00. Rows between them are missing: import the statement of those days too.',
    );
    expect((await importDraft(site, admin, later.body.data.draftId)).status).toBe(201);
    const missing = await read(id, statementCsv(lines(13, 15), opening + 2_000n));
    expect(kindsOf(missing)).toEqual(['OPEN_END']);
    const wrong = await read(id, statementCsv(lines(13, 14), opening + 2_000n));
    expect(kindsOf(wrong)).toEqual(['GAP', 'OPEN_END']);
    expect(wrong.body.data.warnings[0].message).toContain('but the one after it begins on 15 Nov with ₹4,10,240.00');
  });
});

describe('what speaks for another reading', () => {
  it('a file without payment numbers is read with a warning', async () => {
    const { id } = await freshAccount();
    const cash = { day: '2026-11-20', narration: 'CASH DEPOSIT', amount: '10.00' };
    const { warnings, problems } = (await read(id, statementCsv([cash]))).body.data;
    expect(problems).toEqual([]);
    expect(warnings[0]).toEqual({
      kind: 'NO_NUMBER',
      message: 'No UPI, IMPS, NEFT or RTGS number was found. Is the narration chosen?',
    });
  });

  it('money in a column without a meaning is never imported, until an admin names it; the answer is saved', async () => {
    const { id } = await freshAccount();
    const file = (day: string): string =>
      [
        'Date,Narration,Geld raus,Fremd,Credit,Balance',
        `${day},UPI/CR/633012345671/ASHA,0.00,1.25,50.00,50.00`,
        `${day},UPI/DR/633012345672/SHOP,20.00,1.25,0.00,30.00`,
      ].join('\n');
    const unread = (await readStatement(site, admin, file('20-Nov-2026'), { beneficiaryId: id })).body.data;
    expect(unread).toMatchObject({ question: 'MAPPING', unnamedColumns: [2, 3] });
    expect(unread.problems).toContainEqual({ line: 3, message: expect.stringContaining('"Geld raus" has ₹20.00') });
    expect((await importDraft(site, admin, unread.draftId)).status).toBe(422);
    const columns = { date: 0, narration: 1, debit: 2, credit: 4, balance: 5 };
    const mapping = { kind: 'STATEMENT', headerLine: 1, columns, ignored: [3], dateOrder: null };
    const named = (await read(id, file('20-Nov-2026'), { mapping: JSON.stringify(mapping) })).body.data;
    expect(named).toMatchObject({ question: null, problems: [], unnamedColumns: [], debits: '20.00' });
    expect((await importDraft(site, admin, named.draftId)).status).toBe(201);
    const next = (await read(id, file('21-Nov-2026'))).body.data;
    expect(next).toMatchObject({ question: null, problems: [], mapping: { columns, ignored: [3] } });
  });

  it('a settlement file is one, also where its columns were once saved as those of a statement', async () => {
    const { id } = await freshAccount();
    const header =
      'PaymentType,MerchantReferenceId,PhonePeReferenceId,TransactionDate,SettlementDate,BankReferenceNo,Amount,Fee,IGST,CGST,SGST,UTR,Settled Amount';
    await site.database.platform
      .insertInto('bank_mappings')
      .values({
        company_id: companyId,
        beneficiary_id: id,
        header: JSON.stringify(header.split(',')),
        mapping: JSON.stringify({
          kind: 'STATEMENT',
          headerLine: 1,
          columns: { date: 3, narration: 2, credit: 6 },
          dateOrder: null,
        }),
        saved_by: admin.id,
      })
      .execute();
    const line =
      'PAYMENT,PUR-123456,T1,2026-11-25,2026-11-26,633012345671,1180.00,11.80,2.12,0,0,YESB26330123456,1166.08';
    const { settlementFile, layout, question } = (await read(id, `${header}\n${line}\n`)).body.data;
    expect({ layout, question }).toEqual({ layout: 'PhonePe', question: null });
    expect(settlementFile).toMatchObject({ payments: 1, gross: '1180.00', fee: '11.80', tax: '2.12', net: '1166.08' });
  });
});
