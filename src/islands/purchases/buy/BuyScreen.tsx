import { type KeyboardEvent, useState } from 'react';
import type { OutputOf } from '@/lib/core/contract.ts';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import { costPaise, formatPaise, parsePaise, parsePercent, parsePrice } from '@/lib/core/money.ts';
import { paymentPath } from '@/lib/core/paths.ts';
import { SPEC_TEXTS } from '@/lib/core/spec-texts.ts';
import { t } from '@/lib/core/texts.ts';
import { getPrice } from '@/lib/purchases/calls.ts';
import { heldProblem } from '@/lib/purchases/holds.rules.ts';
import { orderNumberAt, orderProblem, quote } from '@/lib/purchases/rules.ts';
import { useFetched } from '../../data.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { type Form, useForm } from '../../ui/useForm.ts';
import { useSubmit } from '../../ui/useSubmit.ts';
import { openOrder } from '../order.ts';
import { AmountFields } from './AmountFields.tsx';
import { BuySummary } from './BuySummary.tsx';
import { RemainingSupply } from './RemainingSupply.tsx';

/** How long the buy button waits before it goes on (docs/product.md). */
const BUY_DELAY_MS = 1000;

type Price = OutputOf<typeof getPrice>;
type AmountForm = Form<{ amount: string }>;

interface Token {
  readonly name: string;
  readonly symbol: string;
  readonly iconUrl: string;
}

export interface BuyScreenProps {
  /** Null where the site's token is not in the catalogue. */
  token: Token | null;
  initial: Price;
  /** All that this sale has, in whole tokens. */
  privateSupply: string;
  /** What the amount begins with, in rupees; '' for none. */
  startAmount?: string;
}

/** The bounds of an order as text. */
function boundsText({ minimumAmount, maximumAmount, price }: Price): string {
  const least = formatRupees(minimumAmount);
  if (maximumAmount !== null) return t('From {least} to {most}.', { least, most: formatRupees(maximumAmount) });
  const isOneToken = parsePaise(minimumAmount) === costPaise(1n, parsePrice(price) ?? 0n);
  return isOneToken ? t('From {least}, the price of one token.', { least }) : t('From {least}.', { least });
}

export function BuyScreen({ token, ...rest }: BuyScreenProps) {
  if (!token) return <EmptyState drawing="error" text={t(SPEC_TEXTS.tokenSelect)} role="alert" />;
  return <BuyForm token={token} {...rest} />;
}

/** What an amount buys at this price, and what is wrong with it. */
function readOrder(amount: string, price: Price) {
  const priceMicros = parsePrice(price.price) ?? 0n;
  const feeBps = parsePercent(price.platformChargePercent) ?? 0;
  const amountPaise = parsePaise(amount);
  const quoted = priceMicros > 0n ? quote(amountPaise ?? 0n, priceMicros, feeBps) : null;
  const holdable = price.holdableQuantity === null ? null : BigInt(price.holdableQuantity);
  const problem =
    orderProblem(amountPaise, priceMicros, BigInt(price.remainingPrivateSupply), {
      minPaise: parsePaise(price.minimumAmount),
      maxPaise: price.maximumAmount === null ? null : parsePaise(price.maximumAmount),
    }) ?? heldProblem(quoted?.quantity ?? 0n, holdable);
  return { amountPaise, problem: amountPaise === null ? (problem ?? t(SPEC_TEXTS.amountInvalid)) : problem, quoted };
}

/** Opens an order of the typed amount and goes to its payment. */
function useBuy(form: AmountForm, price: Price, problem: string | null, amountPaise: bigint | null) {
  return useSubmit({
    form,
    check: () => {
      if (price.buyingClosed !== null) return false;
      return problem === null ? null : { amount: problem };
    },
    send: async () => {
      await new Promise((resolve) => setTimeout(resolve, BUY_DELAY_MS));
      const now = Date.now();
      const orderAmount = formatPaise(amountPaise ?? 0n);
      return { message: '', data: { orderNumber: orderNumberAt(now), orderAmount, now } };
    },
    onDone: ({ orderNumber, orderAmount, now }) => {
      openOrder(orderNumber, orderAmount, now);
      window.location.assign(paymentPath(orderNumber, orderAmount));
    },
    leaves: true,
  });
}

