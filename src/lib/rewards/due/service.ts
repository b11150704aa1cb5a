/**
 * Credits rewards whose waiting period is over and that nobody has to review. The signs of one person are read again then: accounts
 * change after an approval. Any number of nodes may run it: a reward is credited
 * by the change of its state, its entry and its mail in one transaction, under its lock.
 */
import { type AuditEvent, record } from '../../audit/service.ts';
import { isFrozen } from '../../companies/rules.ts';
import { publicOriginOf } from '../../companies/service.ts';
import { findSite, readCompany } from '../../companies/store.ts';
import { repeatEvery } from '../../core/repeat.ts';
import { type Database, inTransaction } from '../../db/client.ts';
import { creditHeld, deferForSigns } from '../../referrals/service.ts';
import type { App } from '../../scope.ts';
import * as store from '../store.ts';

const EVERY_MS = 600_000;
/** Rewards that are credited in one transaction: all buyers wait for the supply meanwhile. */
const CREDITED_TOGETHER = 20;

type Home = Pick<App, 'config' | 'log' | 'wakeMail'> & { readonly database: Database };

interface Progress {
  /** Rewards whose day had come. */
  readonly taken: number;
  readonly credited: number;
}
const NOTHING: Progress = { taken: 0, credited: 0 };

/** @returns how many rewards were credited */
export async function creditDueRewards(home: Home): Promise<number> {
  let credited = 0;
  for (const companyId of await store.listDue(home.database.platform)) {
    let some: Progress;
    do {
      some = await creditSome(home, companyId);
      credited += some.credited;
      if (some.taken > 0) home.wakeMail();
    } while (some.taken === CREDITED_TOGETHER);
  }
  return credited;
}

/** Credits rewards whose day has come. One with a sign by now waits for an admin instead. */
async function creditSome(home: Home, companyId: string): Promise<Progress> {
  const known = await findSite(home.database.platform, { companyId, symbol: '' });
  if (!known) return NOTHING;
  const { now, primaryHost } = known;
  return inTransaction(home.database.company(companyId), async (tx) => {
    const company = await readCompany(tx, companyId);
    if (isFrozen(company)) return NOTHING;
    const site = { company, origin: publicOriginOf(home, primaryHost) };
    const due = await store.lockDue(tx, companyId, CREDITED_TOGETHER);
    let credited = 0;
    for (const held of due) {
      const signs = await deferForSigns(tx, site, held);
      if (signs.length > 0) {
        await record(tx, {
          ...eventFor(companyId, 'reward.review', held),
          before: { state: 'HELD', signs: [] },
          after: { state: 'HELD', orderNumber: held.orderNumber, quantity: held.quantity, signs },
        });
        continue;
      }
      const { seq } = await creditHeld(tx, site, held, { by: null, at: now });
      await record(tx, {
        ...eventFor(companyId, 'reward.credit', held),
        before: { state: 'HELD' },
        after: { state: 'CREDITED', orderNumber: held.orderNumber, entry: seq, quantity: held.quantity },
      });
      credited++;
    }
    return { taken: due.length, credited };
  });
}

function eventFor(companyId: string, action: AuditEvent['action'], { purchaseId }: store.Decidable) {
  return { scopeId: companyId, actor: null, action, subjectKind: 'purchase', subjectId: purchaseId };
}

/** Runs `creditDueRewards` every ten minutes. @returns a function that stops it and waits for the current run */
export function startRewards(home: Home): () => Promise<void> {
  return repeatEvery(EVERY_MS, () =>
    creditDueRewards(home).catch((cause: unknown) =>
      home.log.warn({ err: cause }, 'rewards were not credited; they are tried again'),
    ),
  );
}
