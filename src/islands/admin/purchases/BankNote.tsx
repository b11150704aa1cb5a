import { Money } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { formatBankDay } from '@/lib/core/bank-days.ts';
import { isContradicted } from '@/lib/purchases/bank-filter.rules.ts';
import { adminBankText } from '@/lib/purchases/bank-state.rules.ts';
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
