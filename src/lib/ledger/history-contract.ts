import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { out } from '../core/wire.ts';

/** The member's own stock at the end of a day (India) on which it changed. */
export const stockPoint = z.object({
  /** `YYYY-MM-DD`. */
  day: z.string(),
  /** What the day added, in whole tokens; below 0 after an adjustment. */
  change: out.quantity,
  balance: out.quantity,
});
export type StockPoint = z.output<typeof stockPoint>;

export const getStockHistory = contract({
  method: 'GET',
  path: '/api/v1/user/stock/history',
  access: 'member',
  from: 'query',
  input: z.object({}),
  output: z.object({
    /** Today in India, `YYYY-MM-DD`: until then the last balance holds. */
    today: z.string(),
    /** The last 366 days that changed anything, oldest first. */
    points: z.array(stockPoint),
  }),
  summary: "The member's own stock over time: one point for each day on which it changed.",
  failure: 'Failed to fetch your stock history',
});
