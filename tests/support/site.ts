/** Runs the built program for a test: its own process, database and data folder. Calls go over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../../src/lib/db/client.ts';
import { serverConnections } from '../../src/lib/db/company-login.ts';
import { type EmbeddedConnections, findRunningEmbedded } from '../../src/lib/db/embedded/supervisor.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { newWriter } from '../../src/lib/transparency-log/trail/writers/service.ts';
import { SYMBOL } from './brand.ts';
import { APP_SECRET, testDatabase } from './db.ts';
import { freePort } from './ports.ts';
import { fetchThrough, PROXIED_HOST, PROXY, type RunningProxy, startProxy } from './proxies.ts';
import { watchOptions } from './watch/held.ts';

const PROGRAM = 'dist/server/server.mjs';

export { APP_SECRET };

export interface SiteOptions {
  readonly env?: Record<string, string>;
  readonly args?: readonly string[];
  /** Uses an embedded database under `dataDir` and not the PostgreSQL server of the run. */
  readonly embedded?: boolean;
  /** The data folder of an earlier site. */
  readonly dataDir?: string;
  /** The database of another node. */
  readonly databaseUrl?: string;
  /** The folder of another build; by default the build of this checkout. */
  readonly build?: string;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers freely
  readonly body: any;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Buffer;
}

/** What a person learns from an answer. */
export const statusAndMessage = ({ status, body }: Pick<Answer, 'status' | 'body'>): [number, string] => [
  status,
  body.message,
];

export interface CallOptions {
  readonly body?: unknown;
  readonly token?: string;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
  /** The client's address; by default one address for each site. */
  readonly ip?: string;
}

export interface Site {
  /** The site's own origin. Send requests by `call`: through a proxy, no resolver knows the host. */
  readonly url: string;
  /** Of the program, or of the proxy in front. */
  readonly port: number;
  /** For the `Host` header. */
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly database: Database;
  /** The installation's secret. */
  readonly secret: string;
  /** All text that the program has written to stdout and stderr. */
  readonly output: () => string;
  readonly process: ChildProcess;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Waits for a mail to an address. @returns the newest */
  mail(to: string, options?: { after?: Date; containing?: string | RegExp }): Promise<string>;
  /** @returns the newest code that was mailed to an address */
  code(to: string): Promise<string>;
  /** Sends SIGTERM and waits; keeps the data. @returns the exit code */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  /** Ends the program and deletes its database and data. */
  remove(): Promise<void>;
}

let ips = 0;
/**
 * A client address that is new in this run, so that rate limits count each client alone. Through a proxy it is an address
 * that the client really connects from.
 */
export function freshIp(): string {
  ips++;
  const net = PROXY === null ? 10 : 127;
  return `${net}.${((process.pid >> 4) & 127) + 100}.${(ips >> 8) & 255}.${ips & 255}`;
}

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly output: () => string;
  readonly exited: Promise<number | null>;
}

/** Starts the program and waits until it is ready. @throws Error with its output if it ends first */
async function runProgram(dataDir: string, databaseUrl: string | null, options: SiteOptions): Promise<Running> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [...watchOptions(), path.resolve(options.build ?? '', PROGRAM), ...(options.args ?? [])],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: dataDir,
        TOKEN_SYMBOL: SYMBOL,
        ADMIN_EMAIL: 'admin@example.com',
        ADMIN_PASSWORD: 'correct horse battery',
        TRUSTED_PROXIES: '127.0.0.1',
        ...(process.env.DATABASE_CONNECTIONS && { DATABASE_CONNECTIONS: process.env.DATABASE_CONNECTIONS }),
        ...(PROXY && { SITE_URL: `http://${PROXIED_HOST}` }),
        ...(databaseUrl && { DATABASE_URL: databaseUrl, APP_SECRET }),
        ...options.env,
      },
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exited = new Promise<number | null>((done) => child.on('exit', (code) => done(code)));
  await new Promise<void>((ready, fail) => {
    child.stdout.on('data', () => output.includes('Ready on') && ready());
    void exited.then((code) => fail(new Error(`the program ended with ${code}:\n${output}`)));
  });
  return { child, port, exited, output: () => output };
}

/** Objects are sent as JSON; everything else as it is. */
const isJsonBody = (body: unknown): boolean =>
  body !== undefined &&
  typeof body !== 'string' &&
  !(body instanceof FormData) &&
  !(body instanceof URLSearchParams) &&
  !(body instanceof Uint8Array);

