/** Counts what is under way by network: by IPv4 address or /64, and more generously by /48 (decision 0758). */
import { networkOf, WIDE_FACTOR } from '../rate-limits/network.rules.ts';

export interface NetworkCounts<T> {
  add(ip: string, one: T): void;
  delete(ip: string, one: T): void;
  /** The network of the address that has no room for one more; null if there is room. */
  fullNetwork(ip: string): string | null;
  /** The network with the most; null without any. Takes time in proportion to the networks. */
  largest(): string | null;
  /** All of a network, the first one that was added at the beginning. */
  of(network: string): ReadonlySet<T>;
}

const NONE: ReadonlySet<never> = new Set();

/** @param max for a network; a /48 may have four times as much */
export function createNetworkCounts<T>(max: number): NetworkCounts<T> {
  const members = new Map<string, Set<T>>();
  const boundsOf = (ip: string): readonly (readonly [network: string, max: number])[] => {
    const { narrow, wide } = networkOf(ip);
    const bound = [narrow, max] as const;
    return wide === null ? [bound] : [bound, [wide, max * WIDE_FACTOR]];
  };
  return {
    of: (network) => members.get(network) ?? NONE,
    fullNetwork: (ip) =>
      boundsOf(ip).find(([network, bound]) => (members.get(network)?.size ?? 0) >= bound)?.[0] ?? null,
    largest() {
      let largest: string | null = null;
      let size = 0;
      for (const [network, set] of members) {
        // A /48 comes with its /64s, and counts as the larger one.
        if (set.size < size) continue;
        largest = network;
        size = set.size;
      }
      return largest;
    },
    add(ip, one) {
      for (const [network] of boundsOf(ip)) members.set(network, (members.get(network) ?? new Set()).add(one));
    },
    delete(ip, one) {
      for (const [network] of boundsOf(ip)) {
        const set = members.get(network);
        set?.delete(one);
        if (set?.size === 0) members.delete(network);
      }
    },
  };
}
