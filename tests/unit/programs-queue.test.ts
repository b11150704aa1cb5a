import { describe, expect, test } from 'vitest';
import { CompanyQueue } from '@/lib/programs/queue/service.ts';

const BOUNDS = {
  hourlyMs: 1_000,
  waitingMax: 3,
  usedUp: (minutes: number) => `${minutes} minutes`,
  allWait: 'all wait',
};

/** A queue with a clock of the test, work that ends when the test ends it, and the names in their order. */
function setUp() {
  let nowMs = 0;
  const queue = new CompanyQueue(BOUNDS, () => nowMs);
  const order: string[] = [];
  let finish: (ms: number) => void = () => {};
  const take = (companyId: string, name = companyId, signal?: AbortSignal): Promise<string> =>
    queue.take(
      companyId,
      () => {
        order.push(name);
        return new Promise<string>((done) => {
          finish = (ms) => {
            nowMs += ms;
            done(name);
          };
        });
      },
      signal,
    );
  /** Ends the present work after some milliseconds, and lets the next begin. */
  const end = async (ms: number): Promise<void> => {
    finish(ms);
    await new Promise(setImmediate);
  };
  const wait = (ms: number): void => {
    nowMs += ms;
  };
  return { take, end, wait, order };
}

describe('a queue of companies', () => {
  test('one company with many waits for another with one', async () => {
    const { take, end, order } = setUp();
    const all = [take('A', 'A1'), take('A', 'A2'), take('A', 'A3'), take('B', 'B1'), take('C', 'C1')];
    for (let at = 0; at < all.length; at += 1) await end(100);
    expect(await Promise.all(all)).toHaveLength(5);
    expect(order).toEqual(['A1', 'B1', 'C1', 'A2', 'A3']);
  });

  test('who used less in this hour goes first, and after the hour the past is forgotten', async () => {
    const { take, end, wait, order } = setUp();
    const first = take('A', 'A1');
    await end(500);
    await first;
    const second = take('B', 'B1');
    const rest = [take('A', 'A2'), take('B', 'B2')];
    await end(100);
    await end(100);
    await end(100);
    await Promise.all([second, ...rest]);
    expect(order).toEqual(['A1', 'B1', 'B2', 'A2']);
    wait(3_600_000);
    const later = [take('C', 'C1'), take('A', 'A3'), take('B', 'B3')];
    for (let at = 0; at < later.length; at += 1) await end(1);
    await Promise.all(later);
    expect(order.slice(4)).toEqual(['C1', 'A3', 'B3']);
  });

  test('a company that used its time of an hour gets the time until it may go on; others go on', async () => {
    const { take, end, wait } = setUp();
    const first = take('A');
    await end(1_000);
    await first;
    await expect(take('A')).rejects.toMatchObject({ code: 'rate_limited', message: '60 minutes' });
    const other = take('B');
    await end(1);
    expect(await other).toBe('B');
    wait(3_600_000);
    const again = take('A');
    await end(1);
    expect(await again).toBe('A');
  });

  test('more than its places can wait is refused, without a trace', async () => {
    const { take, end } = setUp();
    const all = [take('A'), take('A'), take('A'), take('A')];
    await expect(take('A')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'all wait',
      headers: { 'Retry-After': '5' },
    });
    for (let at = 0; at < all.length; at += 1) await end(1);
    expect(await Promise.all(all)).toHaveLength(4);
  });

  test('who stops waiting leaves no turn behind, and a failure ends its own turn alone', async () => {
    const { take, end, order } = setUp();
    const first = take('A', 'A1');
    const gone = new AbortController();
    const second = take('B', 'B1', gone.signal);
    const third = take('C', 'C1');
    gone.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await end(1);
    await end(1);
    expect(await Promise.all([first, third])).toEqual(['A1', 'C1']);
    expect(order).toEqual(['A1', 'C1']);
    const queue = new CompanyQueue(BOUNDS);
    await expect(queue.take('A', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await queue.take('A', async () => 'next')).toBe('next');
  });
});
