/** The rows of a company's ledger as leaves of its log. They are sealed in the order of their numbers. */
import { SealingFault, type TakeRows } from '../../transparency-log/sealing/steps/service.ts';
import { leafHash } from '../../transparency-log/tree.rules.ts';
import { listLedgerAfter } from '../events/service.ts';
import { canonicalLeaf, isIntact } from '../rules.ts';

export const takeEntries: TakeRows = async (tx, companyId, size, limit) => {
  const entries = await listLedgerAfter(tx, companyId, BigInt(size), limit);
  for (const [index, entry] of entries.entries()) {
    const due = BigInt(size + index + 1);
    if (entry.seq !== due) throw new SealingFault(`entry ${due} is missing`);
    if (!isIntact(entry)) throw new SealingFault(`the content of entry ${due} was changed before it was sealed`);
  }
  return entries.map((entry) => leafHash(canonicalLeaf(entry)));
};
