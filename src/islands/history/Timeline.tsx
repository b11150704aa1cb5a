import type { ReactNode } from 'react';
import { percentText } from '@/lib/core/format.ts';
import { paymentPath, receiptPath } from '@/lib/core/paths.ts';
import type { Transaction } from '@/lib/purchases/contract.ts';
import { orderNumberAt } from '@/lib/purchases/rules.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { DateTime, Money, Quantity } from '../ui/Figures.tsx';
import { Hash } from '../ui/Hash.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { ReferenceMark } from './ReferenceMark.tsx';

type StepState = 'done' | 'now' | 'failed' | 'ahead' | 'undone';

interface Step {
  readonly title: string;
  readonly state: StepState;
  readonly at?: string | null;
  readonly text?: ReactNode;
}

const PROVEN = {
  submitted: 'We have your proof of payment.',
  reviewing: 'Our team compares your payment with the bank statement.',
  reviewed: 'Compared with the bank statement.',
};
/** Of a payment that was arranged with the team: it may still be to come, and there is no proof. */
const ARRANGED: typeof PROVEN = {
  submitted: 'We have your order. No proof was needed.',
  reviewing: 'Our team confirms the payment that you have arranged with it.',
  reviewed: 'Checked by our team.',
};

/** The way of a purchase from its submission to its stock, as far as it has come. */
function stepsOf(it: Transaction, symbol: string): readonly Step[] {
  const words = it.paymentMethod === 'MANUAL' ? ARRANGED : PROVEN;
  const submitted: Step = { title: 'Submitted', state: 'done', at: it.createdAt, text: words.submitted };
  if (it.status === 'PENDING') {
    return [
      submitted,
      { title: 'In review', state: 'now', text: words.reviewing },
      { title: 'Approved', state: 'ahead' },
      { title: 'Stock credited', state: 'ahead', text: <Quantity value={it.totalQuantity} symbol={symbol} /> },
    ];
  }
  const reviewed: Step = { title: 'In review', state: 'done', text: words.reviewed };
  if (it.status === 'REJECTED') {
    const reason = it.rejectReason ? `Reason: ${it.rejectReason}` : 'No reason was given.';
    return [submitted, reviewed, { title: 'Rejected', state: 'failed', at: it.decidedAt, text: reason }];
  }
  const credited: readonly Step[] = [
    submitted,
    reviewed,
    { title: 'Approved', state: 'done', at: it.decidedAt },
    {
      title: 'Stock credited',
      state: 'done',
      text: (
        <span className="inline-flex flex-wrap items-center gap-x-3">
          <Quantity value={it.totalQuantity} symbol={symbol} />
          {it.transactionHash && <Hash value={it.transactionHash} what="transaction hash" head={10} tail={6} />}
        </span>
      ),
    },
  ];
  if (it.status !== 'REVERSED') return credited;
  return [
    ...credited,
    {
      title: 'Reversed',
      state: 'undone',
      at: it.reversedAt,
      text: (
        <>
          {it.reversalReason && <span className="block">Reason: {it.reversalReason}</span>}
          <span className="inline-flex flex-wrap items-center gap-x-3">
            <Quantity value={-it.totalQuantity} symbol={symbol} />
            {it.reversalHash && <Hash value={it.reversalHash} what="hash of the reversal" head={10} tail={6} />}
          </span>
        </>
      ),
    },
  ];
}

const MARKS: Readonly<Record<StepState, { icon: IconName; tone: string; word: string }>> = {
  done: { icon: 'check', tone: 'bg-success-soft text-success', word: 'Done: ' },
  now: { icon: 'pending', tone: 'bg-warning-soft text-warning', word: 'Now: ' },
  failed: { icon: 'close', tone: 'bg-danger-soft text-danger', word: '' },
  undone: { icon: 'neutral', tone: 'border border-line text-ink', word: '' },
  ahead: { icon: 'neutral', tone: 'bg-sunken text-muted', word: 'Still to come: ' },
};

export function Timeline({ it, symbol }: { it: Transaction; symbol: string }) {
  const steps = stepsOf(it, symbol);
  return (
    <div className="grid gap-6 sm:sticky sm:left-5 sm:w-[calc(100cqw-42px)] sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] sm:gap-8 lg:gap-12">
      <ol className="grid content-start" aria-label={`Progress of order ${it.orderNumber}`}>
        {steps.map((step, index) => (
          <TimelineStep key={step.title} step={step} isLast={index === steps.length - 1} />
        ))}
      </ol>
      <div className="grid content-start gap-4">
        <dl className="facts">
          <div>
            <dt>Order #</dt>
            <dd>{it.orderNumber}</dd>
          </div>
          <div>
            <dt>Order amount</dt>
            <dd>
              <Money value={it.orderAmount} />
            </dd>
          </div>
          <div>
            <dt>Platform fees ({percentText(it.gstPercentage)})</dt>
            <dd>
              <Money value={it.gstAmount} />
            </dd>
          </div>
          {it.amount !== it.finalAmount && (
            <div>
              <dt>You stated as paid</dt>
              <dd>
                <Money value={it.amount} />
              </dd>
            </div>
          )}
          <div data-total>
            <dt>Total amount</dt>
            <dd>
              <Money value={it.finalAmount} />
            </dd>
          </div>
        </dl>
        <ReferenceMark state={it.referenceState} />
        <NextStep it={it} />
      </div>
    </div>
  );
}

function TimelineStep({ step, isLast }: { step: Step; isLast: boolean }) {
  const mark = MARKS[step.state];
  return (
    <li className="grid grid-cols-[28px_1fr] gap-x-3">
      <span className="flex flex-col items-center" aria-hidden="true">
        <span className={`grid size-7 flex-none place-items-center rounded-full ${mark.tone}`}>
          <Icon name={mark.icon} size={16} />
        </span>
        {!isLast && <span className="my-1 w-px flex-1 bg-line" />}
      </span>
      <div className={isLast ? 'pt-1' : 'pt-1 pb-5'} aria-current={step.state === 'now' ? 'step' : undefined}>
        <p className={step.state === 'ahead' ? 'text-sm font-medium text-muted' : 'text-sm font-semibold'}>
          <span className="sr-only">{mark.word}</span>
          {step.title}
        </p>
        {step.at && (
          <p className="text-xs text-muted">
            <DateTime value={step.at} />
          </p>
        )}
        {step.text && <div className="mt-0.5 text-sm text-muted">{step.text}</div>}
      </div>
    </li>
  );
}

function NextStep({ it }: { it: Transaction }) {
  if (it.status === 'PENDING') return null;
  const receipt = (
    <a className={buttonClass('secondary', 'sm')} href={receiptPath(it.id)}>
      <span className="btn-face">
        <Icon name="print" size={16} />
        {it.status === 'REVERSED' ? 'Cancelled receipt' : 'Printable receipt'}
      </span>
    </a>
  );
  if (it.status === 'APPROVED') return receipt;
  return (
    <div className="grid gap-2">
      {it.status === 'REVERSED' && receipt}
      <Button
        size="sm"
        icon="retry"
        onClick={() => window.location.assign(paymentPath(orderNumberAt(Date.now()), it.orderAmount))}
      >
        Submit again
      </Button>
      <p className="text-sm text-muted">
        This opens a new order of the same amount for a new proof.{' '}
        {it.status === 'REVERSED'
          ? 'Please pay again only if the first payment has come back to you.'
          : 'If you have paid already, you need not pay again.'}
      </p>
    </div>
  );
}
