/**
 * The objects of the schema that decide something (functions, triggers, constraints, unique indexes, policies, tables), compared with
 * those that the migrations make: `objects.txt` has a line for each (docs/decisions/0754).
 */
import { sql } from 'kysely';
import type { Db } from './client.ts';
import expected from './objects.txt?raw';

export interface SchemaObject {
  readonly kind: 'function' | 'trigger' | 'constraint' | 'index' | 'policy' | 'table' | 'rule';
  /** For example `users_admin_since on users`. */
  readonly name: string;
  /** Its table; null for a function. */
  readonly table: string | null;
  /** Digest of what every version of PostgreSQL stores the same way. */
  readonly body: string;
  /** Digest of the text that PostgreSQL makes of it, which differs between its versions. */
  readonly definition: string;
}

/** Of extensions nothing, and nothing that is internal. The texts name no schema: each installation may have another. */
export async function readObjects(db: Db): Promise<SchemaObject[]> {
  const { rows } = await sql<SchemaObject>`
    WITH tables AS (
      SELECT c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity FROM pg_class c
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    ), objects AS (
      SELECT 'function' AS kind, p.oid::regprocedure::text AS name, NULL AS "table",
        jsonb_build_array(p.prosrc, p.prokind, p.prosecdef, p.provolatile, p.proisstrict, p.proretset, p.prorettype::regtype, l.lanname,
          (SELECT array_agg(regexp_replace(c, '^search_path=.*', 'search_path') ORDER BY c) FROM unnest(p.proconfig) c)) AS body,
        pg_get_function_arguments(p.oid) AS definition
      FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
      WHERE p.pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
      UNION ALL
      SELECT 'trigger', g.tgname || ' on ' || t.relname, t.relname,
        jsonb_build_array(g.tgfoid::regprocedure, g.tgtype, g.tgenabled, g.tgdeferrable, g.tginitdeferred, encode(g.tgargs, 'hex'),
          g.tgoldtable, g.tgnewtable, g.tgqual IS NOT NULL), pg_get_triggerdef(g.oid)
      FROM pg_trigger g JOIN tables t ON t.oid = g.tgrelid WHERE NOT g.tgisinternal
      UNION ALL
      -- The triggers inside of a foreign key can be disabled, too.
      SELECT 'constraint', k.conname || ' on ' || t.relname, t.relname,
        jsonb_build_array(k.contype, k.convalidated, k.condeferrable, k.condeferred,
          (SELECT bool_and(g.tgenabled = 'O') FROM pg_trigger g WHERE g.tgconstraint = k.oid)), pg_get_constraintdef(k.oid)
      FROM pg_constraint k JOIN tables t ON t.oid = k.conrelid WHERE k.contype IN ('c', 'f', 'p', 'u', 'x')
      UNION ALL
      SELECT 'index', i.indexrelid::regclass::text || ' on ' || t.relname, t.relname,
        jsonb_build_array(i.indisvalid, i.indisready, i.indimmediate, i.indpred IS NOT NULL), pg_get_indexdef(i.indexrelid)
      FROM pg_index i JOIN tables t ON t.oid = i.indrelid
      WHERE i.indisunique AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
      UNION ALL
      SELECT 'policy', p.polname || ' on ' || t.relname, t.relname, jsonb_build_array(p.polcmd, p.polpermissive),
        concat_ws(' / ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
      FROM pg_policy p JOIN tables t ON t.oid = p.polrelid
      UNION ALL
      SELECT 'table', t.relname, t.relname, jsonb_build_array(t.relrowsecurity, t.relforcerowsecurity,
          (SELECT jsonb_object_agg(a.attname, jsonb_build_array(format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, a.attidentity))
            FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped)),
        (SELECT string_agg(a.attname || ' ' || pg_get_expr(d.adbin, d.adrelid), ', ' ORDER BY a.attname)
          FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = t.oid)
      FROM tables t
      UNION ALL
      SELECT 'rule', r.rulename || ' on ' || t.relname, t.relname, jsonb_build_array(r.ev_enabled), pg_get_ruledef(r.oid)
      FROM pg_rewrite r JOIN tables t ON t.oid = r.ev_class
    )
    SELECT kind, name, "table", left(encode(sha256(convert_to(body::text, 'UTF8')), 'hex'), 12) AS body,
      left(encode(sha256(convert_to(replace(coalesce(definition, ''), current_schema() || '.', ''), 'UTF8')), 'hex'), 12) AS definition
    FROM objects ORDER BY kind COLLATE "C", name COLLATE "C"`.execute(db);
  return rows;
}

/** The server's version for which `objects.txt` has the definitions. */
const MAJOR = 18;

export const lineOf = ({ kind, name, body, definition }: SchemaObject): string =>
  `${body} ${definition} ${kind} ${name}`;

export interface ObjectsReport {
  /** How many there are. */
  readonly count: number;
  /** A sentence for each that is not as the migrations make it. Functions and tables that somebody adds are their own. */
  readonly faults: readonly string[];
}

/** Compares the schema with that of this program, to which its migrations brought it. */
export async function compareObjects(db: Db): Promise<ObjectsReport> {
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version_num') AS version`.execute(db);
  const isExact = Math.floor(Number(rows[0]?.version) / 10_000) === MAJOR;
  const objects = await readObjects(db);
  const present = new Map(objects.map((object) => [`${object.kind} ${object.name}`, object]));
  const known = new Set<string>();
  const faults: string[] = [];
  for (const line of expected.trim().split('\n')) {
    const [body = '', definition = '', ...rest] = line.split(' ');
    const title = rest.join(' ');
    known.add(title);
    const object = present.get(title);
    if (!object) faults.push(`the ${title} is gone`);
    else if (object.body !== body || (isExact && object.definition !== definition))
      faults.push(`the ${title} is not the program's`);
  }
  for (const { kind, name, table } of objects)
    if (kind !== 'table' && table !== null && known.has(`table ${table}`) && !known.has(`${kind} ${name}`))
      faults.push(`the ${kind} ${name} is not the program's`);
  return { count: objects.length, faults };
}
