/**
 * The objects of the schema that decide something, or that run within a statement of the program: functions, triggers, constraints,
 * indexes, policies, tables and the like, compared with those that the migrations make. `objects.txt` has a line for each
 * (docs/decisions/0754).
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './client.ts';
import expected from './objects.txt?raw';

export interface SchemaObject {
  /** For example `trigger`. */
  readonly kind: string;
  /** For example `users_admin_since on users`. */
  readonly name: string;
  /** Its table; null for one that belongs to none. */
  readonly table: string | null;
  /** Digest of what every version of PostgreSQL stores the same way. */
  readonly body: string;
  /** Digest of the text that PostgreSQL makes of it, which differs between its versions. */
  readonly definition: string;
}

/**
 * Reads all objects but those of extensions and those inside of others. The query uses PostgreSQL's own functions alone, so that no
 * function or operator of the schema can change its result.
 * @param tx a transaction
 */
export async function readObjects(tx: Db): Promise<SchemaObject[]> {
  const { rows: paths } = await sql<{ path: string; schemas: string[] }>`
    SELECT pg_catalog.current_setting('search_path') AS path, pg_catalog.current_schemas(false)::text[] AS schemas`.execute(
    tx,
  );
  const { path = '', schemas: [own = '', ...others] = [] } = paths[0] ?? {};
  await sql`SELECT pg_catalog.set_config('search_path', 'pg_catalog', true)`.execute(tx);
  const objects = await readFrom(tx, own, others);
  await sql`SELECT pg_catalog.set_config('search_path', ${path}, true)`.execute(tx);
  return objects;
}

/** Code that runs by its name, in any schema in which the program's statements look, and settings that lead them there. */
const codeOf = (own: string): RawBuilder<unknown> => sql`
      SELECT 'function' AS kind, p.oid::regprocedure::text AS name, NULL::text AS "table",
        jsonb_build_array(p.prosrc, p.prokind, p.prosecdef, p.provolatile, p.proisstrict, p.proretset,
          replace(p.prorettype::regtype::text, ${own} || '.', ''), l.lanname,
          (SELECT array_agg(replace(replace(c, quote_ident(${own}), '@'), ${own}, '@') ORDER BY c) FROM unnest(p.proconfig) c)) AS body,
        pg_get_function_arguments(p.oid) AS definition
      FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN path n ON n.oid = p.pronamespace
        JOIN pg_roles r ON r.oid = p.proowner
      WHERE (n.is_own OR NOT r.rolsuper) AND NOT EXISTS (SELECT FROM extended e WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid)
      UNION ALL
      SELECT 'operator', o.oid::regoperator::text, NULL, to_jsonb(o.oprcode::regproc::text), ''
      FROM pg_operator o JOIN path n ON n.oid = o.oprnamespace JOIN pg_roles r ON r.oid = o.oprowner
      WHERE (n.is_own OR NOT r.rolsuper) AND NOT EXISTS (SELECT FROM extended e WHERE e.classid = 'pg_operator'::regclass AND e.objid = o.oid)
      UNION ALL
      SELECT 'cast', format('of %s to %s', c.castsource::regtype, c.casttarget::regtype), NULL, jsonb_build_array(c.castcontext, c.castmethod), ''
      FROM pg_cast c WHERE c.oid >= 16384 AND NOT EXISTS (SELECT FROM extended e WHERE e.classid = 'pg_cast'::regclass AND e.objid = c.oid)
      UNION ALL
      SELECT 'domain', t.oid::regtype::text, NULL, jsonb_build_array(t.typbasetype::regtype, t.typnotnull),
        (SELECT string_agg(pg_get_constraintdef(k.oid), ', ' ORDER BY k.conname) FROM pg_constraint k WHERE k.contypid = t.oid)
      FROM pg_type t JOIN path n ON n.oid = t.typnamespace
      WHERE n.is_own AND t.typtype = 'd' AND NOT EXISTS (SELECT FROM extended e WHERE e.classid = 'pg_type'::regclass AND e.objid = t.oid)
      UNION ALL
      SELECT 'event trigger', g.evtname, NULL, jsonb_build_array(g.evtevent, g.evtenabled), g.evtfoid::regproc::text
      FROM pg_event_trigger g JOIN pg_roles r ON r.oid = g.evtowner
      WHERE NOT r.rolsuper AND NOT EXISTS (SELECT FROM extended e WHERE e.classid = 'pg_event_trigger'::regclass AND e.objid = g.oid)
      UNION ALL
      SELECT 'setting', split_part(c, '=', 1) || coalesce(' of ' || s.setrole::regrole::text, ''), NULL, to_jsonb(c), ''
      FROM (SELECT setconfig, nullif(setrole, 0) AS setrole, setdatabase FROM pg_db_role_setting) s, unnest(s.setconfig) c
      WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
        AND c ~ '^(session_replication_role|(session|local)_preload_libraries)='`;

