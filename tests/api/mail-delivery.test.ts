import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '@/lib/db/client.ts';
import { deleteExpired } from '@/lib/housekeeping.ts';
import { enqueue, forgetMailsOf, type Mail } from '@/lib/mail/service.ts';
import { claimMails } from '@/lib/mail/store.ts';
import { registrationCode } from '@/lib/mail/templates/auth.ts';
import { brand, COMPANY, mailTable, numbered, recipients, until } from '../support/mail.ts';

const { db, log, rows, allSettled, put, smtp, worker } = mailTable();

test('delivers the whole mail of a committed transaction, and never the mail of an aborted one', async () => {
  const server = await smtp();
  const it = worker(server.url);
  const letter = registrationCode({ brand, code: '482913', validSeconds: 600 });
  const mail = { companyId: COMPANY, kind: 'registration-code', ...letter };
  const id = await inTransaction(db(), (tx) => enqueue(tx, { ...mail, to: 'asha@example.com' }));
  const aborted = inTransaction(db(), async (tx) => {
    await enqueue(tx, { ...mail, to: 'nobody@example.com' });
    throw new Error('changed my mind');
  });
  await expect(aborted).rejects.toThrow('changed my mind');
  it.wake();
  await allSettled();

  expect(recipients(server)).toEqual(['asha@example.com']);
  const [got] = server.received;
  expect(got?.from).toBe('no-reply@sale.example.com');
  expect(got?.mail.messageId).toBe(`<${id}@sale.example.com>`);
  expect(got?.mail.subject).toBe('Your code to join Cow Launch');
  expect(got?.mail.text?.replaceAll('\r\n', '\n').trim()).toBe(letter.text);
  expect(got?.mail.html?.replaceAll('\r\n', '\n').trim()).toBe(letter.html);
  const [row] = await rows();
  expect(row).toMatchObject({ id, state: 'SENT', payload: null, attempts: 0, last_error: null });
  expect(row?.sent_at).toBeInstanceOf(Date);
  expect(row?.message_id).toBe(got?.mail.messageId);
});

test('neither the table nor the log contains a code or a body', async () => {
  await put('asha@example.com');
  const dump = async () => {
    const { rows: all } = await sql<{
      row: string;
    }>`SELECT mails::text || encode(coalesce(payload, ''), 'escape') AS row FROM mails`.execute(db());
    return all.map((it) => it.row).join('\n');
  };
  expect(await dump()).toContain('asha@example.com');
  expect(await dump()).not.toMatch(/482913|create your account|doctype/);
  expect(await dump()).not.toContain(Buffer.from('482913').toString('hex'));
  const server = await smtp({ accept: async (mail) => (mail.text?.includes('482913') ? 554 : null) });
  worker(server.url);
  await allSettled();
  expect(await dump()).not.toContain('482913');
  expect(log.join('\n')).toContain('given up');
  expect(log.join('\n')).not.toMatch(/482913|asha@example\.com|create your account/);
});

test('a mail that is discarded costs the same row and is never sent', async () => {
  await put('known@example.com');
  await put('other@example.com', { discard: true });
  const [known, other] = await rows();
  expect(known?.payload?.length).toBe(other?.payload?.length);
  const server = await smtp();
  worker(server.url);
  await allSettled();
  expect(recipients(server)).toEqual(['known@example.com']);
  const discarded = (await rows()).find((row) => row.to_address === 'other@example.com');
  expect(discarded).toMatchObject({ state: 'DISCARDED', payload: null, sent_at: null });
});

test('a code that expired during an outage is not sent; a notice is sent, however late', async () => {
  await put('late@example.com');
  const { validSeconds: _, ...notice } = registrationCode({ brand, code: '1', validSeconds: 1 });
  const lasting: Mail = { companyId: COMPANY, to: 'notice@example.com', kind: 'notice', ...notice };
  await enqueue(db(), lasting);
  await sql`UPDATE mails SET created_at = now() - interval '11 minutes'`.execute(db());
  const server = await smtp();
  worker(server.url);
  await allSettled();
  expect(recipients(server)).toEqual(['notice@example.com']);
});

test('nothing that people type adds a recipient or a header', async () => {
  const server = await smtp();
  worker(server.url);
  await put('asha@example.com', { subject: 'Hello\r\nBcc: all@example.com\r\n\r\nbody' });
  await allSettled();
  expect(recipients(server)).toEqual(['asha@example.com']);
  expect(server.received[0]?.mail.subject).toBe('Hello Bcc: all@example.com body');
  expect(server.received[0]?.mail.headers.map((it) => it.key)).not.toContain('bcc');
  for (const to of ['a@example.com, b@example.com', 'a@example.com\r\nDATA', 'A <a@example.com>', '']) {
    await expect(put(to), to).rejects.toThrow('one plain address');
  }
});

test('signs in if the URL has credentials; a wrong password keeps every mail in the queue', async () => {
  const user = { name: 'sale', password: 'p@ss:word' };
  const server = await smtp({ user });
  const wrong = worker(`smtp://sale:wrong@127.0.0.1:${server.port}`);
  await put('asha@example.com');
  wrong.wake();
  await until('refused', () => log.some((line) => line.includes('the mail server failed')));
  await wrong.stop();
  expect(log.join('\n')).not.toContain('wrong@');
  expect(await rows()).toMatchObject([{ state: 'WAITING', attempts: 0 }]);
  worker(server.url);
  await allSettled();
  expect(recipients(server)).toEqual(['asha@example.com']);
});

test('two workers on one table send each mail once', async () => {
  const server = await smtp();
  const to = numbered(300);
  await Promise.all(to.map((it) => put(it)));
  const pair = [worker(server.url), worker(server.url)];
  for (const it of pair) it.wake();
  await allSettled();
  expect(recipients(server)).toEqual(to);
});

test('a claim takes at most its limit, and never a mail that another worker has claimed', async () => {
  await Promise.all(numbered(40).map((it) => put(it)));
  const claims = await Promise.all(Array.from({ length: 12 }, () => claimMails(db(), 5, 60)));
  expect(claims.every((it) => it.length <= 5)).toBe(true);
  const ids = claims.flat().map((it) => it.id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('erasing an account removes the mails to it, in its own company only', async () => {
  const server = await smtp();
  const it = worker(server.url);
  await put('Asha@example.com');
  await put('asha@example.com', { companyId: '00000000-0000-4000-8000-000000000002' });
  await put('ravi@example.com');
  await allSettled();
  await it.stop();
  await put('asha@example.com');
  await forgetMailsOf(db(), COMPANY, { id: randomUUID(), address: 'asha@example.com' });
  expect((await rows()).map((row) => `${row.to_address} ${row.state}`).sort()).toEqual([
    'asha@example.com SENT',
    'asha@example.com WAITING',
    'ravi@example.com SENT',
  ]);
});

test('sent and failed rows are deleted after thirty days, waiting ones stay', async () => {
  const server = await smtp();
  const it = worker(server.url);
  await put('sent@example.com');
  await allSettled();
  await it.stop();
  await put('waits@example.com', { validSeconds: 100 * 86_400 });
  await sql`UPDATE mails SET created_at = now() - interval '31 days', next_attempt_at = now() + interval '1 hour'`.execute(
    db(),
  );
  await deleteExpired(db());
  expect(await rows()).toMatchObject([{ to_address: 'waits@example.com', state: 'WAITING' }]);
});
