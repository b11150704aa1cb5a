/** The messages about purchases; the source of truth is the SQL in `migrations/`. */
import type { Generated } from 'kysely';
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';

export interface PurchaseThreads {
  company_id: string;
  purchase_id: string;
  /** Since when a question of an admin waits for the buyer. */
  waiting_since: TimeOrNull;
  messages: Defaulted<number>;
  unread_by_member: Defaulted<number>;
  /** The admins of a company read together. */
  unread_by_admins: Defaulted<number>;
  last_at: Time;
}

export interface PurchaseMessages {
  company_id: string;
  id: Generated<string>;
  purchase_id: string;
  author_kind: 'member' | 'admin';
  author_id: string;
  is_question: Defaulted<boolean>;
  /** Empty for a file or a correction alone, and after the erasure of the buyer's account. */
  body: Defaulted<string>;
  file_id: Nullable<string>;
  replaces_proof: Defaulted<boolean>;
  earlier_file_id: Nullable<string>;
  earlier_reference: Nullable<string>;
  corrected_reference: Nullable<string>;
  created_at: Time;
}
