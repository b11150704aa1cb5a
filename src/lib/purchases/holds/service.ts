/**
 * Ends holds (docs/decisions/0171). A pending purchase that nobody decided within the company's hours stays pending, and its
 * tokens can be sold to others. Any number of nodes may run it.
 *
 * `hold_ended_at` says whether a pending purchase is part of `supplies.held`. It changes only here, under the lock of the
 * purchase, which every decision also takes. So a quantity is released once: here, or by the rejection, or by the approval.
 */
import { record } from '../../audit/service.ts';
import { readCompany } from '../../companies/store.ts';
import { type Database, inTransaction } from '../../db/client.ts';
import { release } from '../../ledger/service.ts';
import * as store from './store.ts';

/** Holds that end in one transaction: all buyers wait for the supply meanwhile. */
const ENDED_TOGETHER = 50;

/** @returns how many holds have ended */
export async function endHolds(database: Database): Promise<number> {
  let ended = 0;
  for (const companyId of await store.listDue(database.platform)) {
    let together: number;
    do {
      together = await endSome(database, companyId);
      ended += together;
    } while (together === ENDED_TOGETHER);
  }
  return ended;
}

function endSome(database: Database, companyId: string): Promise<number> {
  return inTransaction(database.company(companyId), async (tx) => {
    await readCompany(tx, companyId);
    const ended = await store.endDue(tx, companyId, ENDED_TOGETHER);
    if (ended.length === 0) return 0;
    const quantity = ended.reduce((sum, hold) => sum + hold.quantity, 0n);
    await release(tx, companyId, quantity);
    for (const { id, ...hold } of ended)
      await record(tx, {
        scopeId: companyId,
        actor: null,
        action: 'purchase.hold.end',
        subjectKind: 'purchase',
        subjectId: id,
        after: { orderNumber: hold.orderNumber, quantity: hold.quantity },
      });
    return ended.length;
  });
}
