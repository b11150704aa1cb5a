/** Signatures, tries and addresses of webhooks. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '@/lib/integrations/events/calls.ts';
import { EVENT_ACTIONS, eventType } from '@/lib/integrations/events/rules.ts';
import { isLoopback, isPublicAddress } from '@/lib/integrations/networks.ts';
import { signaturesOf } from '@/lib/integrations/sending/service.ts';
import { urlRefusal, verdictOf } from '@/lib/integrations/webhooks/rules.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const MESSAGE = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  sentAt: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
};

describe('a signature', () => {
  it('is that of the specification for its example', () => {
    expect(signaturesOf(MESSAGE, [SECRET])).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is accepted by the public library, with one secret and with two', () => {
    const other = `whsec_${Buffer.from('another secret of some length').toString('base64')}`;
    const message = { ...MESSAGE, sentAt: new Date() };
    const headers = {
      'webhook-id': message.id,
      'webhook-timestamp': String(Math.floor(message.sentAt.getTime() / 1000)),
      'webhook-signature': signaturesOf(message, [other, SECRET]),
    };
    for (const secret of [SECRET, other])
      expect(new Webhook(secret).verify(message.body, headers)).toEqual({ test: 2432232314 });
    expect(() => new Webhook(SECRET).verify(`${message.body} `, headers)).toThrow();
  });
});

describe('a try', () => {
  it.each([
    [{ status: 200 }, 1, 'DELIVERED', null],
    [{ status: 299 }, 10, 'DELIVERED', null],
    [{ status: 500 }, 1, 'WAITING', 5],
    [{ status: 302 }, 2, 'WAITING', 300],
    [{ status: 404 }, 3, 'WAITING', 1_800],
    [{ error: 'Broken' }, 4, 'WAITING', 7_200],
    [{ error: 'Broken' }, 5, 'WAITING', 18_000],
    [{ error: 'Broken' }, 6, 'WAITING', 36_000],
    [{ error: 'Broken' }, 7, 'WAITING', 50_400],
    [{ error: 'Broken' }, 8, 'WAITING', 72_000],
    [{ error: 'Broken' }, 9, 'WAITING', 86_400],
    [{ error: 'Broken' }, 10, 'FAILED', null],
    [{ status: 410 }, 1, 'FAILED', null],
  ] as const)('with %j as number %i leaves it %s', (outcome, attempts, state, nextInSeconds) => {
    const verdict = verdictOf(outcome, attempts);
    expect(verdict).toMatchObject({ state, nextInSeconds });
    expect(verdict.isGone).toBe('status' in outcome && outcome.status === 410);
    expect(verdict.error === null).toBe(state === 'DELIVERED');
  });
});

describe('an address of a receiver', () => {
  it.each([
    ['https://example.com/events', false, true],
    ['https://example.com:8443/events?a=1', false, true],
    ['http://example.com/events', false, false],
    ['http://127.0.0.1:1234/events', true, true],
    ['https://user:secret@example.com/', false, false],
    ['https://example.com/#part', false, false],
    ['ftp://example.com/', true, false],
    ['example.com', false, false],
    ['', false, false],
  ])('%s, http %s: %s', (url, allowsHttp, isFine) => {
    expect(urlRefusal(url, allowsHttp) === null).toBe(isFine);
  });

  it.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1::1', true],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.100.100.200', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['192.0.0.192', false],
    ['192.168.1.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:93.184.216.34', false],
    ['64:ff9b::a00:1', false],
    ['2001::1', false],
    ['2002:a00:1::1', false],
    ['2001:db8::1', false],
    ['fc00::1', false],
    ['fd00:ec2::254', false],
    ['fe80::1', false],
    ['ff02::1', false],
    ['example.com', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });

  it('may be this machine only in tests', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '10.0.0.1'].map(isLoopback)).toEqual([true, true, true, false]);
  });
});

it('each event has a type with a subject and a verb', () => {
  expect(EVENT_TYPES.filter((type) => !/^[a-z]+\.[a-z_]+$/.test(type))).toEqual([]);
  expect(new Set(EVENT_ACTIONS.map(eventType))).toEqual(new Set(EVENT_TYPES));
});
