import { contract } from '../../core/contract.ts';
import { companyId, listQuery } from '../../core/fields.ts';
import { out, pageOf } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

/* Settlements of payment aggregators (docs/contract.md, List settlements). Days are `YYYY-MM-DD` in India. */

export const SETTLEMENT_STATES = [
  'CREDITED',
  'NOT_FOUND',
  'DIFFERS',
  'CONFLICT',
  'USED',
  'CLAIMED',
  'TAKEN_BACK',
  'NOTHING_DUE',
] as const;
/**
 * `NOT_FOUND`: no credit has its number. `DIFFERS`: another amount. `CONFLICT`: two credits, or two settlements with one number.
 * `USED`: the credit was approved with a purchase, or marked as not ours. `CLAIMED`: a pending purchase names it. `NOTHING_DUE`: the aggregator kept everything.
 */
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

const settlement = z.object({
  id: z.string(),
  /** Such as 'Razorpay'. */
  provider: z.string(),
  /** The aggregator's id of it. */
  reference: z.string(),
  /** Null until the aggregator states it. */
  utr: z.nullable(z.string()),
  account: z.string(),
  settledOn: z.nullable(day),
  /** What the bank says about it. Only payments of a `CREDITED` one can be approved. */
  state: z.enum(SETTLEMENT_STATES),
  /** The credit with its number; null for none and for several. */
  bankDate: z.nullable(day),
  bankAmount: z.nullable(out.money),
  payments: z.number(),
  /** Those that nothing was decided about. */
  openPayments: z.number(),
  /** What buyers paid. */
  gross: out.money,
  fee: out.money,
  tax: out.money,
  /** Refunds and chargebacks. */
  returned: out.money,
  /** Below zero where the aggregator took more than it gave. */
  adjustments: out.money,
  /** gross − fee − tax − returned + adjustments. */
  net: out.money,
});

export const listSettlements = contract(calls.listSettlements, {
  input: z.object({ page: listQuery.page, limit: listQuery.limit, companyId }),
  output: pageOf(settlement),
  summary: 'Lists the settlements of imported settlement files with what the bank says about each, the newest first.',
});
