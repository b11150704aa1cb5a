/** Rows as the audit trail recorded them, compared with the rows of today (docs/decisions/0660). */

import { SESSION_LIFETIMES } from '../../core/session-lifetimes.ts';
import type { Db } from '../../db/client.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import { record } from '../service.ts';
import * as store from './store.ts';
import { RECORDED_TABLES, type RecordedTable } from './tables.rules.ts';

/** The tables with rows of a company, or of the platform. */
function tablesOf(scopeId: string): [string, RecordedTable][] {
  const scopes = scopeId === PLATFORM_ID ? [null, 'scope_id'] : ['company_id', 'scope_id', 'id'];
  return Object.entries(RECORDED_TABLES).filter(([, { scope }]) => scopes.includes(scope));
}

/** A sentence for each value that was changed without an entry. Call it in a snapshot transaction. */
export async function* findChangedValues(tx: Db, scopeId: string): AsyncGenerator<string> {
  await store.prepareSession(tx);
  const batch = await store.findForgedBatch(tx, scopeId);
  if (batch) yield `row_changes: the changes ${batch.batch} are not those of an entry`;
  for (const { table, key } of await store.listForgedStates(tx, scopeId))
    yield `row_states: what is recorded of ${table} ${key} is not its last change`;
  const isRecorded = await store.isRecorded(tx, scopeId);
  for (const [table, spec] of tablesOf(scopeId)) {
    const rows = await store.listChanged(tx, scopeId, table, spec);
    // One sentence in place of one for each row.
    if (!isRecorded && rows.length > 0) return yield UNRECORDED;
    for (const row of rows) yield* sentencesOf(row);
  }
  yield* strangeSessions(tx, scopeId);
}

/** The same for sessions, which no trigger records: each start has an entry. */
async function* strangeSessions(tx: Db, scopeId: string): AsyncGenerator<string> {
  for (const { id, isKnown } of await store.listStrangeSessions(tx, scopeId, SESSION_LIFETIMES))
    yield isKnown
      ? `sessions ${id}: kind, cookie_hash, token_hash or a time was changed without an entry, or it has ended by one`
      : `sessions ${id} was added without an entry`;
}

const UNRECORDED =
  'no entry of the trail records the rows: they were made outside the program, or the entries are gone. The first start after an upgrade from a version before this check records them';

function sentencesOf({ table, key, change, columns }: store.ChangedRow): string[] {
  if (change === 'changed') return columns.map((column) => `${table} ${key}: ${column} was changed without an entry`);
  return [`${table} ${key} ${change === 'added' ? 'was added' : 'is gone'} without an entry`];
}

/**
 * Records the rows of a company, or of the platform, that no entry knows, under an entry that says so.
 * @param isAll also those that are known
 */
export async function noteRows(tx: Db, scopeId: string, isAll = false): Promise<void> {
  await record(tx, {
    scopeId,
    actor: null,
    action: 'row.note',
    subjectKind: scopeId === PLATFORM_ID ? 'platform' : 'company',
    subjectId: scopeId === PLATFORM_ID ? null : scopeId,
  });
  for (const [table, spec] of tablesOf(scopeId)) await store.recordAsTheyAre(tx, scopeId, table, spec, isAll);
}

/**
 * Once, by the first program of this version: rows of an earlier one are recorded from then on. The platform's trail says that it
 * was done. A company that is without entries later is not of an earlier version, and is named by the verification.
 */
export async function noteUnrecordedRows(tx: Db): Promise<void> {
  if (await store.isNoted(tx, PLATFORM_ID)) return;
  for (const scopeId of [PLATFORM_ID, ...(await store.listStateless(tx))]) await noteRows(tx, scopeId);
}
