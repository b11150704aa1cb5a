/** Made-up settlement files of payment aggregators, with their traps (docs/statements.md, Settlement files). */
import { utils, write } from '@e965/xlsx';
import { formatPaise } from '../../src/lib/core/money.ts';
import { freshReference } from './purchases.ts';
import { dayInIndia, type Line } from './statements.ts';

export interface PlannedSettlement {
  readonly id: string;
  readonly utr: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

export interface PlannedLine {
  readonly kind: 'PAYMENT' | 'REFUND' | 'CHARGEBACK' | 'ADJUSTMENT';
  readonly id: string;
  /** Of a refund: the payment that it takes back. */
  readonly paymentId: string;
  readonly order: string;
  readonly note: string;
  /** The bank's number of the payment; '' for none. */
  readonly rrn: string;
  /** Below zero for what is taken. */
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
  /** `YYYY-MM-DD`, and `HH:MM:SS` in India. */
  readonly day: string;
  readonly time: string;
  /** Null while the aggregator holds the line. */
  readonly settlement: PlannedSettlement | null;
}

const TOKEN = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
let made = 0;
/** An id as Razorpay makes them: few digits, and case matters. */
function idOf(prefix: string): string {
  made += 1;
  const tail = Array.from({ length: 5 }, (_, at) => TOKEN[(made * (at + 3) + at) % TOKEN.length]).join('');
  return `${prefix}_DEX${tail}${String(made).padStart(6, 'x')}`;
}

export function settlementOf(day = dayInIndia()): PlannedSettlement {
  return { id: idOf('setl'), utr: `1568${freshReference().slice(4)}vxp0rj`.slice(0, 16), day };
}

/** A payment of ₹1,180.00 less 2 % and the GST on that. */
export function paymentOf(settlement: PlannedSettlement | null, line: Partial<PlannedLine> = {}): PlannedLine {
  const id = line.id ?? idOf('pay');
  return {
    kind: 'PAYMENT',
    id,
    paymentId: id,
    order: '',
    note: '',
    rrn: '',
    amountPaise: 118_000n,
    feePaise: 2_360n,
    taxPaise: 425n,
    day: dayInIndia(),
    time: '23:45:10',
    settlement,
    ...line,
  };
}

export function refundOf(payment: PlannedLine, line: Partial<PlannedLine> = {}): PlannedLine {
  const free = { feePaise: 0n, taxPaise: 0n, rrn: '', order: '', note: '' };
  return { ...payment, ...free, kind: 'REFUND', id: idOf('rfnd'), amountPaise: -payment.amountPaise, ...line };
}

export const netOf = (lines: readonly PlannedLine[], { id }: PlannedSettlement): bigint =>
  lines
    .filter((line) => line.settlement?.id === id)
    .reduce((sum, line) => sum + line.amountPaise - line.feePaise - line.taxPaise, 0n);

/** The bank's credit of a settlement, as a NEFT row. */
export const creditLine = (settlement: PlannedSettlement, paise: bigint, day = settlement.day): Line => ({
  day,
  narration: `NEFT CR-YESB0000001-RAZORPAY SOFTWARE PVT LTD-SETTLEMENT-${settlement.utr.toUpperCase()}`,
  amount: formatPaise(paise),
});

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csv = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map(cell).join(',')).join('\n')}\n`;
const rupees = formatPaise;
const abs = (paise: bigint): bigint => (paise < 0n ? -paise : paise);
const indian = (day: string): string => day.split('-').reverse().join('/');
/**
 * Dates with the day first. A file of today alone does not show that in the first twelve days of a month, and the reader asks. The
 * question has tests with fixed days, so a file of today has the year first, on every day.
 */
const dayFirst = (lines: readonly PlannedLine[]): ((day: string) => string) =>
  lines.some(({ day, settlement }) => day === dayInIndia() || settlement?.day === dayInIndia()) ? (day) => day : indian;
const net = (line: PlannedLine): bigint => line.amountPaise - line.feePaise - line.taxPaise;
const debit = (line: PlannedLine): bigint => (net(line) < 0n ? -net(line) : 0n);
const credit = (line: PlannedLine): bigint => (net(line) > 0n ? net(line) : 0n);

const RAZORPAY_KINDS = { PAYMENT: 'payment', REFUND: 'refund', CHARGEBACK: 'dispute', ADJUSTMENT: 'adjustment' };

/** The dashboard's report: rupees, the fee without its tax, day first, notes as JSON. */
export function razorpayCsv(lines: readonly PlannedLine[]): string {
  const head =
    'transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,payment_method,card_type,issuer_name,entity_created_at,payment_captured_at,payment_notes,refund_notes,arn,entity_description,order_id,order_receipt,order_notes,dispute_id,settlement_id,settled_at,settlement_utr,settled_by,rrn,payment_id';
  const dated = dayFirst(lines);
  const rows = lines.map((line) => [
    RAZORPAY_KINDS[line.kind],
    line.id,
    rupees(abs(line.amountPaise)),
    'INR',
    rupees(line.feePaise),
    rupees(line.taxPaise),
    rupees(debit(line)),
    rupees(credit(line)),
    'upi',
    '',
    '',
    `${dated(line.day)} ${line.time}`,
    line.kind === 'PAYMENT' ? `${dated(line.day)} ${line.time}` : '',
    line.note === '' ? '' : JSON.stringify({ note: line.note, phone: '9876543210' }),
    '',
    '',
    '',
    'order_DEXrnRiR3SNDHA',
    line.order,
    '',
    '',
    line.settlement?.id ?? '',
    line.settlement ? `${dated(line.settlement.day)} 10:00:00` : '',
    line.settlement?.utr ?? '',
    'Razorpay',
    line.rrn,
    line.kind === 'PAYMENT' ? '' : line.paymentId,
  ]);
  return csv([head.split(','), ...rows]);
}

/** The API's answer as a table: paise, times in seconds, and the fee with its tax. */
export function razorpayApiCsv(lines: readonly PlannedLine[]): string {
  const head =
    'entity_id,type,debit,credit,amount,currency,fee,tax,on_hold,settled,created_at,settled_at,settlement_id,posted_at,credit_type,description,notes,payment_id,settlement_utr,order_id,order_receipt,method';
  const seconds = (day: string, time: string): string => String(Date.parse(`${day}T${time}+05:30`) / 1000);
  const rows = lines.map((line) => [
    line.id,
    RAZORPAY_KINDS[line.kind],
    String(debit(line)),
    String(credit(line)),
    String(abs(line.amountPaise)),
    'INR',
    String(line.feePaise + line.taxPaise),
    String(line.taxPaise),
    line.settlement ? '0' : '1',
    line.settlement ? '1' : '0',
    seconds(line.day, line.time),
    line.settlement ? seconds(line.settlement.day, '10:00:00') : '',
    line.settlement?.id ?? '',
    '',
    'default',
    line.note,
    '[]',
    line.kind === 'PAYMENT' ? '' : line.paymentId,
    line.settlement?.utr ?? '',
    'order_DEXrnRiR3SNDHA',
    line.order,
    'upi',
  ]);
  return csv([head.split(','), ...rows]);
}

const settlementsOf = (lines: readonly PlannedLine[]): PlannedSettlement[] => [
  ...new Map(lines.flatMap(({ settlement }) => (settlement ? [[settlement.id, settlement] as const] : []))).values(),
];

const CASHFREE_KINDS = {
  PAYMENT: 'PAYMENT',
  REFUND: 'REFUND',
  CHARGEBACK: 'CHARGEBACK',
  ADJUSTMENT: 'OTHER_ADJUSTMENT',
};

/** Unsigned amounts with a side, times with a zone, and a line for each settlement among its parts. */
function cashfreeTable(lines: readonly PlannedLine[]): string[][] {
  const head =
    'event_id,event_type,sale_type,event_time,event_settlement_amount,event_amount,event_status,event_currency,event_service_charge,event_service_tax,order_id,customer_name,customer_phone,cf_payment_id,order_amount,payment_utr,cf_settlement_id,settlement_utr,settlement_date,adjustment_remarks';
  const rows = lines.map((line) => [
    line.id,
    CASHFREE_KINDS[line.kind],
    net(line) < 0n ? 'DEBIT' : 'CREDIT',
    // The same moment in UTC, which is the day before in India's early morning.
    new Date(`${line.day}T${line.time}+05:30`).toISOString().replace('.000Z', 'Z'),
    rupees(abs(net(line))),
    rupees(abs(line.amountPaise)),
    'SUCCESS',
    'INR',
    rupees(line.feePaise),
    rupees(line.taxPaise),
    line.order,
    'Asha Rao',
    '9876543210',
    line.paymentId,
    rupees(abs(line.amountPaise)),
    line.rrn,
    line.settlement?.id ?? '',
    line.settlement?.utr ?? '',
    line.settlement ? `${line.settlement.day}T10:00:00+05:30` : '',
    line.note,
  ]);
  const wholes = settlementsOf(lines).map(({ id, utr, day }) => [
    ...[`${id}-S`, 'SETTLEMENT', 'DEBIT', `${day}T10:00:00+05:30`, '1.00', '1.00', 'SUCCESS', 'INR', '0', '0'],
    ...['', '', '', '', '', '', id, utr, `${day}T10:00:00+05:30`, ''],
  ]);
  return [head.split(','), ...rows, ...wholes];
}

function cashfreeSummary(lines: readonly PlannedLine[]): string[][] {
  const head = ['ID', 'Total Transaction Amount', 'Settlement Amount', 'Adjustment', 'Net Settlement Amount', 'UTR'];
  const rows = settlementsOf(lines).map((settlement) => [
    settlement.id,
    '0.00',
    '0.00',
    '0.00',
    rupees(netOf(lines, settlement)),
    settlement.utr,
  ]);
  return [head, ...rows];
}

/** A summary, an empty line, and the lines. */
export const cashfreeCsv = (lines: readonly PlannedLine[]): string =>
  csv([...cashfreeSummary(lines), [], ...cashfreeTable(lines)]);

/** The summary and the lines on two sheets; amounts are numbers. */
export function cashfreeXlsx(lines: readonly PlannedLine[]): Uint8Array {
  const book = utils.book_new();
  const typed = (rows: readonly string[][]): (string | number)[][] =>
    rows.map((row) => row.map((text) => (/^\d+\.\d\d$/.test(text) ? Number(text) : text)));
  utils.book_append_sheet(book, utils.aoa_to_sheet(typed(cashfreeSummary(lines))), 'Settlements');
  utils.book_append_sheet(book, utils.aoa_to_sheet(typed(cashfreeTable(lines))), 'Transaction details');
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }));
}

const PAYU_KINDS = { PAYMENT: 'capture', REFUND: 'refund', CHARGEBACK: 'chargeback', ADJUSTMENT: 'adjustment' };

/** Signed nets, the GST in its parts, times without a zone. */
export function payuCsv(lines: readonly PlannedLine[]): string {
  const head = [
    ...[
      'PayU ID',
      'Merchant Txn ID',
      'Action',
      'Transaction Date',
      'Amount',
      'Merchant Service Fee',
      'CGST',
      'SGST',
      'IGST',
    ],
    ...[
      'Merchant Net Amount',
      'Bank Ref No',
      'Customer Name',
      'Settlement ID',
      'Merchant UTR',
      'Settlement Date',
      'Parent PayU ID',
    ],
  ];
  const rows = lines.map((line) => [
    line.id,
    line.order,
    PAYU_KINDS[line.kind],
    `${line.day} ${line.time}`,
    rupees(abs(line.amountPaise)),
    rupees(line.feePaise),
    '0.00',
    '0.00',
    rupees(line.taxPaise),
    rupees(net(line)),
    line.rrn,
    'Asha Rao',
    line.settlement?.id ?? '',
    line.settlement?.utr ?? '',
    line.settlement ? `${line.settlement.day} 10:00:00` : '',
    line.kind === 'PAYMENT' ? '' : line.paymentId,
  ]);
  return csv([head, ...rows]);
}

/** Of an aggregator that is not known: two names say that it is a settlement file, the others say nothing that is known. */
export const UNKNOWN_HEADER = [
  ...['Line', 'When', 'Buyer pays', 'Cost', 'Duty', 'Merchant gets', 'What for', 'Number at bank', 'Settlement ID'],
  'Settlement UTR',
];
/** The same, and nothing says what the file is. */
export const STRANGE_HEADER = [...UNKNOWN_HEADER.slice(0, -2), 'Bundle', 'Bundle number'];

/** What the columns of both mean. */
export const UNKNOWN_COLUMNS = {
  entityId: [0],
  paidAt: [1],
  amount: [2],
  fee: [3],
  tax: [4],
  net: [5],
  order: [6],
  bankReference: [7],
  settlementId: [8],
  utr: [9],
};

/** Payments alone, in rupees. */
export const unknownCsv = (lines: readonly PlannedLine[], header: readonly string[] = UNKNOWN_HEADER): string =>
  csv([
    [...header],
    ...lines.map((line) => [
      line.id,
      `${line.day} ${line.time}`,
      rupees(line.amountPaise),
      rupees(line.feePaise),
      rupees(line.taxPaise),
      rupees(net(line)),
      line.order,
      line.rrn,
      line.settlement?.id ?? '',
      line.settlement?.utr ?? '',
    ]),
  ]);
