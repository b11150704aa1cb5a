import { useEffect, useState } from 'react';
import type { SentOf } from '@/lib/core/contract.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { submitPayment } from '@/lib/purchases/contract.ts';
import type { OrderDetails } from '@/lib/purchases/payment-rules.ts';
import { CallError, call, showFailure } from '../api.ts';
import { toast } from '../toasts.ts';
import { dropOrder, type KeptOrder, keepOrder, type OrderDraft, openOrder } from './order.ts';

type Submission = SentOf<typeof submitPayment>;
/** What a method adds to the order that is paid. */
export type PaymentPart = Pick<Submission, 'paymentMethod' | 'amount'> &
  Partial<Pick<Submission, 'referenceNumber' | 'receiptId' | 'beneficiaryId' | 'beneficiaryVersion'>>;

export interface OrderInHand {
  /** Null until the browser has been asked what it keeps. */
  readonly kept: KeptOrder | null;
  readonly busy: boolean;
  write(change: Partial<OrderDraft>): void;
  /**
   * Sends the payment; the same order sent twice is one purchase. On success it leaves for the buy screen.
   * @param failure what is said when the server says nothing
   * @returns null when it is done or told; else the refusal, told as a toast, for its field
   */
  submit(part: PaymentPart, failure?: string): Promise<CallError | null>;
}

/** The order of the payment screen, as this tab keeps it. */
export function useOrder({ orderNumber, orderAmount, price, gstPercentage }: OrderDetails): OrderInHand {
  const [kept, setKept] = useState<KeptOrder | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => setKept(openOrder(orderNumber, orderAmount, Date.now())), [orderNumber, orderAmount]);
  // Whoever comes back to the page as it was left may have sent the order since: the server knows.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) window.location.reload();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  function write(change: Partial<OrderDraft>): void {
    setKept((before) => {
      if (!before) return before;
      const next = { ...before, draft: { ...before.draft, ...change } };
      keepOrder(orderNumber, orderAmount, next);
      return next;
    });
  }

  async function submit(part: PaymentPart, failure?: string): Promise<CallError | null> {
    if (busy || !kept) return null;
    setBusy(true);
    const ageSeconds = Math.max(0, Math.floor((Date.now() - kept.startedAtMs) / 1000));
    const input = {
      ...part,
      purchaseId: orderNumber,
      purchaseAmount: orderAmount,
      price,
      platformChargePercent: gstPercentage,
      orderAgeSeconds: ageSeconds,
    };
    try {
      const { message } = await call(submitPayment, input as Submission, { idempotencyKey: kept.idempotencyKey });
      dropOrder(orderNumber, orderAmount);
      toast.success(message);
      window.location.assign(PATHS.buyToken);
      return null;
    } catch (cause) {
      setBusy(false);
      if (!(cause instanceof CallError)) throw cause;
      if (/Idempotency-Key/.test(cause.message)) {
        // An earlier try has arrived after all: the server then shows what it has.
        toast.info('The proof of this order has already been submitted.');
        window.location.reload();
        return null;
      }
      if (failure !== undefined && cause.message === submitPayment.failure) toast.error(failure);
      else showFailure(cause);
      return cause;
    }
  }

  return { kept, busy, write, submit };
}
