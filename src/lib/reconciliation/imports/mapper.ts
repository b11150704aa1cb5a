/** Maps imported statements to the output of the list. */
import type { OutputOf } from '../../core/contract.ts';
import { formatPaise } from '../../core/money.ts';
import { accountLabel } from '../compare/rules.ts';
import type * as calls from '../statement/calls.ts';
import type { StatementListRow } from './store.ts';

export function statementOf(row: StatementListRow): OutputOf<typeof calls.listStatements>['records'][number] {
  return {
    id: row.id,
    beneficiaryId: row.beneficiary_id,
    account: accountLabel(row),
    layout: row.layout,
    fileName: row.file_name,
    period: { from: row.period_from, to: row.period_to },
    rows: row.rows,
    newRows: row.new_rows,
    credits: formatPaise(row.credits_paise),
    debits: formatPaise(row.debits_paise),
    balanceCheck: row.balance_check,
    importedBy: row.importer ?? '',
    importedAt: row.imported_at.toISOString(),
    hasDecisions: row.hasDecisions,
  };
}
