/** When a part of the platform is well. Pure; times are the database's. */

/** How often a node says that it lives. */
export const BEAT_SECONDS = 15;
/** A node that was silent for so long is away: three times missed. */
export const NODE_AWAY_SECONDS = 50;
/** A node that never came back is forgotten. */
export const NODE_KEPT_SECONDS = 86_400;
/** How often ledgers and trails are recomputed, and how long a run that was taken may go unfinished. */
export const VERIFY_EVERY_SECONDS = 86_400;
export const VERIFY_LEASE_SECONDS = 3_600;
/** A verification that is older has been missed twice. */
export const VERIFY_STALE_SECONDS = 3 * VERIFY_EVERY_SECONDS;
/** A mail that has waited longer is stuck. */
export const MAIL_STUCK_SECONDS = 600;
/** Less free space than this part of the disk, in hundredths of a per cent, is little. */
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

/** Below a tenth it is little; below a fiftieth writes are about to fail. */
export function diskWellness({ diskFreeBytes, diskTotalBytes }: Omit<NodeState, 'secondsSilent'>): Wellness {
  if (diskFreeBytes === null || !diskTotalBytes) return 'warning';
  const bps = (BigInt(diskFreeBytes) * 10_000n) / BigInt(diskTotalBytes);
  if (bps >= DISK_LOW_BPS) return 'good';
  return bps >= DISK_LOW_BPS / 5n ? 'warning' : 'bad';
}

export function mailWellness({ stuck, failed }: { stuck: number; failed: number }): Wellness {
  if (stuck > 0) return 'bad';
  return failed > 0 ? 'warning' : 'good';
}

export interface VerificationState {
  readonly fault: string | null;
  /** Since the last run; null when there was none. */
  readonly secondsAgo: number | null;
  /** Since the first of the nodes was started: some minutes later the first run is due. */
  readonly secondsUp: number;
}

export function verificationWellness({ fault, secondsAgo, secondsUp }: VerificationState): Wellness {
  if (fault !== null) return 'bad';
  const isMissed = secondsAgo === null ? secondsUp >= VERIFY_LEASE_SECONDS : secondsAgo >= VERIFY_STALE_SECONDS;
  return isMissed ? 'warning' : 'good';
}
