import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE_WRONG } from '@/lib/auth/contract.ts';
import { makeMember, makeSuper, PASSWORD } from '../support/accounts.ts';
import {
  ageCodes,
  askCode,
  endWindows,
  freshCode,
  mailsTo,
  newAddress,
  otherCode,
  type Purpose,
  redeem,
  requestCode,
} from '../support/codes.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const PURPOSES: readonly Purpose[] = ['register', 'reset', 'super'];

async function addressFor(purpose: Purpose): Promise<string> {
  if (purpose === 'reset') return (await makeMember(site)).email;
  return purpose === 'super' ? (await makeSuper(site)).email : newAddress();
}

const many = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)));
const isDone = ({ status }: Answer): boolean => status === 200 || status === 201;
const isWrong = (answer: Answer): boolean => answer.status === 422 && answer.body.message === CODE_WRONG;

/** Guesses wrongly without a challenge, with a strange one and with one of their own, and requests codes. */
async function strangersAttack(purpose: Purpose, email: string, code: string): Promise<void> {
  await many(40, () => redeem(site, purpose, email, otherCode(code)));
  await many(20, (n) => redeem(site, purpose, email, otherCode(code), { challenge: String(n).padStart(43, 'x') }));
  const requests = await many(40, () => askCode(site, purpose, email));
  for (const { body } of requests) {
    const challenge = body.data?.challenge;
    if (challenge) await many(3, () => redeem(site, purpose, email, otherCode(code), { challenge }));
  }
}

