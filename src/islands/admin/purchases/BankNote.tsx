import { Money } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { formatBankDay } from '@/lib/core/bank-days.ts';
import { adminBankText, bankTitle, isContradicted } from '@/lib/purchases/bank-state.rules.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';

interface BankProps {
  purchase: AdminTransaction;
}

/** The bank statement's sentence about a purchase. */
export function BankNote({ purchase }: BankProps) {
  const text = adminBankText(purchase);
  if (text === null) return null;
  const isSeen = !isContradicted(purchase);
  return (
    <p
      className="flag flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning data-[tone=success]:bg-success-soft data-[tone=success]:text-success"
      data-tone={isSeen ? 'success' : 'warning'}
    >
      <Icon name={isSeen ? 'approved' : 'info'} size={16} className="mt-0.5" />
      <span>
        {text}
        {purchase.parts.map(({ rowId, date, amount }) => (
          <span key={rowId} className="block">
            {formatBankDay(date)}: <Money value={amount} />
          </span>
        ))}
      </span>
    </p>
  );
}

/** Whether `BankMark` shows anything: not while no statement says anything. */
export const hasBankMark = ({ bankState, received }: AdminTransaction): boolean =>
  bankState !== 'UNKNOWN' || received !== null;

/** The same in a row of a table: its title, with the sentence on hover. */
export function BankMark({ purchase }: BankProps) {
  if (!hasBankMark(purchase)) return null;
  const text = adminBankText(purchase);
  const isSeen = !isContradicted(purchase);
  return (
    <span
      className="inline-flex items-start gap-1 text-xs font-medium text-warning data-[tone=success]:text-success wide:max-w-[116px] wide:whitespace-normal"
      data-tone={isSeen ? 'success' : 'warning'}
      title={text ?? undefined}
    >
      <Icon name={isSeen ? 'approved' : 'info'} size={16} />
      <span>
        {purchase.received === null ? bankTitle(purchase.bankState) : 'Paid in part'}
        {text !== null && <span className="sr-only">: {text}</span>}
      </span>
    </span>
  );
}
