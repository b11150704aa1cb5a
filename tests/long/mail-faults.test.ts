import net from 'node:net';
import { expect, test } from 'vitest';
import { claimMails } from '@/lib/mail/store.ts';
import type { MailTransport, OutgoingMail } from '@/lib/mail/worker/transport.ts';
import { mailTable, numbered, recipients, until } from '../support/mail.ts';
import { startSmtp } from '../support/smtp.ts';

const { db, log, rows, allSettled, put, smtp, worker } = mailTable();

/** A mail that is not a code: it is tried again after a cut, because nobody would ask for another one. */
const NOTICE = { kind: 'notice' };

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** A transport that follows a script and records the recipients. */
function scripted(
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>,
): MailTransport & { sent: string[] } {
  const sent: string[] = [];
  return {
    name: 'scripted',
    sent,
    async check() {},
    close() {},
    async send(mail, signal) {
      await send(mail, signal);
      sent.push(mail.to);
    },
  };
}

test('a mail server that was down gets every mail once, and is not flooded with attempts before', async () => {
  const first = await startSmtp();
  await first.stop();
  const workers = [worker(first.url), worker(first.url)];
  const to = numbered(60);
  await Promise.all(to.map((it) => put(it)));
  for (const it of workers) it.wake();
  await until(
    'the failures are logged',
    () => log.filter((line) => line.includes('the mail server failed')).length >= 4,
  );
  await pause(1000);
  expect((await rows()).every((row) => row.state === 'WAITING' && row.attempts === 0)).toBe(true);
  expect(log.length).toBeLessThan(60);
  const back = await smtp({ port: first.port });
  await allSettled();
  expect(recipients(back)).toEqual(to);
  expect(log.join('\n')).toContain('accepts mails again');
});

test('a server that goes away in the middle of a run loses nothing', async () => {
  let taken = 0;
  const first = await startSmtp({ accept: async () => (++taken > 20 ? pause(60_000).then(() => null) : null) });
  worker(first.url);
  const to = numbered(50);
  await Promise.all(to.map((it) => put(it, NOTICE)));
  await until('twenty mails are accepted', () => first.received.length === 20);
  await first.stop();
  const back = await smtp({ port: first.port });
  await allSettled();
  expect([...recipients(first), ...recipients(back)].sort()).toEqual(to);
});

