/** What belongs to a company beside its own row. */
import type { Defaulted, Time } from './columns.ts';

export interface CompanyHosts {
  /** Lower case, without scheme and port. */
  host: string;
  company_id: string;
  /** The one that links and mails name. */
  is_primary: Defaulted<boolean>;
  created_at: Time;
}
