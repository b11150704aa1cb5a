/**
 * Credits rewards whose waiting period is over and that nobody has to review. Any number of nodes may run it: a reward is credited
 * by the change of its state, its entry and its mail in one transaction, under its lock.
 */
import { record } from '../../audit/service.ts';
import { isFrozen } from '../../companies/rules.ts';
import { publicOriginOf } from '../../companies/service.ts';
import { findSite, readCompany } from '../../companies/store.ts';
import { repeatEvery } from '../../core/repeat.ts';
import { type Database, inTransaction } from '../../db/client.ts';
import { creditHeld } from '../../referrals/service.ts';
import type { App } from '../../scope.ts';
import * as store from '../store.ts';

const EVERY_MS = 600_000;
/** Rewards that are credited in one transaction: all buyers wait for the supply meanwhile. */
const CREDITED_TOGETHER = 20;

type Home = Pick<App, 'config' | 'log' | 'wakeMail'> & { readonly database: Database };

/** @returns how many rewards were credited */
export async function creditDueRewards(home: Home): Promise<number> {
  let credited = 0;
  for (const companyId of await store.listDue(home.database.platform)) {
    let together: number;
    do {
      together = await creditSome(home, companyId);
      credited += together;
    } while (together === CREDITED_TOGETHER);
  }
  if (credited > 0) home.wakeMail();
  return credited;
}

async function creditSome(home: Home, companyId: string): Promise<number> {
  const known = await findSite(home.database.platform, { companyId, symbol: '' });
  if (!known) return 0;
  const { now, primaryHost } = known;
  return inTransaction(home.database.company(companyId), async (tx) => {
    const company = await readCompany(tx, companyId);
    if (isFrozen(company)) return 0;
    const site = { company, origin: publicOriginOf(home, primaryHost) };
    const due = await store.lockDue(tx, companyId, CREDITED_TOGETHER);
    for (const held of due) {
      const { seq } = await creditHeld(tx, site, held, { by: null, at: now });
      await record(tx, {
        scopeId: companyId,
        actor: null,
        action: 'reward.credit',
        subjectKind: 'purchase',
        subjectId: held.purchaseId,
        before: { state: 'HELD' },
        after: { state: 'CREDITED', orderNumber: held.orderNumber, entry: seq, quantity: held.quantity },
      });
    }
    return due.length;
  });
}

/** Runs `creditDueRewards` every ten minutes. @returns a function that stops it and waits for the current run */
export function startRewards(home: Home): () => Promise<void> {
  return repeatEvery(EVERY_MS, () =>
    creditDueRewards(home).catch((cause: unknown) =>
      home.log.warn({ err: cause }, 'rewards were not credited; they are tried again'),
    ),
  );
}
