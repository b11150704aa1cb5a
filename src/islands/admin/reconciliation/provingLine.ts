import { formatBankPeriod } from '@/lib/core/bank-days.ts';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import type { Reading } from '@/lib/reconciliation/statement/contract.ts';

type Figures = Pick<
  Reading,
  | 'period'
  | 'rows'
  | 'newRows'
  | 'opening'
  | 'credits'
  | 'debits'
  | 'closing'
  | 'balanceCheck'
  | 'problems'
  | 'settlementFile'
>;

const rowsText = (rows: number, newRows: number): string =>
  `${formatQuantity(rows)} ${rows === 1 ? 'row' : 'rows'}, ${newRows === 0 ? 'none' : formatQuantity(newRows)} new`;

/** The sums of a statement, and who says that they are right. */
function sumsText({ opening, credits, debits, closing, balanceCheck, problems }: Figures): string {
  if (opening !== null && closing !== null) {
    const sums = `${formatRupees(opening)} + ${formatRupees(credits)} − ${formatRupees(debits)}`;
    const isProven = problems.length === 0 && (balanceCheck === 'RUNS' || balanceCheck === 'TOTALS');
    return isProven
      ? `${sums} = ${formatRupees(closing)}, as the bank says`
      : `${sums}; the bank says ${formatRupees(closing)}`;
  }
  const sums = `credits ${formatRupees(credits)}, debits ${formatRupees(debits)}`;
  if (balanceCheck === 'FILTERED' && problems.length === 0)
    return `credits ${formatRupees(credits)}, as the total that you entered`;
  return balanceCheck === 'TOTALS' && problems.length === 0 ? `${sums}, as the bank says` : sums;
}

type SettlementFigures = NonNullable<Figures['settlementFile']>;

/** '2 settlements, 241 payments', and what became of the payments' sum. */
function settlementLine(account: string | null, file: SettlementFigures, { period, rows, newRows }: Figures): string {
  const { settlements, payments, held, gross, fee, tax, returned, adjustments, net } = file;
  if (file.payments === 0 && rows === 0 && held === 0)
    return [account, 'No line can be read yet'].filter((part) => part !== null).join(' · ');
  const plural = (count: number, noun: string): string => `${formatQuantity(count)} ${noun}${count === 1 ? '' : 's'}`;
  const lines = newRows === 0 ? 'no new lines' : `${plural(newRows, 'new line')}`;
  const adjusted = adjustments.startsWith('-')
    ? ` − ${formatRupees(adjustments.slice(1))} adjusted`
    : ` + ${formatRupees(adjustments)} adjusted`;
  const sums = [
    `${formatRupees(gross)} − ${formatRupees(fee)} fees − ${formatRupees(tax)} tax`,
    returned === '0.00' ? '' : ` − ${formatRupees(returned)} returned`,
    adjustments === '0.00' ? '' : adjusted,
    ` = ${formatRupees(net)} settled`,
  ].join('');
  const parts = [
    account,
    period && formatBankPeriod(period),
    `${plural(settlements, 'settlement')}, ${plural(payments, 'payment')}, ${lines}`,
    sums,
    held === 0 ? null : `${plural(held, 'line')} not settled yet`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/**
 * The line that shows that a statement was read right: account, days, rows, and the sums as the bank has them.
 * @param account such as 'HDFC ••4417'; null while it is not known
 */
export function provingLine(account: string | null, reading: Figures): string {
  const { period, rows, newRows, settlementFile } = reading;
  if (settlementFile) return settlementLine(account, settlementFile, reading);
  const parts = [account, period && formatBankPeriod(period), rowsText(rows, newRows), sumsText(reading)];
  return parts.filter((part) => part !== null).join(' · ');
}
