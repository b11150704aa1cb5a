import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import type { BankRowView } from '@/lib/reconciliation/contract.ts';
import { paymentOf, planText, shortTexts } from './payment.ts';

interface PaymentPlanProps {
  row: BankRowView;
  claim: AdminTransaction;
  acceptShortfall: boolean;
  onAccept: (acceptShortfall: boolean) => void;
  disabled: boolean;
}

const CHOICE =
  'flex cursor-pointer items-baseline gap-2 rounded-md border border-line px-2.5 py-2 text-sm has-[:checked]:border-brand has-[:checked]:bg-brand-soft has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-brand';

/** Effect of the approval on the money; for a payment that is short, the choice between a part payment and full payment. */
export function PaymentPlan({ row, claim, acceptShortfall, onAccept, disabled }: PaymentPlanProps) {
  const payment = paymentOf(row, claim);
  const text = planText(payment, claim.orderNumber, acceptShortfall);
  if (payment.short === 0n) return text === null ? null : <p className="text-sm">{text}</p>;
  const { part, whole } = shortTexts(payment);
  return (
    <fieldset className="grid min-w-0 gap-2" disabled={disabled}>
      <legend className="mb-2 text-sm font-medium">The payment is less than due</legend>
      {[
        { isWhole: false, label: part },
        { isWhole: true, label: whole },
      ].map(({ isWhole, label }) => (
        <label key={label} className={CHOICE}>
          <input
            type="radio"
            name="shortfall"
            checked={acceptShortfall === isWhole}
            onChange={() => onAccept(isWhole)}
          />
          <span>{label}</span>
        </label>
      ))}
      <p className="text-sm text-muted" role="status">
        {text}
      </p>
    </fieldset>
  );
}
