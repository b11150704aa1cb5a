/** Codes before decisions before the rest; several at a time; a code at most once; decisions in their order. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Mail } from '@/lib/mail/service.ts';
import { claimMails } from '@/lib/mail/store.ts';
import { COMPANY, mailTable, numbered, recipients, until } from '../support/mail.ts';

const { db, log, rows, allSettled, put, smtp, worker } = mailTable();

const REST: Partial<Mail> = { kind: 'purchase-submitted' };
const decision = (aboutId: string): Partial<Mail> => ({ kind: 'purchase-approved', aboutId });
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

test('a code goes before decisions, and decisions before the rest, however long those wait', async () => {
  for (const to of numbered(30)) await put(to, REST);
  await put('decided@example.com', decision(randomUUID()));
  await put('code@example.com');
  const claimOne = async () => (await claimMails(db(), 1, 60))[0]?.kind;
  expect([await claimOne(), await claimOne(), await claimOne()]).toEqual([
    'registration-code',
    'purchase-approved',
    'purchase-submitted',
  ]);
});

test('a code is sent while slow mails use every other connection', async () => {
  let release = (): void => {};
  const stuck = new Promise<null>((done) => {
    release = () => done(null);
  });
  const server = await smtp({
    accept: (mail) => (mail.to?.[0]?.address?.startsWith('m') ? stuck : pause(0).then(() => null)),
  });
  const it = worker(server.url, { concurrency: 8, codeReserve: 2 });
  for (const to of numbered(4)) await put(to, { ...REST, kind: 'warm-up' });
  for (const to of numbered(40)) await put(to, REST);
  it.wake();
  await until('the slow ones are under way', async () => {
    const claimed = (await rows()).filter((row) => row.next_attempt_at > row.created_at);
    return claimed.length >= 3;
  });
  await put('code@example.com');
  it.wake();
  await until('the code is there', () => recipients(server).includes('code@example.com'));
  expect(recipients(server)).toEqual(['code@example.com']);
  release();
  await allSettled();
});

test('many mails are sent at the same time', async () => {
  let now = 0;
  let most = 0;
  const server = await smtp({
    accept: async () => {
      most = Math.max(most, ++now);
      await pause(50);
      now--;
      return null;
    },
  });
  worker(server.url);
  const to = numbered(150);
  await Promise.all(to.map((it) => put(it, REST)));
  await allSettled();
  expect(recipients(server)).toEqual(to);
  expect(most).toBeGreaterThan(12);
});

test('mails about one purchase leave in the order in which they were written', async () => {
  const aboutId = randomUUID();
  const order = ['purchase-submitted', 'purchase-approved', 'purchase-reversed'];
  const got: string[] = [];
  const server = await smtp({
    accept: async ({ subject = '' }) => {
      // The first would be overtaken by those behind it.
      await pause(order.includes(subject) ? 300 - 140 * order.indexOf(subject) : 0);
      got.push(subject);
      return null;
    },
  });
  for (const to of numbered(20)) await put(to, { ...REST, subject: 'other' });
  for (const kind of order) await put('asha@example.com', { kind, aboutId, subject: kind });
  worker(server.url);
  await allSettled();
  expect(got.filter((subject) => subject !== 'other')).toEqual(order);
});

test('a decision that the server defers does not hold up the next one', async () => {
  const aboutId = randomUUID();
  let isFirst = true;
  const server = await smtp({
    accept: async ({ subject }) => {
      if (subject !== 'first' || !isFirst) return null;
      isFirst = false;
      return 451;
    },
  });
  await put('asha@example.com', { ...decision(aboutId), subject: 'first' });
  await put('asha@example.com', { ...decision(aboutId), subject: 'second' });
  worker(server.url, { retryFirstSeconds: 3, retryMaxSeconds: 3 });
  await allSettled();
  expect(server.received.map(({ mail }) => mail.subject)).toEqual(['second', 'first']);
});

test('a code whose delivery was cut at its end is never sent again; another mail is', async () => {
  let hung = 0;
  const server = await smtp({
    accept: async () => {
      hung++;
      await pause(60_000);
      return null;
    },
  });
  const first = worker(server.url);
  await put('code@example.com');
  await put('notice@example.com', REST);
  first.wake();
  await until('the server has both', () => hung === 2);
  await server.stop();
  const back = await smtp({ port: server.port });
  await allSettled();
  expect(recipients(back)).toEqual(['notice@example.com']);
  expect((await rows()).find((row) => row.to_address === 'code@example.com')).toMatchObject({
    state: 'DISCARDED',
    payload: null,
    last_error: expect.stringContaining('never sent twice'),
  });
  expect(log.join('\n')).toContain('a code was cut off');
});

test('a code that a dead program had handed over is not sent by the next one', async () => {
  await put('asha@example.com');
  await sql`UPDATE mails SET handed_at = now()`.execute(db());
  const server = await smtp();
  worker(server.url);
  await allSettled();
  expect(server.received).toEqual([]);
  expect(await rows()).toMatchObject([{ state: 'DISCARDED', payload: null }]);
});

test('a code that the server defers or refuses is tried again', async () => {
  let tries = 0;
  const answers = [451, 554];
  const server = await smtp({ accept: async () => answers[tries++] ?? null });
  worker(server.url);
  await put('asha@example.com');
  await allSettled();
  expect(recipients(server)).toEqual(['asha@example.com']);
  expect(await rows()).toMatchObject([{ state: 'SENT', attempts: 2 }]);
});

test('one mail at which the server cuts the connection does not stop the others', async () => {
  const server = await smtp({
    accept: async (mail) => {
      // The server ends the session with this answer.
      if (mail.to?.[0]?.address === 'poison@example.com') return 421;
      await pause(5);
      return null;
    },
  });
  await put('poison@example.com', REST);
  const to = numbered(200);
  for (const address of to) await put(address, REST);
  worker(server.url, { gateFirstSeconds: 30, gateMaxSeconds: 30 });
  await until('the others are sent', () => recipients(server).length === to.length);
  expect(recipients(server)).toEqual(to);
  expect((await rows()).find((row) => row.to_address === 'poison@example.com')?.state).toBe('WAITING');
});

test('the lane of a mail is by its kind', async () => {
  const lanes = [
    'reset-code',
    'super-admin-code',
    'already-registered',
    'account-blocked',
    'reward-credited',
    'welcome',
  ];
  for (const kind of lanes) await put(`${kind}@example.com`, { kind, companyId: COMPANY });
  const laneByKind = new Map((await rows()).map((row) => [row.kind, row.lane]));
  expect(lanes.map((kind) => laneByKind.get(kind))).toEqual([0, 0, 0, 1, 1, 2]);
});
