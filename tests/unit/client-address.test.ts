/**
 * The client's address: forwarded headers count only from a trusted proxy, and the nearest untrusted address is the
 * client's.
 */
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createPeers } from '../../src/lib/server/client-address.ts';

function request(remoteAddress: string | undefined, headers: Record<string, string | string[]> = {}): IncomingMessage {
  return { socket: { remoteAddress }, headers: { host: 'sale.example.com', ...headers } } as unknown as IncomingMessage;
}

const FORWARDED = {
  forwarded: 'for=6.6.6.6',
  'x-forwarded-for': '6.6.6.6',
  'x-forwarded-host': 'evil.example.com',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '444',
  'x-real-ip': '6.6.6.6',
};

describe('from an untrusted peer', () => {
  test.each([[[]], [['10.0.0.1']], [['10.0.0.0/8', 'fd00::/8']]])(
    'forwarded headers are dropped (trusted: %j)',
    (trusted) => {
      const req = request('203.0.113.9', { ...FORWARDED, 'user-agent': 'test' });
      expect(createPeers(trusted).resolve(req)).toBe('203.0.113.9');
      expect(req.headers).toEqual({ host: 'sale.example.com', 'user-agent': 'test' });
    },
  );
});

describe('from a trusted proxy', () => {
  const trusted = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '::1'];
  test.each<[string, string, string, string]>([
    ['one hop', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a forged address before it', '10.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['two of our proxies', '10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['a proxy by its address', '192.0.2.7', '203.0.113.9', '203.0.113.9'],
    ['a neighbour of that address', '192.0.2.8', '203.0.113.9', '192.0.2.8'],
    ['only our proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['no header', '10.0.0.1', '', '10.0.0.1'],
    ['what is no address', '10.0.0.1', 'unknown, _hidden', '10.0.0.1'],
    ['spaces', '10.0.0.1', ' 203.0.113.9 ', '203.0.113.9'],
    ['a v4 peer seen as v6', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a v4 client seen as v6', '10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['a v6 client', '::1', '2001:db8::7', '2001:db8::7'],
    ['a v6 proxy behind another', 'fd00::1', '2001:db8::7, fd12::9', '2001:db8::7'],
    ['a port', '10.0.0.1', '6.6.6.6, 203.0.113.9:51234', '203.0.113.9'],
    ['brackets and a port', '10.0.0.1', '6.6.6.6, [2001:db8::7]:51234', '2001:db8::7'],
    ['brackets without a port', '10.0.0.1', '6.6.6.6, [2001:db8::7]', '2001:db8::7'],
    ['a proxy with a port', '10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2:443', '203.0.113.9'],
    ['a v6 proxy with a port', '10.0.0.1', '203.0.113.9, [fd00::2]:443', '203.0.113.9'],
    ['another spelling of a v6 client', '::1', '2001:DB8:0:0::7', '2001:db8::7'],
    ['a zone', '::1', 'fe80::7%eth0', 'fe80::7'],
    ['a v4 client in hexadecimal v6', '10.0.0.1', '::ffff:cb00:7109', '203.0.113.9'],
    ['an unreadable entry after the forged one', '10.0.0.1', '6.6.6.6, unknown', '10.0.0.1'],
    ['an unreadable entry before one of our proxies', '10.0.0.1', '6.6.6.6, unknown, 10.0.0.2', '10.0.0.2'],
    ['an unreadable entry before the client', '10.0.0.1', 'unknown, 203.0.113.9', '203.0.113.9'],
    ['an empty entry', '10.0.0.1', '6.6.6.6, ', '10.0.0.1'],
    ['a port that is too long', '10.0.0.1', '6.6.6.6, 203.0.113.9:123456', '10.0.0.1'],
    ['two ports', '10.0.0.1', '6.6.6.6, 203.0.113.9:1:2', '10.0.0.1'],
    ['an open bracket', '10.0.0.1', '6.6.6.6, [2001:db8::7', '10.0.0.1'],
    ['a v4 address in brackets', '10.0.0.1', '6.6.6.6, [203.0.113.9]', '10.0.0.1'],
    ['leading zeros', '10.0.0.1', '6.6.6.6, 010.0.0.9', '10.0.0.1'],
  ])('%s', (_, peer, chain, client) => {
    expect(createPeers(trusted).resolve(request(peer, chain ? { 'x-forwarded-for': chain } : {}))).toBe(client);
  });

  test('the host that it names takes precedence', () => {
    const req = request('10.0.0.1', { 'x-forwarded-host': 'sale2.example.com' });
    createPeers(trusted).resolve(req);
    expect(req.headers.host).toBe('sale2.example.com');
  });
});

test('a peer whose socket has closed has no address', () => {
  expect(createPeers(['10.0.0.0/8']).resolve(request(undefined, FORWARDED))).toBe('');
});

describe('an invalid list stops the start and names the variable', () => {
  test.each([
    'proxy.example.com',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/x',
    '10.0.0.0/',
    '10.0.0.0/8/9',
    '*',
    'fd00::/129',
  ])('%s', (entry) => {
    expect(() => createPeers(['10.0.0.1', entry])).toThrow(/TRUSTED_PROXIES/);
  });
});
