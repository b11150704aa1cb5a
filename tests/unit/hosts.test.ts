/** Which hosts are served while the database is unavailable. */
import { expect, test, vi } from 'vitest';
import { createHostDirectory } from '../../src/lib/server/hosts.ts';

test('a result is cached for five seconds, and longer while the database is unavailable; an unknown name is never guessed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const away = new Error('away');
    const ask = vi.fn(async (name: string) => name === 'acw.example');
    const hosts = createHostDirectory(ask);
    expect(await hosts.has('acw.example')).toBe(true);
    expect(await hosts.has('other.example')).toBe(false);
    vi.advanceTimersByTime(4_900);
    expect(hosts.has('acw.example')).toBe(true);
    expect(ask).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(200);
    ask.mockRejectedValue(away);
    expect(await hosts.has('acw.example')).toBe(true);
    expect(await hosts.has('other.example')).toBe(false);
    await expect(Promise.resolve(hosts.has('new.example'))).rejects.toBe(away);
    ask.mockResolvedValue(false);
    expect(await hosts.has('acw.example')).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
