/** Accounts cannot be enumerated: known and unknown addresses, interleaved, get the same response in the same time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { askCode, newAddress, redeem } from '../support/codes.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const ROUNDS = 60;
/**
 * A busy machine spreads single answers over tens of milliseconds. Where the medians are too far apart, more is
 * measured and all of it judged together, never the best block: noise averages out, a difference in the work remains.
 */
const BLOCKS_MAX = 10;
/** The largest allowed difference of the medians. */
const APART_MS_MAX = 5;

const median = (times: number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

/** Everything in a response that a client can see, except the parts that differ for every call. */
function seen({ status, body, headers }: Answer): unknown {
  const { requestId: _, data, ...rest } = body;
  // A challenge is a random text, always of one length.
  const shown = data?.challenge === undefined ? data : { ...data, challenge: data.challenge.length };
  return [status, rest, shown, [...headers.keys()].sort(), headers.get('content-length')];
}

const signIn = (side: 'user' | 'company', email: string) =>
  site.call('POST', `/api/v1/${side}/auth/login`, {
    ip: freshIp(),
    body: { [side === 'user' ? 'user' : 'email']: email, password: 'not this password' },
  });
const member = async () => (await makeMember(site)).email;
const blocked = async () => (await makeMember(site, { status: 'BLOCKED' })).email;
const admin = async () => (await makeAdmin(site)).email;
const superAdmin = async () => (await makeSuper(site)).email;

const CALLS: readonly [string, () => Promise<string>, (email: string) => Promise<Answer>][] = [
  ['sign-in of a member', member, (email) => signIn('user', email)],
  ['sign-in of a blocked member', blocked, (email) => signIn('user', email)],
  ['sign-in of an admin', admin, (email) => signIn('company', email)],
  ['sign-in of a member as admin', member, (email) => signIn('company', email)],
  ['registration code', member, (email) => askCode(site, 'register', email)],
  ['registration', member, (email) => redeem(site, 'register', email, '123456')],
  ['reset code', member, (email) => askCode(site, 'reset', email)],
  ['reset code of a blocked member', blocked, (email) => askCode(site, 'reset', email)],
  ['reset', member, (email) => redeem(site, 'reset', email, '123456')],
  ['super admin code', superAdmin, (email) => askCode(site, 'super', email)],
  ['super admin sign-in', superAdmin, (email) => redeem(site, 'super', email, '12345678')],
];

describe('known and unknown addresses', () => {
  it.each(CALLS)(
    '%s',
    async (name, makeKnown, call) => {
      const times = { known: [] as number[], unknown: [] as number[] };
      const answers = new Set<string>();
      const measure = async (kind: 'known' | 'unknown', email: string): Promise<void> => {
        const from = performance.now();
        const answer = await call(email);
        times[kind].push(performance.now() - from);
        // Addresses of the same length, so that a response that repeats one would have the same length.
        answers.add(JSON.stringify(seen(answer)));
      };
      await measure('unknown', newAddress());
      await measure('unknown', newAddress());
      times.unknown.length = 0;
      const difference = (): number => Math.abs(median(times.known) - median(times.unknown));
      for (let block = 0; block === 0 || (block < BLOCKS_MAX && difference() >= APART_MS_MAX); block++) {
        const known: string[] = [];
        for (let n = 0; n < ROUNDS; n++) known.push(await makeKnown());
        for (const [n, email] of known.entries()) {
          if (n % 2 === 0) await measure('known', email);
          await measure('unknown', newAddress());
          if (n % 2 === 1) await measure('known', email);
        }
      }
      const [a, b] = [median(times.known), median(times.unknown)];
      const count = times.known.length;
      process.stdout.write(`  ${name}: known ${a.toFixed(2)} ms, unknown ${b.toFixed(2)} ms (medians of ${count})\n`);
      expect([...answers].length, [...answers].join('\n')).toBe(1);
      expect(difference()).toBeLessThan(APART_MS_MAX);
    },
    360_000,
  );

  it('get the same limits: the second request within the waiting time', async () => {
    for (const purpose of ['register', 'reset'] as const) {
      const answers: unknown[] = [];
      for (const email of [await member(), newAddress()]) {
        await askCode(site, purpose, email);
        const { status, headers } = await askCode(site, purpose, email);
        answers.push([status, [...headers.keys()].sort()]);
      }
      expect(answers[0]).toEqual(answers[1]);
    }
  });

  it('an unknown address gets no mail, a known one does', async () => {
    const [known, stranger] = [await member(), newAddress()];
    await askCode(site, 'reset', known);
    await askCode(site, 'reset', stranger);
    await site.mail(known);
    for (let round = 0; ; round++) {
      const row = await site.database.platform
        .selectFrom('mails')
        .select(['state', 'payload'])
        .where('to_address', '=', stranger)
        .executeTakeFirstOrThrow();
      if (row.state === 'DISCARDED') return expect(row.payload).toBeNull();
      expect(round).toBeLessThan(100);
      await new Promise((done) => setTimeout(done, 50));
    }
  });
});
