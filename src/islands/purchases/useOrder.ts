import { useEffect, useState } from 'react';
import type { SentOf } from '@/lib/core/contract.ts';
import { assert } from '@/lib/core/errors.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { submitPayment } from '@/lib/purchases/calls.ts';
import type { OrderDetails } from '@/lib/purchases/checkout/rules.ts';
import { CallError, call } from '../api.ts';
import { toast } from '../toasts.ts';
import { type Answer, type Submission as Submit, type SubmitOptions, useSubmit } from '../ui/useSubmit.ts';
import { dropOrder, type OrderDraft, openOrder, type StoredOrder, storeOrder } from './order.ts';

type Submission = SentOf<typeof submitPayment>;
/** What a method adds to the order that is paid. */
export type PaymentPart = Pick<Submission, 'paymentMethod' | 'amount'> &
  Partial<Pick<Submission, 'referenceNumber' | 'receiptId' | 'beneficiaryId' | 'beneficiaryVersion'>>;

export interface PaymentOrder {
  /** Null until the browser's storage has been read. */
  readonly stored: StoredOrder | null;
  write(change: Partial<OrderDraft>): void;
  /**
   * Sends the payment; the same order sent twice is one purchase.
   * @param failure the message when the server gives none
   * @throws CallError with what the server refuses
   */
  send(part: PaymentPart, failure?: string): Promise<Answer<unknown>>;
}

/** The order of the payment screen, as this tab stores it. */
export function useOrder({ orderNumber, orderAmount, price, gstPercentage }: OrderDetails): PaymentOrder {
  const [stored, setStored] = useState<StoredOrder | null>(null);
  useEffect(() => setStored(openOrder(orderNumber, orderAmount, Date.now())), [orderNumber, orderAmount]);
  // A page that Back restores may show an order that was submitted since: the server knows.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) window.location.reload();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  function write(change: Partial<OrderDraft>): void {
    setStored((before) => {
      if (!before) return before;
      const next = { ...before, draft: { ...before.draft, ...change } };
      storeOrder(orderNumber, orderAmount, next);
      return next;
    });
  }

  async function send(part: PaymentPart, failure?: string): Promise<Answer<unknown>> {
    assert(stored, 'an order is paid after its storage was read');
    const { idempotencyKey, startedAtMs } = stored;
    const input = {
      ...part,
      purchaseId: orderNumber,
      purchaseAmount: orderAmount,
      price,
      platformChargePercent: gstPercentage,
      orderAgeSeconds: Math.max(0, Math.floor((Date.now() - startedAtMs) / 1000)),
    };
    try {
      const answer = await call(submitPayment, input as Submission, { idempotencyKey });
      dropOrder(orderNumber, orderAmount);
      return answer;
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      if (cause.reason === 'idempotency_key_reused') return await showSubmitted();
      const hasText = failure === undefined || cause.message !== submitPayment.failure;
      throw hasText ? cause : new CallError(cause.status, [failure]);
    }
  }

  return { stored, write, send };
}

/** An earlier try has arrived: the server shows what it has. */
function showSubmitted(): Promise<never> {
  toast.info('The proof of this order has already been submitted.', { onNextPage: true });
  window.location.reload();
  return new Promise(() => {});
}

/** Submits a payment and leaves for the buy screen. */
export function usePayment(options: Omit<SubmitOptions<unknown>, 'onDone' | 'leaves'>): Submit {
  return useSubmit({ ...options, onDone: () => window.location.assign(PATHS.buyToken), leaves: true });
}
