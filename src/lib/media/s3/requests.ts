/**
 * Requests to an object store that speaks the protocol of S3. Every request is signed (AWS Signature Version 4) and has a deadline.
 * Only the operations that every such store has: put, get, head, delete and list, without checksums of one vendor.
 */
import { AwsV4Signer } from 'aws4fetch';
import type { StoreSettings } from '../../config.ts';
import { countStoreRequest } from '../../metrics/service.ts';
import { sha256Hex } from '../storage.ts';

/** All keys begin with it, so that the bucket may hold other objects. */
export const PREFIX = 'uploads/';
const EMPTY_SHA256 = sha256Hex(new Uint8Array());
const ATTEMPTS_MAX = 2;
/** How much of an error's body is read to find its code, in bytes. */
const ERROR_BYTES_MAX = 16 * 1024;

/** How long the store may be silent, in milliseconds. */
export interface StoreDeadlines {
  /** Before the head of an answer, and between two parts of a body. */
  readonly silentMs: number;
  /** More for each MiB that is sent. */
  readonly perMebibyteMs: number;
}

export const DEADLINES: StoreDeadlines = { silentMs: 10_000, perMebibyteMs: 2_000 };

interface Fault {
  readonly operation: string;
  /** Null without an answer. */
  readonly status: number | null;
  /** The store's word for it, as `NoSuchBucket`; what happened, without an answer. */
  readonly reason: string;
  /** True if the time was over. */
  readonly wasSilent?: boolean;
  readonly cause?: unknown;
}

/** What the store answered. It has no part of the request, whose headers hold a signature. */
export class StoreFault extends Error {
  readonly status: number | null;
  readonly reason: string;
  readonly wasSilent: boolean;

  constructor({ operation, status, reason, wasSilent = false, cause }: Fault) {
    super(`The object store failed (${operation}): ${status === null ? reason : `${status} ${reason}`}`, { cause });
    this.name = 'StoreFault';
    this.status = status;
    this.reason = reason;
    this.wasSilent = wasSilent;
  }
}

interface Wanted {
  readonly operation: 'put' | 'get' | 'head' | 'delete' | 'list';
  readonly method: 'PUT' | 'GET' | 'HEAD' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The first byte to read. */
  readonly from?: number;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** The parts of the body. Ends the connection when the reader stops early. @throws StoreFault */
  readonly parts: AsyncGenerator<Uint8Array>;
}

/** @param key none for the bucket itself */
export function objectUrl(
  { endpoint, bucket, isPathStyle }: Pick<StoreSettings, 'endpoint' | 'bucket' | 'isPathStyle'>,
  { key, query }: { readonly key?: string; readonly query?: Readonly<Record<string, string>> },
): URL {
  const url = new URL(endpoint);
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = `${isPathStyle ? `/${bucket}` : ''}/${key === undefined ? '' : `${PREFIX}${key}`}`;
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  return url;
}

/** The parts of a body, each within the time. */
async function* partsOf(
  body: ReadableStream<Uint8Array> | null,
  deadline: Deadline,
  fault: (cause: unknown) => StoreFault,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (;;) {
      deadline.start();
      const read = await reader?.read();
      deadline.stop();
      if (!read || read.done) return;
      yield read.value;
    }
  } catch (cause) {
    throw fault(cause);
  } finally {
    deadline.stop();
    await reader?.cancel().catch(() => undefined);
  }
}

interface Deadline {
  readonly signal: AbortSignal;
  start(): void;
  stop(): void;
}

function deadlineOf(ms: number): Deadline {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    start: () => {
      timer = setTimeout(() => controller.abort(new Error(`it was silent for ${ms / 1000} seconds`)), ms);
    },
    stop: () => clearTimeout(timer),
  };
}

/** What went wrong without an answer: node's fetch hides it in the cause. */
function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (!(inner instanceof Error)) return String(inner);
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message;
}

/** The word in an error of the store. The rest may repeat what was signed, so it is ignored. */
async function codeOf({ status, parts }: Answered): Promise<string> {
  const seen: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of parts) {
      seen.push(part);
      bytes += part.length;
      if (bytes >= ERROR_BYTES_MAX) break;
    }
  } catch {
    // The status says enough.
  }
  const [, code] = /<Code>(\w{1,60})<\/Code>/.exec(Buffer.concat(seen).toString('utf8')) ?? [];
  return code ?? (status >= 300 && status < 400 ? 'redirect: S3_REGION or S3_ENDPOINT is another' : 'without a reason');
}

/** Sends requests to one bucket. */
export function sender(settings: StoreSettings, { silentMs, perMebibyteMs }: StoreDeadlines) {
  const { region, accessKeyId, secretAccessKey } = settings;
  /** The derived keys of the day. */
  const cache = new Map<string, ArrayBuffer>();

  async function attempt(wanted: Wanted): Promise<Answered> {
    const { operation, method, body, from } = wanted;
    const signer = new AwsV4Signer({
      url: String(objectUrl(settings, wanted)),
      method,
      headers: { 'X-Amz-Content-Sha256': body ? sha256Hex(body) : EMPTY_SHA256 },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
      cache,
    });
    const signed = await signer.sign();
    // Not signed: proxies in front of a store may change them.
    signed.headers.set('Accept-Encoding', 'identity');
    if (body) signed.headers.set('Content-Type', 'application/octet-stream');
    if (from !== undefined) signed.headers.set('Range', `bytes=${from}-`);
    const deadline = deadlineOf(silentMs + Math.ceil(((body?.length ?? 0) / 1024 ** 2) * perMebibyteMs));
    const fault = (cause: unknown): StoreFault =>
      new StoreFault({ operation, status: null, reason: reasonOf(cause), wasSilent: deadline.signal.aborted, cause });
    deadline.start();
    try {
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        body: body as Uint8Array<ArrayBuffer> | undefined,
        redirect: 'manual',
        signal: deadline.signal,
      } as RequestInit);
      return { status: response.status, headers: response.headers, parts: partsOf(response.body, deadline, fault) };
    } catch (cause) {
      throw fault(cause);
    } finally {
      deadline.stop();
    }
  }

  /** @throws StoreFault for any other answer than success and, where it is expected, 404 */
  async function once(wanted: Wanted): Promise<Answered> {
    const answered = await attempt(wanted);
    const isGood = answered.status === 200 || answered.status === 204 || answered.status === 206;
    if (isGood) return answered;
    throw new StoreFault({ operation: wanted.operation, status: answered.status, reason: await codeOf(answered) });
  }

  /** Tries again once when the store had a bad moment: each operation has the same effect when it is done twice. */
  return async (wanted: Wanted): Promise<Answered> => {
    for (let tried = 1; ; tried++) {
      try {
        const answered = await once(wanted);
        countStoreRequest(wanted.operation, 'done');
        return answered;
      } catch (cause) {
        const isMissing = cause instanceof StoreFault && cause.status === 404 && cause.reason !== 'NoSuchBucket';
        countStoreRequest(wanted.operation, isMissing ? 'missing' : 'failed');
        const isMoment = cause instanceof StoreFault && (cause.status === null || cause.status >= 500);
        if (!isMoment || cause.wasSilent || tried >= ATTEMPTS_MAX) throw cause;
      }
    }
  };
}

export type Send = ReturnType<typeof sender>;

/** The whole body. */
export async function drain({ parts }: Pick<Answered, 'parts'>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read);
}
