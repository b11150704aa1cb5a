/** Reads a request's input: bounded, of a known content type, as plain values that zod then checks. */

import type { Contract } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import { bodyTooLarge, fileTooLarge } from '../core/upload-size.ts';
import { uploadBytesMax } from '../media/calls.ts';
import type { TemporaryFile } from '../media/storage.ts';
import { STATEMENT_BYTES_MAX } from '../reconciliation/statement/contract.ts';
import { type BodyBuffer, createBodyBuffer, IN_MEMORY_BYTES_MAX } from './body-buffer.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

export const BODY_BYTES_MAX = IN_MEMORY_BYTES_MAX;
export const UPLOAD_BODY_BYTES_MAX = 6 * 1024 * 1024;
/** A bank statement with the other fields of its form. */
export const STATEMENT_BODY_BYTES_MAX = STATEMENT_BYTES_MAX + BODY_BYTES_MAX;
/** Bytes of the body of a call that needs no session, such as a sign-in: anybody may send one. */
export const PUBLIC_BODY_BYTES_MAX = 8 * 1024;
/** The least that arrives of an unfinished body in each window. */
export const PROGRESS_BYTES_MIN = 16 * 1024;
const PROGRESS_WINDOW_MS = 10_000;

/** Bytes of a body at most, and of the file in it. */
export interface BodyBound {
  readonly bytesMax: number;
  /** Bound of the file of an upload. */
  readonly fileBytesMax?: number;
}

const PLAIN_BOUND: BodyBound = { bytesMax: BODY_BYTES_MAX };
const PUBLIC_BOUND: BodyBound = { bytesMax: PUBLIC_BODY_BYTES_MAX };
/** For pictures and documents. */
export const MEDIA_BOUND: BodyBound = { bytesMax: UPLOAD_BODY_BYTES_MAX, fileBytesMax: uploadBytesMax };

/** Bound of the body of a call. */
export function boundOf({ access, from, fileBytesMax }: Pick<Contract, 'access' | 'from' | 'fileBytesMax'>): BodyBound {
  if (from !== 'upload') return access === 'public' ? PUBLIC_BOUND : PLAIN_BOUND;
  return fileBytesMax === undefined ? MEDIA_BOUND : { bytesMax: fileBytesMax + BODY_BYTES_MAX, fileBytesMax };
}

/** Watches one body for the bound of all bodies that are under way. */
export interface ArrivalWatch {
  /** The least that has to arrive in a window now; more than usual while many arrive. */
  bytesMin(): number;
  begin(body: { readonly receivedBytes: () => number; readonly end: (error: ApiError) => void }): void;
  /** Called when the body has arrived or failed. */
  done(): void;
  /** The error for a body that arrives at the usual pace, and not at the one of now. */
  tooSlow(): ApiError;
}

/** The message for a body above its bound. @param bytes its announced size; null if it has none */
export function tooLargeText({ bytesMax, fileBytesMax }: BodyBound, bytes: number | null): string {
  return fileBytesMax === undefined ? bodyTooLarge(bytes, bytesMax) : fileTooLarge(bytes, fileBytesMax);
}

const tooLarge = (bound: BodyBound, bytes: number | null): ApiError =>
  new ApiError('payload_too_large', tooLargeText(bound, bytes));

const tooSlow = (): ApiError =>
  new ApiError('request_timeout', 'This took too long to arrive. Please check your connection and try again.');

const cutOff = (cause: unknown): ApiError =>
  new ApiError('bad_request', 'The connection ended before everything had arrived. Please try again.', { cause });

/**
 * Receives a body. Close the result.
 * @param openFile called for a body of more than 64 KiB
 * @throws ApiError payload_too_large as soon as the bound is passed, whatever Content-Length says; request_timeout when less
 * than 16 KiB arrive in ten seconds; bad_request when the client disconnects; what the watch says
 */
