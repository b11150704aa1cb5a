/** Which columns a settlement file of a payment aggregator has (docs/statements.md, Settlement files). */
import type { LineMeaning, SettlementMapping } from '../statement/contract.ts';
import { labelOf, type Sheet, type SheetRow } from '../statement/sheet.rules.ts';

/** For each meaning the names of columns that have it, the best first. Labels are in the form of `labelOf`. */
const HEADERS: Readonly<Record<LineMeaning, readonly RegExp[]>> = {
  entityId: [/^ENTITY ID$|^EVENT ID$|^(?:PAYU|MIHPAY) ?ID$/, /^(?:CF|CASHFREE) PAYMENT ID$/, /^TRANSACTION ID$/],
  kind: [/^TRANSACTION ENTITY$|^EVENT TYPE$|^ACTION$/, /^(?:(?:TRANSACTION|TXN) )?TYPE$/],
  side: [/^SALE TYPE$/, /^DEBIT CREDIT$|^CR DR$|^DR CR$/],
  amount: [/^AMOUNT$|^EVENT AMOUNT$/, /^(?:TRANSACTION ?|TXN |GROSS )AMOUNT$/, /^PAYMENT AMOUNT$/, /^ORDER AMOUNT$/],
  fee: [
    /^FEES?$|^FEE EXCLUSIVE TAX$|^EVENT SERVICE CHARGE$/,
    /^(?:PAYMENT )?SERVICE CHARGES?$|^(?:MERCHANT ?)?SERVICE ?FEE$/,
    /^COMMISSION$|^MDR$|^TDR$/,
  ],
  tax: [/^TAX$|^GST$|^EVENT SERVICE TAX$/, /^(?:PAYMENT )?SERVICE TAX$|^(?:MERCHANT ?)?SERVICE ?TAX$|^GST ON FEE$/],
  debit: [/^DEBIT(?: AMOUNT)?$/],
  credit: [/^CREDIT(?: AMOUNT)?$/],
  net: [/^EVENT SETTLEMENT AMOUNT$|^(?:MERCHANT ?)?NET ?AMOUNT$/, /^SETTLEMENT AMOUNT$|^SETTLED AMOUNT$/],
  currency: [/^(?:EVENT |PAYMENT |SETTLEMENT )?CURRENCY$/],
  paidAt: [
    /^PAYMENT CAPTURED AT$|^EVENT TIME$/,
    /^PAYMENT TIME$|^TRANSACTION ?(?:DATE|TIME)$|^TXN DATE$|^ADDED ?ON$/,
    /^(?:ENTITY )?CREATED AT$/,
  ],
  settledAt: [/^SETTLED (?:AT|ON)$|^SETTLEMENT ?(?:COMPLETED ?)?(?:DATE|TIME)$|^TRANSFER TIME$/],
  settlementId: [/^(?:CF )?SETTLEMENT ?ID$/],
  utr: [/^SETTLEMENT UTR$|^TRANSFER UTR$|^MERCHANT ?UTR$/, /^UTR(?: ?(?:NO|NUMBER))?$/],
  order: [/^(?:ORDER )?RECEIPT$|^MERCHANT ?(?:TXN|TRANSACTION|ORDER) ?ID$|^TXN ?ID$|^MERCHANT REFERENCE$|^ORDER ID$/],
  paymentId: [/^(?:CF )?PAYMENT ID$|^PARENT PAYU ?ID$|^ORIGINAL PAYMENT ID$/],
  bankReference: [/^RRN$|^PAYMENT UTR$|^BANK REF(?:ERENCE)?(?: ?(?:ID|NO|NUM|NUMBER))?$/],
  note: [/^(?:ORDER |PAYMENT )?NOTES?$|^(?:ENTITY )?DESCRIPTION$|^(?:EVENT |ADJUSTMENT )?REMARKS$|^PRODUCT ?INFO$/],
  payer: [/^CUSTOMER NAME$|^FIRST ?NAME$|^PAYER NAME$/],
  phone: [/^CUSTOMER PHONE$|^CONTACT$|^PHONE$|^MOBILE$/],
  onHold: [/^ON ?HOLD$/],
  settled: [/^SETTLED$/],
};

const LINE_MEANINGS = Object.keys(HEADERS) as LineMeaning[];

/** Of these every named column counts; of the others the one with the best name. */
const REPEATED: ReadonlySet<LineMeaning> = new Set(['order', 'bankReference', 'note', 'paidAt']);
const TAX_PARTS = /^[CSI]GST$/;

/** The numbers of the columns with a meaning, from 0; none for a meaning without a column. */
export type LineColumns = (meaning: LineMeaning) => readonly number[];

/** The columns of each meaning; a meaning without a column is missing. */
export type ChosenColumns = SettlementMapping['columns'];

export const hasColumns = (chosen: ChosenColumns): boolean => Object.keys(chosen).length > 0;

