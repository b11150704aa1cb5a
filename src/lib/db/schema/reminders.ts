/** What people were reminded of; the source of truth is the SQL in `migrations/`. */
import type { Nullable, Time } from '../columns.ts';

export interface Reminders {
  company_id: string;
  kind: 'question' | 'rejected' | 'verification' | 'waiting' | 'address' | 'refund';
  /** The purchase, the member or, for admins, the company. */
  subject_id: string;
  /** Since when the state lasts. */
  state_at: Time;
  /** Null for the admins together. */
  user_id: Nullable<string>;
  sent_at: Time;
}
