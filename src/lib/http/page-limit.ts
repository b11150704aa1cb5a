/**
 * The limit of pages for one network, counted in the process: a page costs less than a counter in the database. It bounds
 * what one client can make this node render (decision 0181).
 */
import { networkOf } from '../rate-limits/network.rules.ts';

/** Thirty a second: several hundred people behind one address of a mobile carrier. */
const PAGES_MAX = 1800;
const WINDOW_MS = 60_000;
/** About 10 MB. Beyond it the counters begin again, which lets a flood from more networks through for one window. */
const NETWORKS_MAX = 100_000;

/** @returns a function that counts a page and gives the seconds to wait; 0 if the page may be rendered */
export function createPageLimit(nowMs: () => number = () => performance.now()): (ip: string) => number {
  let counts = new Map<string, number>();
  let endsMs = 0;
  return (ip) => {
    const now = nowMs();
    if (now >= endsMs || counts.size >= NETWORKS_MAX) {
      counts = new Map();
      endsMs = now + WINDOW_MS;
    }
    const { narrow } = networkOf(ip);
    const count = (counts.get(narrow) ?? 0) + 1;
    counts.set(narrow, count);
    return count > PAGES_MAX ? Math.ceil((endsMs - now) / 1000) : 0;
  };
}
