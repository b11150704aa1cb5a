/** Codes cannot be guessed or reused, and nobody can be flooded with code mails. */
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
import { type Answer, APP_SECRET, freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const PURPOSES: readonly Purpose[] = ['register', 'reset', 'super'];
const TRIES: Record<Purpose, number> = { register: 5, reset: 5, super: 3 };

/** An address for which the codes of the purpose work. */
async function addressFor(purpose: Purpose): Promise<string> {
  if (purpose === 'reset') return (await makeMember(site)).email;
  return purpose === 'super' ? (await makeSuper(site)).email : newAddress();
}

const many = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)));
const passed = (answers: Answer[]): number => answers.filter((a) => a.status < 300).length;
const isWrong = (answer: Answer): boolean => answer.status === 422 && answer.body.message === CODE_WRONG;

describe.each(PURPOSES)('a code for %s', (purpose) => {
  it('works once', async () => {
    const email = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    expect(code.length).toBe(purpose === 'super' ? 8 : 6);
    expect(passed([await redeem(site, purpose, email, code)])).toBe(1);
    expect(isWrong(await redeem(site, purpose, email, code))).toBe(true);
  });

  it('works exactly once in fifty parallel uses', async () => {
    const email = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    const answers = await many(50, () => redeem(site, purpose, email, code));
    expect(passed(answers)).toBe(1);
    expect(answers.filter((answer) => answer.status >= 300).map(statusAndMessage)).toEqual(
      Array(49).fill([422, CODE_WRONG]),
    );
  });

  it('is invalid after its tries, also for the right guess among a hundred parallel guesses', async () => {
    const email = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    for (let n = 0; n < TRIES[purpose]; n++)
      expect(isWrong(await redeem(site, purpose, email, otherCode(code)))).toBe(true);
    const guesses = await many(100, (n) => redeem(site, purpose, email, n % 10 === 0 ? code : otherCode(code)));
    expect(passed(guesses)).toBe(0);
    expect(guesses.every(isWrong)).toBe(true);
  });

  it('counts no more than its tries for a hundred parallel wrong guesses', async () => {
    const email = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    await many(100, () => redeem(site, purpose, email, otherCode(code)));
    const row = await site.database.platform
      .selectFrom('codes')
      .select(['other_tries_left', 'used_at'])
      .where('address', '=', email)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ other_tries_left: 0, used_at: null });
    expect(isWrong(await redeem(site, purpose, email, code))).toBe(true);
  });

  it('is invalid after a newer one was sent, and the newer one works', async () => {
    const email = await addressFor(purpose);
    const old = await freshCode(site, purpose, email);
    await ageCodes(site, purpose === 'super' ? 179 : 60);
    const code = await freshCode(site, purpose, email);
    if (old !== code) expect(isWrong(await redeem(site, purpose, email, old))).toBe(true);
    expect(passed([await redeem(site, purpose, email, code)])).toBe(1);
  });

  it('is invalid after its time', async () => {
    const email = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    await ageCodes(site, purpose === 'super' ? 181 : 601);
    expect(isWrong(await redeem(site, purpose, email, code))).toBe(true);
  });

  it('does not work for another address', async () => {
    const email = await addressFor(purpose);
    const other = await addressFor(purpose);
    const code = await freshCode(site, purpose, email);
    await freshCode(site, purpose, other);
    const answer = await redeem(site, purpose, other, code);
    expect(isWrong(answer)).toBe(true);
  });

  it('cannot be requested again too soon by one client: 429 with Retry-After, and the first stays valid', async () => {
    const email = await addressFor(purpose);
    const ip = freshIp();
    const code = await freshCode(site, purpose, email, ip);
    const answers = await many(5, () => askCode(site, purpose, email, ip));
    for (const answer of answers) {
      expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
      const wait = Number(answer.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(purpose === 'super' ? 179 : 60);
    }
    expect(passed([await redeem(site, purpose, email, code)])).toBe(1);
  });

  it('is sent once for twenty parallel requests of one client', async () => {
    const email = await addressFor(purpose);
    const ip = freshIp();
    const answers = await many(20, () => askCode(site, purpose, email, ip));
    expect(passed(answers)).toBe(1);
    expect((await mailsTo(site, email)).length).toBe(1);
  });
});

