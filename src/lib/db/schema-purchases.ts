/** Tables beside the purchases; the source of truth is the SQL in `migrations/`. */
import type { Time } from './columns.ts';

/** Up to when a company's admins have been told what waits for them. */
export interface PurchaseDigests {
  company_id: string;
  told_until: Time;
  sent_at: Time;
}

/** Only ever added to; numbered without gaps per company and financial year. */
export interface Receipts {
  company_id: string;
  /** The year in which it begins: 2026 from April 2026 to March 2027, in India. */
  financial_year: number;
  seq: number;
  purchase_id: string;
  receipt_number: string;
  created_at: Time;
}
