/** Maps settlements to the output of the list. */
import type { OutputOf } from '../../core/contract.ts';
import { formatPaise } from '../../core/money.ts';
import type * as calls from './calls.ts';
import type { CreditOutcome } from './credit.rules.ts';
import type { SettlementRow } from './store.ts';

export function settlementOf(
  row: SettlementRow,
  { state, credit }: CreditOutcome,
  account: string,
): OutputOf<typeof calls.listSettlements>['records'][number] {
  return {
    id: row.id,
    provider: row.provider,
    reference: row.reference,
    utr: row.utr,
    account,
    settledOn: row.settledOn,
    state,
    bankDate: credit?.date ?? null,
    bankAmount: credit === null ? null : formatPaise(credit.amountPaise),
    payments: row.payments,
    openPayments: row.open,
    gross: formatPaise(row.grossPaise),
    fee: formatPaise(row.feePaise),
    tax: formatPaise(row.taxPaise),
    returned: formatPaise(row.returnedPaise),
    adjustments: formatPaise(row.adjustmentsPaise),
    net: formatPaise(row.netPaise),
  };
}
