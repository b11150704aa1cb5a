import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listOutbox } from '@/lib/mail/eml-reader.ts';
import { registrationCode } from '@/lib/mail/templates/auth.ts';
import { purchaseSubmitted } from '@/lib/mail/templates/purchase.ts';
import { DeliveryError, fileTransport, type OutgoingMail } from '@/lib/mail/worker/transport.ts';

const brand = { name: 'गौ लॉन्च ₹', symbol: 'COWL', siteUrl: 'http://localhost:4321' };
const never = new AbortController().signal;
const immediately = async (): Promise<void> => {};
let base: string;
let folder: string;

beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'outbox-'));
  folder = path.join(base, 'outbox');
});
afterEach(() => rm(base, { recursive: true, force: true }));

function mail(over: Partial<OutgoingMail> = {}): OutgoingMail {
  const id = randomUUID();
  return {
    id,
    from: { name: 'Cow Launch', address: 'no-reply@example.com' },
    to: 'asha@example.com',
    messageId: `<${id}@example.com>`,
    createdAt: new Date('2026-11-21T03:42:09.120Z'),
    ...registrationCode({ brand, code: '482913', validSeconds: 600 }),
    ...over,
  };
}

test('a file is a complete mail that only its owner may read', async () => {
  const it = mail();
  await fileTransport(folder).send(it, never, immediately);
  const [name = ''] = await readdir(folder);
  expect(await readdir(folder)).toEqual([`20261121T034209.120Z-${it.id}.eml`]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
  const raw = await readFile(path.join(folder, name));
  const read = await PostalMime.parse(raw);
  expect(read.subject).toBe(it.subject);
  expect(read.to).toEqual([{ address: 'asha@example.com', name: '' }]);
  expect(read.from).toEqual({ address: 'no-reply@example.com', name: 'Cow Launch' });
  expect(read.messageId).toBe(it.messageId);
  expect(read.date).toBe('2026-11-21T03:42:09.000Z');
  expect(read.text?.replaceAll('\r\n', '\n').trim()).toBe(it.text);
  expect(read.html?.replaceAll('\r\n', '\n').trim()).toBe(it.html);
  expect(raw.toString('latin1')).toMatch(/^482913\r?$/m);
  expect(raw.toString('latin1')).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
});

test('the mailbox shows the mails that were written', async () => {
  const long = purchaseSubmitted({
    brand,
    name: 'आशा राव',
    orderNumber: `PUR-${'9'.repeat(100)}`,
    amountPaise: 11_800_000n,
    paymentMethod: 'BANK',
    quantity: 400_000n,
    referenceNumber: '=20 _?= é',
    holdHours: 72,
  });
  const send = fileTransport(folder).send;
  await send(mail({ ...long, createdAt: new Date('2026-11-21T04:00:00Z') }), never, immediately);
  await send(
    mail({ subject: '₹ एक बहुत लंबा विषय '.repeat(5).trim(), createdAt: new Date('2026-11-21T05:00:00Z') }),
    never,
    immediately,
  );
  await send(mail({ subject: 'Plain', text: '=3D is an equals sign\n.\n--x\n trailing  ' }), never, immediately);
  const listed = await listOutbox(folder);
  expect(listed.map((it) => it.date.toISOString().slice(11, 16))).toEqual(['05:00', '04:00', '03:42']);
  for (const it of listed) {
    const read = await PostalMime.parse(await readFile(path.join(folder, `${it.id}.eml`)));
    expect(it.subject).toBe(read.subject);
    expect(it.to).toBe('asha@example.com');
    expect(it.text).toBe(read.text?.replaceAll('\r\n', '\n').trimEnd());
  }
});

test('a second attempt of one mail replaces the first', async () => {
  const it = mail();
  await fileTransport(folder).send(it, never, immediately);
  await fileTransport(folder).send(it, never, immediately);
  expect(await listOutbox(folder)).toHaveLength(1);
});

test('names and subjects cannot add headers or recipients', async () => {
  const evil = 'x\r\nBcc: all@example.com\r\n\r\n<script>alert(1)</script>';
  await fileTransport(folder).send(
    mail({ subject: evil, from: { name: evil, address: 'no-reply@example.com' } }),
    never,
    immediately,
  );
  const [name = ''] = await readdir(folder);
  const read = await PostalMime.parse(await readFile(path.join(folder, name)));
  expect(read.bcc ?? []).toEqual([]);
  expect(read.to).toHaveLength(1);
  expect(read.headers.map((it) => it.key)).not.toContain('bcc');
});

test('only files with names of the transport are listed', async () => {
  await fileTransport(folder).send(mail(), never, immediately);
  await writeFile(path.join(base, 'secret.eml'), 'Subject: secret\r\n\r\nsecret');
  await writeFile(path.join(folder, 'other.eml'), 'Subject: other\r\n\r\nother');
  expect(await listOutbox(folder)).toHaveLength(1);
  expect(await listOutbox(path.join(base, 'none'))).toEqual([]);
});

test('an unwritable folder is a failure of the server and leaves no partial file', async () => {
  await writeFile(folder, 'a file in the way');
  await expect(fileTransport(folder).send(mail(), never, immediately)).rejects.toMatchObject({ failure: 'server' });
  await expect(fileTransport(folder).send(mail(), never, immediately)).rejects.toBeInstanceOf(DeliveryError);
  await chmod(base, 0o700);
  expect(await readdir(base)).toEqual(['outbox']);
});

test('the list ends at the newest two hundred', async () => {
  const send = fileTransport(folder).send;
  const first = Date.parse('2026-11-21T00:00:00Z');
  await Promise.all(
    Array.from({ length: 205 }, (_, i) => send(mail({ createdAt: new Date(first + i * 1000) }), never, immediately)),
  );
  const listed = await listOutbox(folder);
  expect(listed).toHaveLength(200);
  expect(listed[0]?.date.toISOString()).toBe('2026-11-21T00:03:24.000Z');
});
