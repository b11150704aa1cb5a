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
