/**
 * What the audit trail says about accounts for payments, settings and admins, compared with their rows (docs/decisions/0416).
 */
import type { Db } from '../../db/client.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import { record } from '../service.ts';
import { COMPANY_STATES, PLATFORM_STATES, type State, type StateKind, stateDifference, statesIn } from './rules.ts';
import * as store from './store.ts';

/** The last state of each kind, with the number of its entry. */
export type RecordedStates = Map<StateKind | 'deleted', { readonly seq: bigint; readonly state: State }>;

/** Keeps the states that an entry holds. Call it for each entry of a trail in order. */
export function remember(
  recorded: RecordedStates,
  seq: bigint,
  { action, after }: { readonly action: string; readonly after: unknown },
): void {
  for (const [kind, state] of statesIn(after)) recorded.set(kind, { seq, state });
  if (action === 'company.delete') recorded.set('deleted', { seq, state: {} });
}

/** The first difference between the rows of a scope and the last recorded states. A kind without an entry is not compared. */
export async function findChangedState(
  db: Db,
  scopeId: string,
  recorded: RecordedStates,
): Promise<{ seq: bigint; reason: string } | null> {
  const isCompany = scopeId !== PLATFORM_ID;
  if (isCompany && !(await store.hasCompany(db, scopeId))) {
    // The trail of a company stays after its rows.
    const last = [...recorded.values()].reduce((seq, it) => (it.seq > seq ? it.seq : seq), 0n);
    return recorded.has('deleted')
      ? null
      : { seq: last, reason: 'the company is gone without an entry since this one' };
  }
  for (const kind of isCompany ? COMPANY_STATES : PLATFORM_STATES) {
    const last = recorded.get(kind);
    if (!last) continue;
    const difference = stateDifference(kind, last.state, await store.readState(db, kind, scopeId));
    if (difference !== null) return { seq: last.seq, reason: `${difference} since this one` };
  }
  return null;
}

/** Writes an entry with the states of a company as they are. */
export async function noteCompany(tx: Db, companyId: string): Promise<void> {
  await store.lockCompany(tx, companyId);
  const subject = { subjectKind: 'company', subjectId: companyId };
  await record(tx, { scopeId: companyId, actor: null, action: 'company.note', ...subject, states: COMPANY_STATES });
}

/**
 * Notes the states that no entry holds yet: once for a database of an earlier version. An entry cannot be taken out, so a later
 * change is not noted in this way.
 */
export async function noteUnnoted(tx: Db): Promise<void> {
  for (const companyId of await store.listUnnoted(tx)) await noteCompany(tx, companyId);
  if (!(await store.isPlatformNoted(tx, PLATFORM_ID))) await notePlatform(tx);
}

/** Writes an entry with the super admins as they are. */
export async function notePlatform(tx: Db): Promise<void> {
  await store.lockSuperAdmins(tx);
  const subject = { subjectKind: 'platform', subjectId: null };
  await record(tx, { scopeId: PLATFORM_ID, actor: null, action: 'company.note', ...subject, states: PLATFORM_STATES });
}
