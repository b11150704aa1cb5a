/** A proposal for a settlement file whose columns have names that no known report has: an admin corrects it. */
import type { LineMeaning } from '../statement/contract.ts';
import { labelOf, type SheetRow } from '../statement/sheet.rules.ts';
import { isEpoch, paiseAt, parseTime } from './cells.rules.ts';
import { type ChosenColumns, chosenOf, lineColumnsOf } from './columns.rules.ts';
import { IN_SEVERAL_COLUMNS } from './meanings.rules.ts';

type Fits = (row: SheetRow, at: number) => boolean;

const isAmount: Fits = (row, at) => paiseAt(row, at, 'RUPEES') !== null;
const isTime: Fits = (row, at) => {
  const text = row.cells[at] ?? '';
  return (
    text === '' || ((/\D/.test(text) || isEpoch(text) || row.numbers?.has(at) === true) && parseTime(row, at) !== null)
  );
};
const isText: Fits = () => true;
const isName: Fits = (row, at) => !isAmount(row, at);

/** Words in the names of columns, the surest first, and what the cells then have to look like. Names are as `labelOf` gives them. */
const NAME_PARTS: readonly (readonly [LineMeaning, RegExp, Fits])[] = [
  ['currency', /\bCURRENCY\b/, isText],
  ['settledAt', /\b(?:SETTLE\w*|PAYOUT|TRANSFER)\b.*\b(?:DATE|TIME|ON|AT)\b/, isTime],
  ['settlementId', /\b(?:SETTLEMENT|PAYOUT|TRANSFER|BATCH)\b.*\b(?:ID|NO|NUMBER)\b/, isText],
  ['bankReference', /\bRRN\b|\bBANK\b.*\b(?:REF|REFERENCE|ID|NO|NUMBER)\b/, isText],
  ['utr', /\bUTR\b|\b(?:SETTLEMENT|PAYOUT|TRANSFER)\b.*\b(?:REF|REFERENCE)\b/, isText],
  ['net', /\bNET\b|\b(?:SETTLE\w*|PAYOUT|PAYABLE)\b.*\b(?:AMOUNT|AMT)\b|^PAYOUT$|^PAYABLE$/, isAmount],
  ['tax', /\b(?:TAX|[CSI]?GST)\b/, isAmount],
  ['fee', /\b(?:FEES?|CHARGES?|COMMISSION|MDR|TDR)\b/, isAmount],
  ['amount', /\b(?:GROSS|AMOUNT|AMT|VALUE|COLLECTED)\b/, isAmount],
  ['paidAt', /\b(?:DATE|TIME|PAID|CAPTURED|CREATED)\b/, isTime],
  ['order', /\b(?:ORDER|RECEIPT|INVOICE)\b/, isText],
  ['entityId', /\b(?:PAYMENT|TRANSACTION|TXN|LINE|ENTRY)\b.*\b(?:ID|NO|NUMBER|REF|REFERENCE)\b/, isText],
  ['phone', /\b(?:PHONE|MOBILE|CONTACT)\b/, isText],
  ['payer', /\b(?:CUSTOMER|PAYER|BUYER)\b/, isName],
  ['note', /\b(?:NOTES?|REMARKS?|DESCRIPTION)\b/, isText],
];

/** Rows by which a proposal is judged. */
const SAMPLE_ROWS = 200;

/**
 * The columns by the names of known reports, then by words in the other names whose cells fit, then by the cells alone.
 * @param rows those after the header
 */
export function guessColumns(header: readonly string[], rows: readonly SheetRow[]): ChosenColumns {
  const chosen = chosenOf(lineColumnsOf(header));
  const sample = rows.filter((row) => row.cells.filter(Boolean).length > 2).slice(0, SAMPLE_ROWS);
  const used = new Set(Object.values(chosen).flat());
  const free = (): number[] => [...header.keys()].filter((at) => !used.has(at));
  const fits = (at: number, is: Fits): boolean =>
    sample.length > 0 && sample.filter((row) => is(row, at)).length * 10 > sample.length * 9;
  const take = (meaning: LineMeaning, at: number | undefined): void => {
    if (at === undefined || (chosen[meaning] && !IN_SEVERAL_COLUMNS.has(meaning))) return;
    used.add(at);
    chosen[meaning] = [...(chosen[meaning] ?? []), at];
  };
  for (const [meaning, word, is] of NAME_PARTS)
    for (const at of free()) if (word.test(labelOf(header[at] ?? '')) && fits(at, is)) take(meaning, at);

  const count = (at: number, is: (text: string) => boolean): number =>
    sample.filter((row) => is((row.cells[at] ?? '').trim())).length;
  const mostly = (at: number, is: (text: string) => boolean): boolean => count(at, is) * 2 > sample.length;
  const isFilled = (at: number): boolean => count(at, Boolean) === sample.length;
  const distinct = (at: number): number => new Set(sample.map((row) => row.cells[at])).size;
  for (const at of free()) if (mostly(at, (text) => /\bPUR-?[A-Z0-9]/i.test(text))) take('order', at);
  for (const at of free()) if (mostly(at, (text) => /^\d{12}$/.test(text))) take('bankReference', at);
  const isId = (at: number): boolean => isFilled(at) && distinct(at) === sample.length && !fits(at, isTime);
  take(
    'entityId',
    free().find((at) => isId(at) && mostly(at, (text) => /\d/.test(text))),
  );
  if (!chosen.paidAt)
    take(
      'paidAt',
      free().find((at) => isFilled(at) && fits(at, isTime)),
    );
  return chosen;
}
