/** SQL for brands. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { CompanyBrand } from './contract.ts';

/** Null if there is no such company. All fields are null if the company has no brand. */
export async function findBrand(db: Db, companyId: string): Promise<CompanyBrand | null> {
  const row = await db
    .selectFrom('companies as c')
    .leftJoin('company_brands as b', 'b.company_id', 'c.id')
    .select([
      'b.title',
      'b.description',
      'b.keywords',
      'b.footer_note as footerNote',
      sql<CompanyBrand['socialLinks'] | null>`b.social_links`.as('socialLinks'),
      'b.icon_id as iconId',
      'b.logo_id as logoId',
      'b.header_logo_id as headerLogoId',
    ])
    .where('c.id', '=', companyId)
    .executeTakeFirst();
  return row ? { ...row, socialLinks: row.socialLinks ?? [] } : null;
}

/** The time of the last change in microseconds, as digits; '0' without a brand. */
export async function brandVersion(db: Db, companyId: string): Promise<string> {
  const row = await db
    .selectFrom('company_brands')
    .select(sql<string>`(extract(epoch FROM updated_at) * 1000000)::bigint::text`.as('version'))
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return row?.version ?? '0';
}

export async function replaceBrand(tx: Db, companyId: string, brand: CompanyBrand): Promise<void> {
  const row = {
    title: brand.title,
    description: brand.description,
    keywords: brand.keywords,
    footer_note: brand.footerNote,
    social_links: JSON.stringify(brand.socialLinks),
    icon_id: brand.iconId,
    logo_id: brand.logoId,
    header_logo_id: brand.headerLogoId,
    // Unlike now(), it differs between two changes in one transaction.
    updated_at: sql<Date>`clock_timestamp()`,
  };
  await tx
    .insertInto('company_brands')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute();
}
