/** One line of a settlement file: what it is, what it moves, and what identifies its payment. */
import { formatRupeesOfPaise, type Paise } from '../../core/money.ts';
import { normaliseReference } from '../../purchases/reference.rules.ts';
import type { LineKind, RowReference, Side } from '../rules.ts';
import { parseSide } from '../statement/amounts.rules.ts';
import type { LineMeaning, Unit } from '../statement/contract.ts';
import { cellReferences } from '../statement/references.rules.ts';
import type { SheetRow } from '../statement/sheet.rules.ts';
import { isRounded, paiseAt, parseTime, type TimeText } from './cells.rules.ts';
import type { LineColumns } from './columns.rules.ts';

export interface FileLine {
  readonly line: number;
  readonly entityId: string;
  readonly settlementId: string;
  /** Normalised; '' while the aggregator has not stated it. */
  readonly utr: string;
  readonly kind: LineKind;
  readonly side: Side;
  /** Of a payment, a refund and a chargeback the gross sum. Above zero. */
  readonly amountPaise: Paise;
  readonly feePaise: Paise;
  readonly taxPaise: Paise;
  readonly paidAt: TimeText;
  readonly settledAt: TimeText | null;
  readonly references: readonly RowReference[];
  readonly narration: string;
  readonly payerName: string | null;
}

/** Why a line cannot be read; its text is for the admin. */
export class Unreadable extends Error {}

export interface LineContext {
  readonly columns: LineColumns;
  readonly provider: string;
  readonly unit: Unit;
}

const NOTE_LENGTH_MAX = 200;

export function textAt(columns: LineColumns, row: SheetRow, meaning: LineMeaning): string {
  for (const at of columns(meaning)) {
    const text = (row.cells[at] ?? '').trim();
    if (text !== '' && !/^(?:null|none|n\/?a|nan|-+)$/i.test(text)) return text;
  }
  return '';
}

/** @throws Unreadable for a number that a spreadsheet has rounded */
function idAt({ columns }: LineContext, row: SheetRow, meaning: LineMeaning): string {
  if (columns(meaning).some((at) => isRounded(row, at)))
    throw new Unreadable(
      'A spreadsheet has rounded a number of this line. Upload the file as the aggregator gives it.',
    );
  return textAt(columns, row, meaning);
}

/** @throws Unreadable */
function amountAt({ columns, unit }: LineContext, row: SheetRow, meaning: LineMeaning): Paise {
  let sum = 0n;
  for (const at of columns(meaning)) {
    const paise = paiseAt(row, at, unit);
    if (paise === null) throw new Unreadable(`The amount '${(row.cells[at] ?? '').slice(0, 40)}' cannot be read.`);
    sum += paise;
  }
  return sum;
}

const abs = (paise: Paise): Paise => (paise < 0n ? -paise : paise);

/** Null for the line of the settlement itself, which some reports have among its parts. */
function kindOf(text: string): LineKind | null {
  const kind = text.toUpperCase().replace(/[^A-Z]+/g, ' ');
  if (/REVERS|WON/.test(kind)) return 'ADJUSTMENT';
  if (/^(?:|PAYMENTS?|CAPTURED?|TRANSACTION|SALE|SUCCESS|ACQUIRING)$/.test(kind.trim())) return 'PAYMENT';
  if (/REFUND/.test(kind)) return 'REFUND';
  if (/CHARGEBACK|DISPUTE/.test(kind)) return 'CHARGEBACK';
  return /^SETTLEMENT$/.test(kind.trim()) ? null : 'ADJUSTMENT';
}

/** What the line adds to the settlement; below zero for what it takes. @throws Unreadable */
function netOf(context: LineContext, row: SheetRow, kind: LineKind): Paise {
  if (context.columns('credit').length > 0 && context.columns('debit').length > 0)
    return amountAt(context, row, 'credit') - amountAt(context, row, 'debit');
  const net = amountAt(context, row, 'net');
  const sideText = textAt(context.columns, row, 'side');
  const side = parseSide(sideText);
  if (sideText !== '' && side === null) throw new Unreadable(`The side '${sideText.slice(0, 40)}' cannot be read.`);
  if (side === 'DEBIT' || (side === null && (kind === 'REFUND' || kind === 'CHARGEBACK'))) return -abs(net);
  return net;
}

interface Charges {
  readonly feePaise: Paise;
  readonly taxPaise: Paise;
}

/**
 * What the aggregator kept, divided into fee and tax. Some files state the fee with its tax, others without.
 * @throws Unreadable if the gross sum less what is stated is not the net sum
 */
function chargesOf(context: LineContext, row: SheetRow, charge: Paise): Charges {
  const [fee, tax] = [abs(amountAt(context, row, 'fee')), abs(amountAt(context, row, 'tax'))];
  const sign = charge < 0n ? -1n : 1n;
  if (charge === 0n) return { feePaise: 0n, taxPaise: 0n };
  if (abs(charge) === fee + tax) return { feePaise: sign * fee, taxPaise: sign * tax };
  if (abs(charge) === fee && tax <= fee) return { feePaise: sign * (fee - tax), taxPaise: sign * tax };
  const hasCharges = context.columns('fee').length > 0;
  if (!hasCharges) return { feePaise: charge, taxPaise: 0n };
  throw new Unreadable(
    `Of this line ${formatRupeesOfPaise(charge)} are missing, but its fee and tax are ${formatRupeesOfPaise(fee)} and ${formatRupeesOfPaise(tax)}.`,
  );
}

type Money = Pick<FileLine, 'side' | 'amountPaise'> & Charges;

