/** The client's address. Forwarded headers count only from a trusted proxy; from other peers they are dropped. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket, SocketAddress } from 'node:net';

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

/** Whether a proxy says that it forwarded the request. Call it before `resolve`, which removes such headers. */
export function isForwarded({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return Object.keys(headers).some((name) => FORWARDED.test(name) || name === 'via');
}

export interface Peers {
  /** The client's address; removes forwarded headers that did not come from a trusted proxy. */
  resolve(req: IncomingMessage): string;
  /** The address of the other end; null for a trusted proxy, whose connections are many clients'. */
  directAddress(socket: Socket): string | null;
}

/** An entry of `X-Forwarded-For`: an address, which some proxies send with a port or in brackets. */
const ENTRY = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5}|([^[\]]+))$/;

/** The address of one entry in its canonical spelling; null if it cannot be read. */
function readAddress(entry: string): string | null {
  const [, bracketed, withPort, bare] = ENTRY.exec(entry.trim()) ?? [];
  const text = bracketed ?? withPort ?? bare ?? '';
  const version = isIP(text);
  if (version === 0 || (bracketed !== undefined && version !== 6)) return null;
  if (version === 4) return text;
  const { address } = new SocketAddress({ address: text.replace(/%.*$/, ''), family: 'ipv6' });
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}

/** @throws Error for an entry that is no address or subnet; it names `TRUSTED_PROXIES` */
export function createPeers(trusted: readonly string[]): Peers {
  const list = listOf(trusted);
  const isTrusted = (address: string): boolean => {
    if (trusted.length === 0) return false;
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
  const peerOf = (socket: Socket): string => readAddress(socket.remoteAddress ?? '') ?? '';
  return {
    directAddress(socket) {
      const peer = peerOf(socket);
      return isTrusted(peer) ? null : peer;
    },
    resolve(req) {
      const peer = peerOf(req.socket);
      if (!isTrusted(peer)) {
        for (const name of Object.keys(req.headers)) if (FORWARDED.test(name)) delete req.headers[name];
        return peer;
      }
      const host = req.headers['x-forwarded-host'];
      if (typeof host === 'string' && host) req.headers.host = host;
      // From the right: the first address that is not one of our proxies is the client's. What cannot be read was not
      // written by one of our proxies, and neither was anything before it.
      const entries = String(req.headers['x-forwarded-for'] ?? '').split(',');
      let hop = peer;
      for (const entry of entries.reverse()) {
        const address = readAddress(entry);
        if (address === null) return hop;
        if (!isTrusted(address)) return address;
        hop = address;
      }
      return hop;
    },
  };
}
