import type { ReactNode } from 'react';
import { formatTimeLeft } from '@/lib/core/durations.ts';
import { formatLongDay } from '@/lib/core/format.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { type Label, plural, t } from '@/lib/core/texts.ts';
import { partPaidText } from '@/lib/purchases/bank-state.rules.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icons.ts';

export interface NextStepsProps {
  isVerified: boolean;
  /** Only verified members may buy. */
  verifiedMembersOnly: boolean;
  /** Purchases of this member that wait for approval. */
  pendingPurchases: number;
  /** The order that waits for the member's answer; null without one. */
  questionOrder: string | null;
  /** The newest pending order that is paid in part; null without one. */
  partPaid: { readonly orderNumber: string; readonly received: string; readonly due: string } | null;
  /** The newest order, where it was rejected lately; null otherwise. The same for a reversed one. */
  rejectedOrder: string | null;
  reversedOrder: string | null;
  /** Why nobody can buy; null while the sale runs. */
  saleProblem: string | null;
  /** Whole tokens of this member. */
  stockBalance: number;
  symbol: string;
  /** ISO 8601, UTC; null while no day is set. */
  launchAt: string | null;
  /** When the page is rendered, in ms since the epoch. */
  nowMs: number;
}

type StepState = 'done' | 'now' | 'ahead';
interface Step {
  readonly title: string;
  readonly state: StepState;
  readonly text: ReactNode;
}

function verification({ isVerified, verifiedMembersOnly }: NextStepsProps): Step {
  if (isVerified) return { title: t('Account verified'), state: 'done', text: t('Our team has checked your details.') };
  return {
    title: t('Waiting for verification'),
    state: 'now',
    text: verifiedMembersOnly
      ? t('Our team is checking your details. You can buy as soon as that is done.')
      : t('Our team is checking your details. You can buy meanwhile.'),
  };
}

/** What the member has to do about an order; null for nothing. */
function ownTurn({ questionOrder, rejectedOrder, reversedOrder }: NextStepsProps): Step | null {
  const link = (order: string, status: string, text: string): ReactNode => (
    <a className="link whitespace-nowrap" href={`${PATHS.paymentHistory}?status=${status}&search=${order}`}>
      {text}
    </a>
  );
  if (questionOrder !== null)
    return {
      title: t('Our team has a question'),
      state: 'now',
      text: (
        <>
          {t('The review of {order} waits for your answer.', { order: questionOrder })}{' '}
          {link(questionOrder, 'PENDING', t('Answer now'))}
        </>
      ),
    };
  if (reversedOrder !== null)
    return {
      title: t('Payment reversed'),
      state: 'now',
      text: (
        <>
          {t('The tokens of {order} were taken back.', { order: reversedOrder })}{' '}
          {link(reversedOrder, 'REVERSED', t('See why and what comes next'))}
        </>
      ),
    };
  if (rejectedOrder === null) return null;
  return {
    title: t('Payment rejected'),
    state: 'now',
    text: (
      <>
        {t('See why {order} was rejected. If you have paid, correct it and do not pay again.', {
          order: rejectedOrder,
        })}{' '}
        {link(rejectedOrder, 'REJECTED', t('Correct it'))}
      </>
    ),
  };
}

/** What our team does; null while nothing waits for it. */
function review({ pendingPurchases: count, partPaid }: NextStepsProps): Step | null {
  if (count === 0) return null;
  const checked = plural(
    count,
    '{count} payment is being checked by our team, usually within a day.',
    '{count} payments are being checked by our team, usually within a day.',
  );
  return {
    title: t('Payment in review'),
    state: 'now',
    text: (
      <>
        {t(checked, { count })}{' '}
        {partPaid && (
          <span className="font-medium text-ink">
            {partPaid.orderNumber}: {partPaidText({ received: partPaid.received, finalAmount: partPaid.due })}{' '}
          </span>
        )}
        <a className="link whitespace-nowrap" href={PATHS.paymentHistory}>
          {t('See the status')}
        </a>
      </>
    ),
  };
}

/** A rejected order and a payment in review are two steps; a question is part of the review. */
function purchases(props: NextStepsProps): readonly Step[] {
  const own = ownTurn(props);
  const reviewed = props.questionOrder === null ? review(props) : null;
  const steps = [own, reviewed].filter((step) => step !== null);
  return steps.length > 0 ? steps : [stockOrFirstPurchase(props)];
}

function stockOrFirstPurchase(props: NextStepsProps): Step {
  const { stockBalance, isVerified, verifiedMembersOnly, saleProblem, symbol } = props;
  if (stockBalance > 0)
    return {
      title: t('Tokens credited'),
      state: 'done',
      text: t('Every approved payment is in your {symbol} stock.', { symbol }),
    };
  const title = t('Buy your first {symbol}', { symbol });
  if (saleProblem !== null) return { title, state: 'ahead', text: saleProblem };
  const waits = verifiedMembersOnly && !isVerified;
  return {
    title,
    state: waits ? 'ahead' : 'now',
    text: waits ? (
      t('Opens once your account is verified.')
    ) : (
      <>
        {t('Choose an amount, pay by UPI or bank, and send the proof.')}{' '}
        <a className="link whitespace-nowrap" href={PATHS.buyToken}>
          {t('Buy tokens')}
        </a>
      </>
    ),
  };
}

function launch({ launchAt, nowMs, symbol }: NextStepsProps): Step {
  if (launchAt === null)
    return { title: t('Launch'), state: 'ahead', text: t('The day has not been set yet. You will see it here.') };
  const day = formatLongDay(launchAt);
  return Date.parse(launchAt) <= nowMs
    ? { title: t('Launched'), state: 'done', text: t('{symbol} was launched on {day}.', { symbol, day }) }
    : {
        title: t('Launch'),
        state: 'ahead',
        text: t('On {day}, in {left}. Your stock unlocks then.', { day, left: formatTimeLeft(launchAt, nowMs) }),
      };
}

const MARKS: Readonly<Record<StepState, { icon: IconName; tone: string; word: Label }>> = {
  done: { icon: 'check', tone: 'bg-success-soft text-success', word: 'Done:' },
  now: { icon: 'pending', tone: 'bg-warning-soft text-warning', word: 'Now:' },
  ahead: { icon: 'neutral', tone: 'bg-sunken text-muted', word: 'Still to come:' },
};

/** What a member may expect, from the real state of the account. */
export function NextSteps(props: NextStepsProps) {
  const steps = [verification(props), ...purchases(props), launch(props)];
  return (
    <section className="card grid min-w-0 content-start gap-3 sm:gap-4" aria-labelledby="next-steps">
      <h2 className="card-title" id="next-steps">
        {t('What happens next')}
      </h2>
      <ol className={`grid gap-3 sm:gap-4 lg:gap-6 ${steps.length > 3 ? 'lg:grid-cols-2' : 'lg:grid-cols-3'}`}>
        {steps.map(({ title, state, text }) => (
          <li key={title} className="flex gap-3">
            <span className={`grid size-8 flex-none place-items-center rounded-full ${MARKS[state].tone}`}>
              <Icon name={MARKS[state].icon} size={16} />
            </span>
            <div className="grid min-w-0 content-start gap-0.5 pt-1">
              <h3 className="text-base font-medium">
                <span className="sr-only">{t(MARKS[state].word)} </span>
                {title}
              </h3>
              <p className={`text-sm text-muted ${state === 'done' ? 'max-sm:sr-only' : ''}`}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
