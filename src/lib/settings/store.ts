/** The SQL of a company's settings and of their changes. */
import { sql, type Updateable } from 'kysely';
import type { Db } from '../db/client.ts';
import { permit } from '../db/permits.ts';
import type { Companies } from '../db/schema/schema.ts';

/** @returns the new version */
export async function update(tx: Db, companyId: string, columns: Updateable<Companies>): Promise<number> {
  await permit(tx, 'terms');
  const { settings_version } = await tx
    .updateTable('companies')
    .set((eb) => ({ ...columns, settings_version: eb('settings_version', '+', 1) }))
    .where('id', '=', companyId)
    .returning('settings_version')
    .executeTakeFirstOrThrow();
  return settings_version;
}

export interface NewChange {
  readonly companyId: string;
  readonly version: number;
  readonly changedBy: string;
  readonly before: object;
  readonly after: object;
}

export async function insertChange(tx: Db, change: NewChange): Promise<void> {
  await tx
    .insertInto('company_settings')
    .values({
      company_id: change.companyId,
      version: change.version,
      changed_by: change.changedBy,
      before: JSON.stringify(change.before),
      after: JSON.stringify(change.after),
    })
    .execute();
}

const HISTORY_ROWS = 20;

/** The latest changes, newest first. */
export function listChanges(db: Db, companyId: string) {
  return db
    .selectFrom('company_settings as s')
    .leftJoin('users as u', (join) =>
      join.onRef('u.company_id', '=', 's.company_id').onRef('u.id', '=', 's.changed_by'),
    )
    .select(['s.version', 's.changed_at', 's.before', 's.after'])
    .select(sql<string>`coalesce(u.name, 'The platform or a former admin')`.as('changed_by'))
    .where('s.company_id', '=', companyId)
    .orderBy('s.version', 'desc')
    .limit(HISTORY_ROWS)
    .execute();
}

/** The highest price that changes of the last days replaced, in rupees as it was stored; null if there was no change. */
export async function readHighestReplacedPrice(db: Db, companyId: string, days: number): Promise<string | null> {
  const row = await db
    .selectFrom('company_settings')
    .select(sql<string | null>`max((before->>'price')::numeric)::text`.as('price'))
    .where('company_id', '=', companyId)
    .where('changed_at', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  return row?.price ?? null;
}

/** The changes of these hours with the values before and after them, the latest first. */
export function listRecentChanges(tx: Db, companyId: string, hours: number) {
  return tx
    .selectFrom('company_settings')
    .select(['changed_by', 'before', 'after'])
    .where('company_id', '=', companyId)
    .where('changed_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .orderBy('version', 'desc')
    .execute();
}

/** How many changes the admin has made in the last hour. */
export async function countOwnChanges(tx: Db, companyId: string, adminId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('company_settings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', companyId)
    .where('changed_by', '=', adminId)
    .where('changed_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** The changes after a version, with the values before and after them. */
export function listChangesSince(db: Db, companyId: string, version: number) {
  return db
    .selectFrom('company_settings')
    .select(['version', 'before', 'after'])
    .where('company_id', '=', companyId)
    .where('version', '>', version)
    .execute();
}

/** The values that changes of the last minutes replaced, the latest first. */
export async function listReplaced(tx: Db, companyId: string, minutes: number): Promise<object[]> {
  const rows = await tx
    .selectFrom('company_settings')
    .select('before')
    .where('company_id', '=', companyId)
    .where('changed_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .orderBy('version', 'desc')
    .execute();
  return rows.map((row) => row.before);
}
