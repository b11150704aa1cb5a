/** The SQL of the rows that the audit trail records: MACs of columns by row, their changes, and the digests in entries. */

import { type RawBuilder, sql } from 'kysely';
import type { SessionLifetime } from '../../core/session-lifetimes.ts';
import type { Db } from '../../db/client.ts';
import type { RecordedTable } from './tables.rules.ts';

export interface ChangedRow {
  readonly table: string;
  readonly key: string;
  readonly change: 'added' | 'gone' | 'changed';
  /** Of a changed row. */
  readonly columns: readonly string[];
}

/** More are counted by nobody: each is named, and a table that was changed as a whole has as many as it has rows. */
const NAMED_MAX = 200;

const keyOf = ({ key }: RecordedTable): RawBuilder<string> =>
  sql.join(
    key.map((column) => sql`(r.content ->> ${sql.lit(column)})`),
    sql` || '/' || `,
  );

const ofScope = ({ scope }: RecordedTable, scopeId: string): RawBuilder<boolean> =>
  scope === null ? sql`true` : sql`t.${sql.ref(scope)} = ${scopeId}::uuid`;

const arrayOf = (texts: readonly string[]): RawBuilder<unknown> =>
  sql`ARRAY[${sql.join(texts.map((text) => sql.lit(text)))}]::text[]`;
const textsOf = (texts: readonly string[]): RawBuilder<unknown> =>
  texts.length === 0 ? sql`'{}'::text[]` : arrayOf(texts);

/** The text of a value does not depend on the session, and a large table takes longer than other statements may. */
export async function prepareSession(tx: Db): Promise<void> {
  await sql`SELECT set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true),
    set_config('statement_timeout', '0', true)`.execute(tx);
}

/**
 * Rows of a table that are not as they were recorded. The expression of a MAC is the program's own: the database's functions are
 * not trusted. A column that the state lacks came with a later version.
 */
export async function listChanged(
  tx: Db,
  scopeId: string,
  table: string,
  spec: RecordedTable,
): Promise<readonly ChangedRow[]> {
  const skipped = Object.keys(spec.skipped);
  const { rows } = await sql<ChangedRow>`
    WITH present AS (
      SELECT ${keyOf(spec)} AS row_key, r.content - ${textsOf(skipped)} AS content
      FROM (SELECT to_jsonb(t) AS content FROM ${sql.table(table)} t WHERE ${ofScope(spec, scopeId)}) r
    ), recorded AS (
      SELECT row_key, key, macs, mac FROM row_states
      WHERE scope_id = ${scopeId}::uuid AND table_name = ${table} AND key IS NOT NULL
    )
    SELECT ${table}::text AS table, coalesce(p.row_key, r.row_key) AS key,
      CASE WHEN r.row_key IS NULL THEN 'added' WHEN p.row_key IS NULL THEN 'gone' ELSE 'changed' END AS change,
      coalesce(d.columns, '{}') AS columns
    FROM present p FULL JOIN recorded r ON r.row_key = p.row_key
    LEFT JOIN LATERAL (
      SELECT array_agg(c.key ORDER BY c.key) AS columns FROM jsonb_each(p.content) c
      WHERE r.mac IS DISTINCT FROM sha256(r.key || convert_to(p.content::text, 'UTF8'))
        AND r.macs ->> c.key <> encode(substr(sha256(r.key || convert_to(c.key || '=' || c.value::text, 'UTF8')), 1, 12), 'base64')
    ) d ON true
    WHERE p.row_key IS NULL OR r.row_key IS NULL OR d.columns IS NOT NULL
    ORDER BY 2 LIMIT ${NAMED_MAX}`.execute(tx);
  return rows;
}

/** States that are not the ones of the last change of their row, or have none. */
export async function listForgedStates(tx: Db, scopeId: string): Promise<readonly { table: string; key: string }[]> {
  const { rows } = await sql<{ table: string; key: string }>`
    SELECT coalesce(s.table_name, c.table_name) AS table, coalesce(s.row_key, c.row_key) AS key
    FROM (SELECT * FROM row_states WHERE scope_id = ${scopeId}::uuid) s
    FULL JOIN (
      SELECT DISTINCT ON (table_name, row_key) * FROM row_changes WHERE scope_id = ${scopeId}::uuid
      ORDER BY table_name, row_key, version DESC) c
      ON c.table_name = s.table_name AND c.row_key = s.row_key AND c.version = s.version
    WHERE s.row_key IS NULL OR c.digest IS DISTINCT FROM sha256(convert_to(jsonb_build_array(
      'row.1', s.table_name, s.row_key, s.version, encode(s.key, 'hex'), s.macs, encode(s.mac, 'hex'))::text, 'UTF8'))
    ORDER BY 1, 2 LIMIT ${NAMED_MAX}`.execute(tx);
  return rows;
}

