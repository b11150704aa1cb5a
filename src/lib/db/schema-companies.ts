/** What belongs to a company beside its own row. */
import type { JSONColumnType } from 'kysely';
import type { Defaulted, Nullable, Time } from './columns.ts';

export interface CompanyHosts {
  /** Lower case, without scheme and port. */
  host: string;
  company_id: string;
  /** The one that links and mails name. */
  is_primary: Defaulted<boolean>;
  created_at: Time;
}

/** What stood in the super admin's form before a change, under the names of the wire. Kept for a day. */
export interface CompanyChanges {
  id: Defaulted<string>;
  company_id: string;
  changed_by: string;
  changed_at: Time;
  before: JSONColumnType<Record<string, unknown>, string, string>;
}

/** What a company shows instead of the catalogue's entry of its token. Null: as the catalogue has it. */
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