/** Which columns of a header mean what: as an admin chose, else by their names. */
export function lineColumnsOf(header: readonly string[], chosen: ChosenColumns = {}): LineColumns {
  if (hasColumns(chosen)) return (meaning) => chosen[meaning] ?? [];
  const labels = header.map(labelOf);
  const columnsNamed = (name: RegExp): number[] => [...labels.keys()].filter((at) => name.test(labels[at] ?? ''));
  const columnsOf = (meaning: LineMeaning): number[] => {
    const all = HEADERS[meaning].flatMap(columnsNamed);
    return REPEATED.has(meaning) ? all : all.slice(0, 1);
  };
  const byMeaning = new Map(LINE_MEANINGS.map((meaning) => [meaning, columnsOf(meaning)]));
  const columns = (meaning: LineMeaning): readonly number[] => byMeaning.get(meaning) ?? [];
  if (columns('tax').length === 0) byMeaning.set('tax', columnsNamed(TAX_PARTS));
  return columns;
}

/** The same as a mapping has it. */
export function chosenOf(columns: LineColumns): ChosenColumns {
  const chosen: ChosenColumns = {};
  for (const meaning of LINE_MEANINGS) {
    const own = columns(meaning);
    if (own.length > 0) chosen[meaning] = [...own];
  }
  return chosen;
}

const has = (columns: LineColumns, ...meanings: readonly LineMeaning[]): boolean =>
  meanings.every((meaning) => columns(meaning).length > 0);

/** What is missing to read lines. The column that says what a line is may be missing: then all are payments. */
export function missingIn(columns: LineColumns): string[] {
  return [
    has(columns, 'entityId') ? '' : 'the id of each line',
    has(columns, 'amount') ? '' : 'its amount',
    has(columns, 'credit', 'debit') || has(columns, 'net') ? '' : 'its net amount (or its debit and credit)',
    has(columns, 'paidAt') ? '' : 'its date',
    has(columns, 'settlementId') || has(columns, 'utr') ? '' : 'its settlement or the UTR of that',
  ].filter(Boolean);
}

/** No bank's statement has columns of these names. */
const OWN_COLUMN =
  /^(?:(?:SETTLEMENT|TRANSFER|MERCHANT) ?UTR|(?:CF )?SETTLEMENT ?ID|ENTITY ID|EVENT SETTLEMENT AMOUNT|CF PAYMENT ID|(?:PAYU|MIHPAY) ?ID|MERCHANT ?NET ?AMOUNT)$/;

const ownColumns = (row: SheetRow): number => row.cells.filter((cell) => OWN_COLUMN.test(labelOf(cell))).length;

/** Rows of a sheet among which the header is searched: reports can have a summary before their lines. */
const HEADER_ROWS = 500;

export interface LineHeader {
  readonly sheet: Sheet;
  readonly header: SheetRow;
}

/**
 * The header of the lines by the names of its columns: the first with which lines can be read, else one with names that only
 * settlement files have. Null in any other file, and in one that is not surely a settlement file.
 */
export function findLineHeader(sheets: readonly Sheet[]): LineHeader | null {
  let like: LineHeader | null = null;
  for (const sheet of sheets)
    for (const header of sheet.rows.slice(0, HEADER_ROWS)) {
      if (ownColumns(header) < 2) continue;
      if (missingIn(lineColumnsOf(header.cells)).length === 0) return { sheet, header };
      like ??= { sheet, header };
    }
  return like;
}

/** The aggregator whose names the columns are; 'Settlement' for another. */
export function providerOf(header: readonly string[]): string {
  const labels = new Set(header.map(labelOf));
  if ([...labels].some((label) => /^PAYU ?ID$|^MIHPAY ?ID$|^PARENT PAYU ?ID$/.test(label))) return 'PayU';
  if ([...labels].some((label) => /^CF |^CASHFREE |^EVENT SETTLEMENT AMOUNT$/.test(label))) return 'Cashfree';
  const isRazorpay = labels.has('ENTITY ID') && (labels.has('TRANSACTION ENTITY') || labels.has('ORDER RECEIPT'));
  return isRazorpay ? 'Razorpay' : 'Settlement';
}

/** The nets that a report's own summary states, by settlement id and by number of the transfer. */
export interface SummaryColumns {
  readonly id: number | null;
  readonly utr: number | null;
  readonly net: number;
}

/** The columns of a summary with one row for each settlement; null for another table. */
export function summaryColumnsOf(header: readonly string[]): SummaryColumns | null {
  const labels = header.map(labelOf);
  const at = (name: RegExp): number | null => {
    const index = labels.findIndex((label) => name.test(label));
    return index < 0 ? null : index;
  };
  const net = at(/^NET SETTLEMENT AMOUNT$|^AMOUNT SETTLED$/);
  const [id, utr] = [at(/^ID$|^(?:CF )?SETTLEMENT ID$/), at(/^(?:SETTLEMENT )?UTR(?: (?:NO|NUMBER))?$/)];
  return net === null || (id === null && utr === null) ? null : { id, utr, net };
}
