/** The SQL of companies as the platform keeps them. Runs on the owner's connections. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { GENESIS_HASH } from '../audit/chain.ts';
import type { Db } from '../db/client.ts';
import type { Companies } from '../db/schema.ts';

export interface CompanyRow extends Selectable<Companies> {
  readonly hosts: string[];
}

/** Escaped for LIKE. */
const like = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

const hostsOf = sql<string[]>`ARRAY(
  SELECT h.host FROM company_hosts h WHERE h.company_id = companies.id ORDER BY h.is_primary DESC, h.host)`.as('hosts');

export async function listCompanies(
  db: Db,
  { search, limit, offset }: { search: string; limit: number; offset: number },
): Promise<{ rows: CompanyRow[]; total: number }> {
  const found = db.selectFrom('companies').$if(search !== '', (q) =>
    q.where(
      sql<boolean>`lower(concat_ws(' ', company_name, company_title, token_name, token_symbol, email,
        (SELECT string_agg(h.host, ' ') FROM company_hosts h WHERE h.company_id = companies.id))) LIKE ${like(search)}`,
    ),
  );
  const [rows, counted] = await Promise.all([
    found
      .selectAll()
      .select(hostsOf)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.n };
}

export async function findCompany(db: Db, id: string): Promise<CompanyRow | null> {
  const row = await db.selectFrom('companies').selectAll().select(hostsOf).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** With what every company has from its first moment: its supply and its trail. @returns the id */
export async function insertCompany(tx: Db, row: Insertable<Companies>): Promise<string> {
  const { id } = await tx.insertInto('companies').values(row).returning('id').executeTakeFirstOrThrow();
  await tx.insertInto('supplies').values({ company_id: id, ledger_hash: GENESIS_HASH }).execute();
  await tx.insertInto('audit_heads').values({ scope_id: id, hash: GENESIS_HASH }).execute();
  return id;
}

export async function updateCompany(tx: Db, id: string, change: Updateable<Companies>): Promise<void> {
  await tx.updateTable('companies').set(change).where('id', '=', id).execute();
}

/** Stops the sale, by the database's clock. */
export async function pause(tx: Db, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ paused_at: sql<Date>`now()`, pause_reason: reason })
    .where('id', '=', id)
    .execute();
}

/** The first of the names becomes the primary one. */
export async function replaceHosts(tx: Db, companyId: string, hosts: readonly string[]): Promise<void> {
  await tx.deleteFrom('company_hosts').where('company_id', '=', companyId).execute();
  if (hosts.length === 0) return;
  await tx
    .insertInto('company_hosts')
    .values(hosts.map((host, index) => ({ host, company_id: companyId, is_primary: index === 0 })))
    .execute();
}

/** What is sold and promised, locked until the commit. */
export function lockSupply(tx: Db, companyId: string): Promise<{ credited: bigint; held: bigint }> {
  return tx
    .selectFrom('supplies')
    .select(['credited', 'held'])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Members who are no admins, and purchases, of which there must be none before a company may go. */
export async function countLife(tx: Db, companyId: string): Promise<{ members: number; purchases: number }> {
  const { rows } = await sql<{ members: number; purchases: number }>`
    SELECT (SELECT count(*)::int FROM users WHERE company_id = ${companyId} AND role = 'USER') AS members,
      (SELECT count(*)::int FROM purchases WHERE company_id = ${companyId}) AS purchases`.execute(tx);
  return rows[0] ?? { members: 0, purchases: 0 };
}

/**
 * Takes away a company and what came with it. Its audit trail stays.
 * @throws the database's foreign key violation when something else refers to it
 */
export async function deleteCompany(tx: Db, id: string): Promise<void> {
  for (const table of ['beneficiaries', 'users', 'supplies'] as const)
    await tx.deleteFrom(table).where('company_id', '=', id).execute();
  await tx.deleteFrom('companies').where('id', '=', id).execute();
}

/** A change that somebody else made, with what stood before. */
export interface EarlierChange {
  readonly before: Readonly<Record<string, unknown>>;
}

/** Kept while a form that was opened before it may still be open; older ones go. */
export async function keepChange(
  tx: Db,
  it: { companyId: string; changedBy: string; before: Readonly<Record<string, unknown>>; keptSeconds: number },
): Promise<void> {
  await tx
    .deleteFrom('company_changes')
    .where('company_id', '=', it.companyId)
    .where('changed_at', '<', sql<Date>`now() - make_interval(secs => ${it.keptSeconds})`)
    .execute();
  await tx
    .insertInto('company_changes')
    .values({ company_id: it.companyId, changed_by: it.changedBy, before: JSON.stringify(it.before) })
    .execute();
}

/** What others have changed of the super admin's form of late: super admins, and the company's admins on their screen. */
export async function listOthersChanges(
  tx: Db,
  it: { companyId: string; changedBy: string; withinSeconds: number },
): Promise<EarlierChange[]> {
  const { rows } = await sql<EarlierChange>`
    SELECT before FROM company_changes
    WHERE company_id = ${it.companyId} AND changed_by <> ${it.changedBy}
      AND changed_at > now() - make_interval(secs => ${it.withinSeconds})
    UNION ALL
    SELECT jsonb_strip_nulls(jsonb_build_object(
      'initialPrice', CASE WHEN before -> 'price' <> after -> 'price' THEN before -> 'price' END,
      'platformChargePercent',
        CASE WHEN before -> 'platformChargePercent' <> after -> 'platformChargePercent' THEN before -> 'platformChargePercent' END))
    FROM company_settings
    WHERE company_id = ${it.companyId} AND changed_by <> ${it.changedBy}
      AND changed_at > now() - make_interval(secs => ${it.withinSeconds})`.execute(tx);
  return rows;
}
