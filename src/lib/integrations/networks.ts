/** IP addresses and networks, by the lists of `node:net`. */
import { BlockList, isIP } from 'node:net';

/** The address and the length of its prefix in bits; null unless the text is an address or a network, as 10.0.0.0/8. */
function networkOf(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | null {
  const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const bitsMax = version === 6 ? 128 : 32;
  const bits = Number(prefix ?? bitsMax);
  return version === 0 || bits > bitsMax ? null : { address, bits, family: version === 6 ? 'ipv6' : 'ipv4' };
}

export const isNetwork = (text: string): boolean => networkOf(text) !== null;

/** A list of networks, each as 10.0.0.0/8 or one address; what is neither is left out. */
function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of networks) {
    const network = networkOf(text);
    if (network) list.addSubnet(network.address, network.bits, network.family);
  }
  return list;
}

/** Whether an address is in one of the networks. */
export function isIn(networks: readonly string[], address: string): boolean {
  const version = isIP(address);
  return version !== 0 && listOf(networks).check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Networks of IPv4 that no public host is in, by the registries of IANA for special addresses. */
const NOT_PUBLIC_4 = listOf([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]);
/** Of IPv6 only this one is in use for public hosts: mapped, translated, local and multicast addresses are outside. */
const PUBLIC_6 = listOf(['2000::/3']);
/** Parts of it for tunnels, which carry IPv4 addresses, and for documents. */
const NOT_PUBLIC_6 = listOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Whether an address belongs to a public host: none of this machine, its network or a cloud's metadata. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !NOT_PUBLIC_4.check(address, 'ipv4');
  return version === 6 && PUBLIC_6.check(address, 'ipv6') && !NOT_PUBLIC_6.check(address, 'ipv6');
}

const LOOPBACK = listOf(['127.0.0.0/8', '::1']);
export function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && LOOPBACK.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
