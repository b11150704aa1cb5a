/**
 * Ends holds (docs/decisions/0171). A pending purchase that nobody decided within the company's hours stays pending, and its
 * tokens can be sold to others. Any number of nodes may run it.
 *
 * `hold_ended_at` says whether a pending purchase is part of `supplies.held`, and `is_unproven` whether that is counted in
 * `supplies.held_unproven` (docs/decisions/0630). They change only here and in `displace`, under the lock of the purchase, which
 * every decision also takes. So a quantity is released once: there, or by the rejection, or by the approval.
 */
import { record } from '../../audit/service.ts';
import { readCompany } from '../../companies/store.ts';
import { type Database, type Db, inTransaction } from '../../db/client.ts';
import { countUnproven, release } from '../../ledger/service.ts';
import { UNPROVEN_HOURS } from '../holds.rules.ts';
import * as store from './store.ts';

/** Holds that end in one transaction: all buyers wait for the supply meanwhile. */
const ENDED_TOGETHER = 50;

/** @returns how many holds have ended */
export async function endHolds(database: Database): Promise<number> {
  let ended = 0;
  for (const companyId of await store.listDue(database.platform, UNPROVEN_HOURS)) {
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
    const ended = await store.endDue(tx, companyId, UNPROVEN_HOURS, ENDED_TOGETHER);
    if (ended.length === 0) return 0;
    const quantity = ended.reduce((sum, hold) => sum + hold.quantity, 0n);
    const unproven = ended.reduce((sum, hold) => sum + (hold.isUnproven ? hold.quantity : 0n), 0n);
    await release(tx, companyId, quantity, unproven);
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

/** Holds counted again in one transaction. */
const COUNTED_TOGETHER = 500;

/** Counts holds of a company again. Call it with the company locked against change. @returns how many were counted wrongly */
export async function recountHoldsOf(tx: Db, companyId: string): Promise<number> {
  const { count, growth } = await store.recount(tx, companyId, COUNTED_TOGETHER);
  if (count > 0) await countUnproven(tx, companyId, growth);
  return count;
}

/**
 * Counts holds again whose members were verified, whose proof came later, or whose payment is at the bank by now.
 * @returns how many were counted wrongly
 */
export async function recountHolds(database: Database): Promise<number> {
  let corrected = 0;
  for (const companyId of await store.listMiscounted(database.platform))
    corrected += await inTransaction(database.company(companyId), async (tx) => {
      await readCompany(tx, companyId);
      return recountHoldsOf(tx, companyId);
    });
  return corrected;
}
