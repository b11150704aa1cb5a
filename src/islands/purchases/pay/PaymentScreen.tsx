import { useEffect, useState } from 'react';
import { buyPath } from '@/lib/core/paths.ts';
import { SPEC_TEXTS } from '@/lib/core/spec-texts.ts';
import { t, translated } from '@/lib/core/texts.ts';
import type { OpenOrder } from '@/lib/purchases/checkout/rules.ts';
import { PAYMENT_SECONDS, type PayMethod } from '@/lib/purchases/rules.ts';
import { toast } from '../../toasts.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useLazyComponent } from '../../useLazyComponent.ts';
import { type PaymentOrder, useOrder, usePayment } from '../useOrder.ts';
import { Agreement } from './Agreement.tsx';
import { BankPanel } from './BankPanel.tsx';
import { OrderPanel } from './OrderPanel.tsx';
import { PaySteps } from './PaySteps.tsx';
import { UpiPanel } from './UpiPanel.tsx';
import type { ProofTarget } from './useProof.ts';

export interface PaymentScreenProps {
  view: OpenOrder;
  symbol: string;
}

const NEXT = 'Next: send the proof.';
const CANCELLED = 'Payment process cancelled.';

const LABELS: Readonly<Record<PayMethod, string>> = { BANK: 'Banking', UPI: 'UPI', MANUAL: 'Manual' };

export function PaymentScreen({ view, symbol }: PaymentScreenProps) {
  const { order, upis, banks } = view;
  const payment = useOrder(order);
  const [proofOpen, setProofOpen] = useState(false);
  const proof = useLazyComponent('The form', async () => (await import('./ProofModal.tsx')).ProofModal);
  const draft = payment.stored?.draft;
  const chosen = draft?.method ?? view.preselected;
  // A UPI tab that was chosen before the payee lost its UPI is still shown, and says so.
  const tabs = chosen === 'UPI' && !view.tabs.includes('UPI') ? [...view.tabs, chosen] : view.tabs;
  const method = tabs.includes(chosen) ? chosen : view.preselected;
  const bank = banks.find(({ id }) => id === draft?.bankId) ?? banks[0];
  const upi = upis.find(({ beneficiaryId }) => beneficiaryId === draft?.upiPayeeId) ?? upis[0];

  function cancelProof(): void {
    setProofOpen(false);
    toast.error(CANCELLED);
  }

  function cancel(): void {
    toast.error(CANCELLED, { onNextPage: true });
    window.location.assign(buyPath(order.orderAmount));
  }

  async function openProof(): Promise<void> {
    if (await proof.load()) setProofOpen(true);
  }

  useCorrection(Boolean(draft?.corrects) && method !== 'MANUAL', openProof);

  const panels = usePanels({
    view,
    payment,
    bank,
    upi,
    isLoading: proof.loading,
    onProof: openProof,
    onCancel: cancel,
  });
  return (
    <div className="grid gap-6">
      <PaySteps method={method} totalAmount={order.totalAmount} />
      <TimeLeft startedAtMs={payment.stored?.startedAtMs} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,340px)]">
        <section className="card" aria-label={t('Payment method')}>
          <Tabs<PayMethod>
            label={t('Payment method')}
            look="segments"
            selected={method}
            onSelect={(chosen) => payment.write({ method: chosen })}
            items={tabs.map((id) => ({ id, label: translated(LABELS[id]), panel: panels[id] }))}
          />
        </section>
        <OrderPanel order={order} symbol={symbol} />
      </div>
      {proof.Component && (
        <proof.Component
          open={proofOpen}
          order={payment}
          target={targetOf(method, bank, upi)}
          totalAmount={order.totalAmount}
          onClose={() => setProofOpen(false)}
          onCancel={cancelProof}
        />
      )}
    </div>
  );
}

/** The countdown. Its end changes nothing but what it says. */
function TimeLeft({ startedAtMs }: { startedAtMs: number | undefined }) {
  const [isOver, setOver] = useState(false);
  return (
    <>
      <p className="notice items-center justify-between">
        <span className="flex items-center gap-2">
          <Icon name="pending" />
          {t('Transaction time')}
        </span>
        <Countdown
          seconds={PAYMENT_SECONDS}
          onEnd={() => setOver(true)}
          {...(startedAtMs !== undefined && { startedAtMs })}
        />
      </p>
      {isOver && <p className="-mt-4 text-sm text-muted">{t('You can still send your proof.')}</p>}
    </>
  );
}

/** Where everything was paid and filled in before, the proof is all that is left. */
function useCorrection(isCorrection: boolean, openProof: () => Promise<void>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the order has been read
  useEffect(() => {
    if (isCorrection) void openProof();
  }, [isCorrection]);
}

/** The payee of a proof. */
function targetOf(method: PayMethod, bank: PanelOptions['bank'], upi: PanelOptions['upi']): ProofTarget {
  if (method === 'BANK' && bank)
    return { paymentMethod: 'BANK', beneficiaryId: bank.id, beneficiaryVersion: bank.version };
  return {
    paymentMethod: 'UPI',
    beneficiaryId: upi?.beneficiaryId ?? '',
    beneficiaryVersion: upi?.beneficiaryVersion ?? 1,
  };
}

interface PanelOptions {
  view: OpenOrder;
  payment: PaymentOrder;
  bank: OpenOrder['banks'][number] | undefined;
  upi: OpenOrder['upis'][number] | undefined;
  /** The proof form is on its way. */
  isLoading: boolean;
  onProof: () => void;
  onCancel: () => void;
}

/** What each way to pay shows. The privacy policy is accepted once for all of them. */
function usePanels({ view, payment, bank, upi, isLoading, onProof, onCancel }: PanelOptions) {
  const { order, upis, banks } = view;
  const [agreed, setAgreed] = useState(false);
  const manual = usePayment({
    send: () =>
      payment.send({ paymentMethod: 'MANUAL', amount: order.totalAmount }, 'Failed to submit manual payment.'),
  });
  const busy = manual.busy || isLoading;
  const shared = { agreed, onAgreed: setAgreed, onCancel, busy, ready: payment.stored !== null };
  return {
    UPI: (
      <UpiPanel
        upis={upis}
        chosen={upi}
        onChoose={(upiPayeeId) => payment.write({ upiPayeeId })}
        totalAmount={order.totalAmount}
        aboveLimit={view.aboveUpiLimit}
        hasBank={banks.length > 0}
      >
        <Agreement {...shared} refusal={SPEC_TEXTS.agreeUpi} payText={t('PAY')} onPay={onProof} next={t(NEXT)} />
      </UpiPanel>
    ),
    BANK: bank && (
      <BankPanel
        banks={banks}
        chosen={bank}
        onChoose={(bankId) => payment.write({ bankId })}
        orderNumber={order.orderNumber}
        totalAmount={order.totalAmount}
      >
        <Agreement {...shared} refusal={SPEC_TEXTS.agree} payText={t('Make Payment')} onPay={onProof} next={t(NEXT)} />
      </BankPanel>
    ),
    MANUAL: (
      <div className="grid gap-5">
        <div className="grid gap-2">
          <h3 className="text-base font-medium">{t('Pay in another way')}</h3>
          <p className="text-sm text-muted">{t('For cash or cheque agreed with our team. No proof needed now.')}</p>
        </div>
        <Agreement {...shared} refusal={SPEC_TEXTS.agree} payText={t('Confirm Payment')} onPay={manual.submit} />
      </div>
    ),
  };
}
