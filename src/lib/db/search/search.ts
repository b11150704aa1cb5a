/**
 * Pages of search results in a table of any size.
 *
 * A search with few hits reads all of them by the trigram index and sorts them. With many hits that takes too long, but a page
 * is soon full if the list is read in its own order. The planner's statistics do not predict the number of hits of a search,
 * so a few random blocks of the table are searched first.
 */
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageRequest } from '../../core/pagination.ts';
import type { SearchText } from '../../core/search.ts';
import type { Db } from '../client.ts';
import {
  hasMoreHitsThan,
  isSearchFirst,
  NO_SAMPLE,
  probeRows,
  SAMPLE_BLOCKS,
  SAMPLED_BLOCKS_MIN,
  type Sample,
} from './plan.ts';

export interface Search {
  readonly table: 'users' | 'purchases';
  /** Alias of the table in the two conditions. */
  readonly as: string;
  /** The list's condition without the search; an index has these rows in the order of the list. */
  readonly listed: RawBuilder<unknown>;
  /** The search's condition. */
  readonly matches: RawBuilder<unknown>;
  /** Hits are counted up to this number. */
  readonly countMax: number;
}

export interface PagedSearch extends Search, PageRequest {
  /** From the smallest value of `sortedBy`. */
  readonly oldestFirst?: boolean;
  /** By default the time of the row. */
  readonly sortedBy?: 'created_at' | 'final_amount_paise';
}

export interface SearchPage {
  /** Of the rows of the page, in order. */
  readonly ids: readonly string[];
  /** Number of hits; `countMax + 1` if there are more. */
  readonly total: number;
}

/** Whether a column contains the text, in the database's lower case. */
export function contains(column: string, { like, holds: texts }: SearchText): RawBuilder<boolean> {
  const any = (parts: readonly RawBuilder<unknown>[]) => sql`(${sql.join(parts, sql` OR `)})`;
  const patterns = any(like.map((pattern) => sql`${sql.ref(column)} LIKE lower(${pattern})`));
  if (texts === null) return sql`${patterns}`;
  return sql`(${patterns} AND ${any(texts.map((text) => sql`strpos(${sql.ref(column)}, lower(${text})) > 0`))})`;
}

/** The page out of all hits. */
export function pageOf(all: readonly { readonly id: string }[], page: PageRequest): SearchPage {
  const before = offsetOf(page);
  return { ids: all.slice(before, before + page.limit).map(({ id }) => id), total: all.length };
}

export async function searchPage(db: Db, search: PagedSearch): Promise<SearchPage> {
  const sample = await sampleOf(db, search);
  if (hasMoreHitsThan(sample, search.countMax)) {
    const rows = probeRows(sample, offsetOf(search) + search.limit);
    const ids = rows === null ? null : await readInOrder(db, search, rows);
    if (ids) return { ids, total: search.countMax + 1 };
  }
  return readAll(db, search, isSearchFirst(sample));
}

/** The ids of all hits, unordered; null if there are more than `countMax`. */
export async function findUpTo(db: Db, search: Search): Promise<string[] | null> {
  if (hasMoreHitsThan(await sampleOf(db, search), search.countMax)) return null;
  const { rows } = await sql<{ id: string }>`
    SELECT ${sql.ref(`${search.as}.id`)} FROM ${sql.table(search.table)} AS ${sql.ref(search.as)}
    WHERE ${search.listed} AND ${search.matches}`.execute(db);
  return rows.length > search.countMax ? null : rows.map((row) => row.id);
}

function orderOf(search: PagedSearch, of: string): RawBuilder<unknown> {
  const direction = sql.raw(search.oldestFirst ? 'ASC' : 'DESC');
  return sql`ORDER BY ${sortKey(search, of)} ${direction}, ${sql.ref(`${of}.id`)} ${direction}`;
}

const sortKey = ({ sortedBy = 'created_at' }: PagedSearch, of: string): RawBuilder<unknown> =>
  sql.ref(`${of}.${sortedBy}`);

/** Small tables are not sampled, because the index is fast for every search. */
async function sampleOf(db: Db, search: Search): Promise<Sample> {
  const blocks = sql`(pg_relation_size(${sql.lit(search.table)}::regclass) / current_setting('block_size')::bigint)`;
  const share = sql`CASE WHEN ${blocks} < ${sql.lit(SAMPLED_BLOCKS_MIN)} THEN 0 ELSE ${sql.lit(SAMPLE_BLOCKS)}::float8 / ${blocks} END`;
  // `OFFSET 0` evaluates the conditions once per row, although several counts use them.
  const { rows } = await sql<Record<keyof Sample, number>>`
    SELECT ${share} AS share, count(*) FILTER (WHERE listed)::int AS listed, count(*) FILTER (WHERE matches)::int AS matching,
      count(*) FILTER (WHERE listed AND matches)::int AS hits,
      count(DISTINCT (row_tid::text::point)[0]) FILTER (WHERE listed AND matches)::int AS blocks
    FROM (
      SELECT ${sql.ref(`${search.as}.ctid`)} AS row_tid, ${search.listed} AS listed, ${search.matches} AS matches
      FROM ${sql.table(search.table)} AS ${sql.ref(search.as)} TABLESAMPLE SYSTEM (100 * ${share}) OFFSET 0
    ) AS sample`.execute(db);
  return rows[0] ?? NO_SAMPLE;
}

/** Reads the first `rowsMax` rows of the list. Null if they do not fill the page: the hits may all be at the other end. */
async function readInOrder(db: Db, search: PagedSearch, rowsMax: number): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT page.id FROM (
      SELECT ${sql.ref(`${search.as}.id`)}, ${sortKey(search, search.as)}, ${search.matches} AS matches
      FROM ${sql.table(search.table)} AS ${sql.ref(search.as)} WHERE ${search.listed}
      ${orderOf(search, search.as)} LIMIT ${sql.lit(rowsMax)}
    ) AS page
    WHERE page.matches ${orderOf(search, 'page')} LIMIT ${search.limit} OFFSET ${offsetOf(search)}`.execute(db);
  return rows.length < search.limit ? null : rows.map((row) => row.id);
}

/**
 * An empty page returns one row with the count alone. `isSearchFirst` keeps the planner (by `OFFSET 0`) from also scanning the
 * list's index, which may be much longer than the search result.
 */
async function readAll(db: Db, search: PagedSearch, isSearchFirst: boolean): Promise<SearchPage> {
  const [table, as] = [sql.table(search.table), sql.ref(search.as)];
  const hits = isSearchFirst
    ? sql`(SELECT * FROM ${table} AS ${as} WHERE ${search.matches} OFFSET 0) AS ${as} WHERE ${search.listed}`
    : sql`${table} AS ${as} WHERE ${search.listed} AND ${search.matches}`;
  const { rows } = await sql<{ total: bigint; id: string | null }>`
    WITH hit AS MATERIALIZED (
      SELECT ${sql.ref(`${search.as}.id`)}, ${sortKey(search, search.as)} FROM ${hits}
    )
    SELECT counted.total, page.id FROM (SELECT count(*) AS total FROM hit) AS counted LEFT JOIN (
      SELECT hit.id, ${sortKey(search, 'hit')} FROM hit ${orderOf(search, 'hit')} LIMIT ${search.limit} OFFSET ${offsetOf(search)}
    ) AS page ON true ${orderOf(search, 'page')}`.execute(db);
  const total = Math.min(search.countMax + 1, Number(rows[0]?.total ?? 0));
  return { ids: rows.flatMap((row) => row.id ?? []), total };
}