export async function receiveBody(
  request: Request,
  bound: BodyBound,
  openFile: () => Promise<TemporaryFile>,
  watch?: ArrivalWatch,
): Promise<BodyBuffer> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > bound.bytesMax) throw tooLarge(bound, announced);
  const body = createBodyBuffer(openFile);
  if (!request.body) return body;
  const reader = request.body.getReader();
  let receivedBytes = 0;
  const pace = watchPace(() => receivedBytes, watch);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), pace.failure]);
      if (done) return body;
      receivedBytes += value.byteLength;
      if (receivedBytes > bound.bytesMax) throw tooLarge(bound, null);
      await body.append(value);
    }
  } catch (cause) {
    await body.close();
    throw cause instanceof ApiError ? cause : cutOff(cause);
  } finally {
    pace.stop();
    watch?.done();
  }
}

/** The body of any call but an upload. @throws ApiError as `receiveBody` */
export async function readBytes(contract: Contract, request: Request): Promise<Bytes> {
  const openFile = async (): Promise<never> => {
    throw new Error('a body of at most 64 KiB needs no file');
  };
  return (await receiveBody(request, boundOf(contract), openFile)).read();
}

/** @returns a promise that is rejected after the first window in which too little arrived */
function watchPace(receivedBytes: () => number, watch?: ArrivalWatch): { failure: Promise<never>; stop: () => void } {
  const { promise: failure, reject } = Promise.withResolvers<never>();
  // A body that is complete before anybody waits for the next window.
  failure.catch(() => undefined);
  watch?.begin({ receivedBytes, end: reject });
  let before = 0;
  const timer = setInterval(() => {
    const now = receivedBytes();
    if (now - before < PROGRESS_BYTES_MIN) reject(tooSlow());
    else if (watch && now - before < watch.bytesMin()) reject(watch.tooSlow());
    before = now;
  }, PROGRESS_WINDOW_MS);
  return { failure, stop: () => clearInterval(timer) };
}

function typeOf(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const unsupported = (wanted: string): ApiError =>
  new ApiError('unsupported_media_type', `Please send this as ${wanted}.`);

/** @throws ApiError unsupported_media_type */
export function requireMultipart(request: Request): void {
  if (typeOf(request) !== 'multipart/form-data') throw unsupported('multipart/form-data');
}

function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ApiError('invalid', 'The body is not valid JSON.', { cause });
  }
}

async function formData(request: Request, bytes: Bytes): Promise<FormData> {
  try {
    const type = request.headers.get('content-type') ?? '';
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw new ApiError('invalid', 'The form could not be read.', { cause });
  }
}

function single(form: FormData | URLSearchParams): Record<string, unknown> {
  const out: Record<string, unknown> = Object.create(null);
  for (const [key, value] of form.entries()) {
    if (key in out) throw new ApiError('invalid', `The field ${key.slice(0, 60)} was sent twice.`);
    out[key] = value;
  }
  return { ...out };
}

/**
 * The raw input of a call, still unchecked. Query calls take their query, all others their body.
 * @param received the body, if it was received before, as that of an upload always is
 */
export async function readInput(contract: Contract, request: Request, received: Bytes | null): Promise<unknown> {
  if (contract.from === 'query') {
    const out: Record<string, string> = {};
    for (const [key, value] of new URL(request.url).searchParams) if (!(key in out)) out[key] = value;
    return out;
  }
  const bytes = received ?? (await readBytes(contract, request));
  if (contract.from === 'upload') return formData(request, bytes);
  const type = typeOf(request);
  if (bytes.length === 0 && type === '') return {};
  if (type === 'application/json') return bytes.length === 0 ? {} : json(bytes);
  if (contract.from === 'form') {
    if (type === 'application/x-www-form-urlencoded')
      return single(new URLSearchParams(new TextDecoder().decode(bytes)));
    if (type === 'multipart/form-data') return single(await formData(request, bytes));
    throw unsupported('a form or as application/json');
  }
  throw unsupported('application/json');
}
