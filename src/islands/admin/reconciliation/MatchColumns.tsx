import type { RefObject } from 'react';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import type { Match } from '@/lib/reconciliation/contract.ts';
import { ReceiptViewer } from '../purchases/ReceiptViewer.tsx';
import { BankRowCard } from './BankRowCard.tsx';
import { ClaimList } from './ClaimList.tsx';
import { ClaimSearch } from './ClaimSearch.tsx';
import type { DeskState } from './deskKeys.ts';
import { MatchActions } from './MatchActions.tsx';
import { keyOf } from './useMatchQueue.ts';

interface MatchColumnsProps extends Pick<DeskState, 'bucket' | 'choice' | 'review' | 'zoom' | 'bar'> {
  match: Match;
  searchFrame: RefObject<HTMLDivElement | null>;
  onReverse: (purchase: AdminTransaction) => void;
}

const numberOf = (claim: AdminTransaction | undefined): string | null =>
  claim?.referenceNumber ?? claim?.transactionId ?? null;

/** Three columns on wide screens. On phones the payment, the claims, what can be decided, and the proof. */
export function MatchColumns(props: MatchColumnsProps) {
  const { match, bucket, choice, review, zoom, bar, searchFrame, onReverse } = props;
  const { claim } = choice;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,320px)_minmax(0,1fr)] wide:grid-cols-[minmax(0,320px)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="contents lg:sticky lg:top-4 lg:row-span-2 lg:grid lg:gap-4">
        <BankRowCard
          key={keyOf(match)}
          match={match}
          claimed={numberOf(claim)}
          readUntil={claim?.statementReadUntil ?? null}
          onTakenBack={() => review.undone('The decision was undone.')}
        />
        <div
          className="card order-3 p-4 max-lg:sticky max-lg:bottom-0 max-lg:z-2 max-lg:-mx-4 max-lg:rounded-b-none max-lg:data-open:static lg:order-none"
          data-open={review.question === null ? undefined : true}
        >
          <MatchActions
            bucket={bucket}
            review={review}
            claim={claim}
            bar={bar}
            onReverse={onReverse}
            onNext={() => review.step(1)}
          />
        </div>
      </div>
      <div className="order-2 min-w-0 lg:order-none">
        <ClaimList
          claims={choice.claims}
          row={match.row}
          chosen={choice.at}
          onChoose={choice.choose}
          emptyText="No pending claim fits this payment."
          search={match.row && <ClaimSearch key={keyOf(match)} frame={searchFrame} onResults={choice.setSearched} />}
        />
      </div>
      <div className="order-4 min-w-0 lg:order-none">{claim && <ReceiptViewer purchase={claim} zoom={zoom} />}</div>
    </div>
  );
}
