/** Files as objects of one bucket. `requests.ts` sends what they need. */
import type { StoreSettings } from '../../config.ts';
import { type FileStorage, isStorageKey, readAgain, requireStorageKey, unavailable, unreadable } from '../storage.ts';
import { DEADLINES, drain, PREFIX, type Send, type StoreDeadlines, StoreFault, sender } from './requests.ts';

/** A read that breaks goes on where it was, so many times without progress. */
const RESUMES_MAX = 2;

const isMissingKey = (cause: unknown): boolean =>
  cause instanceof StoreFault && cause.status === 404 && cause.reason === 'NoSuchKey';

/** All bytes of one object; asked for a second time if the connection breaks on the way. */
async function readWhole(send: Send, key: string): Promise<Buffer> {
  const read = async (): Promise<Buffer> => drain(await send({ operation: 'get', method: 'GET', key }));
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof StoreFault) || cause.status !== null || cause.wasSilent) throw cause;
    return read();
  }
}

/** The bytes of one object, asked for with the first of them, and again from where a broken connection ended. */
async function* readObject(send: Send, key: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let broken = 0; at < sizeBytes; ) {
    const before = at;
    try {
      const answered = await send({ operation: 'get', method: 'GET', key, ...(at > 0 && { from: at }) });
      if (at > 0 && answered.status !== 206)
        throw new StoreFault({ operation: 'get', status: answered.status, reason: 'it has no ranges' });
      for await (const part of answered.parts) {
        at += part.length;
        yield part;
      }
      if (at === before || at > sizeBytes)
        throw new StoreFault({ operation: 'get', status: answered.status, reason: 'the object has another length' });
    } catch (cause) {
      if (!(cause instanceof StoreFault) || cause.status !== null) throw cause;
      broken = at > before ? 1 : broken + 1;
      if (broken > RESUMES_MAX) throw cause;
    }
  }
}

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => {
    return { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name] ?? '';
  });

/** The storage keys of the bucket, a page of a thousand at a time. */
async function* listKeys(send: Send): AsyncGenerator<string> {
  for (let token: string | undefined, isLast = false; !isLast; ) {
    const answered = await send({
      operation: 'list',
      method: 'GET',
      query: { 'list-type': '2', prefix: PREFIX, ...(token !== undefined && { 'continuation-token': token }) },
    });
    const page = (await drain(answered)).toString('utf8');
    for (const [, name = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) {
      const key = unescaped(name).slice(PREFIX.length);
      if (isStorageKey(key)) yield key;
    }
    const [, next] = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(page) ?? [];
    isLast = next === undefined || !/<IsTruncated>\s*true\s*</.test(page);
    token = next === undefined ? undefined : unescaped(next);
  }
}

/** @returns null where nothing is stored under the key. @throws ApiError unavailable, never with a secret in its cause */
async function readable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (cause) {
    if (isMissingKey(cause)) return null;
    throw unreadable(cause);
  }
}

async function headOf(send: Send, key: string): Promise<number> {
  const { headers, parts } = await send({ operation: 'head', method: 'HEAD', key });
  await parts.return(undefined);
  return Number(headers.get('content-length'));
}

/** The length of an object. @throws StoreFault */
async function sizeOf(send: Send, key: string): Promise<number> {
  try {
    return await headOf(send, key);
  } catch (cause) {
    if (!(cause instanceof StoreFault) || cause.status !== 404) throw cause;
    // An answer to HEAD has no body, which would say whether the object is missing or the bucket.
    return (await drain(await send({ operation: 'get', method: 'GET', key }))).length;
  }
}

/** A bucket. @param deadlines for tests */
export function openObjectStore(settings: StoreSettings, deadlines: StoreDeadlines = DEADLINES): FileStorage {
  const send = sender(settings, deadlines);
  return {
    async put(key, bytes) {
      requireStorageKey(key);
      try {
        const { status, parts } = await send({ operation: 'put', method: 'PUT', key, body: bytes });
        await drain({ parts });
        // A store that keeps nothing, or half of it, may answer 200 too.
        if ((await headOf(send, key)) !== bytes.length)
          throw new StoreFault({ operation: 'put', status, reason: 'the object has another length' });
      } catch (cause) {
        throw unavailable(cause);
      }
    },

    async get(key) {
      requireStorageKey(key);
      return readable(() => readWhole(send, key));
    },

    async open(key) {
      requireStorageKey(key);
      return readable(async () => {
        const sizeBytes = await sizeOf(send, key);
        return { sizeBytes, chunks: readAgain(() => readObject(send, key, sizeBytes)) };
      });
    },

    async delete(key) {
      requireStorageKey(key);
      try {
        await drain(await send({ operation: 'delete', method: 'DELETE', key }));
      } catch (cause) {
        if (!isMissingKey(cause)) throw unavailable(cause);
      }
    },

    async *keys() {
      try {
        yield* listKeys(send);
      } catch (cause) {
        if (cause instanceof StoreFault) throw unreadable(cause);
        throw cause;
      }
    },
  };
}
