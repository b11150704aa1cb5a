/** The SQL that lists a company's purchases for its admins. Must stay fast for a million rows. */
import { type RawBuilder, sql } from 'kysely';
import { nearerEnd } from '../../core/pagination.ts';
import type { Db } from '../../db/client.ts';
import { pageOf, type SearchPage, searchPage } from '../../db/search/search.ts';
import { SEARCH_COUNT_MAX } from '../calls.ts';
import {
  allOf,
  amountsOf,
  bankStatesOf,
  daysOf,
  flagged,
  listed,
  listedIn,
  methodOf,
  searched,
} from '../filter/store.ts';
import { type PurchasePage, type PurchaseRow, withDetails } from '../list/store.ts';

export interface CompanyPage extends PurchasePage {
  /** An order by the amount needs a status: its index begins with it. */
  readonly sortedBy: 'created_at' | 'final_amount_paise';
  /** From the oldest, or from the lowest amount. */
  readonly isAscending: boolean;
}

/** `total` is one above `SEARCH_COUNT_MAX` when more rows match a search or a filter; without both it is exact. */
export async function listCompanyPurchases(db: Db, page: CompanyPage): Promise<{ rows: PurchaseRow[]; total: number }> {
  const { ids, total } = await listIds(db, page);
  const direction = page.isAscending ? 'asc' : 'desc';
  const rows = await withDetails(
    db
      .selectFrom('purchases as p')
      .where('p.company_id', '=', page.companyId)
      .where('p.id', '=', sql<string>`ANY(${ids}::uuid[])`),
  )
    .orderBy(`p.${page.sortedBy}`, direction)
    .orderBy('p.id', direction)
    .execute();
  return { rows, total };
}

async function listIds(db: Db, page: CompanyPage): Promise<SearchPage> {
  if (page.waitsForSecond) return listWaitingForSecond(db, page);
  if (page.flag !== undefined) return listFlagged(db, page);
  if (page.finalPaise !== undefined) return listOfAmount(db, page);
  const narrowed = [...daysOf(page), ...amountsOf(page), ...methodOf(page), ...bankStatesOf(page)];
  if (page.search === null && narrowed.length === 0) return listUnsearched(db, page);
  return listNarrowed(db, page);
}

const order = ({ sortedBy, isAscending }: CompanyPage, isReversed = false): RawBuilder<unknown> => {
  const direction = sql.raw(isAscending === isReversed ? 'DESC' : 'ASC');
  return sql`ORDER BY ${sql.ref(`p.${sortedBy}`)} ${direction}, p.id ${direction}`;
};

/**
 * The bounds of what the list is sorted by are a part of its index; all else is looked for in it, or by another index if few
 * rows match.
 */
function listNarrowed(db: Db, page: CompanyPage): Promise<SearchPage> {
  const isByAmount = page.sortedBy === 'final_amount_paise';
  const bounds = isByAmount ? amountsOf(page) : daysOf(page);
  const others = [...(isByAmount ? daysOf(page) : amountsOf(page)), ...methodOf(page), ...bankStatesOf(page)];
  const filters = others.length === 0 ? [] : [...listedIn(page), ...others];
  return searchPage(db, {
    table: 'purchases',
    as: 'p',
    listed: allOf([...listedIn(page), ...bounds]),
    matches: allOf([searched(page), ...filters]),
    countMax: SEARCH_COUNT_MAX,
    page: page.page,
    limit: page.limit,
    oldestFirst: page.isAscending,
    sortedBy: page.sortedBy,
  });
}

/** A flag compares rows with others, which takes microseconds for each: this many take a tenth of a second at most. */
const FLAGS_LOOKED_AT_MAX = 5_000;

async function listFlagged(db: Db, { flag, ...page }: CompanyPage): Promise<SearchPage> {
  if (flag === undefined) return { ids: [], total: 0 };
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM (
      SELECT * FROM purchases p WHERE ${listed({ ...page, status: 'PENDING' })} AND ${searched(page)} ${order(page)}
      LIMIT ${sql.lit(FLAGS_LOOKED_AT_MAX)}
    ) AS p WHERE ${flagged(flag)} ${order(page)} LIMIT ${SEARCH_COUNT_MAX + 1}`.execute(db);
  return page.status === undefined || page.status === 'PENDING' ? pageOf(rows, page) : { ids: [], total: 0 };
}

/** Purchases that wait for a second admin are few, so all of them are read, by their open approvals. */
async function listWaitingForSecond(db: Db, page: CompanyPage): Promise<SearchPage> {
  const isFlagged = page.flag === undefined ? sql`true` : flagged(page.flag);
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM purchases p WHERE ${listed(page)} AND ${searched(page)} AND ${isFlagged} ${order(page)}`.execute(
    db,
  );
  return pageOf(rows, page);
}

/** Counted up to the bound of a search: many buyers pay the same amount. */
async function listOfAmount(db: Db, page: CompanyPage): Promise<SearchPage> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM purchases p WHERE ${listed(page)} AND ${searched(page)} ${order(page)}
    LIMIT ${SEARCH_COUNT_MAX + 1}`.execute(db);
  return pageOf(rows, page);
}

/** Counts by the stored totals, and reads from the nearer end, because the cost grows with each skipped row. */
async function listUnsearched(db: Db, page: CompanyPage): Promise<SearchPage> {
  let totals = db
    .selectFrom('purchase_totals')
    .select(sql<bigint>`coalesce(sum(purchases), 0)::bigint`.as('purchases'))
    .where('company_id', '=', page.companyId);
  if (page.status !== undefined) totals = totals.where('status', '=', page.status);
  const total = Number((await totals.executeTakeFirstOrThrow()).purchases);
  const { take, skip, isFromEnd } = nearerEnd(total, page);
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM purchases p WHERE ${listed(page)} ${order(page, isFromEnd)}
    LIMIT ${take} OFFSET ${skip}`.execute(db);
  return { ids: rows.map((row) => row.id), total };
}
