import { contract } from '../core/contract.ts';
import { listQuery } from '../core/fields.ts';
import { out, pageOf } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

/** One holder of stock. Their identity is private: the row has at most a shortened wallet address. */
export const globalStockRow = z.object({
  rank: z.number(),
  /** The holder is the member who calls. */
  isOwn: z.boolean(),
  walletAddress: z.nullable(z.string()),
  quantity: out.quantity,
  /** Hash of the holder's latest entry. */
  transactionHash: z.string(),
  createdAt: out.time,
  /** The company's launch; null while no day is set. */
  unlocksAt: z.nullable(out.time),
});
export type GlobalStockRow = z.output<typeof globalStockRow>;

/** One entry of the member's own stock. */
export const myStockRow = z.object({
  /** Member ID of the buyer: the member's own, or for a reward the referred member's. */
  memberId: z.string(),
  /** Negative when a purchase was reversed. */
  quantity: out.quantity,
  transactionHash: z.string(),
  createdAt: out.time,
  /** The quantity when the entry is a reward or takes one back, else null. */
  reward: z.nullable(out.quantity),
  unlocksAt: z.nullable(out.time),
});
export type MyStockRow = z.output<typeof myStockRow>;

const stockQuery = z.object({ page: listQuery.page, limit: listQuery.limit });

export const listGlobalStock = contract(calls.listGlobalStock, {
  input: stockQuery,
  output: pageOf(globalStockRow),
  summary: 'Lists the holders of stock by how much they hold.',
});

export const listMyStock = contract(calls.listMyStock, {
  input: stockQuery,
  output: pageOf(myStockRow),
  summary: "Lists the member's own stock entries, the newest first.",
});