describe('a code', () => {
  it('of one purpose does not work for another', async () => {
    const { email } = await makeMember(site);
    const reset = await freshCode(site, 'reset', email);
    const newcomer = newAddress();
    const register = await freshCode(site, 'register', newcomer);
    expect(isWrong(await redeem(site, 'register', email, reset))).toBe(true);
    expect(isWrong(await redeem(site, 'reset', newcomer, register))).toBe(true);
  });

  it('of one company does not work in another', async () => {
    const companyId = await makeCompany(site);
    const { databaseUrl } = site;
    const email = newAddress();
    // Requested before the other program starts: without SMTP each program writes its mails to its own outbox folder.
    const code = await freshCode(site, 'register', email);
    const other = await startSite({
      databaseUrl: databaseUrl ?? '',
      env: { DATABASE_URL: databaseUrl ?? '', APP_SECRET, COMPANY_ID: companyId },
    });
    try {
      expect(isWrong(await redeem(other, 'register', email, code))).toBe(true);
      // A try on one site does not count on the other.
      expect(passed([await redeem(site, 'register', email, code)])).toBe(1);
    } finally {
      await other.stop();
      await other.database.close();
    }
  });

  it('is nowhere in plain text: not in the tables, the log, a subject or a response', async () => {
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
  it('send ten mails to one address in a day for sixty requests of one network', async () => {
    const email = newAddress();
    const ip = freshIp();
    let limited = 0;
    for (let batch = 0; batch < 15; batch++) {
      const answers = await many(4, () => askCode(site, 'register', email, ip));
      limited += answers.filter((a) => a.status === 429).length;
      await ageCodes(site, 61);
      await endWindows(site, 'code-hour', 'code-ip');
    }
    expect([(await mailsTo(site, email)).length, limited]).toEqual([10, 50]);
  });

  it('send thirty mails to one address in a day, and then one an hour, for a thousand requests of many networks', async () => {
    const email = newAddress();
    const first: Answer[] = [];
    for (let batch = 0; batch < 50; batch++) first.push(...(await many(20, () => askCode(site, 'register', email))));
    expect(passed(first)).toBe(31);
    const waits = first.filter((a) => a.status === 429).map((a) => Number(a.headers.get('retry-after')));
    expect(Math.max(...waits)).toBeLessThanOrEqual(3600);
    await endWindows(site, 'code-all-slow');
    expect(passed(await many(10, () => askCode(site, 'register', email)))).toBe(1);
    expect((await mailsTo(site, email)).length).toBe(32);
  });

  it('allow five codes an hour for an address and a network, for registration and reset together', async () => {
    const { email } = await makeMember(site);
    const ip = freshIp();
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      statuses.push((await askCode(site, n % 2 ? 'register' : 'reset', email, ip)).status);
      await ageCodes(site, 61);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('allow twenty codes an hour for a client', async () => {
    const ip = freshIp();
    const statuses: number[] = [];
    for (let n = 0; n < 22; n++) statuses.push((await askCode(site, 'register', newAddress(), ip)).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
  });

  it('compare twenty tries without a challenge a day for all codes of an address, then one an hour', async () => {
    const { email } = await makeMember(site);
    for (let round = 0; round < 4; round++) {
      const code = await freshCode(site, 'reset', email);
      await many(5, () => redeem(site, 'reset', email, otherCode(code)));
      await ageCodes(site, 61);
      await endWindows(site, 'code-hour');
    }
    const code = await freshCode(site, 'reset', email);
    expect(isWrong(await redeem(site, 'reset', email, otherCode(code)))).toBe(true);
    const answer = await redeem(site, 'reset', email, code);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 3500]).toEqual([429, true]);
    await endWindows(site, 'code-wrong-slow');
    expect(passed([await redeem(site, 'reset', email, code)])).toBe(1);
  });

  it('count each call once, whichever node answers it, also after a node was killed', async () => {
    const other = await startSite({ databaseUrl: site.databaseUrl ?? '' });
    try {
      const ask = (at: Site, ip: string): Promise<Answer> => askCode(at, 'register', newAddress(), ip);
      const shared = freshIp();
      const answers = await many(24, (n) => ask(n % 2 ? other : site, shared));
      expect([passed(answers), answers.filter((a) => a.status === 429).length]).toEqual([20, 4]);
      const counted = freshIp();
      expect(passed(await many(20, () => ask(other, counted)))).toBe(20);
      await other.kill();
      expect((await ask(site, counted)).status).toBe(429);
    } finally {
      await other.remove();
    }
  });

  it('allow thirty uses a minute for a client', async () => {
    const ip = freshIp();
    const answers = await many(35, () => redeem(site, 'reset', newAddress(), '123456', { ip }));
    expect(answers.filter((a) => a.status === 429).length).toBe(5);
  });
});
