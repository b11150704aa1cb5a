/** The tables of a company's hosts, changes and brand; the source of truth is the SQL in `migrations/`. */
import type { JSONColumnType } from 'kysely';
import type { Defaulted, Nullable, Time } from '../columns.ts';

/** A host that another cluster serves. */
export interface ClusterHosts {
  /** Lower case, without scheme and port. */
  host: string;
  cluster: string;
  created_at: Time;
}

export interface CompanyHosts {
  /** Lower case, without scheme and port. */
  host: string;
  company_id: string;
  /** The host in links and mails. */
  is_primary: Defaulted<boolean>;
  created_at: Time;
}

/** The values of the super admin's form before a change, under their names in the API. Stored for a day. */
export interface CompanyChanges {
  id: Defaulted<string>;
  company_id: string;
  changed_by: string;
  changed_at: Time;
  before: JSONColumnType<Record<string, unknown>, string, string>;
}

/** What a company shows instead of its token's entry in the catalogue. Null: the catalogue's value. */
export interface CompanyBrands {
  company_id: string;
  title: Nullable<string>;
  description: Nullable<string>;
  keywords: Nullable<string>;
  footer_note: Nullable<string>;
  social_links: JSONColumnType<SocialLink[], string, string>;
  icon_id: Nullable<string>;
  logo_id: Nullable<string>;
  header_logo_id: Nullable<string>;
  updated_at: Time;
}

export interface SocialLink {
  readonly mediaName: string;
  readonly link: string;
}
