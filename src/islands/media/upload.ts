import * as z from 'zod/mini';
import '../../lib/core/jitless.ts';
import { ApiError, ERROR_STATUS, type ErrorCode } from '../../lib/core/errors.ts';
import {
  type addMedia,
  type addMediaAsAdmin,
  type addMediaAsSuperAdmin,
  fileTooLarge,
  type StoredMedia,
  storedMedia,
  uploadBytesMax,
  uploadField,
} from '../../lib/media/contract.ts';
import { sessionEnded } from '../failure.ts';
import { scaledDown } from './scale.ts';

/*
 * One file on its way to the server. XMLHttpRequest, because `fetch` does not tell how much has been sent, and a
 * receipt over a phone's connection takes long enough to want to know.
 */

/** Time a call may take, in milliseconds (decisions, point 4). */
const timeoutMs = 120_000;

const noId = 'Upload succeeded but no file ID received.';

export interface UploadOptions {
  /** How much has been sent, from 0 to 1. After 1 the server still has to answer. */
  readonly onProgress?: (part: number) => void;
  /** Ends the upload; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** What is said when the server says nothing; the contract's text when left out. */
  readonly failure?: string;
}

type AddMedia = typeof addMedia | typeof addMediaAsAdmin | typeof addMediaAsSuperAdmin;

const answered = z.object({ data: z.array(storedMedia) });
const refusal = z.object({
  message: z.union([z.string().check(z.minLength(1)), z.array(z.string()).check(z.minLength(1))]),
  code: z.string(),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

/** The stored file that an answer tells of. @throws ApiError with the server's messages, else with `failure`. */
export function readAnswer(status: number, text: string, failure: string): StoredMedia {
  const body = parsed(text);
  if (status >= 200 && status < 300) {
    const stored = z.safeParse(answered, body).data?.data[0];
    if (stored) return stored;
    throw new ApiError('internal', noId);
  }
  const refused = z.safeParse(refusal, body);
  if (!refused.success)
    throw new ApiError(status === 413 ? 'payload_too_large' : 'internal', status === 413 ? fileTooLarge : failure);
  const { code, message } = refused.data;
  throw new ApiError(isErrorCode(code) ? code : 'internal', message);
}

/**
 * Sends one file, scaled down where it is a big picture, and answers its id and url.
 * @throws ApiError with what the server says, or `failure` when it could not be reached.
 */
export async function uploadMedia(call: AddMedia, chosen: File, options: UploadOptions = {}): Promise<StoredMedia> {
  const { signal } = options;
  signal?.throwIfAborted();
  const file = await scaledDown(chosen);
  signal?.throwIfAborted();
  if (file.size > uploadBytesMax) throw new ApiError('payload_too_large', fileTooLarge);
  const send = (): Promise<StoredMedia> => sendFile(call, file, options);
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'unauthenticated')) throw error;
    await sessionEnded(call);
    return await send();
  }
}

function sendFile(call: AddMedia, file: File, options: UploadOptions): Promise<StoredMedia> {
  const { onProgress, signal, failure = call.failure } = options;
  const form = new FormData();
  form.append(uploadField, file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    const unreached = (): void => reject(new ApiError('unavailable', failure));
    request.open(call.method, call.path);
    request.timeout = timeoutMs;
    request.setRequestHeader('Accept', 'application/json');
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    request.onerror = unreached;
    request.ontimeout = unreached;
    request.onabort = () => reject(signal?.reason);
    request.onload = () => {
      try {
        resolve(readAnswer(request.status, request.responseText, failure));
      } catch (error) {
        reject(error);
      }
    };
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    request.send(form);
  });
}
