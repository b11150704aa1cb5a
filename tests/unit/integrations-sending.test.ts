/** Where a message goes: to the address that was checked, resolved once, and nowhere else. */
import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { send } from '@/lib/integrations/sending/service.ts';

const resolve4 = vi.spyOn(Resolver.prototype, 'resolve4');
const resolve6 = vi.spyOn(Resolver.prototype, 'resolve6');

const NOT_PUBLIC = { error: 'The address of the receiver is not a public one.' };
const MESSAGE = { id: 'msg_1', sentAt: new Date(), body: '{}' };
const SECRETS = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];

let server: http.Server;
let port: number;
let hosts: (string | undefined)[] = [];
let status = 204;
beforeAll(async () => {
  server = http.createServer((request, response) => {
    hosts.push(request.headers.host);
    response.writeHead(status, { Location: `http://127.0.0.1:${port}/elsewhere` }).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  vi.restoreAllMocks();
  server?.close();
});
beforeEach(() => {
  hosts = [];
  status = 204;
  resolve4.mockReset();
  resolve6.mockReset();
});

const failure = (code: string) => Object.assign(new Error(code), { code });
/** The name server's answer for every name. */
function resolvesTo(...addresses: string[]): void {
  const isSix = (address: string): boolean => address.includes(':');
  const answer = (some: string[]) => (some.length > 0 ? Promise.resolve(some) : Promise.reject(failure('ENODATA')));
  resolve4.mockReturnValueOnce(answer(addresses.filter((it) => !isSix(it))) as never);
  resolve6.mockReturnValueOnce(answer(addresses.filter(isSix)) as never);
}
const post = (url: string, allowsLoopback = false) =>
  send(url, MESSAGE, SECRETS, { allowsLoopback, signal: new AbortController().signal });

it('the name is resolved once, and the connection goes to the address that was checked', async () => {
  resolvesTo('127.0.0.1');
  // No other name server knows this name: a connection by name would fail.
  expect(await post(`http://rebind.invalid:${port}/events`, true)).toEqual({ status: 204 });
  expect(hosts).toEqual([`rebind.invalid:${port}`]);
  expect(resolve4).toHaveBeenCalledTimes(1);
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
  ])('to a name of %s', async (_, addresses) => {
    resolvesTo(...addresses);
    expect(await post(`https://rebind.invalid:${port}/events`)).toEqual(NOT_PUBLIC);
    expect(hosts).toEqual([]);
  });

  it.each([
    ['ENODATA', 'The name of the receiver was not found.'],
    ['ENOTFOUND', 'The name of the receiver was not found.'],
    ['ETIMEOUT', 'The name servers of the receiver did not answer.'],
  ])('where its name servers say %s', async (code, error) => {
    for (const one of [resolve4, resolve6]) one.mockRejectedValueOnce(failure(code));
    expect(await post('https://rebind.invalid/')).toEqual({ error });
  });

  it('where its name servers never answer, once the program stops', async () => {
    const cancel = vi.spyOn(Resolver.prototype, 'cancel');
    const cancelled = new Promise<never>((_, fail) => cancel.mockImplementation(() => fail(failure('ECANCELLED'))));
    for (const one of [resolve4, resolve6]) one.mockReturnValueOnce(cancelled as never);
    const stop = new AbortController();
    const sent = send('https://rebind.invalid/', MESSAGE, SECRETS, { allowsLoopback: false, signal: stop.signal });
    stop.abort();
    expect(await sent).toEqual({ error: 'The program was stopped before the receiver answered.' });
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