test('a mail whose connection was cut is sent again', async () => {
  let cut = 0;
  const server = await smtp();
  const proxy = net.createServer((near) => {
    const far = net.connect(server.port, '127.0.0.1');
    far.on('error', () => near.destroy());
    near.on('error', () => far.destroy());
    far.pipe(near);
    near.on('data', (chunk) => {
      if (cut < 3 && chunk.includes('Message-ID')) {
        cut++;
        near.destroy();
        far.destroy();
      } else far.write(chunk);
    });
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  const address = proxy.address();
  const it = worker(`smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  await put('asha@example.com', NOTICE);
  it.wake();
  await allSettled();
  expect(cut).toBe(3);
  expect(recipients(server)).toEqual(['asha@example.com']);
  // After the retry on another connection the mail is still complete.
  expect(server.received[0]?.mail.subject).toBeTruthy();
  expect(server.received[0]?.mail.text?.trim()).toBeTruthy();
  await it.stop();
  await new Promise((done) => proxy.close(done));
});

test('a slow server does not delay writers, and a mail that takes longer than its lease is sent once', async () => {
  let goOn = (): void => {};
  const written = new Promise<void>((done) => {
    goOn = done;
  });
  const server = await smtp({ accept: () => Promise.all([pause(2500), written]).then(() => null) });
  const pair = [worker(server.url, { leaseSeconds: 1 }), worker(server.url, { leaseSeconds: 1 })];
  await put('first@example.com');
  for (const it of pair) it.wake();
  await until('a mail is in flight', async () => (await rows()).some((row) => row.next_attempt_at > row.created_at));
  // The server accepts no mail until all of these are written, so a writer that waited for a mail would never end.
  for (const to of numbered(7)) {
    await put(to);
    for (const it of pair) it.wake();
  }
  goOn();
  await allSettled();
  // A second delivery would still be in flight now.
  await Promise.all(pair.map((it) => it.stop()));
  await pause(3000);
  expect(recipients(server)).toEqual(['first@example.com', ...numbered(7)]);
});

test('a worker does not start a mail twice when it could not renew the lease', async () => {
  let begun = 0;
  const it = worker(
    scripted(() => {
      begun++;
      return pause(1000);
    }),
  );
  await put('asha@example.com');
  it.wake();
  await until('the mail is in flight', async () => (await rows()).some((row) => row.next_attempt_at > row.created_at));
  await db()
    .updateTable('mails')
    .set({ next_attempt_at: new Date('2020-01-01T00:00:00Z') })
    .execute();
  await allSettled();
  await it.stop();
  expect(begun).toBe(1);
});

test('a deferred mail is retried, a refused one fails after three attempts, and neither delays the others', async () => {
  const attempts = new Map<string, number>();
  const server = await smtp({
    recipient: (address) => {
      const count = (attempts.get(address) ?? 0) + 1;
      attempts.set(address, count);
      if (address === 'later@example.com' && count <= 4) return 450;
      return address === 'never@example.com' ? 550 : null;
    },
  });
  const it = worker(server.url);
  await Promise.all(['later@example.com', 'never@example.com', ...numbered(20)].map((to) => put(to)));
  it.wake();
  await allSettled();
  expect(recipients(server)).toEqual(['later@example.com', ...numbered(20)]);
  const by = new Map((await rows()).map((row) => [row.to_address, row]));
  expect(by.get('later@example.com')).toMatchObject({ state: 'SENT', attempts: 4 });
  expect(by.get('never@example.com')).toMatchObject({ state: 'FAILED', attempts: 3, payload: null });
  expect(by.get('never@example.com')?.last_error).toMatch(/^RCPT TO: 550 /);
  expect(attempts.get('never@example.com')).toBe(3);
});

test('another worker sends the claims of a dead worker after their lease', async () => {
  const server = await smtp();
  await put('asha@example.com');
  const [claim] = await claimMails(db(), 5, 1);
  expect(claim?.to).toBe('asha@example.com');
  worker(server.url);
  await pause(500);
  expect(server.received).toHaveLength(0);
  await allSettled();
  expect(recipients(server)).toEqual(['asha@example.com']);
});

test('a stop finishes the mails in flight and claims no others', async () => {
  const way = scripted(() => pause(700));
  const it = worker(way, { concurrency: 2 });
  await Promise.all(numbered(6).map((to) => put(to)));
  it.wake();
  await until(
    'two mails are in flight',
    async () => (await rows()).filter((row) => row.next_attempt_at > row.created_at).length >= 2,
  );
  await it.stop();
  expect(way.sent).toHaveLength(2);
  expect(
    (await rows())
      .filter((row) => row.state === 'SENT')
      .map((row) => row.to_address)
      .sort(),
  ).toEqual(way.sent.sort());
});

test('a stop does not wait for a server that hangs; its mail goes later', async () => {
  const hung = net.createServer(() => {});
  await new Promise<void>((ready) => hung.listen(0, '127.0.0.1', ready));
  const address = hung.address();
  const it = worker(`smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, { drainSeconds: 0.3 });
  await put('asha@example.com');
  it.wake();
  await until('the mail is in flight', async () => (await rows()).some((row) => row.next_attempt_at > row.created_at));
  const began = performance.now();
  await it.stop();
  // Half of the time after which the mail itself would be given up.
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(await rows()).toMatchObject([{ state: 'WAITING', attempts: 0 }]);
  await new Promise((done) => hung.close(done));
  const server = await smtp();
  worker(server.url);
  await allSettled();
  expect(recipients(server)).toEqual(['asha@example.com']);
});

test('a worker that lost its claim cannot reschedule the mail', async () => {
  let release = (): void => {};
  const stuck = scripted(() => new Promise<void>((_, fail) => (release = () => fail(new Error('stuck')))));
  await put('asha@example.com');
  const one = worker(stuck);
  one.wake();
  await until('the mail is in flight', async () => (await rows()).some((row) => row.next_attempt_at > row.created_at));
  const future = new Date('2099-01-01T00:00:00Z');
  await db().updateTable('mails').set({ next_attempt_at: future }).execute();
  release();
  await until('the first worker has logged its failure', () =>
    log.some((line) => line.includes('the mail server failed')),
  );
  await one.stop();
  expect((await rows())[0]?.next_attempt_at).toEqual(future);
});

test('a mail sealed under another secret is kept, not sent and not lost', async () => {
  const id = await put('asha@example.com');
  const other = await put('other@example.com');
  const [from] = (await rows()).filter((row) => row.id === other);
  await db()
    .updateTable('mails')
    .set({ payload: from?.payload ?? null })
    .where('id', '=', id)
    .execute();
  const way = scripted(async () => {});
  worker(way);
  await until('the other mail is sent', () => way.sent.length === 1);
  await until('the first mail is put back', () => log.some((line) => line.includes('APP_SECRET')));
  expect(way.sent).toEqual(['other@example.com']);
  expect((await rows()).find((row) => row.id === id)).toMatchObject({ state: 'WAITING' });
});
