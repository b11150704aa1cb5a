/** Companies and the clock that all decisions use. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { BrandOverrides, Company } from '../scope.ts';

/** Selects a site: by its own host name, or on the deployment's host name by the configured id, else the configured symbol. */
export type SiteKey = { readonly host: string } | { readonly companyId: string | null; readonly symbol: string };

export interface Site {
  readonly company: Company;
  /** The database's time. */
  readonly now: Date;
  /** The host name for its links. */
  readonly primaryHost: string | null;
  readonly brand: BrandOverrides | null;
}

/** Selects the row of a site, for `siteOf`. */
export function selectSite(db: Db, key: SiteKey) {
  return db
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
        return eb(
          'companies.id',
          '=',
          eb.selectFrom('company_hosts').select('company_id').where('host', '=', key.host),
        );
      return key.companyId ? eb('companies.id', '=', key.companyId) : eb('token_symbol', '=', key.symbol);
    });
}

type SiteRow = Awaited<ReturnType<ReturnType<typeof selectSite>['executeTakeFirstOrThrow']>>;

export function siteOf({ now, primary_host, brand, ...company }: SiteRow): Site {
  return { company, now, primaryHost: primary_host, brand };
}

/** Null if there is no such company. */
export async function findSite(db: Db, key: SiteKey): Promise<Site | null> {
  const row = await selectSite(db, key).executeTakeFirst();
  return row ? siteOf(row) : null;
}

/** True if a company's site uses this host name. */
export async function isCompanyHost(db: Db, host: string): Promise<boolean> {
  const row = await db.selectFrom('company_hosts').select('host').where('host', '=', host).executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks the company so that its price and supply cannot change until the commit. Others can take the same lock.
 * Take it before every other lock; `ledger/service.ts` documents the lock order.
 */
export function readCompany(tx: Db, companyId: string): Promise<Company> {
  return tx.selectFrom('companies').selectAll().where('id', '=', companyId).forKeyShare().executeTakeFirstOrThrow();
}

/** Locks the company to change its price or supply. Waits for purchases in progress. Null if there is no such company. */
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
 * Locks the company to change its related data, but neither price nor supply: such changes run one after the other, while
 * purchases continue. Its position in the lock order is that of the company's row.
 */
export function lockCompanyAllowingPurchases(tx: Db, companyId: string): Promise<Company> {
  return tx.selectFrom('companies').selectAll().where('id', '=', companyId).forNoKeyUpdate().executeTakeFirstOrThrow();
}
