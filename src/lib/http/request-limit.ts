/**
 * The limits of pages and calls for one network, counted in the process before anything of a request is read: a page costs less than
 * a counter in the database. They bound what one client can make this node do (decisions 0181 and 0760).
 */
import { networkOf, WIDE_FACTOR } from '../rate-limits/network.rules.ts';

interface RequestLimit {
  /** A minute's requests at the same moment would delay everybody for seconds. */
  readonly perSecond: number;
  readonly perMinute: number;
}

/** Thirty pages a second: several hundred people behind one address of a mobile carrier. */
export const PAGE_LIMIT: RequestLimit = { perSecond: 120, perMinute: 1_800 };
/** Above what the counters of all nodes allow for one kind of call. */
export const CALL_LIMIT: RequestLimit = { perSecond: 300, perMinute: 6_000 };
/** About 10 MB. Beyond it the counters begin again, which lets a flood from more networks through for one window. */
const NETWORKS_MAX = 100_000;

/** @returns counts a request and gives the seconds to wait; 0 if it may go on */
type Count = (ip: string, nowMs: number) => number;

function createWindow(max: number, windowMs: number): Count {
  let counts = new Map<string, number>();
  let endsMs = 0;
  const countOf = (network: string): number => {
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    return count;
  };
  return (ip, nowMs) => {
    if (nowMs >= endsMs || counts.size >= NETWORKS_MAX) {
      counts = new Map();
      endsMs = nowMs + windowMs;
    }
    const { narrow, wide } = networkOf(ip);
    const isOver = countOf(narrow) > max;
    const isWideOver = wide !== null && countOf(wide) > max * WIDE_FACTOR;
    return isOver || isWideOver ? Math.ceil((endsMs - nowMs) / 1000) : 0;
  };
}

/** @returns a function that counts a request and gives the seconds to wait; 0 if it may go on */
export function createRequestLimit(
  { perSecond, perMinute }: RequestLimit,
  nowMs: () => number = () => performance.now(),
): (ip: string) => number {
  const windows = [createWindow(perMinute, 60_000), createWindow(perSecond, 1_000)];
  return (ip) => Math.max(...windows.map((count) => count(ip, nowMs())));
}

/** The network that a stranger's read counts for: an IPv4 address, or a /48, because one client may have 65,536 /64s. */
export function strangerOf(ip: string): string {
  const { narrow, wide } = networkOf(ip);
  return wide ?? narrow;
}
