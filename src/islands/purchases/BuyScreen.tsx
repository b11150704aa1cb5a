import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { OutputOf } from '@/lib/core/contract.ts';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import { costPaise, formatPaise, parsePaise, parsePercent, parsePrice } from '@/lib/core/money.ts';
import { paymentPath } from '@/lib/core/paths.ts';
import { WORDS } from '@/lib/core/words.ts';
import { getPrice } from '@/lib/purchases/contract.ts';
import { orderNumberAt, orderProblem, quote } from '@/lib/purchases/rules.ts';
import { useFetched } from '../data.ts';
import { toast } from '../toasts.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { TextField } from '../ui/TextField.tsx';
import { readAmountDraft } from './amount.ts';
import { BuySummary } from './BuySummary.tsx';
import { openOrder } from './order.ts';
import { RemainingSupply } from './RemainingSupply.tsx';

/** The buy button waits so long before it goes on (spec point 9). */
const BUY_DELAY_MS = 1000;

export interface BuyScreenProps {
  /** Null where the site's token is not in the catalogue. */
  token: { readonly name: string; readonly symbol: string; readonly iconUrl: string } | null;
  initial: OutputOf<typeof getPrice>;
  /** All that this sale has, in whole tokens. */
  privateSupply: string;
}

/** The bounds of an order in words. */
function boundsText({ minimumAmount, maximumAmount, price }: OutputOf<typeof getPrice>): string {
  const least = formatRupees(minimumAmount);
  if (maximumAmount !== null) return `From ${least} to ${formatRupees(maximumAmount)}.`;
  const isOneToken = parsePaise(minimumAmount) === costPaise(1n, parsePrice(price) ?? 0n);
  return isOneToken ? `From ${least}, the price of one token.` : `From ${least}.`;
}

export function BuyScreen({ token, initial, privateSupply }: BuyScreenProps) {
  const { data: price = initial } = useFetched(getPrice, {}, initial);
  const [amount, setAmount] = useState('');
  const [left, setLeft] = useState(false);
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // A page that is shown again as it was left has not been clicked again.
  useEffect(() => {
    const shown = (): void => setPending(false);
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  if (!token) return <EmptyState drawing="error" text={WORDS.tokenSelect} role="alert" />;

  const priceMicros = parsePrice(price.price) ?? 0n;
  const feeBps = parsePercent(price.platformChargePercent) ?? 0;
  const amountPaise = parsePaise(amount);
  const problem = orderProblem(amountPaise, priceMicros, BigInt(price.remainingPrivateSupply), {
    minPaise: parsePaise(price.minimumAmount),
    maxPaise: price.maximumAmount === null ? null : parsePaise(price.maximumAmount),
  });
  const quoted = priceMicros > 0n ? quote(amountPaise ?? 0n, priceMicros, feeBps) : null;
  const isBlocked = problem !== null || price.buyingClosed !== null;
  const error = left && amount !== '' ? (problem ?? undefined) : undefined;
  const upiLimit = parsePaise(price.upiLimit);

  function buy(): void {
    if (pending || price.buyingClosed !== null) return;
    if (problem !== null || amountPaise === null) {
      setLeft(true);
      toast.error(problem ?? WORDS.amountInvalid);
      form.current?.querySelector('input')?.focus();
      return;
    }
    setPending(true);
    setTimeout(() => {
      const now = Date.now();
      const orderNumber = orderNumberAt(now);
      const orderAmount = formatPaise(amountPaise);
      openOrder(orderNumber, orderAmount, now);
      window.location.assign(paymentPath(orderNumber, orderAmount));
    }, BUY_DELAY_MS);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    buy();
  }

  /** The button is off while the amount is wrong, so Enter would do nothing; it says what is wrong instead. */
  function enter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !isBlocked || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    buy();
  }

  return (
    <form
      ref={form}
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,380px)]"
      method="post"
      noValidate
      onSubmit={submit}
      onKeyDown={enter}
    >
      <div className="card grid gap-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="flex min-w-0 items-center gap-3">
            <img src={token.iconUrl} alt="" width="48" height="48" />
            <div className="min-w-0">
              <h2 className="card-title">{token.name}</h2>
              <p className="text-sm text-muted">{token.symbol}</p>
            </div>
          </div>
          <dl className="text-end">
            <dt className="text-sm text-muted">Price per token</dt>
            <dd className="text-lg font-semibold">{formatRupees(price.price)}</dd>
          </dl>
        </div>
        <RemainingSupply remaining={price.remainingPrivateSupply} total={privateSupply} symbol={token.symbol} />
        {price.buyingClosed !== null && (
          <p className="notice" data-tone="warning" role="status">
            <Icon name="lock" />
            <span>{price.buyingClosed}</span>
          </p>
        )}
        <TextField
          label="Amount (INR)"
          name="amount"
          prefix="₹"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="go"
          placeholder="0.00"
          maxLength={20}
          value={amount}
          onValue={(text) => setAmount((before) => readAmountDraft(text) ?? before)}
          onBlur={() => setLeft(true)}
          disabled={price.buyingClosed !== null}
          error={error}
          hint={error === undefined && `${boundsText(price)} You get whole tokens only.`}
        />
      </div>
      <aside className="card grid gap-5 lg:sticky lg:top-8" aria-label="Summary">
        <h2 className="card-title">Summary</h2>
        <BuySummary quoted={quoted} feePercent={price.platformChargePercent} symbol={token.symbol} />
        {quoted && upiLimit !== null && quoted.totalPaise > upiLimit && (
          <p className="notice">
            <Icon name="info" />
            <span>
              A UPI app takes at most {formatRupees(price.upiLimit)} in one payment. The next step has the other ways to
              pay.
            </span>
          </p>
        )}
        <Button type="submit" full disabled={isBlocked} busy={pending} busyText="BUY NOW">
          BUY NOW
        </Button>
        <p className="text-sm text-muted">
          Nothing is charged here. On the next screen you pay and send the proof; your tokens are credited once our team
          has matched the payment.
        </p>
      </aside>
      <p className="sr-only" role="status">
        {pending
          ? 'Opening the payment.'
          : quoted && quoted.quantity > 0n && problem === null
            ? `${formatQuantity(quoted.quantity, token.symbol)}`
            : ''}
      </p>
    </form>
  );
}
