/**
 * What happens to the logs of a company as a whole: a restore, a rollback that the operator confirms, a move. Each is an entry of
 * the logs themselves, in the ledger and in the trail (docs/decisions/0680).
 */
import { record } from '../../audit/service.ts';
import type { Jsonable } from '../../core/canonical.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { BEFORE_ALL } from '../../db/cursor.ts';
import { clearRestored, findRestored, lockRestored } from '../../db/restored.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import type { Scope } from '../../scope.ts';
import type { Head } from '../../transparency-log/epochs/rules.ts';
import { beginEpoch, type KeyServices, readLogKeys } from '../../transparency-log/epochs/service.ts';
import type { Heads } from '../../transparency-log/heads/service.ts';
import { confirmRollbacks, insertRollback, listRollbacks } from '../../transparency-log/rollbacks/store.ts';
import { findNewest, type LogId, listTrees } from '../../transparency-log/sealing/store.ts';
import { equalHashes } from '../../transparency-log/tree.rules.ts';
import { type EventKind, eventHash, type LedgerEntry, type LedgerEvent } from '../rules.ts';
import { listEntriesAfter } from '../store.ts';
import * as store from './store.ts';

/** More than any ledger has. */
const EVENTS_MAX = 1_000;

/** All entries of a ledger with numbers above `after`, in order. */
export async function listLedgerAfter(
  db: Db,
  companyId: string,
  after: bigint,
  limit: number,
): Promise<readonly LedgerEntry[]> {
  const entries = await listEntriesAfter(db, companyId, after, limit);
  const events = await store.listEventsAfter(db, companyId, after, limit);
  if (events.length === 0) return entries;
  return [...entries, ...events].sort((a, b) => (a.seq < b.seq ? -1 : 1)).slice(0, limit);
}

const addEvent = (tx: Db, companyId: string, kind: EventKind, detail: Jsonable): Promise<void> =>
  store.appendEvent(tx, { companyId, kind, detail, hashOf: eventHash });

/** An act of the operator on a company or on the platform. */
async function recordIn(
  tx: Db,
  scopeId: string,
  action: 'site.restore' | 'log.rollback',
  after: Jsonable,
): Promise<void> {
  const isPlatform = scopeId === PLATFORM_ID;
  const subject = { subjectKind: isPlatform ? 'platform' : 'company', subjectId: isPlatform ? null : scopeId };
  await record(tx, { scopeId, actor: null, action, ...subject, after });
}

export interface Confirmed {
  /** Entries of the tree that the new keys continue. */
  readonly size: number;
  /** Entries of the largest tree that was signed before; null where nobody knows. */
  readonly knownSize: number | null;
}

/**
 * Confirms that a log was set back: ends its keys, begins new ones, and lets it be sealed again.
 * @returns null if nothing waits for that
 */
export function confirmRollback(db: Db, services: KeyServices, log: LogId): Promise<Confirmed | null> {
  return inTransaction(db, async (tx) => {
    const rollbacks = await listRollbacks(tx, log);
    if (rollbacks.length === 0) return null;
    const known = rollbacks.map((it) => it.known).filter((head): head is Head => head !== null);
    const size = await beginEpoch(tx, services, log, known);
    await confirmRollbacks(tx, log);
    const knownSize = known.length === 0 ? null : Math.max(...known.map((head) => head.size));
    const sizes = { size, knownSize };
    await recordIn(tx, log.scopeId, 'log.rollback', { log: log.kind, ...sizes });
    if (log.kind === 'ledger') await addEvent(tx, log.scopeId, 'SET_BACK', sizes);
    return sizes;
  });
}

/**
 * Records a restore that was just made: an entry in each log, and what the operator has to confirm.
 * @param isOnlyNode whether no other node can know a later head
 */
export function recordRestore(
  db: Db,
  { secrets, heads, isOnlyNode }: Pick<KeyServices, 'secrets'> & { heads: Pick<Heads, 'read'>; isOnlyNode: boolean },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if ((await findRestored(tx)) === null) return false;
    await lockRestored(tx);
    const takenAt = await findRestored(tx);
    if (takenAt === null) return false;
    for (const { kind, scopeId } of await listTrees(tx)) {
      const log = { kind, scopeId };
      const signed = await findNewest(tx, log);
      const { present } = await readLogKeys(tx, log, secrets);
      const known = await heads.read(log);
      const size = signed?.size ?? 0;
      const isLast = known?.epoch === present && known.size === size && signed && equalHashes(known.root, signed.root);
      if (!isLast || !isOnlyNode) await insertRollback(tx, log, { source: 'restore', known, size });
      if (kind === 'audit') await recordIn(tx, scopeId, 'site.restore', { takenAt, size });
      else await addEvent(tx, scopeId, 'RESTORE', { takenAt, size });
    }
    await clearRestored(tx);
    return true;
  });
}

/** Records that a company leaves, in its ledger. */
export const recordLeave = (tx: Db, companyId: string): Promise<void> => addEvent(tx, companyId, 'LEAVE', {});

/**
 * Records that a company goes on here after a move. Its logs get new keys: another cluster may have gone on with the old ones.
 */
export async function recordMove(
  tx: Db,
  services: KeyServices,
  companyId: string,
  kind: 'ARRIVE' | 'RETURN',
): Promise<void> {
  for (const log of ['ledger', 'audit'] as const) await beginEpoch(tx, services, { kind: log, scopeId: companyId }, []);
  await addEvent(tx, companyId, kind, {});
}

/** What happened to the ledger of a company as a whole, the latest first. For everybody: it names nobody. */
export async function readEvents({ db, company }: Pick<Scope, 'db' | 'company'>): Promise<LedgerEvent[]> {
  return (await store.listEventsAfter(db, company.id, BEFORE_ALL, EVENTS_MAX)).reverse();
}
