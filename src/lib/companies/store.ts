/** Companies and the clock that all decisions use. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Company } from '../scope.ts';

/** The company of this id or, without one, of this symbol, with the database's time; null if there is none. */
export async function findSite(
  db: Db,
  site: { companyId: string | null; symbol: string },
): Promise<{ company: Company; now: Date } | null> {
  const row = await db
    .selectFrom('companies')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where(site.companyId ? 'id' : 'token_symbol', '=', site.companyId ?? site.symbol)
    .executeTakeFirst();
  if (!row) return null;
  const { now, ...company } = row;
  return { company, now };
}

/**
 * For the length of a transaction the price and the supply stand still, while others may read so too.
 * Taken before every other lock; see the lock order in the ledger's service.
 */
export function readCompany(tx: Db, companyId: string): Promise<Company> {
  return tx.selectFrom('companies').selectAll().where('id', '=', companyId).forKeyShare().executeTakeFirstOrThrow();
}

/** For whoever changes the price or a part of the supply: waits for purchases that are under way. Null if there is none. @public */
export async function lockCompany(tx: Db, companyId: string): Promise<Company | null> {
  const company = await tx
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();
  return company ?? null;
}
