/** Bodies are limited before they are read: by the announced length, or by the bytes that arrive without one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeMember } from '../support/accounts.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { openWire } from '../support/wire.ts';

const KIB = 1024;
const LOGIN = '/api/v1/user/auth/login';
const PURCHASE = '/api/v1/user/package/purchase';
const UPDATE = '/api/v1/user/auth/profile/update';
const UPLOAD = '/api/v1/user/media/add';

let site: Site;
let member: Account;
beforeAll(async () => {
  site = await startSite();
  member = await makeMember(site);
});
afterAll(() => site?.remove());

function head(path: string, headers: Record<string, string | number>, method = 'POST'): string {
  const all = { Host: `localhost:${site.port}`, 'X-Forwarded-For': freshIp(), Authorization: member.token, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;

describe('an announced length over the limit is refused before a byte of the body is read', () => {
  test.each([
    ['JSON', PURCHASE, 'application/json', 64 * KIB],
    ['a sign-in', LOGIN, 'application/json', 8 * KIB],
    ['a form', UPDATE, 'application/x-www-form-urlencoded', 64 * KIB],
    ['an upload', UPLOAD, 'multipart/form-data; boundary=x', 6 * 1024 * KIB],
    ['a path that is not there', '/api/v1/nothing', 'application/json', 64 * KIB],
    ['an upload by another spelling', '/api/v1/user/media/add/', 'application/json', 6 * 1024 * KIB],
    ['a page', '/', 'application/x-www-form-urlencoded', 0],
  ])('%s', async (_, path, type, bytesMax) => {
    const wire = await openWire(site.port);
    wire.send(head(path, { 'Content-Type': type, 'Content-Length': bytesMax + 1 }));
    expect(await wire.until(/"requestId"/)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"payload_too_large"/);
    wire.socket.destroy();
  });

  const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' };
  test.each<[string, string, Record<string, string>, number, string]>([
    ['a file', UPLOAD, multipart, 7 * 1024 * KIB, 'The file is 7 MB; at most 5 MB.'],
    [
      'a file, in Hindi',
      UPLOAD,
      { ...multipart, 'X-Language': 'hi' },
      7 * 1024 * KIB,
      'फ़ाइल 7 MB की है; ज़्यादा से ज़्यादा 5 MB की भेज सकते हैं।',
    ],
    [
      'a list of members',
      '/api/v1/admin/member/import/read',
      multipart,
      2 * 1024 * KIB,
      'The file is 2 MB; at most 1 MB.',
    ],
    [
      'a statement',
      '/api/v1/admin/reconciliation/statement/read',
      multipart,
      11.5 * 1024 * KIB,
      'The file is 11.5 MB; at most 10 MB.',
    ],
    ['a call', PURCHASE, { 'Content-Type': 'application/json' }, 80 * KIB, 'What was sent is 80 KB; at most 64 KB.'],
    ['a sign-in', LOGIN, { 'Content-Type': 'application/json' }, 80 * KIB, 'What was sent is 80 KB; at most 8 KB.'],
    ['a page', '/', {}, 10, 'This address takes no data. Please check the address.'],
  ])('the refusal of %s has both figures', async (_, path, headers, length, message) => {
    const wire = await openWire(site.port);
    wire.send(head(path, { ...headers, 'Content-Length': length }));
    const answer = await wire.until(/"requestId":"[^"]+"/);
    expect(Buffer.from(answer, 'latin1').toString('utf8') + answer).toContain(`"message":"${message}"`);
    wire.socket.destroy();
  });

  test('a body within the limit is read', async () => {
    const body = JSON.stringify({ amount: 'x'.repeat(64 * KIB - 13) });
    expect(body.length).toBe(64 * KIB);
    const headers = { 'Content-Type': 'application/json' };
    expect((await site.call('POST', PURCHASE, { body, headers, token: member.token })).status).toBe(422);
  });

  test.each([
    [1000, 'HTTP/1.1 100 Continue'],
    [8 * KIB + 1, 'HTTP/1.1 413 '],
  ])('a client that expects to continue with %i bytes gets %s', async (length, says) => {
    const wire = await openWire(site.port);
    wire.send(head(LOGIN, { 'Content-Type': 'application/json', 'Content-Length': length, Expect: '100-continue' }));
    expect(await wire.until(/\r\n\r\n/)).toContain(says);
    wire.socket.destroy();
  });

  test('the client gets the response even while it is still sending', async () => {
    for (let round = 0; round < 20; round++) {
      const body = new Uint8Array(7 * 1024 * KIB);
      const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
      const answer = await site.call('POST', UPLOAD, { body, headers, token: member.token, ip: freshIp() });
      expect(answer.status).toBe(413);
      expect(answer.body.code).toBe('payload_too_large');
    }
  });
});

describe('a chunked body is cut off at the limit', () => {
  test.each([
    ['JSON', PURCHASE, 'application/json', 64 * KIB, 'What was sent is too large; at most 64 KB.'],
    ['a sign-in', LOGIN, 'application/json', 8 * KIB, 'What was sent is too large; at most 8 KB.'],
    ['a form', UPDATE, 'application/x-www-form-urlencoded', 64 * KIB, 'What was sent is too large; at most 64 KB.'],
    ['an upload', UPLOAD, 'multipart/form-data; boundary=x', 6 * 1024 * KIB, 'The file is too large; at most 5 MB.'],
  ])('%s', async (_, path, type, bytesMax, message) => {
    const wire = await openWire(site.port);
    wire.send(head(path, { 'Content-Type': type, 'Transfer-Encoding': 'chunked' }, path === UPDATE ? 'PUT' : 'POST'));
    for (let sent = 0; sent <= bytesMax; sent += 32 * KIB) wire.send(chunk(32 * KIB));
    const answer = await wire.until(/"requestId"/);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(`"message":"${message}"`);
    wire.socket.destroy();
  });

  test('a page accepts no body', async () => {
    const wire = await openWire(site.port);
    wire.send(head('/', { 'Transfer-Encoding': 'chunked' }));
    expect(await wire.until(/"requestId"/)).toMatch(/^HTTP\/1\.1 413 /);
    wire.socket.destroy();
  });

  test.each([
    ['after a refusal', UPLOAD, '0'.repeat(20)],
    ['after an answer that needed no body', '/api/v1/nothing', ''],
  ])('a flood %s is not read for ever', async (_, path, token) => {
    const wire = await openWire(site.port);
    wire.send(head(path, { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked', Authorization: token }));
    await wire.until(/"requestId"/);
    let sent = 0;
    const block = chunk(256 * KIB);
    const flood = setInterval(() => {
      if (wire.socket.writableLength === 0 && wire.socket.writable) {
        wire.send(block);
        sent += 256 * KIB;
      }
    }, 1);
    const waitedMs = await wire.closed();
    clearInterval(flood);
    expect(waitedMs).toBeLessThan(8_000);
    expect(sent).toBeLessThan(64 * 1024 * KIB);
    expect((await site.call('GET', '/healthz')).status).toBe(200);
  });
});

test('clients that disconnect during a response do not affect others', async () => {
  for (let round = 0; round < 100; round++) {
    const wire = await openWire(site.port);
    wire.send(head(UPDATE, { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }, 'PUT'));
    for (let sent = 0; sent <= 64 * KIB; sent += 32 * KIB) wire.send(chunk(32 * KIB));
    if (round % 2) await wire.until(/HTTP/);
    wire.socket.resetAndDestroy();
  }
  expect((await site.call('GET', '/healthz')).status).toBe(200);
  expect(site.process.exitCode).toBeNull();
});

describe('a request that two parsers could read differently is refused', () => {
  test.each([
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked'],
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5'],
    ['a length that is no number', 'Content-Length: 4x'],
    ['a negative length', 'Content-Length: -1'],
    ['chunks not last', 'Transfer-Encoding: chunked, identity'],
    ['a folded header', 'X-Folded: a\r\n b'],
    ['a space before the colon', 'Content-Length : 4'],
  ])('%s', async (_, lines) => {
    const wire = await openWire(site.port);
    wire.send(`POST ${LOGIN} HTTP/1.1\r\nHost: localhost:${site.port}\r\n${lines}\r\n\r\n0\r\n\r\n`);
    expect(await wire.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 400 /);
    wire.socket.destroy();
  });

  test('headers over the limit', async () => {
    const wire = await openWire(site.port);
    wire.send(`GET / HTTP/1.1\r\nHost: localhost:${site.port}\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(await wire.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 431 /);
    wire.socket.destroy();
  });
});

test('of more parallel uploads than 200 the others get a response to retry later', async () => {
  // New accounts that are not verified have fewer places.
  const members: Account[] = [];
  while (members.length < 208)
    members.push(...(await Promise.all(Array.from({ length: 26 }, () => makeMember(site, { isApproved: true })))));
  const wires = await Promise.all(members.map(() => openWire(site.port)));
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 5_000_000 };
  for (const [n, wire] of wires.entries())
    wire.send(head(UPLOAD, { ...headers, Authorization: members[n]?.token ?? '' }));
  await expect
    .poll(() => wires.filter((wire) => /^HTTP\/1\.1 503 [\s\S]*retry-after: \d/i.test(wire.text())).length)
    .toBe(8);
  for (const wire of wires) wire.socket.destroy();
  await expect
    .poll(async () => (await site.call('POST', UPLOAD, { body: new FormData(), token: member.token })).status)
    .toBe(422);
});