/** Triggers, constraints, indexes and statistics: a change of a row runs or obeys them. */
const guardsOf = (own: string): RawBuilder<unknown> => sql`
      SELECT 'trigger', g.tgname || ' on ' || t.relname, t.relname,
        jsonb_build_array(replace(g.tgfoid::regprocedure::text, ${own} || '.', ''), g.tgtype, g.tgenabled, g.tgdeferrable,
          g.tginitdeferred, encode(g.tgargs, 'hex'), g.tgoldtable, g.tgnewtable, g.tgqual IS NOT NULL), pg_get_triggerdef(g.oid)
      FROM pg_trigger g JOIN tables t ON t.oid = g.tgrelid WHERE NOT g.tgisinternal
      UNION ALL
      -- The triggers inside of a foreign key can be disabled, too.
      SELECT 'constraint', k.conname || ' on ' || t.relname, t.relname,
        jsonb_build_array(k.contype, k.convalidated, k.condeferrable, k.condeferred,
          (SELECT bool_and(g.tgenabled = 'O') FROM pg_trigger g WHERE g.tgconstraint = k.oid)), pg_get_constraintdef(k.oid)
      FROM pg_constraint k JOIN tables t ON t.oid = k.conrelid WHERE k.contype IN ('c', 'f', 'p', 'u', 'x')
      UNION ALL
      -- A key of a table that is not the program's runs its own triggers when a row of the program's changes.
      SELECT 'reference', k.conname || ' of ' || k.conrelid::regclass::text || ' to ' || f.relname, f.relname, '[]'::jsonb, ''
      FROM pg_constraint k JOIN tables f ON f.oid = k.confrelid WHERE k.contype = 'f'
      UNION ALL
      SELECT 'index', c.relname || ' on ' || t.relname, t.relname,
        jsonb_build_array(i.indisunique, i.indisvalid, i.indisready, i.indimmediate, i.indpred IS NOT NULL, i.indexprs IS NOT NULL),
        pg_get_indexdef(i.indexrelid)
      FROM pg_index i JOIN tables t ON t.oid = i.indrelid JOIN pg_class c ON c.oid = i.indexrelid
      WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
      UNION ALL
      SELECT 'statistics', s.stxname || ' on ' || t.relname, t.relname, jsonb_build_array(s.stxkind, s.stxexprs IS NOT NULL),
        pg_get_statisticsobjdef(s.oid)
      FROM pg_statistic_ext s JOIN tables t ON t.oid = s.stxrelid`;

