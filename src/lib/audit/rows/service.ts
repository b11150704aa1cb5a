/** Rows as the audit trail recorded them, compared with the rows of today (docs/decisions/0660). */
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
  if (!(await store.isRecorded(tx, scopeId))) return;
  for (const { table, key } of await store.listForgedStates(tx, scopeId))
    yield `row_states: what is recorded of ${table} ${key} is not its last change`;
  for (const [table, spec] of tablesOf(scopeId))
    for (const row of await store.listChanged(tx, scopeId, table, spec)) yield* sentencesOf(row);
}

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

/** Once for a database of an earlier version: its rows are recorded from then on. */
export async function noteUnrecordedRows(tx: Db): Promise<void> {
  for (const scopeId of [PLATFORM_ID, ...(await store.listCompanies(tx))])
    if (!(await store.isRecorded(tx, scopeId))) await noteRows(tx, scopeId);
}
