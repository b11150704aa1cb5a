/** Who the client is: forwarded headers count from a trusted proxy alone, and the nearest untrusted address is the client's. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createPeers } from '../../src/lib/server/peers.ts';

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

describe('from a peer that is not trusted', () => {
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
  ])('%s', (_, peer, chain, client) => {
    expect(createPeers(trusted).resolve(request(peer, chain ? { 'x-forwarded-for': chain } : {}))).toBe(client);
  });

  test('the host that it names is the host', () => {
    const req = request('10.0.0.1', { 'x-forwarded-host': 'sale2.example.com' });
    createPeers(trusted).resolve(req);
    expect(req.headers.host).toBe('sale2.example.com');
  });
});

test('a peer whose socket has gone is nobody', () => {
  expect(createPeers(['10.0.0.0/8']).resolve(request(undefined, FORWARDED))).toBe('');
});

describe('a list that can not be read stops the start and names the variable', () => {
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
