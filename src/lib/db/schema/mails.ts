/** The outbox. */
import type { Generated } from 'kysely';
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';

export interface Mails {
  id: Generated<string>;
  /** The company, or `PLATFORM_ID`. */
  scope_id: string;
  company_id: Nullable<string>;
  to_address: string;
  subject: string;
  kind: string;
  payload: Nullable<Buffer>;
  message_id: string;
  /** The purchase that it tells about; null where it is about none. */
  about_id: Nullable<string>;
  /** The admin who had it sent again; null for what the program sent by itself. */
  resent_by: Nullable<string>;
  state: Defaulted<'WAITING' | 'SENT' | 'DISCARDED' | 'FAILED'>;
  attempts: Defaulted<number>;
  next_attempt_at: Time;
  last_error: Nullable<string>;
  /** Written like any other and dropped unsent, so that timing does not tell whether an address is known. */
  discard: Defaulted<boolean>;
  /** 0 codes, 1 decisions and security notices, 2 the rest, 3 announcements and reminders. */
  lane: Defaulted<number>;
  /** Set before the last line of a code is sent; then the code is never sent again. */
  handed_at: TimeOrNull;
  /** The account whose earlier address the mail went to; null for mails to a present address. */
  account_id: Nullable<string>;
  created_at: Time;
  sent_at: TimeOrNull;
}
