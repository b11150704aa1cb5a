import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  backoffSeconds,
  DEFERRED_SECONDS_MAX,
  domainOf,
  failureOf,
  isGivenUp,
  isOneAddress,
  isTooLate,
  laneOf,
  messageIdOf,
  oneLine,
  outboxName,
  PACE,
  REFUSALS_MAX,
  redacted,
  senderOf,
  smtpServerOf,
} from '@/lib/mail/rules.ts';

describe('what a failed delivery means', () => {
  test.each([
    ['ECONNECTION', 'CONN', null, 'server'],
    ['ETIMEDOUT', 'CONN', null, 'server'],
    ['EDNS', '', null, 'server'],
    ['EAUTH', 'AUTH PLAIN', 535, 'server'],
    ['EENVELOPE', 'MAIL FROM', 553, 'server'],
    ['EENVELOPE', 'RCPT TO', 421, 'server'],
    ['EENVELOPE', 'DATA', 503, 'server'],
    ['EENVELOPE', 'RCPT TO', 450, 'later'],
    ['EMESSAGE', 'DATA', 451, 'later'],
    ['EENVELOPE', 'RCPT TO', 550, 'never'],
    ['EMESSAGE', 'DATA', 554, 'never'],
    ['EENVELOPE', 'API', null, 'never'],
    ['EMESSAGE', 'MAIL FROM', null, 'never'],
  ])('%s at %s with %s is %s', (code, command, responseCode, failure) => {
    expect(failureOf({ code, command, responseCode })).toBe(failure);
  });

  test('a rejection ends a mail after a few tries, a deferral after days, a failure of the server never', () => {
    // A server may refuse wrongly while it starts.
    expect(REFUSALS_MAX).toBeGreaterThanOrEqual(3);
    expect(isGivenUp('never', REFUSALS_MAX - 1, 0)).toBe(false);
    expect(isGivenUp('never', REFUSALS_MAX, 0)).toBe(true);
    expect(isGivenUp('later', 1000, DEFERRED_SECONDS_MAX - 1)).toBe(false);
    expect(isGivenUp('later', 1, DEFERRED_SECONDS_MAX)).toBe(true);
    expect(isGivenUp('server', 1_000_000, 1e9)).toBe(false);
  });

  test('a code is not sent after it has expired; other mails never expire', () => {
    expect(isTooLate(599.9, 600)).toBe(false);
    expect(isTooLate(600, 600)).toBe(true);
    expect(isTooLate(1e9, null)).toBe(false);
  });
});

test.each([
  [0, ['reset-code', 'super-admin-code', 'already-registered']],
  [1, ['purchase-approved', 'purchase-question', 'reward-held', 'account-blocked', 'new-device', 'settings-proposed']],
  [2, ['welcome', 'purchase-submitted', 'invitation']],
  [3, ['announcement', 'reminder-order']],
] as const)('lane %s has %s', (lane, kinds) => {
  expect(kinds.map(laneOf)).toEqual(kinds.map(() => lane));
});

describe('the retry delays', () => {
  test('grow from 5 seconds to half an hour and remain there', () => {
    const longest = (tries: number) => backoffSeconds(tries, PACE.retryFirstSeconds, PACE.retryMaxSeconds, 1);
    expect([1, 2, 3, 4, 9, 10, 500].map(longest)).toEqual([5, 10, 20, 40, 1280, 1800, 1800]);
  });

  test('are between half of the step and the whole of it', () => {
    const random = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), random, (tries, chance) => {
        const seconds = backoffSeconds(tries, 5, 1800, chance);
        return seconds >= 2.5 && seconds <= 1800;
      }),
    );
  });
});

