/** Codes can't be guessed or reused, and nobody can be flooded with them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE_WRONG } from '@/lib/auth/contract.ts';
import { makeCompany, makeMember, makeSuper } from '../support/accounts.ts';
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
} from '../support/codes.ts';
import { type Answer, APP_SECRET, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const PURPOSES: readonly Purpose[] = ['register', 'reset', 'super'];
const TRIES: Record<Purpose, number> = { register: 5, reset: 5, super: 3 };

/** An address that the purpose's codes work for. */
async function addressFor(purpose: Purpose): Promise<string> {
  if (purpose === 'reset') return (await makeMember(site)).email;
  return purpose === 'super' ? (await makeSuper(site)).email : newAddress();
}

const many = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)));
const passed = (answers: Answer[]): number => answers.filter((a) => a.status < 300).length;
const isWrong = (answer: Answer): boolean => answer.status === 422 && answer.body.message === CODE_WRONG;

describe.each(PURPOSES)('a code for %s', (purpose) => {
  it('is right once', async () => {
    const email = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    expect(code.length).toBe(purpose === 'super' ? 8 : 6);
    expect(passed([await redeem(site, purpose, email, code)])).toBe(1);
    expect(isWrong(await redeem(site, purpose, email, code))).toBe(true);
  });

  it('used fifty times at once works exactly once', async () => {
    const email = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    const answers = await many(50, () => redeem(site, purpose, email, code));
    expect(passed(answers)).toBe(1);
    expect(answers.filter(isWrong).length).toBe(49);
  });

  it('is dead after its tries: a hundred guesses at once, the right one among them, open nothing', async () => {
    const email = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    for (let n = 0; n < TRIES[purpose]; n++)
      expect(isWrong(await redeem(site, purpose, email, otherCode(code)))).toBe(true);
    const guesses = await many(100, (n) => redeem(site, purpose, email, n % 10 === 0 ? code : otherCode(code)));
    expect(passed(guesses)).toBe(0);
    expect(guesses.every(isWrong)).toBe(true);
  });

  it('a hundred wrong guesses at once get no more than its tries', async () => {
    const email = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    await many(100, () => redeem(site, purpose, email, otherCode(code)));
    const row = await site.database.platform
      .selectFrom('codes')
      .select(['tries_left', 'used_at'])
      .where('address', '=', email)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ tries_left: 0, used_at: null });
    expect(isWrong(await redeem(site, purpose, email, code))).toBe(true);
  });

  it('is dead once a newer one went out, and the newer one works', async () => {
    const email = await addressFor(purpose);
    const old = await freshCode(site, purpose, email);
    await ageCodes(site, purpose === 'super' ? 179 : 60);
    const code = await freshCode(site, purpose, email);
    if (old !== code) expect(isWrong(await redeem(site, purpose, email, old))).toBe(true);
    expect(passed([await redeem(site, purpose, email, code)])).toBe(1);
  });

  it('is dead after its time', async () => {
    const email = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    await ageCodes(site, purpose === 'super' ? 181 : 601);
    expect(isWrong(await redeem(site, purpose, email, code))).toBe(true);
  });

  it('opens nothing for another address', async () => {
    const email = await addressFor(purpose);
    const other = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    await freshCode(site, purpose, other);
    const answer = await redeem(site, purpose, other, code);
    expect(isWrong(answer)).toBe(true);
  });

  it('waits before the next: 429 with Retry-After, and the first stays good', async () => {
    const email = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    const answers = await many(5, () => askCode(site, purpose, email));
    for (const answer of answers) {
      expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
      const wait = Number(answer.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(purpose === 'super' ? 179 : 60);
    }
    expect(passed([await redeem(site, purpose, email, code)])).toBe(1);
  });

  it('asked for by twenty at once goes out once', async () => {
    const email = await addressFor(purpose);
    const answers = await many(20, () => askCode(site, purpose, email));
    expect(passed(answers)).toBe(1);
    expect((await mailsTo(site, email)).length).toBe(1);
  });
});

