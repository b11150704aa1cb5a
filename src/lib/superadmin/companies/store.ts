/** SQL for companies as super admins manage them. Runs on the connections of the database owner. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Companies } from '../../db/schema/schema.ts';
import { insertLogs } from '../../transparency-log/sealing/store.ts';

export interface CompanyRow extends Selectable<Companies> {
  readonly hosts: string[];
}

/** A LIKE pattern with escaped wildcards. */
const containing = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

const hostsOf = sql<string[]>`ARRAY(
  SELECT h.host FROM company_hosts h WHERE h.company_id = companies.id ORDER BY h.is_primary DESC, h.host)`.as('hosts');

export async function listCompanies(
  db: Db,
  { search, limit, offset }: { search: string; limit: number; offset: number },
): Promise<{ rows: CompanyRow[]; total: number }> {
  const matching = db.selectFrom('companies').$if(search !== '', (q) =>
    q.where(
      sql<boolean>`lower(concat_ws(' ', company_name, company_title, token_name, token_symbol, email,
        (SELECT string_agg(h.host, ' ') FROM company_hosts h WHERE h.company_id = companies.id))) LIKE ${containing(search)}`,
    ),
  );
  const [rows, { total }] = await Promise.all([
    matching
      .selectAll()
      .select(hostsOf)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

export async function findCompany(db: Db, id: string): Promise<CompanyRow | null> {
  const row = await db.selectFrom('companies').selectAll().select(hostsOf).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Inserts a company with its supply and the beginning of its logs. @returns the id */
export async function insertCompany(tx: Db, row: Insertable<Companies>): Promise<string> {
  const { id } = await tx.insertInto('companies').values(row).returning('id').executeTakeFirstOrThrow();
  await tx.insertInto('supplies').values({ company_id: id }).execute();
  await insertLogs(tx, id);
  return id;
}

export async function updateCompany(tx: Db, id: string, change: Updateable<Companies>): Promise<void> {
  await tx.updateTable('companies').set(change).where('id', '=', id).execute();
}

/** Pauses the sale, by the database's clock. */
export async function pause(tx: Db, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ paused_at: sql<Date>`now()`, pause_reason: reason })
    .where('id', '=', id)
    .execute();
}

/** The first host becomes the primary one. */
export async function replaceHosts(tx: Db, companyId: string, hosts: readonly string[]): Promise<void> {
  await tx.deleteFrom('company_hosts').where('company_id', '=', companyId).execute();
  if (hosts.length === 0) return;
  await tx
    .insertInto('company_hosts')
    .values(hosts.map((host, index) => ({ host, company_id: companyId, is_primary: index === 0 })))
    .execute();
}

/** Locks the supply until the commit. In whole tokens. */
export function lockSupply(tx: Db, companyId: string): Promise<{ credited: bigint; held: bigint }> {
  return tx
    .selectFrom('supplies')
    .select(['credited', 'held'])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** A company can be deleted only while both are 0. Admins do not count as members. */
export async function countMembersAndPurchases(
  tx: Db,
  companyId: string,
): Promise<{ members: number; purchases: number }> {
  const { rows } = await sql<{ members: number; purchases: number }>`
    SELECT (SELECT count(*)::int FROM users WHERE company_id = ${companyId} AND role = 'USER') AS members,
      (SELECT count(*)::int FROM purchases WHERE company_id = ${companyId}) AS purchases`.execute(tx);
  return rows[0] ?? { members: 0, purchases: 0 };
}

/**
 * Deletes a company with its beneficiaries, accounts and supply. Its audit trail stays.
 * @throws a foreign key violation of the database if other rows refer to it
 */
export async function deleteCompany(tx: Db, id: string): Promise<void> {
  for (const table of ['beneficiaries', 'users', 'supplies'] as const)
    await tx.deleteFrom(table).where('company_id', '=', id).execute();
  await tx.deleteFrom('companies').where('id', '=', id).execute();
}

/** A change by somebody else. */
export interface EarlierChange {
  /** The values before the change. */
  readonly before: Readonly<Record<string, unknown>>;
}

/** Stores a change while a form that was opened before it may still be open. Deletes older changes. */
export async function insertChange(
  tx: Db,
  change: { companyId: string; changedBy: string; before: Readonly<Record<string, unknown>>; retentionSeconds: number },
): Promise<void> {
  await tx
    .deleteFrom('company_changes')
    .where('company_id', '=', change.companyId)
    .where('changed_at', '<', sql<Date>`now() - make_interval(secs => ${change.retentionSeconds})`)
    .execute();
  await tx
    .insertInto('company_changes')
    .values({ company_id: change.companyId, changed_by: change.changedBy, before: JSON.stringify(change.before) })
    .execute();
}

/** Recent changes of the fields of the super admin's form by others: super admins, and the company's admins in Settings. */
export async function listOthersChanges(
  tx: Db,
  { companyId, changedBy, withinSeconds }: { companyId: string; changedBy: string; withinSeconds: number },
): Promise<EarlierChange[]> {
  const { rows } = await sql<EarlierChange>`
    SELECT before FROM company_changes
    WHERE company_id = ${companyId} AND changed_by <> ${changedBy}
      AND changed_at > now() - make_interval(secs => ${withinSeconds})
    UNION ALL
    SELECT jsonb_strip_nulls(jsonb_build_object(
      'initialPrice', CASE WHEN before -> 'price' <> after -> 'price' THEN before -> 'price' END,
      'platformChargePercent',
        CASE WHEN before -> 'platformChargePercent' <> after -> 'platformChargePercent' THEN before -> 'platformChargePercent' END))
    FROM company_settings
    WHERE company_id = ${companyId} AND changed_by <> ${changedBy}
      AND changed_at > now() - make_interval(secs => ${withinSeconds})`.execute(tx);
  return rows;
}
