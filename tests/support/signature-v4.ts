/**
 * AWS Signature Version 4 of a request to S3, computed apart from the library that the program signs with (Amazon S3 API Reference,
 * 'Signature Calculations for the Authorization Header').
 */
import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly signedHeaders: readonly string[];
  readonly region: string;
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`);

function canonicalRequest({ method, target, headers, signedHeaders }: SignedRequest): string {
  const { pathname, searchParams } = new URL(target, 'http://localhost');
  const pathOf = pathname.split('/').map((part) => encoded(decodeURIComponent(part)));
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const lines = signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`);
  const payload = headers['x-amz-content-sha256'] ?? '';
  return [method, pathOf.join('/'), query.join('&'), lines.join(''), signedHeaders.join(';'), payload].join('\n');
}

/** The signature in hex. `x-amz-date` and `x-amz-content-sha256` are among the headers. */
export function signatureOf(request: SignedRequest, secretAccessKey: string): string {
  const time = request.headers['x-amz-date'] ?? '';
  const day = time.slice(0, 8);
  const scope = `${day}/${request.region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest(request))].join('\n');
  const key = [request.region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  return hmac(key, text).toString('hex');
}

/** The parts of an `Authorization` header; null for anything else. */
export function readAuthorization(header: string | undefined) {
  const [, accessKeyId = '', day = '', region = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      header ?? '',
    ) ?? [];
  return signature === '' ? null : { accessKeyId, day, region, signedHeaders: signedHeaders.split(';'), signature };
}
