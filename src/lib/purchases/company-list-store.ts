/** The SQL that reads a company's purchases, however many they are, for its admins. */
import { type RawBuilder, sql } from 'kysely';
import { offsetOf } from '../core/page.ts';
import type { Db } from '../db/client.ts';
import { type Found, findPage } from '../db/found.ts';
import { FOUND_MAX, PURCHASE_STATUSES } from './contract.ts';
import { fitting, listed, type PurchasePage, type PurchaseRow, withDetails } from './list-store.ts';

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
  if (it.search.length === 0) return allOf(db, it);
  const search = {
    table: 'purchases',
    as: 'p',
    listed: listed(it),
    fits: fitting(it.search),
    foundMax: FOUND_MAX,
  } as const;
  return findPage(db, { ...search, page: it.page, limit: it.limit, oldestFirst: it.oldestFirst });
}

const order = (direction: 'asc' | 'desc'): RawBuilder<unknown> =>
  sql`ORDER BY p.created_at ${sql.raw(direction)}, p.id ${sql.raw(direction)}`;

/** What waits for a second admin: each kind has an index of its own (migrations 0045 and 0046), and is never many. */
async function fewOf(db: Db, it: CompanyPage): Promise<Found> {
  const fits = it.search.length === 0 ? sql`true` : fitting(it.search);
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM purchases p WHERE ${listed(it)} AND ${fits} ${order(it.oldestFirst ? 'asc' : 'desc')}`.execute(db);
  const before = offsetOf(it);
  return { ids: rows.slice(before, before + it.limit).map((row) => row.id), total: rows.length };
}

/** All of a status, or of each: counted by the totals that are kept beside the rows, read from whichever end is nearer. */
async function allOf(db: Db, it: CompanyPage): Promise<Found> {
  const statuses = it.status === undefined ? PURCHASE_STATUSES : [it.status];
  const { purchases } = await db
    .selectFrom('purchase_totals')
    .select(sql<bigint>`coalesce(sum(purchases), 0)::bigint`.as('purchases'))
    .where('company_id', '=', it.companyId)
    .where('status', 'in', statuses)
    .executeTakeFirstOrThrow();
  const total = Number(purchases);
  const before = offsetOf(it);
  const after = Math.max(0, total - before - it.limit);
  const take = Math.max(0, Math.min(it.limit, total - before));
  if (take === 0) return { ids: [], total };
  const fromEnd = after < before;
  const direction = it.oldestFirst === fromEnd ? 'desc' : 'asc';
  // One part for each status, so that the rows of all come in their order from the index that has them by status.
  const parts = statuses.map(
    (status) =>
      sql`SELECT p.id, p.created_at FROM purchases p WHERE p.company_id = ${it.companyId} AND p.status = ${status}`,
  );
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM (${sql.join(parts, sql` UNION ALL `)}) AS p ${order(direction)}
    LIMIT ${take} OFFSET ${fromEnd ? after : before}`.execute(db);
  return { ids: rows.map((row) => row.id), total };
}
