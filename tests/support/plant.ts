/** Writes the payloads into every text column that accepts any text. */
import { sql } from 'kysely';
import type { Home } from './accounts.ts';
import { PAYLOADS } from './payloads.ts';

const TABLES = [
  'companies',
  'company_brands',
  'super_admins',
  'users',
  'sessions',
  'media',
  'beneficiaries',
  'purchases',
  'codes',
  'mails',
  'company_hosts',
] as const;

/** User texts inside JSON documents: table, column, path. */
const DOCUMENTS = [
  ['purchases', 'beneficiary', 'holderName'],
  ['purchases', 'beneficiary', 'bankName'],
  ['purchases', 'beneficiary', 'branch'],
  ['approvals', 'change', 'details,holderName'],
  ['approvals', 'change', 'details,bankName'],
  ['approvals', 'change', 'details,branch'],
  ['approvals', 'change', 'notice'],
] as const;

/** Columns that hold no user text: the program needs their values. */
const MACHINES = /hash|^(id|kind|mime|storage_key|sha256|host|token_symbol|idempotency_key|message_id|state|purpose)$/;

/**
 * Writes one payload to each row, in turn. A table with a single row gets all of them in one text.
 * @returns `table.column` of each changed column
 */
export async function plant({ database }: Home): Promise<string[]> {
  const db = database.platform;
  const planted: string[] = [];
  for (const table of TABLES) {
    const { rows } = await sql<{ name: string; keys: string | null }>`
      SELECT c.column_name AS name,
        (SELECT string_agg(k.column_name, ',') FROM information_schema.key_column_usage k
          JOIN information_schema.table_constraints t USING (constraint_name, table_name, table_schema)
          WHERE t.constraint_type = 'PRIMARY KEY' AND k.table_name = c.table_name AND k.table_schema = 'public') AS keys
      FROM information_schema.columns c
      WHERE c.table_schema = 'public' AND c.table_name = ${table} AND c.data_type = 'text' ORDER BY c.ordinal_position`.execute(
      db,
    );
    const count = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(db);
    const isSingle = (count.rows[0]?.n ?? 0) < PAYLOADS.length;
    for (const { name, keys } of rows) {
      if (MACHINES.test(name)) continue;
      // The row number after the text keeps unique columns unique.
      const texts = isSingle ? [PAYLOADS.join(' ')] : PAYLOADS;
      for (const unique of [false, true]) {
        try {
          await sql`
            UPDATE ${sql.table(table)} AS t
            SET ${sql.ref(name)} = (${sql.val(texts)}::text[])[1 + n % ${sql.lit(texts.length)}] || ${unique ? sql`' ' || n` : sql`''`}
            FROM (SELECT ctid AS at, (row_number() OVER (ORDER BY ${sql.raw(keys ?? 'ctid')}))::int AS n FROM ${sql.table(table)}) AS r
            WHERE t.ctid = r.at`.execute(db);
          planted.push(`${table}.${name}`);
          break;
        } catch (cause) {
          // A check constraint refuses the payload, so the column is skipped; a duplicate is tried again.
          if (unique || (cause as { code?: string }).code !== '23505') break;
        }
      }
    }
  }
  const all = sql`(${sql.val(PAYLOADS)}::text[])`;
  for (const [table, column, way] of DOCUMENTS) {
    const document = sql.ref(`t.${column}`);
    const { rows } = await sql`
      UPDATE ${sql.table(table)} AS t
      SET ${sql.ref(column)} = jsonb_set(${document}, ${`{${way}}`}, to_jsonb(${all}[1 + r.n % ${sql.lit(PAYLOADS.length)}]))
      FROM (SELECT ctid AS at, (row_number() OVER ())::int AS n FROM ${sql.table(table)}) AS r
      WHERE t.ctid = r.at AND ${document} #> ${`{${way}}`} IS NOT NULL RETURNING t.ctid`.execute(db);
    if (rows.length > 0) planted.push(`${table}.${column}.${way}`);
  }
  return planted;
}
