import { type ReactNode, useState } from 'react';
import { percentText } from '@/lib/core/format.ts';
import { PATHS, receiptPath } from '@/lib/core/paths.ts';
import { type Label, t } from '@/lib/core/texts.ts';
import type { Transaction } from '@/lib/purchases/contract.ts';
import { OrderMessages } from '../../messages/OrderMessages.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { DateTime, Money, Quantity } from '../../ui/Figures.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { rich } from '../../ui/rich.ts';
import { reviewTime } from '../review.ts';
import { ReferenceMark } from './ReferenceMark.tsx';
import { sendAgain } from './sendAgain.ts';

type StepState = 'done' | 'now' | 'failed' | 'ahead' | 'undone';

interface Step {
  readonly title: string;
  readonly state: StepState;
  readonly at?: string | null;
  readonly text?: ReactNode;
}

const PROVEN = {
  submitted: 'We have your proof of payment.',
  reviewing: 'Our team is checking your payment.',
} as const;
/** For a payment arranged with the team: there is no proof, and the money may still be on its way. */
const ARRANGED = {
  submitted: 'We have your order. No proof was needed.',
  reviewing: 'Our team is confirming your payment.',
} as const;

const textsOf = ({ paymentMethod }: Transaction) => (paymentMethod === 'MANUAL' ? ARRANGED : PROVEN);

const HOLD_ENDED =
  'Your tokens are no longer held. If enough are left when your payment is approved, you get them. Please do not pay again.';

const WAITING = 'Our team has a question. Please answer it, and the review goes on.';

/** What our team is doing, and how long it takes: a hold that has ended says that in a step of its own. */
function reviewing(purchase: Transaction, nowMs: number): string {
  const text = t(textsOf(purchase).reviewing);
  return purchase.holdEndedAt === null ? `${text} ${reviewTime(purchase, nowMs)}` : text;
}

/** The steps of a purchase from submission to credited stock, or to its rejection or reversal. */
function stepsOf(purchase: Transaction, symbol: string, nowMs: number): readonly Step[] {
  const submitted: Step = {
    title: t('Submitted'),
    state: 'done',
    at: purchase.createdAt,
    text: t(textsOf(purchase).submitted),
  };
  if (purchase.status === 'PENDING') {
    return [
      submitted,
      purchase.waitingForBuyerSince === null
        ? { title: t('In review'), state: 'now', text: reviewing(purchase, nowMs) }
        : { title: t('Waiting for you'), state: 'now', at: purchase.waitingForBuyerSince, text: t(WAITING) },
      ...(purchase.holdEndedAt === null
        ? []
        : [{ title: t('Hold ended'), state: 'undone', at: purchase.holdEndedAt, text: t(HOLD_ENDED) } as const]),
      { title: t('Approved'), state: 'ahead' },
      { title: t('Stock credited'), state: 'ahead', text: <Quantity value={purchase.totalQuantity} symbol={symbol} /> },
    ];
  }
  // A statement that was read after the decision had no part in it.
  const reviewedText = purchase.isReconciled ? t('Compared with the bank statement.') : t('Checked by our team.');
  const reviewed: Step = { title: t('In review'), state: 'done', text: reviewedText };
  if (purchase.status === 'REJECTED') {
    const reason = purchase.rejectReason ? <Reason text={purchase.rejectReason} /> : t('No reason was given.');
    return [submitted, reviewed, { title: t('Rejected'), state: 'failed', at: purchase.decidedAt, text: reason }];
  }
  const credited: readonly Step[] = [
    submitted,
    reviewed,
    { title: t('Approved'), state: 'done', at: purchase.decidedAt },
    {
      title: t('Stock credited'),
      state: 'done',
      text: (
        <span className="inline-flex flex-wrap items-center gap-x-3">
          <Quantity value={purchase.totalQuantity} symbol={symbol} />
          {purchase.transactionHash && (
            <Hash value={purchase.transactionHash} what={t('transaction hash')} head={10} tail={6} />
          )}
        </span>
      ),
    },
  ];
  if (purchase.status !== 'REVERSED') return credited;
  return [...credited, reversedStep(purchase, symbol)];
}

/** What left the stock, and where the money is. */
function reversedStep(purchase: Transaction, symbol: string): Step {
  return {
    title: t('Reversed'),
    state: 'undone',
    at: purchase.reversedAt,
    text: (
      <>
        {purchase.reversalReason && (
          <span className="block">
            <Reason text={purchase.reversalReason} />
          </span>
        )}
        <span className="block">
          {rich('Money that we pay back is in {refunds}.', {
            refunds: (
              <a className="link" href={PATHS.refunds}>
                {t('your refunds')}
              </a>
            ),
          })}
        </span>
        <span className="inline-flex flex-wrap items-center gap-x-3">
          <Quantity value={-purchase.totalQuantity} symbol={symbol} />
          {purchase.reversalHash && (
            <Hash value={purchase.reversalHash} what={t('hash of the reversal')} head={10} tail={6} />
          )}
        </span>
      </>
    ),
  };
}

