/**
 * A small object store for tests, in memory. It verifies the signature of every request, as a real one does, and can fail like a real
 * one. (`s3rver` accepts wrong secrets and brings packages with known vulnerabilities: decision 0387.)
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StoreSettings } from '../../src/lib/config.ts';
import { freePort } from './ports.ts';
import { readAuthorization, sha256, signatureOf } from './signature-v4.ts';

/** What goes wrong with the requests that come next; each has its place in `answer`. */
export type StoreFailure =
  | 'silent'
  | 'full'
  | 'quota'
  | 'broken'
  /** The connection ends while the body of a PUT arrives. */
  | 'cut upload'
  /** A PUT is acknowledged, and nothing, or half of it, is stored. */
  | 'forgets'
  | 'keeps half'
  /** The object is stored, and the connection ends before the answer. */
  | 'lost answer'
  /** The connection ends in the middle of an object, unless a range of it was asked for. */
  | 'cut download';

export interface TestStore {
  readonly settings: StoreSettings;
  readonly env: Record<string, string>;
  /** By key, as `uploads/…`. */
  readonly objects: Map<string, Buffer>;
  /** Each request that was verified, as `PUT uploads/…`, with its range. */
  readonly requests: string[];
  failure: StoreFailure | null;
  /** Requests that never got an answer. */
  unanswered: number;
  /** Objects on a page of a list. */
  pageSize: number;
  /** Is awaited before a download is cut. */
  beforeCut: () => Promise<void>;
  /** Is awaited before an object is stored. */
  beforePut: (key: string) => Promise<void>;
  /** Refuses connections until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const SECRET = 'wJalr/XUtn+FEMI/of-the-tests-alone';

function errorOf(status: number, code: string): [number, string] {
  return [
    status,
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Said by the test</Message></Error>`,
  ];
}

/** The error for a request that was not signed with the secret; null for a good one. */
function signatureError(request: IncomingMessage, body: Buffer, settings: StoreSettings): [number, string] | null {
  const headers = request.headers as Record<string, string | undefined>;
  const given = readAuthorization(headers.authorization);
  if (!given) return errorOf(403, 'AccessDenied');
  if (given.accessKeyId !== settings.accessKeyId) return errorOf(403, 'InvalidAccessKeyId');
  if (given.region !== settings.region) return errorOf(400, 'AuthorizationHeaderMalformed');
  const { method = '', url = '' } = request;
  const wanted = signatureOf(
    { method, target: url, headers, signedHeaders: given.signedHeaders, region: given.region },
    settings.secretAccessKey,
  );
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (wanted !== given.signature || !needed.every((name) => given.signedHeaders.includes(name)))
    return errorOf(403, 'SignatureDoesNotMatch');
  return sha256(body) === headers['x-amz-content-sha256'] ? null : errorOf(400, 'XAmzContentSHA256Mismatch');
}

/** A page of the keys. The token has characters that XML escapes. */
function listed({ objects, pageSize }: TestStore, query: URLSearchParams): string {
  const after = (query.get('continuation-token') ?? '').replace(/^<&>/, '');
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
  const page = keys.slice(0, pageSize);
  const isLast = page.length === keys.length;
  const next = isLast ? '' : `<NextContinuationToken>&lt;&amp;&gt;${page.at(-1)}</NextContinuationToken>`;
  const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`);
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${!isLast}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

function sendObject(store: TestStore, request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const part = bytes.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, { 'Content-Length': part.length });
  if (request.method === 'HEAD') return void response.end();
  if (store.failure !== 'cut download' || from > 0) return void response.end(part);
  const first = part.subarray(0, Math.ceil(part.length / 2));
  response.write(first, () => void store.beforeCut().then(() => response.destroy()));
}

async function answer(store: TestStore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { failure } = store;
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    if (failure === 'cut upload' && request.method === 'PUT') return void request.socket.destroy();
    chunks.push(chunk as Buffer);
  }
  const body = Buffer.concat(chunks);
  if (failure === 'silent') {
    store.unanswered += 1;
    return;
  }
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const [, bucket = '', key = ''] = /^\/([^/]*)\/(.*)$/.exec(pathname) ?? [];
  const end = ([status, text]: [number, string]): void =>
    void response.writeHead(status).end(request.method === 'HEAD' ? '' : text);
  const error = signatureError(request, body, store.settings);
  if (error) return end(error);
  store.requests.push(`${request.method} ${key}${request.headers.range ? ` ${request.headers.range}` : ''}`);
  if (failure === 'broken') return end(errorOf(500, 'InternalError'));
  if (bucket !== store.settings.bucket) return end(errorOf(404, 'NoSuchBucket'));
  if (request.method === 'GET' && key === '') return end([200, listed(store, searchParams)]);
  if (request.method === 'PUT') {
    if (failure === 'full') return end(errorOf(507, 'InsufficientStorage'));
    if (failure === 'quota') return end(errorOf(403, 'QuotaExceeded'));
    await store.beforePut(key);
    if (failure === 'forgets') return end([200, '']);
    store.objects.set(key, failure === 'keeps half' ? body.subarray(0, body.length / 2) : body);
    if (failure === 'lost answer') return void request.socket.destroy();
    return end([200, '']);
  }
  if (request.method === 'DELETE') {
    store.objects.delete(key);
    return end([204, '']);
  }
  const bytes = store.objects.get(key);
  if (!bytes) return end(errorOf(404, 'NoSuchKey'));
  sendObject(store, request, response, bytes);
}

/** Call `stop` in `afterAll`. */
export async function startTestStore(): Promise<TestStore> {
  const port = await freePort();
  const settings: StoreSettings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'launchbook-tests',
    region: 'ap-south-1',
    accessKeyId: 'TESTACCESSKEY',
    secretAccessKey: SECRET,
    isPathStyle: true,
  };
  let server: http.Server | null = null;
  const store: TestStore = {
    settings,
    env: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    objects: new Map(),
    requests: [],
    failure: null,
    unanswered: 0,
    pageSize: 1_000,
    beforeCut: async () => {},
    beforePut: async () => {},
    stop: async () => {
      const ended = server;
      server = null;
      ended?.closeAllConnections();
      await new Promise((done) => (ended ? ended.close(done) : done(null)));
    },
    start: async () => {
      // A client that goes away ends its own request.
      const started = http.createServer(
        (request, response) => void answer(store, request, response).catch(() => response.destroy()),
      );
      server = started;
      await new Promise<void>((ready, fail) => started.once('error', fail).listen(port, '127.0.0.1', ready));
      if ((started.address() as AddressInfo).port !== port) throw new Error('the store listens elsewhere');
    },
  };
  await store.start();
  return store;
}
