/*
 * The network that a limit counts. A household or a rented server has at least a /64 of IPv6, and often a /48, so a single
 * IPv6 address says nothing about who sends.
 */

export interface ClientNetwork {
  /** The IPv4 address, or the /64 of an IPv6 address. */
  readonly narrow: string;
  /** The /48 of an IPv6 address; null for IPv4. */
  readonly wide: string | null;
}

/** What a /48 may do, in multiples of the limit for one /64. */
export const WIDE_FACTOR = 4;

const GROUPS = 8;

/** The eight groups of an IPv6 address, lower case without leading zeros; null for anything else. */
function groupsOf(ip: string): string[] | null {
  const [address = ''] = ip.split('%', 1);
  const [head = '', tail, ...more] = address.toLowerCase().split('::');
  if (more.length > 0 || !address.includes(':')) return null;
  const listed = (part: string | undefined): string[] => (part ? part.split(':') : []);
  const [before, after] = [listed(head), listed(tail)];
  // The last 32 bits may be written as an IPv4 address.
  const last = after.length > 0 ? after : before;
  if (last.at(-1)?.includes('.')) last.splice(-1, 1, '0', '0');
  const missing = GROUPS - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group)) ? groups.map((g) => g.replace(/^0+(?=.)/, '')) : null;
}

export function networkOf(ip: string): ClientNetwork {
  const groups = groupsOf(ip);
  if (!groups) return { narrow: ip, wide: null };
  return { narrow: `${groups.slice(0, 4).join(':')}::/64`, wide: `${groups.slice(0, 3).join(':')}::/48` };
}

export const isIpv4 = (ip: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(ip);
