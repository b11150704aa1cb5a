/** The tables of the transparency logs; the source of truth is the SQL in `migrations/`. */
import type { Time } from '../columns.ts';

export type LogKind = 'ledger' | 'audit';

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
  /** Signed note; empty at the beginning of a log. */
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

export interface AuditOrder {
  scope_id: string;
  /** From 0, without a gap. */
  position: bigint;
  seq: bigint;
}

export type AuditQueue = Pick<AuditOrder, 'scope_id' | 'seq'>;
