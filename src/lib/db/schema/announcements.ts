/** Announcements to members; the source of truth is the SQL in `migrations/`. */
import type { Generated } from 'kysely';
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';

export interface Announcements {
  company_id: string;
  id: Generated<string>;
  title: string;
  body: string;
  /** Null for all members, as in the next three. */
  has_stock: Nullable<boolean>;
  is_verified: Nullable<boolean>;
  /** `YYYY-MM-DD` in India. */
  joined_since: Nullable<string>;
  has_pending: Nullable<boolean>;
  state: 'WAITING' | 'SENDING' | 'SENT' | 'STOPPED' | 'CLOSED';
  created_by: string;
  created_at: Time;
  started_at: TimeOrNull;
  /** The last member who has it, in the order of the ids. */
  cursor_id: Nullable<string>;
  recipients: Defaulted<number>;
  mails: Defaulted<number>;
  ended_at: TimeOrNull;
}
