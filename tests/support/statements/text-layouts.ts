/** Statements as delimited text, with the traps of each bank (docs/statements.md). */
import { axisNarration, hdfcNarration, iciciNarration, sbiNarration } from './narrations.ts';
import { closingOf, creditOf, dayAs, debitOf, lakhs, type Plan, type PlannedRow, rupees } from './plan.ts';

export interface BankFile {
  /** The layout's name in the program. */
  readonly layout: string;
  readonly isNewestFirst?: boolean;
  readonly hasBalances?: boolean;
  make(plan: Plan): Uint8Array;
}

type Cells = readonly (string | number)[];

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const quoted = (cell: string | number): string =>
  /[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);
const csv = (lines: readonly Cells[]): Uint8Array =>
  bytesOf(`${lines.map((line) => line.map(quoted).join(',')).join('\r\n')}\r\n`);
const side = (paise: bigint, write: (paise: bigint) => string, blank: string): string =>
  paise === 0n ? blank : write(paise);

/** Fields are padded, the unused side is 0.00, and references have leading zeros. */
const hdfcDelimited: BankFile = {
  layout: 'HDFC',
  make: (plan) => {
    const lines = plan.rows.map((row) => [
      ` ${dayAs('dd/mm/yy', row.date)} `,
      `${hdfcNarration(row)}    `,
      ` ${dayAs('dd/mm/yy', row.date)} `,
      `      ${rupees(debitOf(row))}`,
      `      ${rupees(creditOf(row))}`,
      referenceColumn(row).padStart(16, '0'),
      `      ${rupees(row.balancePaise)}`,
    ]);
    const header =
      '  Date     ,Narration                ,Value Dat,Debit Amount       ,Credit Amount      ,Chq/Ref Number   ,Closing Balance';
    return bytesOf(`\n${header}\n${lines.map((line) => line.join(',')).join('\n')}\n`);
  },
};

/** For NEFT and RTGS it is the bank's internal number. */
export const referenceColumn = ({ channel, reference, bankNumber }: PlannedRow): string =>
  channel === 'UPI' || channel === 'IMPS' ? reference : channel === 'CHARGE' ? '' : bankNumber;

/** Deposits come before withdrawals, and the first row brings the balance forward. */
const iciciMonthly: BankFile = {
  layout: 'ICICI monthly',
  make: (plan) =>
    csv([
      [`Statement of Transactions in Savings Account Number: ${plan.accountNumber} in INR`],
      [`for the period ${dayAs('dd-mm-yyyy', plan.from)} to ${dayAs('dd-mm-yyyy', plan.to)}`],
      [],
      ['DATE', 'MODE', 'PARTICULARS', 'DEPOSITS', 'WITHDRAWALS', 'BALANCE'],
      [dayAs('dd-mm-yyyy', plan.from), '', 'B/F', '', '', lakhs(plan.openingPaise)],
      ...plan.rows.map((row) => [
        dayAs('dd-mm-yyyy', row.date),
        row.channel,
        iciciNarration(row),
        side(creditOf(row), lakhs, ''),
        side(debitOf(row), lakhs, ''),
        lakhs(row.balancePaise),
      ]),
      ['', '', 'Total:', lakhs(plan.rows.reduce((sum, row) => sum + creditOf(row), 0n)), '', ''],
    ]),
};

/** Headers of two letters, blanks of one space, and legends after the table. */
const axis: BankFile = {
  layout: 'Axis',
  make: (plan) =>
    csv([
      ['Name :- LAUNCHBOOK PRIVATE LIMITED'],
      [`IFSC Code :- ${plan.ifsc}`],
      [
        `Statement of Account No - ${plan.accountNumber} for the period (From : ${dayAs('dd-mm-yyyy', plan.from)} To : ${dayAs('dd-mm-yyyy', plan.to)})`,
      ],
      [],
      ['Tran Date', 'CHQNO', 'PARTICULARS', 'DR', 'CR', 'BAL', 'SOL'],
      ...plan.rows.map((row) => [
        dayAs('dd-mm-yyyy', row.date),
        '-',
        axisNarration(row),
        side(debitOf(row), rupees, ' '),
        side(creditOf(row), rupees, ' '),
        rupees(row.balancePaise),
        '248',
      ]),
      [],
      ['Unless the constituent notifies the bank immediately of any discrepancy, the entries are taken as correct.'],
      ['Legends :'],
      ['ICONN-EFT', 'Transaction through internet banking'],
      ['VMT-ICON', 'Visa money transfer through internet banking'],
      ['++++ End of Statement ++++'],
    ]),
};

