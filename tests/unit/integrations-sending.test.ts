/** Where a message goes: to the address that was checked, resolved once, and nowhere else. */
import dns from 'node:dns/promises';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { send } from '@/lib/integrations/sending/service.ts';

/** Takes the place of the system's, in modules that are loaded already too: the files of this project share theirs. */
const lookup = vi.fn();
const systemLookup = dns.lookup;
function useLookup(one: typeof dns.lookup): void {
  dns.lookup = one;
  syncBuiltinESMExports();
}

const NOT_PUBLIC = { error: 'The address of the receiver is not a public one.' };
const MESSAGE = { id: 'msg_1', sentAt: new Date(), body: '{}' };
const SECRETS = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];

let server: http.Server;
let port: number;
let hosts: (string | undefined)[] = [];
let status = 204;
beforeAll(async () => {
  useLookup(lookup as unknown as typeof dns.lookup);
  server = http.createServer((request, response) => {
    hosts.push(request.headers.host);
    response.writeHead(status, { Location: `http://127.0.0.1:${port}/elsewhere` }).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  useLookup(systemLookup);
  server?.close();
});
beforeEach(() => {
  hosts = [];
  status = 204;
  lookup.mockReset();
});

/** The name server's answer for every name. */
function resolvesTo(...addresses: string[]): void {
  const answer = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  lookup.mockResolvedValueOnce(answer);
}
const post = (url: string, allowsLoopback = false) =>
  send(url, MESSAGE, SECRETS, { allowsLoopback, signal: new AbortController().signal });

it('the name is resolved once, and the connection goes to the address that was checked', async () => {
  resolvesTo('127.0.0.1');
  // No other name server knows this name: a connection by name would fail.
  expect(await post(`http://rebind.invalid:${port}/events`, true)).toEqual({ status: 204 });
  expect(hosts).toEqual([`rebind.invalid:${port}`]);
  expect(lookup).toHaveBeenCalledTimes(1);
});

it('a redirect is not followed', async () => {
  status = 302;
  resolvesTo('127.0.0.1');
  expect(await post(`http://rebind.invalid:${port}/events`, true)).toEqual({ status: 302 });
  expect(hosts).toHaveLength(1);
});

describe('nothing is sent', () => {
  it.each([
    ['this machine', ['127.0.0.1']],
    ['this machine by IPv6', ['::1']],
    ['a private network', ['10.0.0.8']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a link-local address', ['fe80::1']],
    ['a public and a private address', ['93.184.216.34', '192.168.1.1']],
    ['no address', []],
  ])('to a name of %s', async (_, addresses) => {
    resolvesTo(...addresses);
    expect(await post(`https://rebind.invalid:${port}/events`)).toEqual(NOT_PUBLIC);
    expect(hosts).toEqual([]);
  });

  it('by http to a public address', async () => {
    resolvesTo('93.184.216.34');
    expect(await post('http://rebind.invalid/events')).toEqual(NOT_PUBLIC);
  });

  it('to a private network where this machine is allowed', async () => {
    resolvesTo('127.0.0.1', '10.0.0.8');
    expect(await post(`http://rebind.invalid:${port}/events`, true)).toEqual(NOT_PUBLIC);
    expect(hosts).toEqual([]);
  });
});
