/** The table of the audit trails; the source of truth is the SQL in `migrations/`. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { Defaulted, Nullable, Time } from '../columns.ts';
import type { ActorKind } from './schema.ts';

export interface AuditEntries {
  scope_id: string;
  /** Unique in the scope and increasing with time; without gaps only in entries of a chain. */
  seq: Defaulted<bigint>;
  actor_kind: ActorKind;
  actor_id: Nullable<string>;
  action: string;
  subject_kind: string;
  subject_id: Nullable<string>;
  before: JSONColumnType<object | null, string | null | undefined, never>;
  after: JSONColumnType<object | null, string | null | undefined, never>;
  /** Digests of changed rows, by batch; the database adds them. */
  rows: JSONColumnType<object | null, never, never>;
  /** Nonce and MAC of the connection that wrote it; the database adds it. */
  writer: ColumnType<string | null, never, never>;
  is_foreign: ColumnType<boolean, never, boolean>;
  created_at: Time;
  /** Null, as the hash, in entries that are no link of a chain. */
  prev_hash: Nullable<string>;
  hash: Nullable<string>;
}
