import { RequestThreadButton } from '@/islands/messages/RequestThreadButton.tsx';
import { CopyButton } from '@/islands/ui/CopyButton.tsx';
import { DateTime, Money, Quantity } from '@/islands/ui/Figures.tsx';
import { parsePaise } from '@/lib/core/money.ts';
import { memberPath } from '@/lib/core/paths.ts';
import { spacedMobile } from '@/lib/core/spaced-mobile.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { isImplausibleClaim } from '@/lib/purchases/rules.ts';
import { BankNote } from './BankNote.tsx';
import { FlagList } from './FlagList.tsx';
import { FourEyesNote } from './FourEyesNote.tsx';
import { approvalBar } from './fourEyes.ts';
import { RivalClaims } from './RivalClaims.tsx';

export interface ClaimProps {
  purchase: AdminTransaction;
  symbol: string;
  /** Only what a reason refers to, so that the reasons are in sight with it. */
  isBrief?: boolean;
}

/** What the buyer says, in the order in which it is compared with the receipt and the bank statement. */
export function Claim({ purchase, symbol, isBrief = false }: ClaimProps) {
  const reference = purchase.referenceNumber ?? purchase.transactionId;
  return (
    <>
      <dl className="flex flex-wrap gap-3">
        <Sum label="Final Amount" value={purchase.finalAmount} />
        {isFarAbove(purchase) ? (
          <FarAbove value={purchase.amount} />
        ) : (
          <Sum label="Claimed" value={purchase.amount} isWrong={purchase.flags.amountDiffers !== null} />
        )}
      </dl>
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="me-auto text-muted">Transaction No.</span>
        <strong className="wrap-anywhere text-base tabular-nums">{reference ?? '--'}</strong>
        {reference && <CopyButton text={reference} what="Transaction No." />}
      </div>
      {!isBrief && (
        <div className="-mx-2 flex flex-wrap items-center gap-2">
          <RequestThreadButton purchase={purchase} shortcut="M" />
        </div>
      )}
      <BankNote purchase={purchase} />
      <FourEyesNote purchase={purchase} bar={approvalBar(purchase)} />
      <FlagList purchase={purchase} isBrief={isBrief} />
      {!isBrief && (
        <>
          <RivalClaims purchase={purchase} />
          <Facts purchase={purchase} symbol={symbol} />
        </>
      )}
    </>
  );
}

function Facts({ purchase, symbol }: ClaimProps) {
  return (
    <dl className="facts">
      <div>
        <dt>Buyer</dt>
        <dd>
          <a className="link" href={memberPath(purchase.user.id)}>
            {purchase.user.name}
          </a>
          <span className="flex flex-wrap justify-end gap-x-3 font-normal text-muted">
            <span>{purchase.user.referralCode}</span>{' '}
            <span className="figure">{spacedMobile(purchase.user.mobile)}</span>
          </span>
        </dd>
      </div>
      <div>
        <dt>Method</dt>
        <dd>{purchase.paymentMethod}</dd>
      </div>
      {purchase.paidTo && <PaidTo method={purchase.paymentMethod} to={purchase.paidTo} />}
      <div>
        <dt>Quantity</dt>
        <dd>
          <Quantity value={purchase.totalQuantity} symbol={symbol} />
          <span className="block font-normal text-muted">
            at <Money value={purchase.price} />
          </span>
        </dd>
      </div>
      <div>
        <dt>Submitted</dt>
        <dd>
          <DateTime value={purchase.createdAt} />
        </dd>
      </div>
    </dl>
  );
}

const isFarAbove = ({ finalAmount, amount }: AdminTransaction): boolean =>
  isImplausibleClaim(parsePaise(finalAmount) ?? 0n, parsePaise(amount) ?? 0n);

/** A claim of many times the amount due, in small letters: in those of a sum it would look like money that came. */
function FarAbove({ value }: { value: string }) {
  return (
    <div className="flex-[1_1_104px] rounded-md border border-danger px-3 py-2.5 text-danger">
      <dt className="text-xs">Claimed, not plausible</dt>
      <dd className="text-xs text-muted wrap-anywhere">
        <Money value={value} />
      </dd>
    </div>
  );
}

/** Side by side as long as neither sum is too long for its half. */
function Sum({ label, value, isWrong = false }: { label: string; value: string; isWrong?: boolean }) {
  return (
    <div
      className={`flex-[1_1_104px] rounded-md border px-3 py-2.5 ${isWrong ? 'border-danger text-danger' : 'border-line'}`}
    >
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-lg font-semibold tracking-[-0.011em]">
        <Money value={value} />
      </dd>
    </div>
  );
}

/** The account that the buyer was shown, as it was then: where the money should be looked for. */
function PaidTo({ method, to }: { method: string; to: NonNullable<AdminTransaction['paidTo']> }) {
  const isUpi = method === 'UPI' && to.upi !== '';
  return (
    <div>
      <dt>Paid to</dt>
      <dd>
        {isUpi ? to.upi : `${to.bankName}, ${to.accountNumber}`}
        <span className="block font-normal text-muted">
          {isUpi ? to.holderName : `${to.ifscCode} · ${to.holderName}`}
        </span>
      </dd>
    </div>
  );
}
