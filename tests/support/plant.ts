/** Puts the payloads into every text that the database lets be anything. */
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

/** Texts that people have typed and that are kept within a document: table, column, way to the text. */
const DOCUMENTS = [
  ['purchases', 'beneficiary', 'holderName'],
  ['purchases', 'beneficiary', 'bankName'],
  ['purchases', 'beneficiary', 'branch'],
  ['proposals', 'change', 'details,holderName'],
  ['proposals', 'change', 'details,bankName'],
  ['proposals', 'change', 'details,branch'],
  ['proposals', 'change', 'notice'],
] as const;

/** What no person has typed: what it is used for would be gone. */
const MACHINES = /hash|^(id|kind|mime|storage_key|sha256|host|token_symbol|idempotency_key|message_id|state|purpose)$/;

/**
 * One payload a row, the next row the next one; a table of a single row gets all of them in one text.
 * @returns `table.column` of each column that holds them now
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
      // Unique columns stay unique by the row's number behind the text.
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
          // A form that the database itself holds to is no place for code; twice the same is tried again.
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
