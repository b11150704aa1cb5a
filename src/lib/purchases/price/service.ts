/** The price of a token, and what the member can still order. */
import { costPaise, formatPaise, formatPercent, formatPrice } from '../../core/money.ts';
import { remainingOf } from '../../ledger/service.ts';
import { actorOf, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { heldProblem, holdableLeft, openProblem } from '../holds.rules.ts';
import { orderProblem, pauseProblem } from '../rules.ts';
import { capsOf, VERIFIED_ONLY } from '../submit/service.ts';
import { readOpen } from '../submit/store.ts';

export const getPrice: UseCase<typeof calls.getPrice> = async (scope) => {
  const { company } = scope;
  const { isApproved, id } = actorOf(scope);
  const [remaining, open] = await Promise.all([remainingOf(scope.db, company.id), readOpen(scope.db, company.id, id)]);
  const caps = capsOf(company, isApproved);
  const holdable = holdableLeft(open, caps);
  const onePaise = costPaise(1n, company.price_micros);
  const { min_order_paise: minPaise, max_order_paise: maxPaise } = company;
  const minimumPaise = minPaise !== null && minPaise > onePaise ? minPaise : onePaise;
  const needsVerification = company.verified_members_only && !isApproved;
  return {
    data: {
      price: formatPrice(company.price_micros),
      platformChargePercent: formatPercent(company.fee_bps),
      remainingPrivateSupply: Number(remaining),
      minimumAmount: formatPaise(minimumPaise),
      maximumAmount: maxPaise === null ? null : formatPaise(maxPaise),
      upiLimit: formatPaise(company.upi_limit_paise),
      holdableQuantity: holdable === null ? null : Number(holdable),
      buyingClosed:
        pauseProblem(company, scope.now, 0) ??
        (needsVerification
          ? VERIFIED_ONLY
          : remaining < 1n
            ? orderProblem(onePaise, company.price_micros, remaining)
            : (openProblem(open, caps) ?? heldProblem(1n, holdable))),
    },
  };
};
