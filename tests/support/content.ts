/** What a database has in its tables, to compare two of them. */
import { sql } from 'kysely';
import type { Db } from '../../src/lib/db/client.ts';

const TABLES = sql<{ name: string }>`SELECT tablename::text AS name FROM pg_tables
  WHERE schemaname = current_schema() AND tablename <> 'migrations' ORDER BY 1`;
/** Tables that a backup leaves out: src/lib/db/tables.ts lists them, with the reason for each. */
export const PASSING = [
  'codes',
  'company_binding_key',
  'media_arrivals',
  'nodes',
  'rate_limits',
  'sessions',
  'statement_draft_rows',
  'statement_drafts',
  'verifications',
];

/** Rows that were there before a restore recorded itself. */
const SAVED: Readonly<Record<string, string>> = {
  audit_entries: "action <> 'site.restore'",
  audit_queue: "seq NOT IN (SELECT seq FROM audit_entries WHERE action = 'site.restore')",
  ledger_events: "kind <> 'RESTORE'",
  log_rollbacks: "source <> 'restore'",
};

/** What a restore brings back: `contentOf` without what the restore itself adds to the logs. */
export const savedContentOf = (db: Db): Promise<Record<string, string>> =>
  contentOf(db, { supplies: ['ledger_seq'] }, SAVED);

/**
 * Number and digest of the rows of each table, independent of the order of rows and columns.
 * @param without columns that do not count, by table
 * @param rows condition for the rows that count, by table
 */
export function contentOf(
  db: Db,
  without: Readonly<Record<string, readonly string[]>> = {},
  rows: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // A large table takes longer than the program's own statements may.
      await sql`SET LOCAL statement_timeout = 0`.execute(tx);
      const out: Record<string, string> = {};
      for (const { name } of (await TABLES.execute(tx)).rows) {
        const { rows: digests } = await sql<{ digest: string }>`
        SELECT count(*) || ' ' || md5(coalesce(string_agg(row, '' ORDER BY row COLLATE "C"), '')) AS digest
        FROM (SELECT md5((to_jsonb(t) - ${without[name] ?? []}::text[])::text) AS row FROM ${sql.table(name)} t WHERE ${sql.raw(rows[name] ?? 'true')}) r`.execute(
          tx,
        );
        out[name] = digests[0]?.digest ?? '';
      }
      return out;
    });
}

/** Indexes, constraints, triggers with whether they fire, policies. */
export async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT indexdef AS line FROM pg_indexes WHERE schemaname = current_schema()
    UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
      FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
    UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT tablename || ' ' || policyname FROM pg_policies WHERE schemaname = current_schema()
    ORDER BY 1`.execute(db);
  return rows.map((row) => row.line);
}
