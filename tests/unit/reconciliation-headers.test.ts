/** The names of columns: of many banks, misspelt, in Indian languages, and without any that is known. */
import { describe, expect, test } from 'vitest';
import type { ColumnMeaning } from '@/lib/reconciliation/statement/contract.ts';
import { meaningOfHeader, NAMES } from '@/lib/reconciliation/statement/headers.rules.ts';
import { bytesOf, readBytes } from '../support/statements/read.ts';

const KNOWN: readonly (readonly [ColumnMeaning, readonly string[]])[] = [
  [
    'debit',
    [
      ...[
        'Withdrawl',
        'WITHDRAWS',
        'Withdrawl Amt',
        'Withdrawls',
        'Widthdrawal',
        'Withdrwal Amount',
        'Withdrawal Amt (Rs.)',
      ],
      ...['Withdrawel', 'WITHDRAWAL(DR)', 'Wdl Amt', 'Debit(Rs)', 'Debit Amont', 'DEBIT AMOUNT (₹)', 'Amount Debited'],
      ...['Withdrawal / नामे', 'नामे', 'नामे (₹)', 'आहरण', 'निकासी', 'नावे', 'ઉધાર', 'பற்று'],
    ],
  ],
  [
    'credit',
    [
      ...['Depost', 'Deposite', 'Deposits', 'Depsoit', 'Deopsit Amt', 'DEPOSIT(CR)', 'Dep Amt', 'Credt Amount'],
      ...[
        'Credit(INR)',
        'Cerdit',
        'Lodgements',
        'Amount Credited',
        'जमा',
        'जमा राशि (INR)',
        'Deposit/जमा',
        'જમા',
        'வரவு',
      ],
    ],
  ],
  [
    'balance',
    ['Balence', 'Balanse', 'Blance', 'Closing Balence (INR)', 'Running Balance', 'Avl Bal', 'शेष', 'शेष राशि', 'शिल्लक'],
  ],
  [
    'narration',
    [
      ...['Narration', 'Naration', 'Narretion', 'Narrative', 'Perticulars', 'Particulers', 'Discription', 'Desciption'],
      ...['Description 1', 'Description 2', 'Additional Info', 'Additional Information', 'Remittance Information'],
      ...['Payment Details', 'Transaction Remarks', 'Trasaction Details', 'विवरण', 'ब्यौरा', 'तपशील'],
    ],
  ],
  [
    'date',
    [
      'Date',
      'Txn Date',
      'Date(Value Date)',
      'Transation Date',
      'DATE & TIME',
      'दिनांक',
      'तिथि',
      'तारीख',
      'Date / दिनांक',
    ],
  ],
  ['valueDate', ['Value Dt', 'Val Date', 'Value Date (dd/mm/yyyy)', 'मूल्य तिथि']],
  ['amount', ['Amount', 'Ammount', 'Amount (Rs.)', 'Withdrawal (Dr)/Deposit (Cr)', 'राशि']],
  ['reference', ['Chq./Ref.No.', 'Cheque ID', 'Customer reference', 'Bank reference', 'UTR No', 'संदर्भ संख्या']],
];

describe.each(KNOWN)('%s', (meaning, names) => {
  test.each(names)('is %s', (name) => {
    expect(meaningOfHeader(name)).toBe(meaning);
  });
});

test('every name of the list has its meaning', () => {
  for (const [meaning, names] of Object.entries(NAMES))
    for (const name of names) expect(meaningOfHeader(name), name).toBe(meaning);
});

test.each([
  '',
  'Depositor',
  'Creditor',
  'Edit',
  'Branch',
  'Cost',
  'Depot',
  'Batch',
  'Debtor Name',
  'x'.repeat(5_000),
  '₹',
  'शाखा',
])('%j is no column that is known', (name) => {
  expect(meaningOfHeader(name)).toBeNull();
});

const file = (...lines: string[]): Uint8Array => bytesOf(`${lines.join('\n')}\n`);

