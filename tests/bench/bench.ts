/** The environment of a benchmark: a temporary folder with its own PostgreSQL, databases in it, and built programs on them. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { APP_ROLE } from '../../src/lib/db/client.ts';
import { startEmbedded } from '../../src/lib/db/embedded/supervisor.ts';
import { freePort } from '../support/ports.ts';
import { trustEverybody } from '../support/trust.ts';
import { BENCH_SECRET } from './seed.ts';

const PROGRAM = path.resolve('dist/server/server.mjs');

export interface Program {
  readonly port: number;
  readonly pid: number;
  /** From the start of the process to the line `Ready on`. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

export interface Bench {
  readonly dir: string;
  /** `APP_SECRET` of the programs on its databases. */
  readonly secret: string;
  /** An empty database, or a copy of one that nobody is connected to. */
  makeDatabase(name: string, template?: string): Promise<{ url: string; client: pg.Client }>;
  serve(options: { databaseUrl?: string; dataDir?: string; env?: Record<string, string> }): Promise<Program>;
  close(): Promise<void>;
}

/** An empty data folder for a program, which the database's account may enter. */
export function freshHome(dir: string): string {
  const home = fs.mkdtempSync(path.join(dir, 'program-'));
  fs.chmodSync(home, 0o755);
  return home;
}

/** Starts a program. Its output goes to a file, as in production: reading a pipe would load the measuring process. */
export async function spawnProgram(
  dir: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<Program> {
  const port = await freePort();
  const outputFile = path.join(dir, `output-${port}.log`);
  const output = fs.openSync(outputFile, 'w');
  const startedMs = performance.now();
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env, PORT: String(port) },
  });
  fs.closeSync(output);
  const exited = new Promise<void>((done) => child.on('exit', () => done()));
  while (!fs.readFileSync(outputFile, 'utf8').includes('Ready ')) {
    if (child.exitCode !== null) throw new Error(`the program ended:\n${fs.readFileSync(outputFile, 'utf8')}`);
    await sleep(5);
  }
  return {
    port,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedMs,
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}

export async function openBench(): Promise<Bench> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-bench-'));
  fs.chmodSync(dir, 0o755);
  const server = await startEmbedded({ dataDir: dir, maxConnections: 120 });
  await trustEverybody(dir, server.connections);
  const clients: pg.Client[] = [];
  const { connection, superuserConnection } = server.connections;
  const connect = async (database: string, user: string): Promise<pg.Client> => {
    const client = new pg.Client({ ...server.connections.connection, user, database });
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
    return client;
  };
  const superuser = await connect('postgres', superuserConnection.user);
  await superuser.query(`ALTER ROLE ${connection.user} CREATEROLE`);
  await superuser.query(`GRANT ${APP_ROLE} TO ${connection.user} WITH ADMIN OPTION`);
  const programs: Program[] = [];
  return {
    dir,
    secret: BENCH_SECRET,
    makeDatabase: async (name, template = connection.database) => {
      await superuser.query(`CREATE DATABASE ${name} OWNER ${connection.user} TEMPLATE ${template}`);
      const url = `postgres://${connection.user}@localhost:${connection.port}/${name}?host=${encodeURIComponent(server.socketDir)}`;
      return { url, client: await connect(name, superuserConnection.user) };
    },
    serve: async ({ databaseUrl, dataDir, env }) => {
      const home = dataDir ?? freshHome(dir);
      fs.mkdirSync(home, { recursive: true });
      const program = await spawnProgram(dir, [PROGRAM], {
        DATA_DIR: home,
        ADMIN_EMAIL: 'admin@example.com',
        ADMIN_PASSWORD: 'correct horse battery',
        // Limits are on: each request says an address of its own (client.ts).
        TRUSTED_PROXIES: '127.0.0.1',
        ...(databaseUrl && { DATABASE_URL: databaseUrl, APP_SECRET: BENCH_SECRET }),
        ...env,
      });
      programs.push(program);
      return program;
    },
    close: async () => {
      for (const program of programs) await program.stop();
      for (const client of clients) await client.end().catch(() => {});
      await server.stop();
      fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}
