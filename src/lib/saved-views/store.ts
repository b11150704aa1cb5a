/** The SQL of saved views. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { SavedViews } from '../db/schema/saved-views.ts';

export interface Owner {
  readonly companyId: string;
  readonly userId: string;
}

/** By name. */
export function listViews(db: Db, { companyId, userId }: Owner, list: SavedViews['list']) {
  return db
    .selectFrom('saved_views')
    .select(['id', 'name', 'query', 'created_at'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/** Lets one request after the other add a view, so that the bound holds. */
export async function lockOwner(tx: Db, { companyId, userId }: Owner): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** @returns null if the admin has a view of this name for the list */
export async function insertView(
  tx: Db,
  { companyId, userId }: Owner,
  view: Pick<SavedViews, 'list' | 'name' | 'query'>,
) {
  const row = await tx
    .insertInto('saved_views')
    .values({ company_id: companyId, user_id: userId, ...view })
    .onConflict((c) => c.doNothing())
    .returning(['id', 'name', 'query', 'created_at'])
    .executeTakeFirst();
  return row ?? null;
}

/** @returns false if the admin has none with this id */
export async function deleteView(db: Db, { companyId, userId }: Owner, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('saved_views')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
}