/** A batch of changes that is not what its entry of the trail says. `action` is null without an entry. */
export async function findForgedBatch(
  tx: Db,
  scopeId: string,
): Promise<{ readonly batch: string; readonly action: string | null } | null> {
  const { rows } = await sql<{ batch: string; action: string | null }>`
    SELECT coalesce(b.batch, e.batch) AS batch, e.action
    FROM (
      SELECT batch::text, encode(sha256(string_agg(digest, ''::bytea
        ORDER BY table_name COLLATE "C", row_key COLLATE "C", version)), 'hex') AS digest
      FROM row_changes WHERE scope_id = ${scopeId}::uuid GROUP BY row_changes.batch) b
    FULL JOIN (
      SELECT r.key AS batch, r.value AS digest, a.action
      FROM audit_entries a, jsonb_each_text(
        CASE jsonb_typeof(a.rows) WHEN 'object' THEN a.rows ELSE jsonb_build_object('of the entry ' || a.seq, '') END) r
      WHERE a.scope_id = ${scopeId}::uuid AND a.rows IS NOT NULL) e ON e.batch = b.batch
    WHERE b.digest IS DISTINCT FROM split_part(e.digest, '.', 1) ORDER BY 1 LIMIT 1`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Sessions that no entry started, whose secrets or kind are not those of their entry, that last longer than a session may, or that
 * ended since by an entry. An entry of a version before this check has no secrets, and that of a super admin no session.
 */
export async function listStrangeSessions(
  tx: Db,
  scopeId: string,
  lifetimes: Readonly<Record<string, SessionLifetime>>,
): Promise<readonly { id: string; isKnown: boolean }[]> {
  const { rows } = await sql<{ id: string; isKnown: boolean }>`
    SELECT s.id, e.after IS NOT NULL AS "isKnown" FROM sessions s LEFT JOIN LATERAL (
      SELECT a.after, a.created_at FROM audit_entries a
      WHERE a.scope_id = s.scope_id AND a.subject_id = coalesce(s.user_id, s.super_admin_id) AND a.action = 'session.start'
        AND (a.after ->> 'session' = s.id::text
          OR (NOT a.after ? 'session' AND a.created_at BETWEEN s.created_at - interval '5 s' AND s.created_at + interval '5 s'))
      ORDER BY a.after ? 'session' DESC LIMIT 1) e ON true
    WHERE s.scope_id = ${scopeId}::uuid AND s.expires_at > now() AND (e.after IS NULL OR e.after ->> 'kind' <> s.kind
      OR e.after ->> 'secrets' <> encode(sha256(s.cookie_hash || s.token_hash), 'hex')
      OR s.expires_at > e.created_at + interval '1 minute' + make_interval(secs => (${sql.lit(JSON.stringify(lifetimes))}::jsonb -> s.kind ->> 'absoluteSeconds')::int)
      OR s.idle_seconds > (${sql.lit(JSON.stringify(lifetimes))}::jsonb -> s.kind ->> 'idleSeconds')::int
      OR s.authenticated_at > now() + interval '1 minute' OR s.seen_at > now() + interval '1 day'
      OR EXISTS (SELECT FROM audit_entries a
        WHERE a.scope_id = s.scope_id AND a.subject_id = coalesce(s.user_id, s.super_admin_id) AND a.created_at > e.created_at
          AND ((a.action = 'session.end' AND a.after ->> 'session' = s.id::text)
            OR (a.action = 'session.end-others' AND a.after ->> 'only' = s.id::text)
            -- A sign-in of the same seconds may be committed after it.
            OR (a.created_at > e.created_at + interval '5 s'
              AND (a.action = 'password.reset' OR (a.action = 'session.end-others' AND a.after ->> 'except' <> s.id::text))))))
    ORDER BY 1 LIMIT ${NAMED_MAX}`.execute(tx);
  return rows;
}

/** Whether an entry of the trail records rows of the company or the platform. The states, which SQL can delete, don't say it. */
export async function isRecorded(tx: Db, scopeId: string): Promise<boolean> {
  const { rows } = await sql<{ recorded: boolean }>`
    SELECT EXISTS (SELECT FROM audit_entries WHERE scope_id = ${scopeId}::uuid AND rows IS NOT NULL) AS recorded`.execute(
    tx,
  );
  return rows[0]?.recorded === true;
}

/** Whether an entry says that all rows were recorded as they were. */
export async function isNoted(tx: Db, scopeId: string): Promise<boolean> {
  const { rows } = await sql<{ noted: boolean }>`
    SELECT EXISTS (SELECT FROM audit_entries WHERE scope_id = ${scopeId}::uuid AND action = 'row.note') AS noted`.execute(
    tx,
  );
  return rows[0]?.noted === true;
}

/** @param isAll also rows that have a state, which then is what they are now */
export async function recordAsTheyAre(
  tx: Db,
  scopeId: string,
  table: string,
  { key, scope, skipped }: RecordedTable,
  isAll: boolean,
): Promise<void> {
  await sql`SELECT record_rows_as_they_are(${scopeId}::uuid, ${table}, ${textsOf(key)}, ${scope ?? ''},
    ${textsOf(Object.keys(skipped))}, ${isAll})`.execute(tx);
}

/** Companies that were made before rows were recorded: their own rows have no state. */
export async function listStateless(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM companies c WHERE NOT EXISTS (
      SELECT FROM row_states s WHERE s.scope_id = c.id AND s.table_name = 'companies') ORDER BY c.id`.execute(tx);
  return rows.map(({ id }) => id);
}