const tablesOf = (own: string): RawBuilder<unknown> => sql`
      SELECT 'policy', p.polname || ' on ' || t.relname, t.relname, jsonb_build_array(p.polcmd, p.polpermissive),
        concat_ws(' / ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
      FROM pg_policy p JOIN tables t ON t.oid = p.polrelid
      UNION ALL
      SELECT 'table', t.relname, t.relname, jsonb_build_array(t.relkind, t.relrowsecurity, t.relforcerowsecurity,
          (SELECT count(*) FROM pg_inherits h WHERE h.inhrelid = t.oid OR h.inhparent = t.oid),
          (SELECT jsonb_object_agg(a.attname, jsonb_build_array(replace(format_type(a.atttypid, a.atttypmod), ${own} || '.', ''),
              a.attnotnull, a.attgenerated, a.attidentity, (SELECT l.collname FROM pg_collation l WHERE l.oid = a.attcollation)))
            FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped)),
        (SELECT string_agg(a.attname || ' ' || pg_get_expr(d.adbin, d.adrelid), ', ' ORDER BY a.attname)
          FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = t.oid)
      FROM tables t
      UNION ALL
      -- In a schema that a login searches first, it takes the place of the table.
      SELECT 'relation', c.oid::regclass::text, NULL, '[]'::jsonb, ''
      FROM pg_class c JOIN path n ON n.oid = c.relnamespace JOIN tables t ON t.relname = c.relname WHERE NOT n.is_own
      UNION ALL
      SELECT 'rule', r.rulename || ' on ' || t.relname, t.relname, jsonb_build_array(r.ev_enabled), pg_get_ruledef(r.oid)
      FROM pg_rewrite r JOIN tables t ON t.oid = r.ev_class`;

/** @param others schemas of the path of this connection */
async function readFrom(tx: Db, own: string, others: readonly string[]): Promise<SchemaObject[]> {
  const { rows } = await sql<SchemaObject>`
    WITH path AS (
      -- Where a statement of any login looks: its own path, the paths that settings give, and the schema of its name.
      SELECT oid, nspname = ${own} AS is_own FROM pg_namespace
      WHERE nspname = ANY(${[own, ...others]}::text[]) OR nspname IN (SELECT rolname FROM pg_roles) OR nspname IN (
        SELECT trim(' "' FROM name) FROM pg_db_role_setting s, unnest(s.setconfig) c, regexp_split_to_table(substr(c, 13), ',') name
        WHERE starts_with(c, 'search_path='))
    ), tables AS (
      SELECT c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relkind FROM pg_class c JOIN path n ON n.oid = c.relnamespace
      WHERE n.is_own AND c.relkind IN ('r', 'p')
    ), extended AS (
      SELECT classid, objid FROM pg_depend WHERE deptype = 'e'
    ), objects AS (
      ${codeOf(own)} UNION ALL ${guardsOf(own)} UNION ALL ${tablesOf(own)}
    )
    SELECT kind, replace(name, ${own} || '.', '') AS name, "table", left(encode(sha256(convert_to(body::text, 'UTF8')), 'hex'), 12) AS body,
      left(encode(sha256(convert_to(replace(coalesce(definition, ''), ${own} || '.', ''), 'UTF8')), 'hex'), 12) AS definition
    FROM objects ORDER BY kind COLLATE "C", name COLLATE "C"`.execute(tx);
  return rows;
}

/** The server's version for which `objects.txt` has the definitions. */
const MAJOR = 18;

export const lineOf = ({ kind, name, body, definition }: SchemaObject): string =>
  `${body} ${definition} ${kind} ${name}`;

export interface ObjectsReport {
  /** How many there are. */
  readonly count: number;
  /** A sentence for each that is not as the migrations make it. Tables that somebody adds are their own. */
  readonly faults: readonly string[];
}

/** Compares the schema with that of this program, to which its migrations brought it. @param tx a transaction */
export async function compareObjects(tx: Db): Promise<ObjectsReport> {
  const { rows } = await sql<{ version: string }>`
    SELECT pg_catalog.current_setting('server_version_num') AS version`.execute(tx);
  const isExact = Math.floor(Number(rows[0]?.version) / 10_000) === MAJOR;
  const objects = await readObjects(tx);
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
  const isOthers = ({ kind, table }: SchemaObject): boolean =>
    table !== null && (kind === 'table' || !known.has(`table ${table}`));
  for (const object of objects)
    if (!isOthers(object) && !known.has(`${object.kind} ${object.name}`))
      faults.push(`the ${object.kind} ${object.name} is not the program's`);
  return { count: objects.length, faults };
}
