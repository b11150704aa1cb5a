/** Files in an object store: what is sent, what comes back, and what a person gets when the store fails. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '@/lib/core/errors.ts';
import { openObjectStore } from '@/lib/media/s3/objects.ts';
import { objectUrl } from '@/lib/media/s3/requests.ts';
import { openDiskStorage, type StoredBytes } from '@/lib/media/storage.ts';
import { openStorage } from '@/lib/media/storages.ts';
import { type StoreFailure, startTestStore, type TestStore } from '../support/object-store.ts';
import { readAuthorization, sha256, signatureOf } from '../support/signature-v4.ts';

describe('signatures', () => {
  const ACCESS = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
  const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

  // The examples of 'Signature Calculations for the Authorization Header' in the Amazon S3 API Reference.
  test.each([
    {
      what: 'GET of a range',
      method: 'GET',
      target: '/test.txt',
      headers: { Range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY },
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      what: 'PUT of an object',
      method: 'PUT',
      target: '/test$file.text',
      headers: {
        Date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': sha256('Welcome to Amazon S3.'),
      },
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
    {
      what: 'GET of a setting of the bucket',
      method: 'GET',
      target: '/?lifecycle',
      headers: { 'x-amz-content-sha256': EMPTY },
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
    {
      what: 'list of objects',
      method: 'GET',
      target: '/?max-keys=2&prefix=J',
      headers: { 'x-amz-content-sha256': EMPTY },
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ])('are those of the standard, as signed and as verified: $what', async ({ method, target, headers, signature }) => {
    const signer = new AwsV4Signer({
      ...ACCESS,
      url: `https://examplebucket.s3.amazonaws.com${target}`,
      method,
      headers: headers as Record<string, string>,
      service: 's3',
      region: 'us-east-1',
      datetime: '20130524T000000Z',
      allHeaders: true,
    });
    const signed = await signer.sign();
    const given = readAuthorization(signed.headers.get('authorization') ?? '');
    expect(given?.signature).toBe(signature);
    const sent = { ...Object.fromEntries(signed.headers), host: 'examplebucket.s3.amazonaws.com' };
    const signedHeaders = given?.signedHeaders ?? [];
    expect(
      signatureOf({ method, target, headers: sent, signedHeaders, region: 'us-east-1' }, ACCESS.secretAccessKey),
    ).toBe(signature);
  });

  test('the bucket is in the path or in the host name', () => {
    const settings = { endpoint: 'https://s3.example.com', bucket: 'b', isPathStyle: true };
    expect(String(objectUrl(settings, { key: 'k' }))).toBe('https://s3.example.com/b/uploads/k');
    expect(String(objectUrl({ ...settings, isPathStyle: false }, { key: 'k' }))).toBe(
      'https://b.s3.example.com/uploads/k',
    );
    expect(String(objectUrl({ ...settings, isPathStyle: false }, { query: { prefix: 'a/' } }))).toBe(
      'https://b.s3.example.com/?prefix=a%2F',
    );
  });
});

describe('a store', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await startTestStore();
  });
  afterAll(() => store?.stop());
  beforeEach(() => {
    store.failure = null;
    store.pageSize = 1_000;
    store.beforeCut = async () => {};
    store.objects.clear();
    store.requests.length = 0;
  });

  const bucket = () => openObjectStore(store.settings);
  const readAll = async (stored: StoredBytes | null): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stored?.chunks ?? []) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const failureOf = async (
    work: Promise<unknown>,
  ): Promise<{ status: number; retry: string | undefined; why: string; all: string }> => {
    const error: unknown = await work.then(
      () => null,
      (cause: unknown) => cause,
    );
    if (!(error instanceof ApiError)) throw new Error(`expected a refusal, got ${String(error)}`);
    const { message: why, stack } = error.cause as Error;
    return { status: error.status, retry: error.headers['Retry-After'], why, all: `${error.message} ${why} ${stack}` };
  };

  test('stores, reads, lists and deletes', async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    const bytes = randomBytes(300_000);
    expect([await bucket().get(key), await bucket().open(key)]).toEqual([null, null]);
    await bucket().put(key, bytes);
    expect([...store.objects.keys()]).toEqual([`uploads/${key}`]);
    expect(Buffer.compare((await bucket().get(key)) ?? Buffer.alloc(0), bytes)).toBe(0);
    const opened = await bucket().open(key);
    expect(opened?.sizeBytes).toBe(bytes.length);
    expect(Buffer.compare(await readAll(opened), bytes)).toBe(0);
    await bucket().delete(key);
    await bucket().delete(other);
    expect(store.objects.size).toBe(0);
  });

  test('lists all of its keys, page by page, and no other object of the bucket', async () => {
    const keys = Array.from({ length: 7 }, () => randomUUID());
    for (const key of keys) store.objects.set(`uploads/${key}`, Buffer.from('x'));
    store.objects.set('uploads/readme.txt', Buffer.from('x'));
    store.objects.set('other/file', Buffer.from('x'));
    store.pageSize = 3;
    const listed: string[] = [];
    for await (const key of bucket().keys()) listed.push(key);
    expect(listed.sort()).toEqual(keys.sort());
    expect(store.requests).toHaveLength(3);
  });

  test('a body that nobody reads is not asked for, and one that breaks goes on where it was', async () => {
    const key = randomUUID();
    const bytes = randomBytes(400_000);
    await bucket().put(key, bytes);
    const opened = await bucket().open(key);
    expect(store.requests.filter((it) => it.startsWith('GET'))).toEqual([]);
    // Cut when a part has arrived: what arrives together with the end of a connection may be lost.
    let cut: () => void = () => {};
    const isRead = new Promise<void>((done) => {
      cut = done;
    });
    store.beforeCut = () => isRead;
    store.failure = 'cut download';
    const chunks: Uint8Array[] = [];
    for await (const chunk of opened?.chunks ?? []) {
      chunks.push(chunk);
      cut();
    }
    expect(Buffer.compare(Buffer.concat(chunks), bytes)).toBe(0);
    const gets = store.requests.filter((it) => it.startsWith('GET'));
    expect(gets[0]).toBe(`GET uploads/${key}`);
    expect(gets[1]).toMatch(new RegExp(`^GET uploads/${key} bytes=[1-9]\\d*-$`));
  });

  test('a whole object is asked for again when the connection breaks', async () => {
    const key = randomUUID();
    const bytes = randomBytes(200_000);
    await bucket().put(key, bytes);
    store.failure = 'cut download';
    store.beforeCut = async () => {
      store.failure = null;
    };
    expect(Buffer.compare((await bucket().get(key)) ?? Buffer.alloc(0), bytes)).toBe(0);
    expect(store.requests.filter((it) => it.startsWith('GET'))).toHaveLength(2);
  });

  test.each<[StoreFailure, RegExp]>([
    ['full', /507 InsufficientStorage/],
    ['quota', /403 QuotaExceeded/],
    ['broken', /500 InternalError/],
    ['cut upload', /UND_ERR_SOCKET|ECONNRESET|EPIPE/],
    ['lost answer', /UND_ERR_SOCKET|ECONNRESET/],
  ])('one that fails gives 503 with a reason for the log: %s', async (failure, reason) => {
    store.failure = failure;
    const { status, retry, why } = await failureOf(bucket().put(randomUUID(), randomBytes(100_000)));
    expect([status, retry]).toEqual([503, '60']);
    expect(why).toMatch(reason);
  });

  test('one that is away or silent gives 503, and so does a missing bucket or a wrong secret, which no message repeats', async () => {
    const key = randomUUID();
    const silent = openObjectStore(store.settings, { silentMs: 50, perMebibyteMs: 0 });
    store.failure = 'silent';
    for (const work of [
      () => silent.put(key, Buffer.from('x')),
      () => silent.get(key),
      () => silent.open(key),
      () => silent.delete(key),
    ])
      expect(await failureOf(work())).toMatchObject({
        status: 503,
        why: expect.stringContaining('silent for 0.05 seconds'),
      });
    store.failure = null;
    const lost = openObjectStore({ ...store.settings, bucket: 'another' });
    for (const work of [() => lost.put(key, Buffer.from('x')), () => lost.get(key), () => lost.open(key)])
      expect(await failureOf(work())).toMatchObject({ status: 503, why: expect.stringContaining('404 NoSuchBucket') });
    const wrong = openObjectStore({ ...store.settings, secretAccessKey: 'not-the-secret-of-the-store' });
    for (const work of [() => wrong.put(key, Buffer.from('x')), () => wrong.get(key), () => wrong.delete(key)]) {
      const refused = await failureOf(work());
      expect(refused).toMatchObject({ status: 503, why: expect.stringContaining('403 SignatureDoesNotMatch') });
      for (const secret of ['not-the-secret', 'AWS4-HMAC', 'Signature=']) expect(refused.all).not.toContain(secret);
    }
    await store.stop();
    try {
      for (const work of [() => bucket().put(key, Buffer.from('x')), () => bucket().open(key)])
        expect(await failureOf(work())).toMatchObject({
          status: 503,
          retry: '60',
          why: expect.stringContaining('ECONNREFUSED'),
        });
    } finally {
      await store.start();
    }
    expect(store.objects.size).toBe(0);
  });

  test('with a disk next to it, new files go where they should, reads find both, and a file may move before it is read', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'storages-'));
    try {
      const [toStore, toDisk] = (['store', 'disk'] as const).map((newFiles) =>
        openStorage({ folder, store: store.settings, newFiles }),
      );
      if (!toStore || !toDisk) throw new Error('two storages');
      const [first, second] = [randomUUID(), randomUUID()];
      await toStore.put(first, Buffer.from('in the store'));
      await toDisk.put(second, Buffer.from('on the disk'));
      expect([...store.objects.keys()]).toEqual([`uploads/${first}`]);
      for (const storage of [toStore, toDisk]) {
        expect(String(await storage.get(first))).toBe('in the store');
        expect(String(await readAll(await storage.open(second)))).toBe('on the disk');
        expect(await storage.open(randomUUID())).toBeNull();
      }
      const keys: string[] = [];
      for await (const key of toStore.keys()) keys.push(key);
      expect(keys.sort()).toEqual([first, second].sort());
      const opened = await toStore.open(second);
      const disk = openDiskStorage(folder);
      await openObjectStore(store.settings).put(second, Buffer.from('on the disk'));
      await disk.delete(second);
      expect(String(await readAll(opened))).toBe('on the disk');
      for (const key of [first, second]) await toDisk.delete(key);
      expect(store.objects.size).toBe(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
