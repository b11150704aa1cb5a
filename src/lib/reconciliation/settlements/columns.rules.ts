/** Which columns a settlement file of a payment aggregator has (docs/statements.md, Settlement files). */
import type { LineMeaning, SettlementMapping } from '../statement/contract.ts';
import { labelOf, type Sheet, type SheetRow } from '../statement/sheet.rules.ts';

/**
 * For each meaning the names of columns that have it, the best first. Labels are in the form of `labelOf`; some reports write
 * their names without spaces.
 */
const HEADERS: Readonly<Record<LineMeaning, readonly RegExp[]>> = {
  entityId: [
    /^ENTITY ID$|^EVENT ID$|^(?:PAYU|MIHPAY) ?ID$/,
    /^(?:CF|CASHFREE) PAYMENT ID$/,
    /^(?:PHONEPE|BHARATPE|EASEBUZZ|PAYTM|CCAVENUE) ?(?:(?:REF|REFERENCE|TRANSACTION|TXN|ORDER|PAYMENT) ?)?(?:ID|NO|NUMBER)?$/,
    /^(?:TRANSACTION|TXN) ?ID$/,
    /^(?:PG|GATEWAY|TRACKING) ?(?:TRANSACTION ?|TXN ?|REF ?|REFERENCE ?)?(?:ID|NO|NUMBER)$/,
  ],
  kind: [/^TRANSACTION ENTITY$|^EVENT TYPE$|^ACTION$/, /^(?:(?:TRANSACTION|TXN) ?)?TYPE$/, /^PAYMENT ?TYPE$/],
  side: [/^SALE TYPE$/, /^DEBIT CREDIT$|^CR DR$|^DR CR$/],
  amount: [
    /^AMOUNT$|^EVENT AMOUNT$/,
    /^(?:TRANSACTION ?|TXN ?|GROSS ?)(?:AMOUNT|AMT)$/,
    /^PAYMENT AMOUNT$/,
    /^ORDER (?:AMOUNT|AMT)$|^ACTUAL AMOUNT$/,
  ],
  fee: [
    /^FEES?$|^FEE EXCLUSIVE TAX$|^EVENT SERVICE CHARGE$/,
    /^(?:PAYMENT )?SERVICE CHARGES?$|^(?:MERCHANT ?)?SERVICE ?FEE$/,
    /^COMMISSION(?: AMOUNT)?$|^MDR(?: AMOUNT)?$|^TDR(?: AMOUNT)?$|^(?:PG|GATEWAY|PLATFORM|PROCESSING) (?:FEES?|CHARGES?)$/,
  ],
  tax: [
    /^TAX$|^GST(?: AMOUNT)?$|^EVENT SERVICE TAX$/,
    /^(?:PAYMENT )?SERVICE TAX$|^(?:MERCHANT ?)?SERVICE ?TAX$|^GST ON (?:FEES?|COMMISSION|MDR|TDR|CHARGES?)$/,
  ],
  debit: [/^DEBIT(?: AMOUNT)?$/],
  credit: [/^CREDIT(?: AMOUNT)?$/],
  net: [
    /^EVENT SETTLEMENT AMOUNT$|^(?:MERCHANT ?)?NET ?AMOUNT$/,
    /^(?:NET )?(?:SETTLEMENT|SETTLED) ?(?:AMOUNT|AMT)$/,
    /^(?:AMOUNT|AMT) PAYABLE$|^(?:NET )?PAYABLE AMOUNT$|^PAYOUT AMOUNT$/,
  ],
  currency: [/^(?:EVENT |PAYMENT |SETTLEMENT )?CURRENCY$/],
  paidAt: [
    /^PAYMENT CAPTURED AT$|^EVENT TIME$/,
    /^PAYMENT ?(?:DATE ?)?TIME$|^PAYMENT ?DATE$|^TRANSACTION ?(?:DATE|TIME|DATE ?TIME)$|^TXN ?DATE$|^ADDED ?ON$/,
    /^(?:ENTITY )?CREATED AT$|^CREATION ?DATE$|^ORDER DATE ?(?:TIME)?$/,
  ],
  settledAt: [
    /^SETTLED ?(?:AT|ON|DATE)$|^SETTLEMENT ?(?:COMPLETED ?)?(?:DATE|TIME)$|^TRANSFER TIME$/,
    /^PAYOUT ?(?:DATE|TIME)$/,
  ],
  settlementId: [/^(?:CF )?SETTLEMENT ?ID$/, /^(?:PAYOUT|SETTLEMENT) ?(?:ID|NO|NUMBER)$/],
  utr: [/^SETTLEMENT ?UTR$|^TRANSFER UTR$|^MERCHANT ?UTR$|^PAYOUT ?UTR$/, /^UTR(?: ?(?:NO|NUMBER|ID))?$/],
  order: [
    /^(?:ORDER )?RECEIPT$|^MERCHANT ?(?:TXN|TRANSACTION|ORDER) ?ID$|^TXN ?ID$|^MERCHANT REFERENCE$|^ORDER ?ID$/,
    /^MERCHANT ?REFERENCE ?ID$|^ORDER ?(?:NO|NUMBER)$|^TRANSACTION ID$/,
  ],
  paymentId: [/^(?:CF )?PAYMENT ID$|^PARENT PAYU ?ID$|^ORIGINAL (?:PAYMENT|TRANSACTION) ID$/],
  bankReference: [
    /^RRN(?: NO)?$|^PAYMENT UTR$|^BANK ?REF(?:ERENCE)?(?: ?(?:ID|NO|NUM|NUMBER))?$/,
    /^BANK ?(?:TRANSACTION|TXN) ?(?:ID|NO)(?: UTR)?$|^CUSTOMER UTR$/,
  ],
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
  // Reports of PhonePe alone say there what a line is, others how its buyer paid.
  if (!labels.some((label) => label.startsWith('PHONEPE')))
    byMeaning.set(
      'kind',
      columns('kind').filter((at) => !/^PAYMENT ?TYPE$/.test(labels[at] ?? '')),
    );
  // The id of the line can have a name that other reports give the order.
  byMeaning.set(
    'order',
    columns('order').filter((at) => !columns('entityId').includes(at)),
  );
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
  /^(?:(?:SETTLEMENT|TRANSFER|MERCHANT|PAYOUT) ?UTR|(?:CF )?SETTLEMENT ?ID|ENTITY ID|EVENT SETTLEMENT AMOUNT|CF PAYMENT ID|(?:PAYU|MIHPAY) ?ID|MERCHANT ?NET ?AMOUNT|(?:PHONEPE|BHARATPE|EASEBUZZ|PAYTM|CCAVENUE).*)$/;
/** A statement that has such columns has balances too. */
const LIKELY_COLUMN =
  /^(?:(?:NET )?(?:SETTLEMENT|SETTLED) ?(?:AMOUNT|AMT)|(?:SETTLEMENT|SETTLED|PAYOUT) ?DATE|MERCHANT ?(?:REFERENCE|TXN|TRANSACTION|ORDER) ?ID)$/;
const BALANCE = /\bBAL(?:ANCE)?\b/;

/** How many columns only settlement files have. */
function ownColumns({ cells }: SheetRow): number {
  const labels = cells.map(labelOf);
  const own = labels.filter((label) => OWN_COLUMN.test(label)).length;
  return labels.some((label) => BALANCE.test(label))
    ? own
    : own + labels.filter((label) => LIKELY_COLUMN.test(label)).length;
}

const AMOUNT = /\b(?:AMOUNT|AMT|GROSS|PAYABLE)\b|AMOUNT$/;
const CHARGE = /\b(?:FEES?|TAX|[CSI]?GST|COMMISSION|MDR|TDR|SERVICE CHARGES?|CHARGES)\b/;
const UTR = /\bUTR\b/;

/** Amount, fee or tax, and UTR: what an aggregator says of its settlements, and a bank's statement has balances instead. */
export function looksSettled(header: readonly string[]): boolean {
  const labels = header.map(labelOf);
  const has = (name: RegExp): boolean => labels.some((label) => name.test(label));
  return has(AMOUNT) && has(CHARGE) && has(UTR) && !has(BALANCE);
}

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

/** The header of a file that has amount, fee or tax, and UTR, under names that statements can have too. Null for none. */
export function findLikely(sheets: readonly Sheet[]): LineHeader | null {
  for (const sheet of sheets) {
    const header = sheet.rows.slice(0, HEADER_ROWS).find(({ cells }) => looksSettled(cells));
    if (header) return { sheet, header };
  }
  return null;
}

/** Aggregators that have their name in a column. */
const PROVIDERS: readonly (readonly [string, RegExp])[] = [
  ['PhonePe', /^PHONEPE/],
  ['Easebuzz', /^EASEBUZZ/],
  ['BharatPe', /^BHARATPE/],
  ['Paytm', /^PAYTM/],
  ['CCAvenue', /^CCAVENUE/],
];

/** Whether amounts of an aggregator's reports are always rupees. */
export const isInRupees = (provider: string): boolean =>
  provider === 'Cashfree' || provider === 'PayU' || PROVIDERS.some(([name]) => name === provider);

/** Reports whose columns are surely those of the aggregator; the columns of others are checked against the lines. */
export const isWholeReport = (provider: string): boolean => /^(?:Razorpay|Cashfree|PayU)$/.test(provider);

/** The aggregator whose names the columns are; 'Settlement' for another. */
export function providerOf(header: readonly string[]): string {
  const labels = new Set(header.map(labelOf));
  if ([...labels].some((label) => /^PAYU ?ID$|^MIHPAY ?ID$|^PARENT PAYU ?ID$/.test(label))) return 'PayU';
  if ([...labels].some((label) => /^CF |^CASHFREE |^EVENT SETTLEMENT AMOUNT$/.test(label))) return 'Cashfree';
  const named = PROVIDERS.find(([, name]) => [...labels].some((label) => name.test(label)));
  if (named) return named[0];
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
