/** The SQL that reads a company's purchases, however many they are, for its admins. */
import { type RawBuilder, sql } from 'kysely';
import { nearerEnd } from '../core/page.ts';
import type { Db } from '../db/client.ts';
import { type Found, findPage, holds, pageOf } from '../db/found.ts';
import { FOUND_MAX } from './contract.ts';
import { listed, type PurchasePage, type PurchaseRow, withDetails } from './list-store.ts';

export interface CompanyPage extends PurchasePage {
  readonly oldestFirst: boolean;
}

/** `total` is one above `FOUND_MAX` where a search finds more; without a search it is exact. */
export async function listCompanyPurchases(db: Db, it: CompanyPage): Promise<{ rows: PurchaseRow[]; total: number }> {
  const { ids, total } = await idsOf(db, it);
  const direction = it.oldestFirst ? 'asc' : 'desc';
  const rows = await withDetails(
    db
      .selectFrom('purchases as p')
      .where('p.company_id', '=', it.companyId)
      .where('p.id', '=', sql<string>`ANY(${ids}::uuid[])`),
  )
    .orderBy('p.created_at', direction)
    .orderBy('p.id', direction)
    .execute();
  return { rows, total };
}

async function idsOf(db: Db, it: CompanyPage): Promise<Found> {
  if (it.waitsForSecond) return fewOf(db, it);
  if (it.search === null) return allOf(db, it);
  const search = {
    table: 'purchases',
    as: 'p',
    listed: listed(it),
    fits: holds('p.search_text', it.search),
    foundMax: FOUND_MAX,
  } as const;
  return findPage(db, { ...search, page: it.page, limit: it.limit, oldestFirst: it.oldestFirst });
}

const order = (direction: 'asc' | 'desc'): RawBuilder<unknown> =>
  sql`ORDER BY p.created_at ${sql.raw(direction)}, p.id ${sql.raw(direction)}`;

/** What waits for a second admin: each kind has an index of its own (migrations 0045 and 0046), and is never many. */
async function fewOf(db: Db, it: CompanyPage): Promise<Found> {
  const fits = it.search === null ? sql`true` : holds('p.search_text', it.search);
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM purchases p WHERE ${listed(it)} AND ${fits} ${order(it.oldestFirst ? 'asc' : 'desc')}`.execute(db);
  return pageOf(rows, it);
}

/** Counted by the totals that are kept beside the rows, read from whichever end is nearer: skipping costs by the row. */
async function allOf(db: Db, it: CompanyPage): Promise<Found> {
  let totals = db
    .selectFrom('purchase_totals')
    .select(sql<bigint>`coalesce(sum(purchases), 0)::bigint`.as('purchases'))
    .where('company_id', '=', it.companyId);
  if (it.status !== undefined) totals = totals.where('status', '=', it.status);
  const total = Number((await totals.executeTakeFirstOrThrow()).purchases);
  const { take, skip, isFromEnd } = nearerEnd(total, it);
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM purchases p WHERE ${listed(it)} ${order(it.oldestFirst === isFromEnd ? 'desc' : 'asc')}
    LIMIT ${take} OFFSET ${skip}`.execute(db);
  return { ids: rows.map((row) => row.id), total };
}
