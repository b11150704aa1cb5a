/**
 * Pages of what a search finds in a table of any size.
 *
 * What few rows fit is read by the trigram index, all of it, and then sorted. What many fit would take that index too long:
 * there a page is soon full when the list is read in its own order. Which of the two a search is, no statistics of the planner
 * can tell: a few blocks of the table, chosen by chance, are looked through.
 */
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageRequest } from '../core/page.ts';
import type { SearchText } from '../core/search.ts';
import type { Db } from './client.ts';
import {
  isFoundFirst,
  isMany,
  NO_SAMPLE,
  probeRows,
  SAMPLE_BLOCKS,
  SAMPLED_BLOCKS_MIN,
  type Sample,
} from './found-rules.ts';

export interface Search {
  readonly table: 'users' | 'purchases';
  /** What its rows are called in the two conditions. */
  readonly as: string;
  /** Which rows the list has without the search: what an index has in the order of the list. */
  readonly listed: RawBuilder<unknown>;
  /** Which of them the search finds. */
  readonly fits: RawBuilder<unknown>;
  /** What is found is counted up to here. */
  readonly foundMax: number;
}

export interface PagedSearch extends Search, PageRequest {
  readonly oldestFirst?: boolean;
}

export interface Found {
  /** Of the page, in its order. */
  readonly ids: readonly string[];
  /** One more than `foundMax` where there are more. */
  readonly total: number;
}

/** Whether a column, in lower case as the database makes it, holds the text. */
export function holds(column: string, { like, holds: texts }: SearchText): RawBuilder<boolean> {
  const any = (parts: readonly RawBuilder<unknown>[]) => sql`(${sql.join(parts, sql` OR `)})`;
  const patterns = any(like.map((pattern) => sql`${sql.ref(column)} LIKE lower(${pattern})`));
  if (texts === null) return sql`${patterns}`;
  return sql`(${patterns} AND ${any(texts.map((text) => sql`strpos(${sql.ref(column)}, lower(${text})) > 0`))})`;
}

/** The page of all that was found. */
export function pageOf(all: readonly { readonly id: string }[], page: PageRequest): Found {
  const before = offsetOf(page);
  return { ids: all.slice(before, before + page.limit).map(({ id }) => id), total: all.length };
}

export async function findPage(db: Db, it: PagedSearch): Promise<Found> {
  const sample = await sampled(db, it);
  if (isMany(sample, it.foundMax)) {
    const rows = probeRows(sample, offsetOf(it) + it.limit);
    const ids = rows === null ? null : await readInOrder(db, it, rows);
    if (ids) return { ids, total: it.foundMax + 1 };
  }
  return readAll(db, it, isFoundFirst(sample));
}

/** Ids of all that a search finds, in no order; null where they are more than `foundMax`. */
export async function findUpTo(db: Db, it: Search): Promise<string[] | null> {
  if (isMany(await sampled(db, it), it.foundMax)) return null;
  const { rows } = await sql<{ id: string }>`
    SELECT ${sql.ref(`${it.as}.id`)} FROM ${sql.table(it.table)} AS ${sql.ref(it.as)}
    WHERE ${it.listed} AND ${it.fits}`.execute(db);
  return rows.length > it.foundMax ? null : rows.map((row) => row.id);
}

function orderOf(it: PagedSearch, of: string): RawBuilder<unknown> {
  const direction = sql.raw(it.oldestFirst ? 'ASC' : 'DESC');
  return sql`ORDER BY ${sql.ref(`${of}.created_at`)} ${direction}, ${sql.ref(`${of}.id`)} ${direction}`;
}

/** A small table is not looked at: the index is quick, whatever is searched. */
async function sampled(db: Db, it: Search): Promise<Sample> {
  const blocks = sql`(pg_relation_size(${sql.lit(it.table)}::regclass) / current_setting('block_size')::bigint)`;
  const share = sql`CASE WHEN ${blocks} < ${sql.lit(SAMPLED_BLOCKS_MIN)} THEN 0 ELSE ${sql.lit(SAMPLE_BLOCKS)}::float8 / ${blocks} END`;
  // `OFFSET 0`: each row is asked once whether it fits, though several figures want to know.
  const { rows } = await sql<Record<keyof Sample, number>>`
    SELECT ${share} AS share, count(*) FILTER (WHERE listed)::int AS listed, count(*) FILTER (WHERE fits)::int AS found,
      count(*) FILTER (WHERE listed AND fits)::int AS fitting,
      count(DISTINCT (place::text::point)[0]) FILTER (WHERE listed AND fits)::int AS blocks
    FROM (
      SELECT ${sql.ref(`${it.as}.ctid`)} AS place, ${it.listed} AS listed, ${it.fits} AS fits
      FROM ${sql.table(it.table)} AS ${sql.ref(it.as)} TABLESAMPLE SYSTEM (100 * ${share}) OFFSET 0
    ) AS sample`.execute(db);
  return rows[0] ?? NO_SAMPLE;
}

/** Of the first `rows` of the list. Null where they do not fill the page: what is common may be so at the other end alone. */
async function readInOrder(db: Db, it: PagedSearch, rowsMax: number): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT page.id FROM (
      SELECT ${sql.ref(`${it.as}.id`)}, ${sql.ref(`${it.as}.created_at`)}, ${it.fits} AS fits
      FROM ${sql.table(it.table)} AS ${sql.ref(it.as)} WHERE ${it.listed}
      ${orderOf(it, it.as)} LIMIT ${sql.lit(rowsMax)}
    ) AS page
    WHERE page.fits ${orderOf(it, 'page')} LIMIT ${it.limit} OFFSET ${offsetOf(it)}`.execute(db);
  return rows.length < it.limit ? null : rows.map((row) => row.id);
}

/**
 * Where the page is empty, the count stands in a row that has nothing else. `foundFirst` keeps the database from going through
 * the index of the list as well, which may be much longer than what is found (`OFFSET 0`).
 */
async function readAll(db: Db, it: PagedSearch, foundFirst: boolean): Promise<Found> {
  const [table, as] = [sql.table(it.table), sql.ref(it.as)];
  const hits = foundFirst
    ? sql`(SELECT * FROM ${table} AS ${as} WHERE ${it.fits} OFFSET 0) AS ${as} WHERE ${it.listed}`
    : sql`${table} AS ${as} WHERE ${it.listed} AND ${it.fits}`;
  const { rows } = await sql<{ found: bigint; id: string | null }>`
    WITH hit AS MATERIALIZED (
      SELECT ${sql.ref(`${it.as}.id`)}, ${sql.ref(`${it.as}.created_at`)} FROM ${hits}
    )
    SELECT counted.found, page.id FROM (SELECT count(*) AS found FROM hit) AS counted LEFT JOIN (
      SELECT hit.id, hit.created_at FROM hit ${orderOf(it, 'hit')} LIMIT ${it.limit} OFFSET ${offsetOf(it)}
    ) AS page ON true ${orderOf(it, 'page')}`.execute(db);
  const total = Math.min(it.foundMax + 1, Number(rows[0]?.found ?? 0));
  return { ids: rows.flatMap((row) => row.id ?? []), total };
}
