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

interface Webhooks {
  company_id: string;
  id: Generated<string>;
  name: string;
  url: string;
  /** Empty for all events. */
  types: Defaulted<string[]>;
  /** Encrypted for this row. */
  secret: Buffer;
  previous_secret: Nullable<Buffer>;
  previous_until: TimeOrNull;
  state: Defaulted<'ACTIVE' | 'PAUSED' | 'DISABLED'>;
  /** Failed tries since the last success. */
  failures: Defaulted<number>;
  /** The place in the audit trail up to which its deliveries are made. */
  position: bigint;
  /** Counts the edits, from 1. */
  version: Defaulted<number>;
  created_at: Time;
}

interface WebhookDeliveries {
  company_id: string;
  id: Generated<string>;
  webhook_id: string;
  position: bigint;
  type: string;
  body: string;
  state: Defaulted<'WAITING' | 'DELIVERED' | 'FAILED'>;
  attempts: Defaulted<number>;
  next_attempt_at: Time;
  answer_status: Nullable<number>;
  error: Nullable<string>;
  created_at: Time;
  ended_at: TimeOrNull;
}

export interface IntegrationTables {
  api_keys: ApiKeys;
  webhooks: Webhooks;
  webhook_deliveries: WebhookDeliveries;
}
