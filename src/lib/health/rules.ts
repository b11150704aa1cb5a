/** Thresholds and verdicts of the health board. Times come from the database's clock. */

/** Interval between a node's heartbeats. */
export const HEARTBEAT_SECONDS = 15;
/** Without a heartbeat for this long a node is away: it missed three. */
export const NODE_AWAY_SECONDS = 50;
/** A node that stays away for this long is deleted. */
export const NODE_RETENTION_SECONDS = 86_400;
/** Interval between verifications, and the time after which another node may repeat an unfinished one. */
export const VERIFY_EVERY_SECONDS = 86_400;
export const VERIFY_LEASE_SECONDS = 3_600;
/** A verification older than this was missed twice. */
export const VERIFY_STALE_SECONDS = 3 * VERIFY_EVERY_SECONDS;
/** A mail that waits longer is stuck. */
export const MAIL_STUCK_SECONDS = 600;
/** Low disk space: less than this part of the disk is free, in basis points. */
const DISK_LOW_BPS = 1_000n;

export type Wellness = 'good' | 'warning' | 'bad';

export interface NodeState {
  readonly secondsSilent: number;
  readonly diskFreeBytes: number | null;
  readonly diskTotalBytes: number | null;
}

export function nodeWellness({ secondsSilent }: Pick<NodeState, 'secondsSilent'>): Wellness {
  return secondsSilent >= NODE_AWAY_SECONDS ? 'bad' : 'good';
}

/** Warns below a tenth of free space. Below a fiftieth writes are about to fail. */
export function diskWellness({ diskFreeBytes, diskTotalBytes }: Omit<NodeState, 'secondsSilent'>): Wellness {
  if (diskFreeBytes === null || !diskTotalBytes) return 'warning';
  const bps = (BigInt(diskFreeBytes) * 10_000n) / BigInt(diskTotalBytes);
  if (bps >= DISK_LOW_BPS) return 'good';
  return bps >= DISK_LOW_BPS / 5n ? 'warning' : 'bad';
}

/** @param problem the reason why a node cannot send mails, or null */
export function mailWellness({ stuck, failed }: { stuck: number; failed: number }, problem: string | null): Wellness {
  if (stuck > 0 || problem !== null) return 'bad';
  return failed > 0 ? 'warning' : 'good';
}

export interface VerificationState {
  readonly fault: string | null;
  /** Since the last run; null if there was none. */
  readonly secondsAgo: number | null;
  /** Since the start of the oldest node. The first run is due some minutes later. */
  readonly secondsUp: number;
}

export function verificationWellness({ fault, secondsAgo, secondsUp }: VerificationState): Wellness {
  if (fault !== null) return 'bad';
  const isMissed = secondsAgo === null ? secondsUp >= VERIFY_LEASE_SECONDS : secondsAgo >= VERIFY_STALE_SECONDS;
  return isMissed ? 'warning' : 'good';
}
