import { formatRupeesOfPaise, parsePaise } from '@/lib/core/money.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import type { BankRowView } from '@/lib/reconciliation/contract.ts';

/** Effect of an approval on a payment, in paise. */
export interface Payment {
  readonly takes: bigint;
  /** Due after the approval. */
  readonly short: bigint;
  /** Rest of the payment, open after the approval. */
  readonly rest: bigint;
  /** Part payments of before. */
  readonly received: bigint;
}

const paise = (rupees: string): bigint => parsePaise(rupees) ?? 0n;

/** As the call `assign` does it: as much of the row as is open, up to what is due. */
export function paymentOf(row: BankRowView, claim: AdminTransaction): Payment {
  // The pair can be matched already: by a part payment, or by the first of two admins.
  const own = row.allocations.find((it) => it.purchaseId === claim.id);
  const ofOwn = own ? paise(own.amount) : 0n;
  const others = claim.parts.filter((part) => part.rowId !== row.id);
  const received = others.reduce((sum, part) => sum + paise(part.amount), 0n);
  const due = paise(claim.finalAmount) - received;
  const open = paise(row.rest) + ofOwn;
  const takes = open < due ? open : due;
  return { takes, short: due - takes, rest: open - takes, received };
}

/** The two ways to count a payment that is short. */
export function shortTexts({ takes, short }: Payment): { readonly part: string; readonly whole: string } {
  const [sum, missing] = [formatRupeesOfPaise(takes), formatRupeesOfPaise(short)];
  return {
    part: `Count ${sum} as a part payment (${missing} remain due)`,
    whole: `Accept ${sum} as full payment, ${missing} short`,
  };
}

/** Text about an approval before it is confirmed; null where it takes the whole payment for the whole order. */
export function planText(payment: Payment, orderNumber: string, acceptShortfall: boolean): string | null {
  const { takes, short, rest, received } = payment;
  if (short > 0n)
    return acceptShortfall
      ? `${orderNumber} is approved, and the tokens are credited. The missing ${formatRupeesOfPaise(short)} are not asked for.`
      : `${orderNumber} stays pending until the rest is paid. Nothing is credited yet.`;
  const parts = [
    ...(received > 0n ? [`With the ${formatRupeesOfPaise(received)} of before, the order is paid in full.`] : []),
    ...(rest > 0n
      ? [
          `${formatRupeesOfPaise(takes)} pay for ${orderNumber}. ${formatRupeesOfPaise(rest)} of the payment stay open: for another order of this buyer, or to be refunded.`,
        ]
      : []),
  ];
  return parts.length > 0 ? parts.join(' ') : null;
}