describe('a code', () => {
  it('of one purpose opens nothing of another', async () => {
    const { email } = await makeMember(site);
    const reset = await freshCode(site, 'reset', email);
    const newcomer = newAddress();
    const register = await freshCode(site, 'register', newcomer);
    expect(isWrong(await redeem(site, 'register', email, reset))).toBe(true);
    expect(isWrong(await redeem(site, 'reset', newcomer, register))).toBe(true);
  });

  it('of one company opens nothing in another', async () => {
    const companyId = await makeCompany(site);
    const { databaseUrl } = site;
    const email = newAddress();
    // Asked for before the other starts: without SMTP each program puts the mails that it sends into its own outbox.
    const code = await freshCode(site, 'register', email);
    const other = await startSite({
      databaseUrl: databaseUrl ?? '',
      env: { DATABASE_URL: databaseUrl ?? '', APP_SECRET, COMPANY_ID: companyId },
    });
    try {
      expect(isWrong(await redeem(other, 'register', email, code))).toBe(true);
      // Nor is one site's try counted on the other.
      expect(passed([await redeem(site, 'register', email, code)])).toBe(1);
    } finally {
      await other.stop();
      await other.database.close();
    }
  });

  it('stands nowhere in the clear: not in the tables, the log, a subject or an answer', async () => {
    const email = newAddress();
    const code = await freshCode(site, 'register', email);
    const row = await site.database.platform
      .selectFrom('codes')
      .select('code_hash')
      .where('address', '=', email)
      .executeTakeFirstOrThrow();
    expect(row.code_hash.length).toBe(32);
    const mails = await site.database.platform
      .selectFrom('mails')
      .selectAll()
      .where('to_address', '=', email)
      .execute();
    for (const mail of mails) {
      expect(mail.subject).not.toContain(code);
      expect(mail.payload?.toString('latin1') ?? '').not.toContain(code);
    }
    expect(site.output()).not.toContain(code);
  });
});

describe('limits', () => {
  it('a thousand requests for one address over a day send at most ten mails', async () => {
    const email = newAddress();
    let limited = 0;
    for (let batch = 0; batch < 50; batch++) {
      const answers = await many(20, () => askCode(site, 'register', email));
      limited += answers.filter((a) => a.status === 429).length;
      await ageCodes(site, 61);
      await endWindows(site, 'code-hour');
    }
    const mails = await mailsTo(site, email);
    expect(mails.length).toBeLessThanOrEqual(10);
    expect(mails.length).toBeGreaterThan(0);
    expect(limited).toBe(1000 - mails.length);
  });

  it('five an hour for an address, over registration and reset together', async () => {
    const { email } = await makeMember(site);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      statuses.push((await askCode(site, n % 2 ? 'register' : 'reset', email)).status);
      await ageCodes(site, 61);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('twenty an hour for a client', async () => {
    const ip = freshIp();
    const statuses: number[] = [];
    for (let n = 0; n < 22; n++) statuses.push((await askCode(site, 'register', newAddress(), ip)).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
  });

  it('twenty wrong tries a day for an address over all its codes; then the right one is refused too', async () => {
    const { email } = await makeMember(site);
    for (let round = 0; round < 4; round++) {
      const code = await freshCode(site, 'reset', email);
      await many(5, () => redeem(site, 'reset', email, otherCode(code)));
      await ageCodes(site, 61);
      await endWindows(site, 'code-hour');
    }
    const code = await freshCode(site, 'reset', email);
    const answer = await redeem(site, 'reset', email, code);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 80_000]).toEqual([429, true]);
    await endWindows(site, 'code-wrong');
    expect(passed([await redeem(site, 'reset', email, code)])).toBe(1);
  });

  it('thirty uses a minute for a client', async () => {
    const ip = freshIp();
    const answers = await many(35, () => redeem(site, 'reset', newAddress(), '123456', { ip }));
    expect(answers.filter((a) => a.status === 429).length).toBe(5);
  });
});
