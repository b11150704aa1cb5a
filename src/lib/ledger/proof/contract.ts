import { contract } from '../../core/contract.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

export const getProof = contract(calls.getProof, {
  input: z.object({}),
  output: z.object({
    /** The token. */
    symbol: z.string(),
    /** Verifier keys of the ledger, as `GET /ledger/key` lists them. */
    keys: z.array(z.string()),
    /** A signed note: the checkpoint, the positions of all entries of the member, their sum, and the checkpoint's time. */
    statement: z.string(),
    /** Each entry: the text whose hash is in the tree, and its proof in the format C2SP tlog-proof. */
    entries: z.array(z.object({ leaf: z.string(), proof: z.string() })),
    /** Entries that are not sealed yet and so not part of this proof. */
    waiting: z.number(),
  }),
  summary: 'Proves the own stock: all entries with their inclusion proofs at one signed checkpoint.',
});