/** What an admin wrote stays as it is. */
function Reason({ text }: { text: string }) {
  return rich('Reason: {text}', { text: <bdi>{text}</bdi> });
}

const MARKS: Readonly<Record<StepState, { icon: IconName; tone: string; word: Label | '' }>> = {
  done: { icon: 'check', tone: 'bg-success-soft text-success', word: 'Done:' },
  now: { icon: 'pending', tone: 'bg-warning-soft text-warning', word: 'Now:' },
  failed: { icon: 'close', tone: 'bg-danger-soft text-danger', word: '' },
  undone: { icon: 'neutral', tone: 'border border-line text-ink', word: '' },
  ahead: { icon: 'neutral', tone: 'bg-sunken text-muted', word: 'Still to come:' },
};

export function Timeline({ purchase, symbol }: { purchase: Transaction; symbol: string }) {
  const steps = stepsOf(purchase, symbol, Date.now());
  // As the details were opened: moving the messages when a question comes or is answered would drop focus and draft.
  const [areMessagesFirst] = useState(purchase.waitingForBuyerSince !== null);
  const messages = (
    <section
      className={`grid content-start gap-3 sm:col-span-2 sm:max-w-2xl ${areMessagesFirst ? 'border-b border-line pb-6' : 'border-t border-line pt-4'}`}
    >
      <h3 className="text-base font-semibold">{t('Messages with our team')}</h3>
      <OrderMessages id={purchase.id} />
    </section>
  );
  return (
    <div className="grid gap-6 sm:sticky sm:left-5 sm:w-[calc(100cqw-42px)] sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] sm:gap-8 lg:gap-12">
      {/* What the buyer has to do comes first. */}
      {areMessagesFirst && messages}
      <ol className="grid content-start" aria-label={t('Progress of order {number}', { number: purchase.orderNumber })}>
        {steps.map((step, index) => (
          <TimelineStep key={step.title} step={step} isLast={index === steps.length - 1} />
        ))}
      </ol>
      <div className="grid content-start gap-4">
        <dl className="facts">
          <div>
            <dt>{t('Order #')}</dt>
            <dd>{purchase.orderNumber}</dd>
          </div>
          <div>
            <dt>{t('Order Amount')}</dt>
            <dd>
              <Money value={purchase.orderAmount} />
            </dd>
          </div>
          <div>
            <dt>{t('Platform Fees ({percent})', { percent: percentText(purchase.gstPercentage) })}</dt>
            <dd>
              <Money value={purchase.gstAmount} />
            </dd>
          </div>
          {purchase.amount !== purchase.finalAmount && (
            <div>
              <dt>{t('You stated as paid')}</dt>
              <dd>
                <Money value={purchase.amount} />
              </dd>
            </div>
          )}
          <div data-total>
            <dt>{t('Total Amount')}</dt>
            <dd>
              <Money value={purchase.finalAmount} />
            </dd>
          </div>
        </dl>
        <ReferenceMark purchase={purchase} />
        <NextStep purchase={purchase} />
      </div>
      {!areMessagesFirst && messages}
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
          {mark.word !== '' && <span className="sr-only">{t(mark.word)} </span>}
          {step.title}
        </p>
        {step.at && (
          <p className="text-xs text-muted">
            <DateTime value={step.at} />
          </p>
        )}
        {step.text && <div className="mt-0.5 text-sm text-muted max-sm:text-base">{step.text}</div>}
      </div>
    </li>
  );
}

function NextStep({ purchase }: { purchase: Transaction }) {
  if (purchase.status === 'PENDING') return null;
  const receipt = (
    <a className={buttonClass('secondary', 'sm')} href={receiptPath(purchase.id)}>
      <span className="btn-face">
        <Icon name="print" size={16} />
        {purchase.status === 'REVERSED' ? t('Cancelled receipt') : t('Printable receipt')}
      </span>
    </a>
  );
  if (purchase.status === 'APPROVED') return receipt;
  return (
    <div className="grid gap-2">
      {purchase.status === 'REVERSED' && receipt}
      <Button size="sm" icon="retry" onClick={() => sendAgain(purchase, Date.now())}>
        {purchase.status === 'REVERSED' ? t('Submit again') : t('Correct and send again')}
      </Button>
      <p className="text-sm text-muted">
        {purchase.status === 'REVERSED'
          ? t(
              'This opens a new order of the same amount for a new proof. Please pay again only if the first payment has come back to you.',
            )
          : t(
              'This opens a new order of the same amount with what you sent. If you have paid already, you need not pay again.',
            )}
      </p>
    </div>
  );
}
