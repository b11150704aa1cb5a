import { numbersOfRow } from '../../matching/references.rules.ts';
import type { RowReference, Side } from '../../rules.ts';
import { bankNumbers, isReversal, UPI_KIND } from '../../statement/narration.rules.ts';
import { isNobody, payerOf } from '../../statement/references.rules.ts';

/** Raise it when the rules by which narrations are read change: each company's rows are then read again, once. */
export const RULES_VERSION = 7;

export interface StoredRow {
  readonly id: string;
  readonly side: Side;
  readonly narration: string;
  readonly payerName: string | null;
  readonly vpa: string | null;
  readonly transactionId: string | null;
  readonly references: readonly RowReference[];
}

export interface RereadRow {
  readonly id: string;
  readonly payerName: string | null;
  readonly vpa: string | null;
  readonly isReversal: boolean;
  /** `number` is the form in which the reference identifies a payment; null for one that does not. */
  readonly references: readonly (RowReference & { readonly number: string | null })[];
}

/** Earlier versions read the reason of a return, the code before the number, a bank, or a note, as the name. */
const isMisread = ({ narration, payerName }: StoredRow): boolean =>
  isReversal(narration) ||
  (payerName !== null && (UPI_KIND.test(payerName) || isNobody(payerName) || /^MMT\/IMPS\//i.test(narration)));

/**
 * Reads a stored narration by the rules of today. Numbers of other columns stay as they are, and so does a number that the bank broke
 * into two lines, which the stored narration does not have as one word.
 */
export function rereadOf(row: StoredRow): RereadRow {
  const placed = bankNumbers(row.narration);
  const texts = new Set(row.narration.toUpperCase().match(/[A-Z0-9]+/g) ?? []);
  const references = row.references.map((stored): RowReference => {
    const { reference, source } = stored;
    if (source !== 'NARRATION' && source !== 'NOTE') return stored;
    const isPlaced = placed.includes(reference) || (source === 'NARRATION' && !texts.has(reference));
    return { reference, source: isPlaced ? 'NARRATION' : 'NOTE' };
  });
  const added = placed.filter((number) => !references.some((it) => it.reference === number));
  const all = [...references, ...added.map((reference): RowReference => ({ reference, source: 'NARRATION' }))];
  const payer = payerOf(row.narration);
  const vpa = payer.vpa ?? row.vpa;
  const numbers = numbersOfRow({ references: all, narration: row.narration, vpa });
  const numberOf = ({ reference, source }: RowReference): string | null =>
    source === 'NOTE' ? null : (numbers.find((number) => number === reference || number === `0${reference}`) ?? null);
  return {
    id: row.id,
    payerName: payer.name ?? (isMisread(row) ? null : row.payerName),
    vpa,
    isReversal: row.side === 'CREDIT' && isReversal(row.narration),
    references: all.map((stored) => ({ ...stored, number: numberOf(stored) })),
  };
}
