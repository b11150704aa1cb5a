/** Slots for reads are bounded, and shared fairly between networks (N13). */
import { expect, test } from 'vitest';
import { createRequestLimit } from '@/lib/http/request-limit.ts';
import { createFairSlots, type FairSlotBounds } from '@/lib/server/fair-slots.ts';

const BOUNDS: FairSlotBounds = { activeMax: 1, activeOfClientMax: 1, waitingMax: 4, waitMsMax: 60_000 };

/** Slots with a clock of the test, and the clients in the order in which they got one. */
function setUp(bounds: Partial<FairSlotBounds> = {}) {
  let nowMs = 0;
  const slots = createFairSlots({ ...BOUNDS, ...bounds }, () => nowMs);
  const order: string[] = [];
  const releases: (() => void)[] = [];
  const come = async (client: string): Promise<string> => {
    const release = await slots.acquire(client);
    if (release === null) return 'refused';
    order.push(client);
    releases.push(release);
    return 'served';
  };
  const settle = (): Promise<void> => new Promise((done) => setImmediate(done));
  const leaveAll = async (): Promise<void> => {
    await settle();
    for (let release = releases.shift(); release; release = releases.shift()) {
      release();
      // A second call releases nothing.
      release();
      await settle();
    }
  };
  const advance = (ms: number): void => {
    nowMs += ms;
  };
  return { slots, order, come, leaveAll, advance };
}

test('no more are active than there are slots, and all that wait are served', async () => {
  const { slots, come, leaveAll } = setUp({ activeMax: 2, waitingMax: 100 });
  const answers = Array.from({ length: 50 }, (_, n) => come(`client ${n % 10}`));
  await new Promise((done) => setImmediate(done));
  expect(slots.activeCount()).toBe(2);
  await leaveAll();
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['served']));
  expect(slots.activeCount()).toBe(0);
});

test('a client that had none in the last seconds goes before those that had some', async () => {
  const { order, come, leaveAll } = setUp();
  const answers = [come('flood'), come('flood'), come('flood'), come('newcomer')];
  await leaveAll();
  await Promise.all(answers);
  expect(order).toEqual(['flood', 'newcomer', 'flood', 'flood']);
});

test('when nobody more may wait, the client with the most loses one, and an equal is refused', async () => {
  const { come, leaveAll } = setUp();
  const flood = [come('flood'), come('flood'), come('flood'), come('flood'), come('flood')];
  const newcomer = come('newcomer');
  const more = come('flood');
  await leaveAll();
  expect(await newcomer).toBe('served');
  expect(await more).toBe('refused');
  expect((await Promise.all(flood)).filter((answer) => answer === 'refused')).toHaveLength(1);
});

test('what a client had counts for some seconds', async () => {
  const { order, come, leaveAll, advance } = setUp();
  await Promise.all([come('early'), leaveAll()]);
  advance(20_000);
  const answers = [come('other'), come('early'), come('newcomer')];
  await leaveAll();
  await Promise.all(answers);
  expect(order).toEqual(['early', 'other', 'early', 'newcomer']);
});

test('one client never has all slots', async () => {
  const { slots, order, come, leaveAll } = setUp({ activeMax: 3, activeOfClientMax: 2, waitingMax: 100 });
  const answers = [come('flood'), come('flood'), come('flood'), come('flood'), come('other')];
  await new Promise((done) => setImmediate(done));
  expect(order).toEqual(['flood', 'flood', 'other']);
  expect(slots.activeCount()).toBe(3);
  await leaveAll();
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['served']));
});

test('a client that waits too long is refused', async () => {
  const { come } = setUp({ waitMsMax: 1 });
  void come('first');
  expect(await come('second')).toBe('refused');
});

test('a network has a limit for a second and one for a minute, and a /48 four times that of a /64', () => {
  let nowMs = 0;
  const secondsToWait = createRequestLimit({ perSecond: 3, perMinute: 5 }, () => nowMs);
  const many = (count: number, ip: string): number[] => Array.from({ length: count }, () => secondsToWait(ip));
  expect(many(4, '192.0.2.1')).toEqual([0, 0, 0, 1]);
  expect(many(1, '192.0.2.2')).toEqual([0]);
  nowMs = 1_000;
  expect(many(2, '192.0.2.1')).toEqual([0, 59]);
  nowMs = 60_000;
  expect(many(1, '192.0.2.1')).toEqual([0]);
  const ofOneSite = Array.from({ length: 13 }, (_, n) => secondsToWait(`2001:db8:0:${n}::1`));
  expect(ofOneSite.filter((seconds) => seconds === 0)).toHaveLength(12);
  expect(secondsToWait('2001:db8:1::1')).toBe(0);
});
