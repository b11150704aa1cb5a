/** PgBouncer in front of a database of the run, which gives each transaction any of a few sessions. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { serverConnections } from '../../src/lib/db/company-login.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { freePort } from './ports.ts';
import { APP_SECRET } from './site.ts';

export type PoolMode = 'session' | 'transaction';

export interface Pooler {
  /** `DATABASE_URL` for a program. */
  readonly url: string;
  /** Changes the mode while it runs, as an operator does. */
  changeMode(mode: PoolMode): void;
  stop(): Promise<void>;
}

/**
 * @param sessions of the server, for each of the program's two users
 * @param resets whether a session forgets what a transaction has set
 */
export async function startPooler(
  databaseUrl: string,
  sessions: number,
  resets = true,
  mode: PoolMode = 'transaction',
): Promise<Pooler> {
  const { host, port: serverPort, user } = inject('postgres');
  const { login } = serverConnections(databaseUrl, secretsOf(APP_SECRET));
  const name = new URL(databaseUrl).pathname.slice(1);
  // Root may not run it. The user of PostgreSQL may reach its socket.
  const { uid, gid } = fs.statSync(host);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-pooler-'));
  const port = await freePort();
  fs.writeFileSync(path.join(folder, 'users'), `"${user}" ""\n"${login.user}" ""\n`);
  const writeSettings = (poolMode: PoolMode): void =>
    fs.writeFileSync(
      path.join(folder, 'pgbouncer.ini'),
      `[databases]
${name} = host=${host} port=${serverPort} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users
pool_mode = ${poolMode}
default_pool_size = ${sessions}
server_reset_query = DISCARD ALL
server_reset_query_always = ${resets ? 1 : 0}
max_client_conn = 500
ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout
`,
    );
  writeSettings(mode);
  fs.chmodSync(folder, 0o755);
  const child = spawn('pgbouncer', ['-q', path.join(folder, 'pgbouncer.ini')], { uid, gid, stdio: 'ignore' });
  const ended = new Promise<void>((done) => child.on('exit', () => done()));
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    await sleep(20);
  }
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${name}`,
    changeMode: (to) => {
      writeSettings(to);
      child.kill('SIGHUP');
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
