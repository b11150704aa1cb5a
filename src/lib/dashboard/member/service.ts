/** The figures of the member's dashboard that belong to several features. */
import { assert } from '../../core/errors.ts';
import { formatPaise } from '../../core/money.ts';
import type { ReferralFigures } from '../../referrals/contract.ts';
import { referralOf } from '../../referrals/figures/service.ts';
import type { NotedRefund } from '../../refunds/rules.ts';
import { actorOf, type Scope } from '../../scope.ts';
import { readOverview } from './store.ts';

export interface Overview {
  readonly pendingPurchases: number;
  /** The order that waits for the member's answer; null without one. */
  readonly questionOrder: string | null;
  /** The newest pending order that is paid in part; null without one. */
  readonly partPaid: { readonly orderNumber: string; readonly received: string; readonly due: string } | null;
  /** The newest order, where it was rejected within the last 30 days. */
  readonly rejectedOrder: string | null;
  /** The newest order, where it was reversed within the last 30 days. */
  readonly reversedOrder: string | null;
  /** Nothing can be bought any more. */
  readonly isSoldOut: boolean;
  readonly referral: ReferralFigures;
  /** The refund that the member has to know of; null without one. */
  readonly refund: NotedRefund | null;
}

export async function getOverview(scope: Scope): Promise<Overview> {
  const row = await readOverview(scope.db, scope.company.id, actorOf(scope).id);
  assert(row, 'the company of a site exists');
  const { pending, question, part, rejected, reversed, remaining, refund } = row;
  const undone = { rejectedOrder: rejected, reversedOrder: reversed };
  return {
    pendingPurchases: Number(pending),
    questionOrder: question,
    partPaid: part && {
      orderNumber: part.orderNumber,
      received: formatPaise(BigInt(part.receivedPaise)),
      due: formatPaise(BigInt(part.duePaise)),
    },
    ...undone,
    isSoldOut: remaining === 0n,
    referral: referralOf(scope, row),
    refund,
  };
}
