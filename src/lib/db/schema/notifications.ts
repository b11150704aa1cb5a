/** What is under the bell; the source of truth is the SQL in `migrations/`. */
import type { Generated } from 'kysely';
import type { Nullable, Time, TimeOrNull } from '../columns.ts';

export interface Notifications {
  company_id: string;
  id: Generated<string>;
  user_id: string;
  area: 'member' | 'admin';
  kind: string;
  /** A purchase or an announcement; null for what is about the account. */
  about_id: Nullable<string>;
  created_at: Time;
  read_at: TimeOrNull;
}
