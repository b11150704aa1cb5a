/** The views that admins keep; the source of truth is the SQL in `migrations/`. */
import type { Generated } from 'kysely';
import type { Time } from '../columns.ts';

export interface SavedViews {
  company_id: string;
  id: Generated<string>;
  user_id: string;
  list: 'purchases' | 'users';
  /** Once for each admin and list, whatever the case. */
  name: string;
  /** Parameters of the list's address, as 'status=waiting&sort=oldest'. */
  query: string;
  created_at: Time;
}
