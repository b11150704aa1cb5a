/** Who the client is. Forwarded headers count only from a trusted proxy; from anybody else they are dropped. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

function listOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const version = isIP(address);
    const bits = version === 6 ? 128 : 32;
    if (!version || Number(prefix ?? 0) > bits)
      throw new Error(`TRUSTED_PROXIES: ${entry} is not an address or a subnet, as 10.0.0.0/8.`);
    list.addSubnet(address, Number(prefix ?? bits), version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

export interface Peers {
  /** The client's address; removes forwarded headers that nobody may believe. */
  resolve(req: IncomingMessage): string;
}

export function createPeers(trusted: readonly string[]): Peers {
  const list = listOf(trusted);
  const bare = (address: string): string => address.trim().replace(/^::ffff:(?=\d)/, '');
  const isTrusted = (address: string): boolean => {
    if (trusted.length === 0) return false;
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
  return {
    resolve(req) {
      const peer = bare(req.socket.remoteAddress ?? '');
      if (!isTrusted(peer)) {
        for (const name of Object.keys(req.headers)) if (FORWARDED.test(name)) delete req.headers[name];
        return peer;
      }
      const host = req.headers['x-forwarded-host'];
      if (typeof host === 'string' && host) req.headers.host = host;
      // From the right: the first address that none of our proxies has is the client's.
      const chain = String(req.headers['x-forwarded-for'] ?? '')
        .split(',')
        .map(bare)
        .filter((a) => isIP(a) !== 0);
      while (chain.length > 0) {
        const last = chain.pop() ?? peer;
        if (!isTrusted(last) || chain.length === 0) return last;
      }
      return peer;
    },
  };
}
