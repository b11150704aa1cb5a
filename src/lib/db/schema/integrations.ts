/** API keys and what programs of a company receive; the source of truth is the SQL in `migrations/`. */
import type { Generated } from 'kysely';
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';

interface ApiKeys {
  company_id: string;
  id: Generated<string>;
  created_by: string;
  name: string;
  /** The first characters of the key. */
  hint: string;
  /** SHA-256 of the key. */
  hash: Buffer;
  scopes: string[];
  /** Empty for every address. */
  networks: Defaulted<string[]>;
  expires_at: Time;
  last_used_at: TimeOrNull;
  revoked_at: TimeOrNull;
  revoked_by: Nullable<string>;
  created_at: Time;
}

export interface IntegrationTables {
  api_keys: ApiKeys;
}
