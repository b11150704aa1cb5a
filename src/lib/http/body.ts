/** Reads a request's input: bounded, of a known content type, as plain values that zod then checks. */
import type { Contract } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';

export const BODY_BYTES_MAX = 64 * 1024;
export const UPLOAD_BODY_BYTES_MAX = 6 * 1024 * 1024;

const tooLarge = (): ApiError => new ApiError('payload_too_large', 'What was sent is too large. Please send less.');

/** @throws ApiError payload_too_large as soon as the bound is passed, whatever Content-Length says. */
export async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > bytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  const out = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.byteLength;
  }
  return out;
}

function typeOf(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const unsupported = (wanted: string): ApiError =>
  new ApiError('unsupported_media_type', `Please send this as ${wanted}.`);

function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ApiError('invalid', 'The body is not valid JSON.', { cause });
  }
}

async function formData(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<FormData> {
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

/** The raw input of a call, still unchecked. Query calls take their query, all others their body. */
export async function readInput(contract: Contract, request: Request): Promise<unknown> {
  if (contract.from === 'query') {
    const out: Record<string, string> = {};
    for (const [key, value] of new URL(request.url).searchParams) if (!(key in out)) out[key] = value;
    return out;
  }
  const type = typeOf(request);
  if (contract.from === 'upload') {
    if (type !== 'multipart/form-data') throw unsupported('multipart/form-data');
    return formData(request, await readBytes(request, UPLOAD_BODY_BYTES_MAX));
  }
  const bytes = await readBytes(request, BODY_BYTES_MAX);
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
