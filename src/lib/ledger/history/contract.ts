import { contract } from '../../core/contract.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

/** The member's own stock at the end of a day (India) on which it changed. */
export const stockPoint = z.object({
  /** `YYYY-MM-DD`. */
  day: z.string(),
  /** What the day added, in whole tokens; negative after a reversal. */
  change: out.quantity,
  balance: out.quantity,
});
export type StockPoint = z.output<typeof stockPoint>;

export const getStockHistory = contract(calls.getStockHistory, {
  input: z.object({}),
  output: z.object({
    /** Today in India, `YYYY-MM-DD`: the last balance is valid until then. */
    today: z.string(),
    /** The last 366 days that changed anything, oldest first. */
    points: z.array(stockPoint),
  }),
  summary: "The member's own stock over time: one point for each day on which it changed.",
});