describe('H5: strangers use up the tries and the requests for codes of an address', () => {
  describe.each(PURPOSES)('a code for %s', (purpose) => {
    it('works in the browser that requested it, whatever strangers guess and request', async () => {
      const email = await addressFor(purpose);
      const { code, cookie } = await requestCode(site, purpose, email);
      expect(cookie).toMatch(/^codeChallenge=[\w-]{43}$/);
      await strangersAttack(purpose, email, code);
      expect(isDone(await redeem(site, purpose, email, code, { cookie }))).toBe(true);
    });

    it('works for a client that sends the challenge without a cookie, from another network', async () => {
      const email = await addressFor(purpose);
      const { code, challenge } = await requestCode(site, purpose, email);
      await many(10, () => redeem(site, purpose, email, otherCode(code)));
      expect(isWrong(await redeem(site, purpose, email, code))).toBe(true);
      expect(isDone(await redeem(site, purpose, email, code, { challenge }))).toBe(true);
    });

    it('works without a challenge after codes that strangers on other networks requested', async () => {
      const email = await addressFor(purpose);
      const ip = freshIp();
      const code = await freshCode(site, purpose, email, ip);
      await many(10, () => askCode(site, purpose, email));
      expect(isDone(await redeem(site, purpose, email, code, { ip }))).toBe(true);
    });

    it('has its own tries for its challenge, and no more', async () => {
      const email = await addressFor(purpose);
      const { code, challenge } = await requestCode(site, purpose, email);
      const triesMax = purpose === 'super' ? 3 : 5;
      await many(triesMax, () => redeem(site, purpose, email, otherCode(code), { challenge }));
      // The tries without a challenge are another counter, so they are used up too.
      await many(triesMax, () => redeem(site, purpose, email, otherCode(code)));
      expect(isWrong(await redeem(site, purpose, email, code, { challenge }))).toBe(true);
    });

    it('is replaced by the next one of the same browser, and ends when another one is used', async () => {
      const email = await addressFor(purpose);
      const first = await requestCode(site, purpose, email);
      await ageCodes(site, 180);
      const second = await requestCode(site, purpose, email, { cookie: first.cookie });
      expect(second.challenge).toBe(first.challenge);
      const elsewhere = await requestCode(site, purpose, email);
      if (first.code !== second.code)
        expect(isWrong(await redeem(site, purpose, email, first.code, { cookie: first.cookie }))).toBe(true);
      expect(isDone(await redeem(site, purpose, email, second.code, { cookie: second.cookie }))).toBe(true);
      expect(isDone(await redeem(site, purpose, email, elsewhere.code, { cookie: elsewhere.cookie }))).toBe(false);
    });

    it('can be requested by the owner after one network has used up its requests', async () => {
      const email = await addressFor(purpose);
      const ip = freshIp();
      for (let n = 0; n < 8; n++) {
        await askCode(site, purpose, email, ip);
        await ageCodes(site, 180);
      }
      expect((await askCode(site, purpose, email, ip)).status).toBe(429);
      const { code, cookie } = await requestCode(site, purpose, email);
      expect(isDone(await redeem(site, purpose, email, code, { cookie }))).toBe(true);
    });

    it('is requested alike for known and unknown addresses', async () => {
      const seen = async (email: string): Promise<unknown> => {
        const { status, body, headers, text } = await askCode(site, purpose, email);
        const cookie = headers.get('set-cookie')?.replace(/=[\w-]{43};/, '=…;');
        return [status, body.message, Object.keys(body.data), text.length, [...headers.keys()].sort(), cookie];
      };
      const known = purpose === 'register' ? (await makeMember(site)).email : await addressFor(purpose);
      expect(await seen(known)).toEqual(await seen(newAddress()));
    });
  });

  it('a browser that has signed in before gets its code after strangers have used up the requests of the address', async () => {
    const { email } = await makeMember(site);
    const ip = freshIp();
    const signIn = await site.call('POST', '/api/v1/user/auth/login', {
      ip,
      headers: { Origin: site.url },
      body: { user: email, password: PASSWORD },
    });
    const cookies = signIn.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    const device = cookies.find((cookie) => cookie.startsWith('deviceToken=')) ?? '';
    expect(signIn.headers.getSetCookie().every((cookie) => cookie.includes('HttpOnly; SameSite=Lax'))).toBe(true);
    expect(device).toMatch(/^deviceToken=[\w-]{43}$/);
    const stored = await sql<{ hash: string }>`SELECT encode(device_hash, 'base64') AS hash FROM known_devices`.execute(
      site.database.platform,
    );
    expect(JSON.stringify(stored.rows)).not.toContain(device.split('=')[1]);

    await many(60, () => askCode(site, 'reset', email));
    expect((await askCode(site, 'reset', email)).status).toBe(429);
    const { code, cookie } = await requestCode(site, 'reset', email, { ip: freshIp(), cookie: device });
    expect(isDone(await redeem(site, 'reset', email, code, { cookie }))).toBe(true);
    // A new password forgets the browsers that knew the old one.
    expect((await askCode(site, 'reset', email, { cookie: device })).status).toBe(429);
  });

  it('the tries of strangers with challenges of their own are bounded for the address', async () => {
    const { email } = await makeMember(site);
    const requests = await many(40, () => askCode(site, 'reset', email));
    const challenges = requests.filter(isDone).map(({ body }) => body.data.challenge as string);
    expect(challenges.length).toBe(31);
    for (const challenge of challenges) await many(5, () => redeem(site, 'reset', email, '000000', { challenge }));
    const { rows } = await sql<{ own: number; other: number }>`
      SELECT sum(5 - tries_left)::int AS own, sum(5 - other_tries_left)::int AS other FROM codes
      WHERE address = ${email}`.execute(site.database.platform);
    expect(rows[0]?.own).toBeLessThanOrEqual(20 + challenges.length);
    // Of the tries without a challenge, 20 and then one an hour were compared; a counted one is not always compared.
    const { rows: compared } = await sql<{ count: number }>`
      SELECT count FROM rate_limits WHERE key LIKE 'code-wrong:%' ORDER BY count DESC LIMIT 1`.execute(
      site.database.platform,
    );
    expect(compared[0]?.count).toBeGreaterThanOrEqual(rows[0]?.other ?? 0);
    expect((await mailsTo(site, email)).filter(({ kind }) => kind === 'reset-code').length).toBe(31);
    await endWindows(site, 'code-all', 'code-all-slow', 'code-own');
    const { code, challenge } = await requestCode(site, 'reset', email);
    expect(isDone(await redeem(site, 'reset', email, code, { challenge }))).toBe(true);
  });
});
