/** The SQL of a company's settings and of their changes. */
import { sql, type Updateable } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Companies } from '../db/schema.ts';

/** @returns the new version */
export async function update(tx: Db, companyId: string, columns: Updateable<Companies>): Promise<number> {
  const { settings_version } = await tx
    .updateTable('companies')
    .set((eb) => ({ ...columns, settings_version: eb('settings_version', '+', 1) }))
    .where('id', '=', companyId)
    .returning('settings_version')
    .executeTakeFirstOrThrow();
  return settings_version;
}

export interface KeptChange {
  readonly companyId: string;
  readonly version: number;
  readonly changedBy: string;
  readonly before: object;
  readonly after: object;
}

export async function keepChange(tx: Db, it: KeptChange): Promise<void> {
  await tx
    .insertInto('company_settings')
    .values({
      company_id: it.companyId,
      version: it.version,
      changed_by: it.changedBy,
      before: JSON.stringify(it.before),
      after: JSON.stringify(it.after),
    })
    .execute();
}

const HISTORY_ROWS = 20;

/** The latest changes, the newest first. */
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

/** What was replaced within the last minutes. */
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