function BuyForm({ token, initial, privateSupply, startAmount = '' }: BuyScreenProps & { token: Token }) {
  const { data: price = initial } = useFetched(getPrice, {}, initial);
  const form = useForm({ amount: startAmount });
  const field = form.field('amount');
  const amount = field.value;
  const [wasLeft, setWasLeft] = useState(false);
  const { amountPaise, problem, quoted } = readOrder(amount, price);
  const isBlocked = problem !== null || price.buyingClosed !== null;
  const error = field.error ?? (wasLeft && amount !== '' ? (problem ?? undefined) : undefined);

  const { busy, submit } = useBuy(form, price, problem, amountPaise);

  /** The button is off while the amount is wrong, so Enter would do nothing; it says what is wrong instead. */
  function enter(event: KeyboardEvent): void {
    if (event.key === 'Enter' && isBlocked && event.target instanceof HTMLInputElement) void submit(event);
  }

  return (
    <form
      ref={form.ref}
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,380px)]"
      method="post"
      noValidate
      onSubmit={submit}
      onKeyDown={enter}
    >
      <div className="card grid gap-6">
        <TokenHead token={token} price={price.price} />
        <RemainingSupply remaining={price.remainingPrivateSupply} total={privateSupply} symbol={token.symbol} />
        {price.buyingClosed !== null && (
          <p className="notice" data-tone="warning" role="status">
            <Icon name="lock" />
            <span>{price.buyingClosed}</span>
          </p>
        )}
        <AmountFields
          field={field}
          error={error}
          hint={`${boundsText(price)} ${t('You get whole tokens only.')}`}
          priceMicros={parsePrice(price.price) ?? 0n}
          symbol={token.symbol}
          leastPaise={parsePaise(price.minimumAmount)}
          mostPaise={price.maximumAmount === null ? null : parsePaise(price.maximumAmount)}
          quoted={quoted}
          disabled={price.buyingClosed !== null}
          onLeave={() => setWasLeft(true)}
        />
      </div>
      <Summary token={token} price={price} quoted={quoted} isBlocked={isBlocked} busy={busy} />
      <p className="sr-only" role="status">
        {busy
          ? t('Opening the payment.')
          : quoted && quoted.quantity > 0n && problem === null
            ? `${formatQuantity(quoted.quantity, token.symbol)}`
            : ''}
      </p>
    </form>
  );
}

function TokenHead({ token, price }: { token: Token; price: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="flex min-w-0 items-center gap-3">
        <img src={token.iconUrl} alt="" width="48" height="48" />
        <div className="min-w-0">
          <h2 className="card-title">{token.name}</h2>
          <p className="text-sm text-muted">{token.symbol}</p>
        </div>
      </div>
      <dl className="text-end">
        <dt className="text-sm text-muted">{t('Price per token')}</dt>
        <dd className="text-lg font-semibold">{formatRupees(price)}</dd>
      </dl>
    </div>
  );
}

interface SummaryProps {
  token: Token;
  price: Price;
  quoted: ReturnType<typeof quote> | null;
  isBlocked: boolean;
  busy: boolean;
}

function Summary({ token, price, quoted, isBlocked, busy }: SummaryProps) {
  const upiLimit = parsePaise(price.upiLimit);
  return (
    <aside className="card grid gap-5 lg:sticky lg:top-8" aria-label={t('Summary')}>
      <h2 className="card-title">{t('Summary')}</h2>
      <BuySummary quoted={quoted} feePercent={price.platformChargePercent} symbol={token.symbol} />
      {quoted && upiLimit !== null && quoted.totalPaise > upiLimit && (
        <p className="notice">
          <Icon name="info" />
          <span>
            {t('A UPI app takes at most {limit} in one payment. The next step has the other ways to pay.', {
              limit: formatRupees(price.upiLimit),
            })}
          </span>
        </p>
      )}
      <div className="action-bar">
        <Button type="submit" full disabled={isBlocked} busy={busy} busyText={t('BUY NOW')}>
          {t('BUY NOW')}
        </Button>
      </div>
      <p className="text-sm text-muted">
        {t(
          'Nothing is charged here. Next you pay and send the proof. Your tokens are credited once our team has confirmed the payment.',
        )}
      </p>
    </aside>
  );
}
