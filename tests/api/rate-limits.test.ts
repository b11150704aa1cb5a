/** The counters of limits, on the database's clock. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../src/lib/core/errors.ts';
import { refuseKnownNetwork, spendOfNetwork } from '../../src/lib/rate-limits/service.ts';
import { count, deleteEnded, forget, uncount } from '../../src/lib/rate-limits/store.ts';
import type { App } from '../../src/lib/scope.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { APP_SECRET } from '../support/site.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test?.drop());

const platform = () => test.database.platform;
const once = async (key: string): Promise<number> =>
  (await count(platform(), [{ key, windowSeconds: 3_600 }]))[0]?.count ?? 0;
const endsAt = async (key: string): Promise<number> => {
  const { rows } = await sql<{ at: Date }>`SELECT ends_at AS at FROM rate_limits WHERE key = ${key}`.execute(
    platform(),
  );
  return rows[0]?.at.getTime() ?? 0;
};
const endWindow = (key: string) =>
  sql`UPDATE rate_limits SET ends_at = now() - interval '1 second' WHERE key = ${key}`.execute(platform());

describe('a counter', () => {
  it('counts each of 50 parallel calls once', async () => {
    const counts = await Promise.all(Array.from({ length: 50 }, () => once('parallel')));
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
  });

  it('has a window that later calls do not make longer', async () => {
    expect(await once('window')).toBe(1);
    const ends = await endsAt('window');
    for (const counted of [2, 3, 4]) expect(await once('window')).toBe(counted);
    expect(await endsAt('window')).toBe(ends);
  });

  it('begins again from one after its window', async () => {
    for (const counted of [1, 2, 3]) expect(await once('again')).toBe(counted);
    await endWindow('again');
    const [counted] = await count(platform(), [{ key: 'again', windowSeconds: 60 }]);
    expect(counted?.count).toBe(1);
    expect(counted?.secondsLeft).toBeGreaterThan(50);
    expect(await once('again')).toBe(2);
  });

  it('answers in the order of the keys, each for itself', async () => {
    await once('b');
    const both = await count(platform(), [
      { key: 'b', windowSeconds: 60 },
      { key: 'a', windowSeconds: 60 },
    ]);
    expect(both.map((it) => it.count)).toEqual([2, 1]);
  });

  it('takes back one attempt, never below 0, and forgets all', async () => {
    await once('back');
    await uncount(platform(), ['back']);
    await uncount(platform(), ['back']);
    expect(await once('back')).toBe(1);
    await once('back');
    await forget(platform(), 'back');
    expect(await once('back')).toBe(1);
  });

  it('is deleted after its window, and not before', async () => {
    await once('ended');
    await once('live');
    await endWindow('ended');
    await deleteEnded(platform());
    expect([await endsAt('ended'), (await endsAt('live')) > 0]).toEqual([0, true]);
  });
});

describe('a network that was refused', () => {
  it('is refused without a query until its window ends, and served again after it', async () => {
    const app = {
      config: { rateLimits: true },
      secrets: secretsOf(APP_SECRET),
      database: test.database,
    } as unknown as App;
    const limit = { name: 'brief', max: 1, windowSeconds: 2 };
    const ip = '198.51.100.7';
    const outcome = (): Promise<string> =>
      spendOfNetwork(app, limit, ip).then(
        () => 'served',
        (cause: unknown) => (cause instanceof ApiError ? cause.code : String(cause)),
      );
    expect([await outcome(), await outcome()]).toEqual(['served', 'rate_limited']);
    expect(() => refuseKnownNetwork(app, limit, ip)).toThrow(ApiError);
    await expect.poll(outcome, { timeout: 20_000, interval: 200 }).toBe('served');
  });
});
