import { useState } from 'react';
import { WORDS } from '@/lib/core/words.ts';
import type { OpenOrder } from '@/lib/purchases/payment-rules.ts';
import { PAYMENT_SECONDS, type PayMethod } from '@/lib/purchases/rules.ts';
import { toast } from '../toasts.ts';
import { Countdown } from '../ui/Countdown.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useLazy } from '../useLazy.ts';
import { Agreement } from './Agreement.tsx';
import { BankPanel } from './BankPanel.tsx';
import { OrderPanel } from './OrderPanel.tsx';
import { UpiPanel } from './UpiPanel.tsx';
import { useOrder } from './useOrder.ts';
import './payment.css';

export interface PaymentScreenProps {
  view: OpenOrder;
  symbol: string;
}

const LABELS: Readonly<Record<PayMethod, string>> = { BANK: 'Banking', UPI: 'UPI', MANUAL: 'Manual' };

export function PaymentScreen({ view, symbol }: PaymentScreenProps) {
  const { order, upis, banks } = view;
  const hand = useOrder(order);
  const [agreed, setAgreed] = useState(false);
  const [proofOpen, setProofOpen] = useState(false);
  const proof = useLazy('The form', async () => (await import('./ProofModal.tsx')).ProofModal);
  const draft = hand.kept?.draft;
  const chosen = draft?.method ?? view.preselected;
  // UPI that was chosen before the payee gave it up is still shown, and says that it is gone.
  const tabs = chosen === 'UPI' && !view.tabs.includes('UPI') ? [...view.tabs, chosen] : view.tabs;
  const method = tabs.includes(chosen) ? chosen : view.preselected;
  const bank = banks.find((it) => it.id === draft?.bankId) ?? banks[0];
  const upi = upis.find((it) => it.beneficiaryId === draft?.upiPayeeId) ?? upis[0];

  function cancel(): void {
    setProofOpen(false);
    toast.error('Payment process cancelled.');
  }

  async function openProof(): Promise<void> {
    if (await proof.load()) setProofOpen(true);
  }

  const busy = hand.busy || proof.loading;
  const shared = { agreed, onAgreed: setAgreed, onCancel: cancel, busy, ready: hand.kept !== null };
  const payManually = (): void =>
    void hand.submit({ paymentMethod: 'MANUAL', amount: order.totalAmount }, 'Failed to submit manual payment.');

  const panels = {
    UPI: (
      <UpiPanel
        upis={upis}
        chosen={upi}
        onChoose={(upiPayeeId) => hand.write({ upiPayeeId })}
        totalAmount={order.totalAmount}
        aboveLimit={view.aboveUpiLimit}
        hasBank={banks.length > 0}
      >
        <Agreement {...shared} refusal={WORDS.agreeUpi} payText="PAY" onPay={openProof} />
      </UpiPanel>
    ),
    BANK: bank && (
      <BankPanel
        banks={banks}
        chosen={bank}
        onChoose={(bankId) => hand.write({ bankId })}
        orderNumber={order.orderNumber}
        totalAmount={order.totalAmount}
      >
        <Agreement {...shared} refusal={WORDS.agree} payText="Make Payment" onPay={openProof} />
      </BankPanel>
    ),
    MANUAL: (
      <div className="grid gap-5">
        <div className="grid gap-2">
          <h3 className="text-base font-medium">Pay in another way</h3>
          <p className="text-sm text-muted">
            Place the order without a proof, for a payment that you have arranged with our team, as cash or cheque. Your
            tokens are held for you until the team has confirmed the payment.
          </p>
        </div>
        <Agreement {...shared} refusal={WORDS.agree} payText="Confirm Payment" onPay={payManually} />
      </div>
    ),
  };

  return (
    <div className="grid gap-6">
      <p className="notice items-center justify-between">
        <span className="flex items-center gap-2">
          <Icon name="pending" />
          Transaction time
        </span>
        <Countdown seconds={PAYMENT_SECONDS} {...(hand.kept && { startedAtMs: hand.kept.startedAtMs })} />
      </p>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,340px)]">
        <section className="card" aria-label="Payment method">
          <Tabs<PayMethod>
            label="Payment method"
            look="segments"
            selected={method}
            onSelect={(chosen) => hand.write({ method: chosen })}
            items={tabs.map((id) => ({ id, label: LABELS[id], panel: panels[id] }))}
          />
        </section>
        <OrderPanel order={order} symbol={symbol} />
      </div>
      {proof.Part && (
        <proof.Part
          open={proofOpen}
          order={hand}
          target={
            method === 'BANK' && bank
              ? { paymentMethod: 'BANK', beneficiaryId: bank.id, beneficiaryVersion: bank.version }
              : {
                  paymentMethod: 'UPI',
                  beneficiaryId: upi?.beneficiaryId ?? '',
                  beneficiaryVersion: upi?.beneficiaryVersion ?? 1,
                }
          }
          totalAmount={order.totalAmount}
          onClose={() => setProofOpen(false)}
          onCancel={cancel}
        />
      )}
    </div>
  );
}