describe('texts in headers, file names and logs', () => {
  test('any text becomes one bounded line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const line = oneLine(text, 60);
        expect([...line].length).toBeLessThanOrEqual(60);
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
      }),
    );
    expect(oneLine('Asha\r\nBcc: all@example.com', 60)).toBe('Asha Bcc: all@example.com');
  });

  test.each([
    ['asha@example.com', true],
    ['asha+token@mail.example.co.in', true],
    ['आशा@example.com', true],
    ['a@example.com, b@example.com', false],
    ['Asha <a@example.com>', false],
    ['a@example.com\r\nRCPT TO:<b@example.com>', false],
    ['a@b@example.com', false],
    ['asha', false],
  ])('%j is one address: %s', (address, one) => {
    expect(isOneAddress(address)).toBe(one);
  });

  test('a server that echoes the mail cannot bring codes or addresses into the log', () => {
    const logged = redacted('550 5.7.1 <asha@example.com> rejected: "Your code is 482913"\r\n or 4829 1377');
    expect(logged).not.toMatch(/asha|482913|1377/);
    expect(logged).toContain('550 5.7.1');
  });

  test('names and numbers of mails', () => {
    const id = '6b3f9d0e-0000-4000-8000-000000000001';
    expect(domainOf('Moo <no-reply@Sale.Example.com>')).toBe('sale.example.com');
    expect(domainOf('nothing')).toBe('localhost');
    expect(messageIdOf(id, 'example.com')).toBe(`<${id}@example.com>`);
    expect(outboxName(id, new Date('2026-11-21T03:42:09.120Z'))).toBe(`20261121T034209.120Z-${id}.eml`);
  });
});

describe('the mail server', () => {
  test.each([
    ['smtp://mail.example.com', 'required'],
    ['smtp://0.0.0.0:25', 'required'],
    ['smtp://127.example.com', 'required'],
    ['smtp://localhost.example.com', 'required'],
    ['smtp://mail.example.com?tls=off', 'off'],
    ['smtp://localhost:25', 'offered'],
    ['smtp://LOCALHOST', 'offered'],
    ['smtp://127.0.0.1:1025', 'offered'],
    ['smtp://[::1]:25', 'offered'],
    ['smtps://mail.example.com', 'first'],
    ['smtps://localhost', 'first'],
  ])('%s: TLS is %s', (url, tls) => {
    expect(smtpServerOf(url).tls).toBe(tls);
  });

  test('host, port, user and password are read as written', () => {
    expect(smtpServerOf('smtp://sale%40example.com:p%40ss%3Aword@mail.example.com:2525')).toEqual({
      host: 'mail.example.com',
      port: 2525,
      user: 'sale@example.com',
      password: 'p@ss:word',
      tls: 'required',
    });
    expect(smtpServerOf('smtps://u:50%off@[2001:db8::1]')).toMatchObject({
      host: '2001:db8::1',
      port: null,
      password: '50%off',
    });
  });
});

describe('the sender of a mail', () => {
  const own = { companyId: null, tokenSymbol: 'COWL' };
  const cowl = { id: 'a', symbol: 'COWL', tokenName: 'Cowl' };
  const other = { id: 'b', symbol: 'GLXY', tokenName: 'Galaxia' };
  const ADDRESS = 'no-reply@sale.example';
  test.each([
    [`Sale desk <${ADDRESS}>`, cowl, 'Sale desk'],
    [`"Sale, desk" <${ADDRESS}>`, cowl, 'Sale, desk'],
    [`Sale desk <${ADDRESS}>`, other, 'Galaxia'],
    [`Sale desk <${ADDRESS}>`, null, 'Sale desk'],
    [ADDRESS, cowl, 'Cowl'],
    [` ${ADDRESS} `, other, 'Galaxia'],
    [`<${ADDRESS}>`, cowl, 'Cowl'],
    [ADDRESS, null, ''],
    [ADDRESS, { ...other, tokenName: 'Two\r\nBcc: x@example.com' }, 'Two Bcc: x@example.com'],
  ])('%j, of the company %j', (from, company, name) => {
    expect(senderOf(from, company, own)).toEqual({ name, address: ADDRESS });
  });
  test('a configured id takes precedence', () => {
    const byId = { companyId: 'b', tokenSymbol: 'COWL' };
    expect(senderOf(`Sale <${ADDRESS}>`, other, byId).name).toBe('Sale');
    expect(senderOf(`Sale <${ADDRESS}>`, cowl, byId).name).toBe('Cowl');
  });
});