/** Null for a line that moves nothing. @throws Unreadable */
function moneyOf(context: LineContext, row: SheetRow, kind: LineKind): Money | null {
  const net = netOf(context, row, kind);
  if (kind === 'ADJUSTMENT')
    return net === 0n
      ? null
      : { side: net > 0n ? 'CREDIT' : 'DEBIT', amountPaise: abs(net), feePaise: 0n, taxPaise: 0n };
  const gross = abs(amountAt(context, row, 'amount'));
  const isPayment = kind === 'PAYMENT';
  if (gross === 0n) throw new Unreadable('This line has no amount.');
  if (isPayment && net < 0n) throw new Unreadable('This payment takes money from the settlement.');
  if (isPayment && net > gross)
    throw new Unreadable(
      `The net amount ${formatRupeesOfPaise(net)} of this payment is above its amount ${formatRupeesOfPaise(gross)}.`,
    );
  const charges = chargesOf(context, row, isPayment ? gross - net : -net - gross);
  return { side: isPayment ? 'CREDIT' : 'DEBIT', amountPaise: gross, ...charges };
}

const ORDER = /(?<![A-Z0-9])PUR-?[A-Z0-9]+(?:-[A-Z0-9]+)*(?![A-Z0-9])/g;

/** The order numbers in the texts of a line, as they are stored. */
function ordersIn(texts: readonly string[]): string[] {
  const named = texts.flatMap((text) => text.normalize('NFKC').toUpperCase().match(ORDER) ?? []);
  return [...new Set(named.map((order) => order.replace(/^PUR-?/, 'PUR-')))];
}

const textsAt = (columns: LineColumns, row: SheetRow, meaning: LineMeaning): string[] =>
  columns(meaning).flatMap((at) => (row.cells[at] ?? '').trim() || []);

/** What identifies the payment. A debit names the payment that it takes back, and no order: that has other payments too. */
function referencesOf(context: LineContext, row: SheetRow, kind: LineKind, entityId: string): RowReference[] {
  const { columns } = context;
  if (kind === 'ADJUSTMENT') return [];
  const stated = idAt(context, row, 'paymentId');
  const paymentId = kind === 'PAYMENT' ? entityId : stated;
  const own: RowReference[] = paymentId === '' ? [] : [{ reference: paymentId, source: 'PAYMENT_ID' }];
  if (kind !== 'PAYMENT') return own;
  if (columns('bankReference').some((at) => isRounded(row, at))) idAt(context, row, 'bankReference');
  const numbers = textsAt(columns, row, 'bankReference').flatMap(cellReferences);
  const orders = ordersIn([...textsAt(columns, row, 'order'), ...textsAt(columns, row, 'note')]);
  const extra = stated === '' || stated === entityId ? [] : [{ reference: stated, source: 'PAYMENT_ID' as const }];
  return [
    ...[...new Set(numbers)].map((reference) => ({ reference, source: 'REFERENCE' as const })),
    ...orders.map((reference) => ({ reference, source: 'ORDER' as const })),
    ...own,
    ...extra,
  ];
}

const isYes = (text: string): boolean => /^(?:1|true|yes|y)$/i.test(text);
const isNo = (text: string): boolean => /^(?:0|false|no|n)$/i.test(text);

/** Whether the aggregator still holds the money of the line, so that it is in no settlement. */
export function isHeld(columns: LineColumns, row: SheetRow): boolean {
  const hasSettlement = textAt(columns, row, 'settlementId') !== '' || textAt(columns, row, 'utr') !== '';
  return isYes(textAt(columns, row, 'onHold')) || isNo(textAt(columns, row, 'settled')) || !hasSettlement;
}

/** Null for a line that is no part of the sum. @throws Unreadable */
export function readLine(context: LineContext, row: SheetRow): FileLine | null {
  const { columns, provider } = context;
  const currency = textAt(columns, row, 'currency').toUpperCase();
  if (currency !== '' && currency !== 'INR')
    throw new Unreadable(`This line is in ${currency}. Only INR can be compared.`);
  const kind = kindOf(textAt(columns, row, 'kind'));
  const money = kind && moneyOf(context, row, kind);
  if (!kind || !money) return null;
  const entityId = idAt(context, row, 'entityId');
  if (entityId === '') throw new Unreadable('This line has no id of its own.');
  const utr = normaliseReference(idAt(context, row, 'utr'));
  const settlementId = idAt(context, row, 'settlementId') || utr;
  const [paidColumn] = columns('paidAt').filter((at) => (row.cells[at] ?? '') !== '');
  const paidAt = paidColumn === undefined ? null : parseTime(row, paidColumn);
  if (!paidAt) throw new Unreadable(`The date '${textAt(columns, row, 'paidAt').slice(0, 40)}' cannot be read.`);
  const [settledColumn] = columns('settledAt');
  const notes = [
    ...textsAt(columns, row, 'order'),
    ...textsAt(columns, row, 'note'),
    textAt(columns, row, 'phone').replace(/^\+?91(?=[6-9]\d{9}$)/, ''),
  ];
  const texts = [
    provider,
    entityId,
    ...notes.map((note) => note.replace(/\s+/g, ' ').slice(0, NOTE_LENGTH_MAX)),
    settlementId,
  ];
  return {
    line: row.line,
    entityId,
    settlementId,
    utr,
    kind,
    ...money,
    paidAt,
    settledAt: settledColumn === undefined ? null : parseTime(row, settledColumn),
    references: referencesOf(context, row, kind, entityId),
    narration: [...new Set(texts)].filter(Boolean).join(' · '),
    payerName: textAt(columns, row, 'payer') || null,
  };
}
