import { CopyButton } from '@/islands/ui/CopyButton.tsx';
import { DateTime, Money, Quantity } from '@/islands/ui/Figures.tsx';
import { memberPath } from '@/lib/core/paths.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { FlagList } from './Flags.tsx';
import { SecondNote } from './SecondNote.tsx';
import { approvalBar } from './second.ts';

export interface ClaimProps {
  purchase: AdminTransaction;
  symbol: string;
}

/** What the buyer says, in the order in which it is compared with the receipt and the bank statement. */
export function Claim({ purchase, symbol }: ClaimProps) {
  const reference = purchase.referenceNumber ?? purchase.transactionId;
  const differs = purchase.flags.amountDiffers !== null;
  return (
    <>
      <dl className="claim-sums">
        <div>
          <dt>Final Amount</dt>
          <dd>
            <Money value={purchase.finalAmount} />
          </dd>
        </div>
        <div data-tone={differs ? 'danger' : undefined}>
          <dt>Claimed</dt>
          <dd>
            <Money value={purchase.amount} />
          </dd>
        </div>
      </dl>
      <div className="claim-reference">
        <span>Transaction No.</span>
        <strong>{reference ?? '--'}</strong>
        {reference && <CopyButton text={reference} what="Transaction No." />}
      </div>
      <SecondNote purchase={purchase} bar={approvalBar(purchase)} />
      <FlagList purchase={purchase} />
      <dl className="facts">
        <div>
          <dt>Buyer</dt>
          <dd>
            <a className="link" href={memberPath(purchase.user.id)}>
              {purchase.user.name}
            </a>
            <span className="claim-more claim-ids">
              <span>{purchase.user.referralCode}</span> <span className="figure">{purchase.user.mobile}</span>
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
            <span className="claim-more">
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
    </>
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
        <span className="claim-more">{isUpi ? to.holderName : `${to.ifscCode} · ${to.holderName}`}</span>
      </dd>
    </div>
  );
}
