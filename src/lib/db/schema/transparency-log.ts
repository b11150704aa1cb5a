/** The tables of the transparency logs; the source of truth is the SQL in `migrations/`. */
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';

export type LogKind = 'ledger' | 'audit';
/** What happened to a ledger as a whole. */
export type LedgerEventKind = 'RESTORE' | 'SET_BACK' | 'LEAVE' | 'ARRIVE' | 'RETURN';
/** Where it was noticed that a log may have been set back. */
export type RollbackSource = 'heads' | 'witness' | 'restore';

export interface LogTiles {
  /** The company, or `PLATFORM_ID`. */
  scope_id: string;
  kind: LogKind;
  level: number;
  tile: bigint;
  /** 1 to 256 hashes of 32 bytes. */
  hashes: Buffer;
}

export interface LogCheckpoints {
  scope_id: string;
  kind: LogKind;
  /** How many entries it covers. */
  size: bigint;
  root: Buffer;
  /** Signed note; empty at the beginning of a log, and until a new tree is signed. */
  note: string;
  sealed_at: Time;
}

export interface LogCosignatures {
  scope_id: string;
  kind: LogKind;
  /** The name in the witness's key. */
  witness: string;
  size: bigint;
  /** The signed note that was cosigned. */
  note: string;
  lines: string;
  cosigned_at: Time;
}

export interface LogRollbacks {
  scope_id: string;
  kind: LogKind;
  id: Defaulted<string>;
  source: RollbackSource;
  known_epoch: Nullable<string>;
  known_size: Nullable<bigint>;
  known_root: Nullable<Buffer>;
  /** What the database had. */
  size: bigint;
  noticed_at: Time;
  confirmed_at: TimeOrNull;
}

export interface LogEpochs {
  scope_id: string;
  kind: LogKind;
  /** From 1; the first key of a log has no row. */
  number: bigint;
  id: string;
  note: string;
  started_at: Time;
}

export interface AuditOrder {
  scope_id: string;
  /** From 0, without a gap. */
  position: bigint;
  seq: bigint;
}

export type AuditQueue = Pick<AuditOrder, 'scope_id' | 'seq'>;

export interface LedgerEvents {
  company_id: string;
  /** Shares the numbers of `stock_entries`. */
  seq: bigint;
  kind: LedgerEventKind;
  detail: unknown;
  created_at: Time;
  hash: string;
}

export interface LogTables {
  audit_order: AuditOrder;
  audit_queue: AuditQueue;
  ledger_events: LedgerEvents;
  log_checkpoints: LogCheckpoints;
  log_cosignatures: LogCosignatures;
  log_epochs: LogEpochs;
  log_rollbacks: LogRollbacks;
  log_tiles: LogTiles;
}
