import { t } from '@/lib/core/texts.ts';
import { fileTooLarge } from '@/lib/core/upload-size.ts';
import * as z from '@/lib/core/zod.ts';
import type { addMedia, addMediaAsAdmin, addMediaAsSuperAdmin } from '@/lib/media/calls.ts';
import { heicRefused, uploadBytesMax, uploadField } from '@/lib/media/calls.ts';
import { type StoredMedia, storedMedia } from '@/lib/media/contract.ts';
import { CallError, failureOf } from '../failure.ts';
import { languageHeaders } from '../language.ts';
import { REPEATS_MAX, repeatDelayMs } from '../repeat.ts';
import { withSession } from '../session/recover.ts';
import { isHeic, scaledDown } from './scale.ts';

/*
 * One file on its way to the server. XMLHttpRequest, because `fetch` does not report how much has been sent, and a
 * receipt over a phone's connection takes long enough to want to know.
 */

/** Time without progress after which an upload fails, in milliseconds (docs/product.md): a slow phone needs minutes. */
const timeoutMs = 120_000;

const noId = 'Upload succeeded but no file ID received.';

export interface UploadOptions {
  /** How much has been sent, from 0 to 1. After 1 the server still has to answer. */
  readonly onProgress?: (part: number) => void;
  /** Ends the upload; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The message when the server gives none; the call's text when left out. */
  readonly failure?: string;
  /** The field of the form that a failure is about. */
  readonly field?: string;
}

type AddMedia = typeof addMedia | typeof addMediaAsAdmin | typeof addMediaAsSuperAdmin;

const success = z.object({ data: z.array(storedMedia) });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The stored file of an answer. A proxy in front of the server may refuse a body with a page of its own.
 * @throws CallError with the server's messages, else with `failure`
 */
export function readAnswer(
  status: number,
  text: string,
  failure: string,
  bytes: number,
  retryAfter: string | null = null,
): StoredMedia {
  const body = parsed(text);
  if (status < 200 || status >= 300) {
    const fallback = status === 413 ? fileTooLarge(bytes, uploadBytesMax) : failure;
    throw failureOf({ failure: fallback }, status, body, retryAfter);
  }
  const stored = z.safeParse(success, body).data?.data[0];
  if (!stored) throw new CallError(status, [noId]);
  return stored;
}

/**
 * Sends one file, a big picture scaled down.
 * @returns its id and url
 * @throws CallError with what the server says, or `failure` when it could not be reached; it names `field`
 */
export async function uploadMedia(call: AddMedia, chosen: File, options: UploadOptions = {}): Promise<StoredMedia> {
  const { signal, field } = options;
  signal?.throwIfAborted();
  const file = await scaledDown(chosen);
  signal?.throwIfAborted();
  try {
    if (file.size > uploadBytesMax)
      throw new CallError(413, [isHeic(file) ? t(heicRefused) : fileTooLarge(file.size, uploadBytesMax)]);
    return await withSession(call, () => sendRepeatedly(call, file, options));
  } catch (error) {
    if (!(error instanceof CallError) || field === undefined) throw error;
    throw new CallError(error.status, error.messages, { code: error.code, field }, error.retryAfterSeconds);
  }
}

/** Sends the file again after a refusal for lack of room, and after a connection that broke: a phone changes its network. */
async function sendRepeatedly(call: AddMedia, file: File, options: UploadOptions): Promise<StoredMedia> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await sendFile(call, file, options);
    } catch (error) {
      const isRepeated = error instanceof CallError && (error.status === 503 || error instanceof BrokenConnection);
      if (!isRepeated || repeats >= REPEATS_MAX) throw error;
      await delay(repeatDelayMs(error.retryAfterSeconds), options.signal);
    }
  }
}

/** No answer came, and not because the server took too long. */
class BrokenConnection extends CallError {}

/** @throws the reason of the signal as soon as it is aborted */
function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function sendFile(call: AddMedia, file: File, options: UploadOptions): Promise<StoredMedia> {
  const { onProgress, signal, failure = call.failure } = options;
  const form = new FormData();
  form.append(uploadField, file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    request.open(call.method, call.path);
    const startMs = performance.now();
    request.timeout = timeoutMs;
    request.setRequestHeader('Accept', 'application/json');
    for (const [name, value] of Object.entries(languageHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      // Counts from the start of the request, and may be set while it runs.
      request.timeout = performance.now() - startMs + timeoutMs;
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    request.onerror = () => reject(new BrokenConnection(0, [failure]));
    request.ontimeout = () => reject(new CallError(0, [failure]));
    request.onabort = () => reject(signal?.reason);
    request.onload = () => {
      try {
        const retryAfter = request.getResponseHeader('Retry-After');
        resolve(readAnswer(request.status, request.responseText, failure, file.size, retryAfter));
      } catch (error) {
        reject(error);
      }
    };
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    request.send(form);
  });
}
