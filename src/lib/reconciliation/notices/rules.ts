import type { Paise } from '../../core/money.ts';
import type { Matches } from '../matching/all.rules.ts';
import type { ReadAccounts } from '../matching/read.rules.ts';
import type { BankRow, Claim, ClaimOutcome } from '../rules.ts';

export type NoticeState = 'SEEN' | 'NOT_FOUND' | 'AMOUNT_DIFFERS';

/** What the buyer of a pending purchase gets a mail about. */
export interface Notice {
  readonly purchaseId: string;
  readonly state: NoticeState;
  /** Days as `YYYY-MM-DD`; null where the state has none. */
  readonly seenOn: string | null;
  readonly amountPaise: Paise | null;
  readonly readUntil: string | null;
}

interface Compared extends Pick<Matches, 'claims'> {
  readonly bankRows: readonly BankRow[];
  readonly claimList: readonly Claim[];
  readonly read: ReadAccounts;
}

const isNotice = (state: ClaimOutcome['bankState'] | undefined): state is NoticeState =>
  state === 'SEEN' || state === 'NOT_FOUND' || state === 'AMOUNT_DIFFERS';

/** A notice for each pending purchase of which the statements say something clear that the buyer may learn. */
export function noticesOf({ bankRows, claimList, claims, read }: Compared): Notice[] {
  const rows = new Map(bankRows.map((row) => [row.id, row]));
  return claimList.flatMap((claim): Notice[] => {
    const outcome = claims.get(claim.purchaseId);
    const state = outcome?.bankState;
    // A row that is spent on the purchase waits for a second admin: it is seen too. A part payment is neither seen nor different.
    if (claim.status !== 'PENDING' || claim.partPaise > 0n || !outcome?.isDisclosed || !isNotice(state)) return [];
    const row = rows.get(outcome.rowId ?? '');
    if (state !== 'NOT_FOUND' && !row) return [];
    return [
      {
        purchaseId: claim.purchaseId,
        state,
        seenOn: row?.settlement?.creditedOn ?? row?.date ?? null,
        amountPaise: (state === 'AMOUNT_DIFFERS' ? row?.restPaise : row?.amountPaise) ?? null,
        readUntil: read.get(claim.beneficiaryId ?? '')?.until ?? null,
      },
    ];
  });
}