describe('the narration', () => {
  const text = 'UPI/CR/633012345671/ASHA RAO/HDFC';
  test.each([
    ['of several columns', 'Date,Description 1,Description 2,Credit,Balance', 'TRANSFER', text, [2]],
    ['with additional information', 'Date,Particulars,Additional Info,Credit,Balance', 'BY TRANSFER', text, [2]],
    ['with remittance information', 'Date,Details,Remittance Information,Credit,Balance', 'CREDIT', text, [2]],
    ['with a second narration', 'Date,Narration,Narration 2,Credit,Balance', 'TRF', text, [2]],
    ['with payment details', 'Date,Description,Payment Details,Credit,Balance', 'TRF', text, [2]],
  ])('%s is one text', (_, header, first, second, moreNarration) => {
    const bytes = file(header, `24/11/2026,${first},${second},5.00,5.00`, `25/11/2026,${first},${second},5.00,10.00`);
    const { mapping, rows, warnings } = readBytes(bytes);
    expect(mapping).toMatchObject({ columns: { narration: 1 }, moreNarration });
    expect(rows[0]?.narration).toBe(`${first} ${second}`);
    expect(rows[0]?.references.map(({ reference }) => reference)).toContain('633012345671');
    expect(warnings).toEqual([]);
    const alone = readBytes(bytes, {
      mapping: {
        kind: 'STATEMENT',
        headerLine: 1,
        columns: mapping.columns as { date: number },
        moreNarration: [],
        dateOrder: null,
      },
    });
    expect(alone.rows[0]?.narration).toBe(first);
  });

  test.each([
    ['a text of the bank without a name', 'Txn Date,Reference No,Stmt Text,Debit,Credit,Balance'],
    ['a name in no known language', 'Txn Date,Reference No,Kimlik,Debit,Credit,Balance'],
    ['an empty name', 'Txn Date,Reference No,,Debit,Credit,Balance'],
    ['a name that tells nothing', 'Txn Date,Bank Ref,Info,Debit,Credit,Balance'],
    ['another name', 'Value Date,Customer Reference,Beneficiary/Remitter,Debit,Credit,Balance'],
  ])('is the longest text, for %s', (_, header) => {
    const lines = [
      '24/11/2026,S1234567,UPI/633055500942/LEELA,,5.00,5.00',
      '25/11/2026,S1234568,NEFT-SBIN426330123456-RAVI,,5.00,10.00',
    ];
    const { mapping, rows } = readBytes(file(header, ...lines));
    expect(mapping.columns).toMatchObject({ narration: 2, reference: 1 });
    expect(rows.flatMap((row) => row.references.map(({ reference }) => reference))).toEqual(
      expect.arrayContaining(['633055500942', 'SBIN426330123456']),
    );
  });

  test('has the payment numbers where a longer text has none', () => {
    const { mapping } = readBytes(
      file(
        'Date,Branch Address,Text,Credit',
        '24/11/2026,"12 Long Road, Fort, Mumbai 400001, Maharashtra",UPI/633055500942/LEELA,5.00',
      ),
    );
    expect(mapping.columns).toMatchObject({ narration: 2 });
  });

  test('a reference column that holds the texts is the narration where nothing else is', () => {
    const { mapping } = readBytes(file('Date,Reference,Credit', '24/11/2026,UPI/633055500942/LEELA NAIR,5.00'));
    expect(mapping.columns).toEqual({ date: 0, narration: 1, credit: 2 });
  });

  test.each([
    ['Date,Narration,Credit,Balance', '24/11/2026,CASH DEPOSIT,5.00,5.00', true],
    ['Date,Narration,Credit,Balance', '24/11/2026,PAYTM 9876543210,5.00,5.00', true],
    ['Date,Narration,Credit,Balance', '24/11/2026,UPI/633055500942/A,5.00,5.00', false],
    ['Date,Narration,Credit,Balance', '24/11/2026,NEFT-SBIN426330123456-RAVI,5.00,5.00', false],
    ['Date,Narration,Credit,Balance', '24/11/2026,RTGS/HDFCR52026112400123456,5.00,5.00', false],
    ['Date,Narration,Ref No,Credit,Balance', '24/11/2026,TRANSFER,633055500942,5.00,5.00', false],
  ])('%s with %s warns that no number was found: %s', (header, line, isWarned) => {
    const { warnings, rows } = readBytes(file(header, line));
    expect(rows).toHaveLength(1);
    expect(warnings).toEqual(
      isWarned
        ? [{ kind: 'NO_NUMBER', message: 'No UPI, IMPS, NEFT or RTGS number was found. Is the narration chosen?' }]
        : [],
    );
  });
});
