import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { listQuery } from '../core/query-fields.ts';
import { out, pageOf } from '../core/wire.ts';

/** One holder of stock. Who it is stays private: only a shortened wallet address is shown, if there is one. */
export const globalStockRow = z.object({
  rank: z.number(),
  walletAddress: z.nullable(z.string()),
  quantity: out.quantity,
  /** Of the holder's latest entry. */
  transactionHash: z.string(),
  createdAt: out.time,
  /** The company's launch; null while no day is set. */
  unlocksAt: z.nullable(out.time),
});
export type GlobalStockRow = z.output<typeof globalStockRow>;

/** One entry of the member's own stock. */
export const myStockRow = z.object({
  /** Of the member whose purchase it comes from: one's own, or the referred member's for a reward. */
  memberId: z.string(),
  /** Below 0 where a reversed purchase is taken back. */
  quantity: out.quantity,
  transactionHash: z.string(),
  createdAt: out.time,
  /** The quantity when the entry is a reward or takes one back, else null. */
  reward: z.nullable(out.quantity),
  unlocksAt: z.nullable(out.time),
});
export type MyStockRow = z.output<typeof myStockRow>;

const stockQuery = z.object({ page: listQuery.page, limit: listQuery.limit });

export const listGlobalStock = contract({
  method: 'GET',
  path: '/api/v1/user/stock/global',
  access: 'member',
  from: 'query',
  input: stockQuery,
  output: pageOf(globalStockRow),
  summary: 'Lists the holders of stock by how much they hold.',
  failure: 'Failed to fetch global stock',
});

export const listMyStock = contract({
  method: 'GET',
  path: '/api/v1/user/stock/mine',
  access: 'member',
  from: 'query',
  input: stockQuery,
  output: pageOf(myStockRow),
  summary: "Lists the member's own stock entries, the newest first.",
  failure: 'Failed to fetch your stock',
});