/** @param proxied the client's address, for calls through a proxy on this port that is not the one of the run */
export function callsTo({ url, port }: Pick<Site, 'url' | 'port'>, proxied?: string): Site['call'] {
  const isProxied = PROXY !== null || proxied !== undefined;
  const siteIp = proxied ?? freshIp();
  return async (method, pathname, { body, token, cookie, headers = {}, ip = siteIp } = {}) => {
    const isJson = isJsonBody(body);
    const send = isProxied ? fetchThrough({ port, clientAddress: ip }) : fetch;
    const response = await send(url + pathname, {
      method,
      redirect: 'manual',
      headers: {
        // Through a proxy the header is forged: the proxy has to write its own.
        'X-Forwarded-For': isProxied ? freshIp() : ip,
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: token }),
        ...(cookie && { Cookie: cookie, Origin: url }),
        ...headers,
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const isJsonAnswer = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      body: isJsonAnswer && text !== '' ? JSON.parse(text) : null,
    };
  };
}

/** @returns the newest mail of the outbox that matches, or null */
function newestMail(outbox: string, to: string, after?: Date, containing: string | RegExp = ''): string | null {
  if (!fs.existsSync(outbox)) return null;
  const recipient = new RegExp(`^To: .*${to.replace(/[.+]/g, '\\$&')}`, 'im');
  const files = fs.readdirSync(outbox).filter((name) => name.endsWith('.eml'));
  for (const name of files.sort().reverse()) {
    const file = path.join(outbox, name);
    if (after && fs.statSync(file).mtime < after) continue;
    const text = fs.readFileSync(file, 'utf8');
    if (recipient.test(text) && (typeof containing === 'string' ? text.includes(containing) : containing.test(text)))
      return text;
  }
  return null;
}

/** The data folders of the nodes of each database: any node may send a mail, and writes it into its own outbox. */
const nodesOf = new Map<string, string[]>();

function mailsIn(dataDir: string, databaseUrl: string | null): Site['mail'] {
  const nodes = (databaseUrl === null ? null : nodesOf.get(databaseUrl)) ?? [];
  nodes.push(dataDir);
  if (databaseUrl !== null) nodesOf.set(databaseUrl, nodes);
  return async (to, { after, containing } = {}) => {
    for (let round = 0; round < 200; round++) {
      for (const node of nodes) {
        const mail = newestMail(path.join(node, 'outbox'), to, after, containing);
        if (mail !== null) return mail;
      }
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`no mail to ${to} came within ten seconds`);
  };
}

/** Where clients reach the program: directly, or at the proxy of the run, which it starts. */
async function addressOf(port: number): Promise<{ proxy: RunningProxy | null; port: number; host: string }> {
  if (PROXY === null) return { proxy: null, port, host: `localhost:${port}` };
  const proxy = await startProxy(PROXY, port);
  return { proxy, port: proxy.port, host: PROXIED_HOST };
}

/** Starts a program with a database of its own unless the options name one. Call `remove` in `afterAll`. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const dataDir = options.dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-site-'));
  fs.chmodSync(dataDir, 0o755);
  const own = options.embedded || options.databaseUrl ? null : await testDatabase();
  const databaseUrl = options.databaseUrl ?? own?.url ?? null;
  const { child, port: ownPort, output, exited } = await runProgram(dataDir, databaseUrl, options);
  const { proxy, port, host } = await addressOf(ownPort);
  const secret = secretOf(dataDir, databaseUrl, options);
  const database =
    own?.database ??
    openDatabase({
      ...(databaseUrl ? serverConnections(databaseUrl, secretsOf(APP_SECRET)) : embeddedConnections(dataDir)),
      writer: newWriter(secretsOf(secret)),
      poolSize: 5,
      onError: () => {},
    });
  const url = `http://${host}`;
  const mail = mailsIn(dataDir, databaseUrl);
  const stop = async (): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    return exited;
  };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  return {
    url,
    port,
    host,
    dataDir,
    databaseUrl,
    database,
    secret,
    process: child,
    call: callsTo({ url, port }),
    mail,
    stop,
    output,
    code: async (to) => {
      const code = /^(\d{6}|\d{8})\s*$/m.exec(await mail(to))?.[1];
      if (!code) throw new Error(`the newest mail to ${to} holds no code`);
      return code;
    },
    kill,
    remove: async () => {
      // A clean stop waits two seconds for idle connections; its own tests are in tests/long/server-stop.test.ts.
      if (options.embedded) await stop();
      else await kill();
      await proxy?.stop();
      if (own) await own.drop();
      else await database.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The secret of a site that runs. */
function secretOf(dataDir: string, databaseUrl: string | null, { env }: SiteOptions): string {
  // An empty secret counts as none, as in the program.
  if (env?.APP_SECRET) return env.APP_SECRET;
  if (env?.APP_SECRET_FILE) return fs.readFileSync(env.APP_SECRET_FILE, 'utf8').trim();
  return databaseUrl ? APP_SECRET : fs.readFileSync(path.join(dataDir, 'secrets/app-secret'), 'utf8').trim();
}

/** How to reach the embedded database of a data folder while its program runs. */
export function embeddedConnections(dataDir: string): EmbeddedConnections {
  const connections = findRunningEmbedded(dataDir);
  if (!connections) throw new Error(`no database runs under ${dataDir}`);
  return connections;
}
