/** What speaks for another reading of a statement whose lines can all be read. It refuses nothing. */
import { recogniseReference } from '../../purchases/reference.rules.ts';
import type { StatementRow } from '../rules.ts';
import type { Reading } from './contract.ts';

export type ReadingWarning = Reading['warnings'][number];

const NO_NUMBER = 'No UPI, IMPS, NEFT or RTGS number was found. Is the narration chosen?';

export const LOOKS_SETTLED: ReadingWarning = {
  kind: 'SETTLEMENT',
  message:
    'This looks like a settlement file of a payment aggregator, whose lines are no money at your bank. If it is one, read it as a settlement file.',
};

/** Letters alone can have the form of a NEFT number. */
const isPaymentNumber = (reference: string): boolean =>
  /^(?:UPI_IMPS|NEFT|RTGS)$/.test(recogniseReference(reference)) && /\d{6}/.test(reference);

export function readingWarnings(rows: readonly Pick<StatementRow, 'references'>[]): ReadingWarning[] {
  const hasNumber = rows.some((row) => row.references.some(({ reference }) => isPaymentNumber(reference)));
  return rows.length === 0 || hasNumber ? [] : [{ kind: 'NO_NUMBER', message: NO_NUMBER }];
}