/** TSV that is named .xls: blanks are `" "`, the reference is only in the description, whole rupees have no decimals. */
const sbi: BankFile = {
  layout: 'SBI',
  make: (plan) => {
    const short = (paise: bigint): string => lakhs(paise).replace(/\.00$/, '');
    const lines: Cells[] = [
      ['Account Name       :', 'Mr. LAUNCHBOOK'],
      ['Account Number     :', `_0000${plan.accountNumber}`],
      ['IFS Code           :', plan.ifsc],
      ['Start Date         :', dayAs('d MMM yyyy', plan.from)],
      ['End Date           :', dayAs('d MMM yyyy', plan.to)],
      [`Balance as on ${dayAs('d MMM yyyy', plan.from)}  :`, lakhs(plan.openingPaise)],
      [],
      ['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', 'Branch Code', 'Debit', 'Credit', 'Balance'],
      ...plan.rows.map((row) => [
        dayAs('d MMM yyyy', row.date),
        dayAs('d MMM yyyy', row.date),
        `   ${sbiNarration(row)}`,
        row.side === 'CREDIT' ? 'TRANSFER FROM 4897695162091 /' : '" "',
        '4321',
        side(debitOf(row), short, '" "'),
        side(creditOf(row), short, '" "'),
        short(row.balancePaise),
      ]),
      ['**This is a computer generated statement and does not require a signature'],
    ];
    return bytesOf(`${lines.map((line) => line.join('\t')).join('\n')}\n`);
  },
};

const kotakHead = (plan: Plan): Cells[] => [
  ['Account Statement'],
  ['Account No.', plan.accountNumber],
  [`From ${dayAs('dd/mm/yyyy', plan.from)} To ${dayAs('dd/mm/yyyy', plan.to)}`],
  [],
];
const kotakTail = (plan: Plan): Cells[] => [
  [],
  ['Opening balance', 'as on', lakhs(plan.openingPaise)],
  ['Closing balance', 'as on', lakhs(closingOf(plan))],
];
/** The number of the bank's own in the reference column, another than the one in the description. */
const kotakReference = ({ reference, bankNumber }: PlannedRow): string =>
  /^\d{12}$/.test(reference) ? `UPI-6${bankNumber.slice(1).padEnd(11, '3')}` : reference;

/** The newest row comes first, and two columns have the name 'Dr / Cr'. */
const kotakOneAmount: BankFile = {
  layout: 'Kotak',
  isNewestFirst: true,
  make: (plan) =>
    csv([
      ...kotakHead(plan),
      [
        'Sl. No.',
        'Transaction Date',
        'Value Date',
        'Description',
        'Chq / Ref No.',
        'Amount',
        'Dr / Cr',
        'Balance',
        'Dr / Cr',
      ],
      ...plan.rows
        .toReversed()
        .map((row, at) => [
          at + 1,
          `${dayAs('dd-mm-yyyy', row.date)} ${row.time}`,
          dayAs('dd-mm-yyyy', row.date),
          axisNarration(row),
          kotakReference(row),
          lakhs(row.paise),
          row.side === 'CREDIT' ? 'CR' : 'DR',
          lakhs(row.balancePaise < 0n ? -row.balancePaise : row.balancePaise),
          row.balancePaise < 0n ? 'DR' : 'CR',
        ]),
      ...kotakTail(plan),
    ]),
};

const kotak: BankFile = {
  layout: 'Kotak',
  isNewestFirst: true,
  make: (plan) =>
    csv([
      ...kotakHead(plan),
      [
        'Sl. No.',
        'Transaction Date',
        'Value Date',
        'Description',
        'Chq / Ref No.',
        'Debit',
        'Credit',
        'Balance',
        'Dr / Cr',
      ],
      ...plan.rows
        .toReversed()
        .map((row, at) => [
          at + 1,
          dayAs('dd-mm-yyyy', row.date),
          dayAs('dd-mm-yyyy', row.date),
          axisNarration(row),
          kotakReference(row),
          side(debitOf(row), lakhs, ''),
          side(creditOf(row), lakhs, ''),
          lakhs(row.balancePaise < 0n ? -row.balancePaise : row.balancePaise),
          row.balancePaise < 0n ? 'DR' : 'CR',
        ]),
      ...kotakTail(plan),
    ]),
};

/** Rows have one more empty column than the header, and balances a suffix. */
const pnb: BankFile = {
  layout: 'PNB',
  make: (plan) =>
    csv([
      ['Txn No.', 'Txn Date', 'Description', 'Branch Name', 'Cheque No.', 'Dr Amount', 'Cr Amount', 'Balance'],
      ...plan.rows.map((row) => [
        row.bankNumber,
        dayAs('dd/mm/yyyy', row.date),
        axisNarration(row),
        'MUMBAI, FORT',
        '',
        side(debitOf(row), rupees, ''),
        side(creditOf(row), rupees, ''),
        `${rupees(row.balancePaise < 0n ? -row.balancePaise : row.balancePaise)} ${row.balancePaise < 0n ? 'Dr.' : 'Cr.'}`,
        '',
      ]),
    ]),
};

export const TEXT_LAYOUTS: Readonly<Record<string, BankFile>> = {
  'HDFC delimited': hdfcDelimited,
  'ICICI monthly': iciciMonthly,
  Axis: axis,
  SBI: sbi,
  Kotak: kotak,
  'Kotak with one amount': kotakOneAmount,
  'PNB ONE': pnb,
};
