import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { withDeadline } from '../../src/lib/mail/worker/deadline.ts';

/** Work that ends only when its signal does. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const never = (): AbortSignal => new AbortController().signal;

describe('work with a deadline', () => {
  it('gives its result, and leaves neither a timer nor a listener', async () => {
    const signal = never();
    const before = timers();
    const during = await withDeadline(signal, 600_000, async () => [
      timers() - before,
      getEventListeners(signal, 'abort').length,
    ]);
    expect(during).toEqual([1, 1]);
    expect([timers() - before, getEventListeners(signal, 'abort').length]).toEqual([0, 0]);
  });

  it('leaves neither when it fails', async () => {
    const signal = never();
    const before = timers();
    await expect(withDeadline(signal, 600_000, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect([timers() - before, getEventListeners(signal, 'abort').length]).toEqual([0, 0]);
  });

  it('is ended by its time', async () => {
    await expect(withDeadline(never(), 1, untilAborted)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('is ended by the other signal, with its reason, also by one that was aborted before', async () => {
    const stop = new AbortController();
    const work = withDeadline(stop.signal, 600_000, untilAborted);
    stop.abort(new Error('the program stops'));
    await expect(work).rejects.toThrow('the program stops');
    await expect(withDeadline(stop.signal, 600_000, untilAborted)).rejects.toThrow('the program stops');
  });
});
