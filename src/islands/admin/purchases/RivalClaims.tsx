import { useEffect, useState } from 'react';
import { CallError, call } from '@/islands/api.ts';
import { DateTime, Money } from '@/islands/ui/Figures.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { purchasePath } from './purchaseQuery.ts';

/** Next to the claim on show; further ones are named by the flag. */
const RIVALS_MAX = 2;

/** The other claims with the reference number of a purchase, as they are now. Empty until they are read. */
function useRivals({ id, referenceNumber, flags }: AdminTransaction): readonly AdminTransaction[] {
  const orders = flags.referenceConflict.join();
  const [read, setRead] = useState<{ of: string; rivals: readonly AdminTransaction[] }>({ of: '', rivals: [] });
  const key = `${id} ${orders}`;
  useEffect(() => {
    if (orders === '' || referenceNumber === null) return;
    let hasLeft = false;
    call(listTransactionsAsAdmin, { page: 1, limit: 100, search: referenceNumber, status: 'ALL' }).then(
      ({ data }) => {
        const isRival = (it: AdminTransaction): boolean => it.id !== id && orders.split(',').includes(it.orderNumber);
        if (!hasLeft) setRead({ of: key, rivals: data.records.filter(isRival).slice(0, RIVALS_MAX) });
      },
      (cause: unknown) => {
        // The flag names the orders anyway.
        if (!(cause instanceof CallError)) throw cause;
      },
    );
    return () => {
      hasLeft = true;
    };
  }, [key, id, orders, referenceNumber]);
  return read.of === key ? read.rivals : [];
}

/** A claim and the others with the same reference number, side by side. Nothing where there is no other. */
export function RivalClaims({ purchase }: { purchase: AdminTransaction }) {
  const rivals = useRivals(purchase);
  if (rivals.length === 0) return null;
  const claims = [purchase, ...rivals];
  return (
    <section className="min-w-0 overflow-x-auto rounded-md border border-line" aria-label="Claims with the same number">
      <table className="w-full text-start text-sm [&_time]:whitespace-normal [&_:is(td,th)]:px-1.5 [&_:is(td,th)]:py-2">
        <thead>
          <tr>
            <td />
            {claims.map((claim) => (
              <th key={claim.id} scope="col" className="text-start font-medium">
                {claim.id === purchase.id ? 'This claim' : <OtherOrder claim={claim} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row label="Buyer" claims={claims} cell={(claim) => claim.user.name} />
          <Row label="Status" claims={claims} cell={(claim) => <StatusBadge status={claim.status} />} />
          <Row label="Due" claims={claims} cell={(claim) => <Money value={claim.finalAmount} />} />
          <Row label="Claimed" claims={claims} cell={(claim) => <Money value={claim.amount} />} />
          <Row label="Submitted" claims={claims} cell={(claim) => <DateTime value={claim.createdAt} />} />
          <Row label="Receipt" claims={claims} cell={(claim) => <ReceiptLink claim={claim} />} />
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  label: string;
  claims: readonly AdminTransaction[];
  cell: (claim: AdminTransaction) => React.ReactNode;
}

function Row({ label, claims, cell }: RowProps) {
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="text-start font-normal text-muted">
        {label}
      </th>
      {claims.map((claim) => (
        <td key={claim.id} className="wrap-anywhere">
          {cell(claim)}
        </td>
      ))}
    </tr>
  );
}

function OtherOrder({ claim: { orderNumber, status } }: { claim: AdminTransaction }) {
  return (
    <a className="link whitespace-nowrap" href={purchasePath(orderNumber, status)} target="_blank" rel="noopener">
      {orderNumber}
    </a>
  );
}

function ReceiptLink({ claim: { receipt, orderNumber } }: { claim: AdminTransaction }) {
  if (!receipt) return '--';
  return (
    <a
      className="link"
      href={receipt.url}
      target="_blank"
      rel="noreferrer"
      aria-label={`View the receipt of ${orderNumber}`}
    >
      View
    </a>
  );
}
