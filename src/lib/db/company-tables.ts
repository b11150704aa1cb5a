/**
 * The rows of one company, for its move to another cluster. What belongs to a company comes from PostgreSQL's catalogue: a table has
 * `company_id` or `scope_id`. A table without either must be in `OF_THE_PLATFORM`, or nothing moves.
 */
import { type CopyClient, quoted } from './copy.ts';

/** What each installation has of its own. */
export const OF_THE_PLATFORM: readonly string[] = [
  'cluster_hosts',
  'company_binding_key',
  'migrations',
  'nodes',
  'rate_limits',
  'super_admins',
  'verifications',
];
/** Uploads and drafts under way end with the move; a draft of a statement is read again. Files that are being deleted don't move. */
export const LEFT_BEHIND: readonly string[] = [
  'media_arrivals',
  'media_removals',
  'statement_draft_rows',
  'statement_drafts',
];

export interface CompanyTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The column that names the company. */
  readonly key: string;
}

interface Catalogued {
  readonly name: string;
  readonly columns: string[];
  /** The tables that its foreign keys name, without itself. */
  readonly needs: string[];
}

/**
 * The tables whose rows move, each after those that its foreign keys name.
 * @throws Error for a table that is neither a company's nor the platform's
 */
export async function listCompanyTables(client: CopyClient): Promise<CompanyTable[]> {
  const catalogued = await client.query<Catalogued>(`
    SELECT r.relname::text AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
      ARRAY(SELECT DISTINCT t.relname::text FROM pg_constraint f JOIN pg_class t ON t.oid = f.confrelid
        WHERE f.contype = 'f' AND f.conrelid = r.oid AND t.oid <> r.oid) AS needs
    FROM pg_class r WHERE r.relkind IN ('r', 'p') AND r.relnamespace = current_schema()::regnamespace ORDER BY 1`);
  const tables = catalogued.filter(({ name }) => !OF_THE_PLATFORM.includes(name) && !LEFT_BEHIND.includes(name));
  const keys = new Map(tables.map((table) => [table.name, keyOf(table)]));
  return inOrder(tables).map(({ name, columns }) => ({ name, columns, key: keys.get(name) ?? '' }));
}

function keyOf({ name, columns }: Catalogued): string {
  if (name === 'companies') return 'id';
  const key = ['scope_id', 'company_id'].find((column) => columns.includes(column));
  if (key === undefined) throw new Error(`Nobody has said whether rows of the table ${name} belong to a company.`);
  return key;
}

/** @throws Error if foreign keys go round in a circle */
function inOrder(tables: readonly Catalogued[]): Catalogued[] {
  const ordered: Catalogued[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ needs }) => !needs.some((need) => waiting.has(need)));
    if (ready.length === 0) throw new Error(`Foreign keys go round in a circle: ${[...waiting].join(', ')}.`);
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** COPY takes no parameters. @throws Error unless it is a uuid */
function literal(id: string): string {
  if (!UUID.test(id)) throw new Error('Assertion failed: an id is a uuid');
  return `'${id}'::uuid`;
}

/** The pictures of a brand, which lie with the company on whose host a super admin uploaded them (decision 0453). */
const IN_BRAND = 'm.id IN (b.icon_id, b.logo_id, b.header_logo_id)';

/**
 * The query of a company's rows in a table. Files of its brand count as its own wherever they lie, and those of another company's
 * brand do not.
 */
export function rowsOf({ name, columns, key }: CompanyTable, companyId: string): string {
  const id = literal(companyId);
  if (name !== 'media')
    return `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)} WHERE ${quoted(key)} = ${id}`;
  const selected = columns.map((column) => (column === key ? id : `m.${quoted(column)}`));
  return `SELECT ${selected.join(', ')} FROM media m
    WHERE EXISTS (SELECT FROM company_brands b WHERE b.company_id = ${id} AND ${IN_BRAND})
      OR (m.company_id = ${id}
        AND NOT EXISTS (SELECT FROM company_brands b WHERE b.company_id <> ${id} AND ${IN_BRAND}))`;
}

export async function countRowsOf(client: CopyClient, table: CompanyTable, companyId: string): Promise<number> {
  const [row] = await client.query<{ count: number }>(
    `SELECT count(*)::float8 AS count FROM (${rowsOf(table, companyId)}) AS rows`,
  );
  return row?.count ?? 0;
}

/**
 * Copied rows have their counts, versions and notices already, so the triggers that make these on an INSERT rest until the end of the
 * transaction. Other transactions wait for it when they write to the table.
 * @returns the statement that sets them up again
 */
export async function restTriggers(client: CopyClient, table: CompanyTable): Promise<string | null> {
  const [fires] = await client.query(
    `SELECT FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgtype & 4 > 0 AND tgname <> $2
       AND tgname <> 'rows_added'`,
    [table.name, `${table.name}_scope`],
  );
  if (!fires) return null;
  await client.query(`ALTER TABLE ${quoted(table.name)} DISABLE TRIGGER USER`);
  return `ALTER TABLE ${quoted(table.name)} ENABLE TRIGGER USER`;
}
