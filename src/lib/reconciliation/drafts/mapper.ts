/** Maps a reading to the output of the call. */
import type { OutputOf } from '../../core/contract.ts';
import { formatPaise } from '../../core/money.ts';
import type { StatementRow } from '../rules.ts';
import type * as calls from '../statement/calls.ts';
import type { Warning } from './completeness/rules.ts';
import type { Recognised } from './recognition/rules.ts';
import type { Draft, DraftSettlements } from './rules.ts';

const PREVIEW_ROWS = 10;
const UNCLEAR_ROWS = 50;
const money = (paise: string): string => formatPaise(BigInt(paise));

const settlementFileOf = (file: DraftSettlements) => ({
  provider: file.provider,
  settlements: file.settlements.length,
  payments: file.payments,
  held: file.held,
  gross: money(file.grossPaise),
  fee: money(file.feePaise),
  tax: money(file.taxPaise),
  returned: money(file.returnedPaise),
  adjustments: money(file.adjustmentsPaise),
  net: money(file.netPaise),
});

interface ReadRows extends Recognised {
  /** The account to propose; null for none. */
  readonly proposedId: string | null;
  readonly warnings: readonly Warning[];
  readonly unnamedColumns: readonly number[];
  /** Of the statement; the first are shown. */
  readonly rows: readonly StatementRow[];
}

export function readingOf(
  draftId: string,
  draft: Draft,
  { rows, proposedId, knownRows, unclear, warnings, unnamedColumns }: ReadRows,
): OutputOf<typeof calls.readStatement> {
  return {
    draftId,
    layout: draft.layout,
    beneficiaryId: draft.beneficiaryId,
    proposedBeneficiaryId: proposedId,
    period: draft.period,
    rows: draft.rows,
    newRows: draft.rows - knownRows,
    knownRows,
    opening: draft.openingPaise === null ? null : money(draft.openingPaise),
    credits: money(draft.creditsPaise),
    debits: money(draft.debitsPaise),
    closing: draft.closingPaise === null ? null : money(draft.closingPaise),
    balanceCheck: draft.balanceCheck,
    columns: [...draft.columns],
    samples: [...draft.samples],
    mapping: draft.mapping,
    unnamedColumns: [...unnamedColumns],
    kinds: draft.kinds,
    preview: rows.slice(0, PREVIEW_ROWS).map((row) => ({
      line: row.line,
      date: row.date,
      side: row.side,
      amount: formatPaise(row.amountPaise),
      references: [...new Set(row.references.map((it) => it.reference))],
      narration: row.narration,
    })),
    unclear: unclear.slice(0, UNCLEAR_ROWS).map(({ row, known }) => ({
      line: row.line,
      date: row.date,
      side: row.side,
      amount: formatPaise(row.amountPaise),
      narration: row.narration,
      known: { date: known.date, narration: known.narration },
    })),
    unclearCount: unclear.length,
    warnings: [...warnings],
    question: draft.question,
    settlementFile: draft.settlementFile && settlementFileOf(draft.settlementFile),
    problems: draft.problems,
  };
}
