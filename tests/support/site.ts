/** The built program as a person meets it: its own process, database and data folder; calls go over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../../src/lib/db/client.ts';
import { SYMBOL } from './brand.ts';
import { testDatabase } from './db.ts';

const PROGRAM = path.resolve('dist/programs/server.mjs');
export const APP_SECRET = 'a secret for tests, long enough to be taken';

export interface SiteOptions {
  readonly env?: Record<string, string>;
  readonly args?: readonly string[];
  /** Runs on its own embedded database under `dataDir` and not on the run's shared server. */
  readonly embedded?: boolean;
  /** Goes on with the data of an earlier site. */
  readonly dataDir?: string;
  /** Shares the database of another node. */
  readonly databaseUrl?: string;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers freely
  readonly body: any;
  readonly headers: Headers;
  readonly text: string;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly token?: string;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
  /** The client's address; each `Site.client()` has one of its own. */
  readonly ip?: string;
}

export interface Site {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly database: Database;
  /** Everything that the program wrote to stdout and stderr. */
  readonly output: () => string;
  readonly process: ChildProcess;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The newest mail to an address, waited for. */
  mail(to: string, options?: { after?: Date; containing?: string }): Promise<string>;
  /** The newest code that was mailed to an address. */
  code(to: string): Promise<string>;
  /** SIGTERM, and waits; the data stays. @returns the exit code */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  /** Stops and removes everything. */
  remove(): Promise<void>;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

let ips = 0;
/** An address that no other client of this run has, so that limits count each test alone. */
export function freshIp(): string {
  ips++;
  return `10.${(process.pid >> 4) & 255}.${(ips >> 8) & 255}.${ips & 255}`;
}

export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const dataDir = options.dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-site-'));
  fs.chmodSync(dataDir, 0o755);
  const own = options.embedded || options.databaseUrl ? null : await testDatabase({ empty: true });
  const databaseUrl = options.databaseUrl ?? own?.url ?? null;
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM, ...(options.args ?? [])], {
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
      ...(databaseUrl && { DATABASE_URL: databaseUrl, APP_SECRET }),
      ...options.env,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exited = new Promise<number | null>((done) => child.on('exit', (code) => done(code)));
  const url = `http://localhost:${port}`;
  await new Promise<void>((ready, fail) => {
    child.stdout.on('data', () => output.includes('Ready on') && ready());
    void exited.then((code) => fail(new Error(`the program ended with ${code}:\n${output}`)));
  });
  const database =
    own?.database ??
    openDatabase({
      connection: databaseUrl ? { connectionString: databaseUrl } : embeddedConnection(dataDir),
      poolSize: 5,
      onError: () => {},
    });

  const ip = freshIp();
  const call: Site['call'] = async (method, pathname, { body, token, cookie, headers = {}, ip: from = ip } = {}) => {
    const isPlain =
      body !== undefined &&
      typeof body !== 'string' &&
      !(body instanceof FormData) &&
      !(body instanceof URLSearchParams) &&
      !(body instanceof Uint8Array);
    const response = await fetch(url + pathname, {
      method,
      redirect: 'manual',
      headers: {
        'X-Forwarded-For': from,
        ...(isPlain && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: token }),
        ...(cookie && { Cookie: cookie, Origin: url }),
        ...headers,
      },
      ...(body !== undefined && { body: isPlain ? JSON.stringify(body) : (body as BodyInit) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : null,
    };
  };

  const outbox = path.join(dataDir, 'outbox');
  const mail: Site['mail'] = async (to, { after, containing } = {}) => {
    for (let round = 0; round < 200; round++) {
      const files = fs.existsSync(outbox)
        ? fs
            .readdirSync(outbox)
            .filter((f) => f.endsWith('.eml'))
            .sort()
            .reverse()
        : [];
      for (const file of files) {
        const full = path.join(outbox, file);
        if (after && fs.statSync(full).mtime < after) continue;
        const text = fs.readFileSync(full, 'utf8');
        if (
          new RegExp(`^To: .*${to.replace(/[.+]/g, '\\$&')}`, 'im').test(text) &&
          (!containing || text.includes(containing))
        )
          return text;
      }
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`no mail to ${to} came within ten seconds`);
  };

  const stop = async (): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    return exited;
  };
  return {
    url,
    port,
    dataDir,
    databaseUrl,
    database,
    process: child,
    call,
    mail,
    stop,
    output: () => output,
    code: async (to) => {
      const found = /^(\d{6}|\d{8})\s*$/m.exec(await mail(to));
      if (!found?.[1]) throw new Error(`the newest mail to ${to} holds no code`);
      return found[1];
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    remove: async () => {
      await stop();
      if (own) await own.drop();
      else await database.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Where the embedded database of a data folder listens, read from its own pid file. */
export function embeddedConnection(dataDir: string): { host: string; port: number; user: string; database: string } {
  const pidFile = fs.readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { host: pidFile[4] ?? '', port: Number(pidFile[3]), user: 'launchbook', database: 'launchbook' };
}
