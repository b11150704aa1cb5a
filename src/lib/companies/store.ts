/** Companies and the clock that all decisions use. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { BrandOverrides, Company } from '../scope.ts';

/** How a site is found: by the name it was asked under; on the deployment's own, by the id or else the symbol configured. */
export type SiteKey = { readonly host: string } | { readonly companyId: string | null; readonly symbol: string };

/** The company of a site with the database's time and the host name that its links use; null if there is none. */
export async function findSite(
  db: Db,
  key: SiteKey,
): Promise<{ company: Company; now: Date; primaryHost: string | null; brand: BrandOverrides | null } | null> {
  const row = await db
    .selectFrom('companies')
    .selectAll('companies')
    .select((eb) => [
      sql<Date>`now()`.as('now'),
      eb
        .selectFrom('company_hosts as h')
        .select('h.host')
        .whereRef('h.company_id', '=', 'companies.id')
        .where('h.is_primary', '=', true)
        .as('primary_host'),
      eb
        .selectFrom('company_brands as b')
        .select(sql<BrandOverrides>`to_jsonb(b)`.as('brand'))
        .whereRef('b.company_id', '=', 'companies.id')
        .as('brand'),
    ])
    .where((eb) => {
      if ('host' in key)
        return eb('id', '=', eb.selectFrom('company_hosts').select('company_id').where('host', '=', key.host));
      return key.companyId ? eb('id', '=', key.companyId) : eb('token_symbol', '=', key.symbol);
    })
    .executeTakeFirst();
  if (!row) return null;
  const { now, primary_host, brand, ...company } = row;
  return { company, now, primaryHost: primary_host, brand };
}

/** True when some company's site has this name. */
export async function isCompanyHost(db: Db, host: string): Promise<boolean> {
  const row = await db.selectFrom('company_hosts').select('host').where('host', '=', host).executeTakeFirst();
  return row !== undefined;
}

/**
 * For the length of a transaction the price and the supply stand still, while others may read so too.
 * Taken before every other lock; see the lock order in the ledger's service.
 */
export function readCompany(tx: Db, companyId: string): Promise<Company> {
  return tx.selectFrom('companies').selectAll().where('id', '=', companyId).forKeyShare().executeTakeFirstOrThrow();
}

/** For whoever changes the price or a part of the supply: waits for purchases that are under way. Null if there is none. */
export async function lockCompany(tx: Db, companyId: string): Promise<Company | null> {
  const company = await tx
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();
  return company ?? null;
}

/**
 * For whoever changes what hangs on the company but neither price nor supply: changes come one by one, purchases go on.
 * It takes the place of the company's row in the lock order.
 */
export function holdCompany(tx: Db, companyId: string): Promise<Company> {
  return tx.selectFrom('companies').selectAll().where('id', '=', companyId).forNoKeyUpdate().executeTakeFirstOrThrow();
}
