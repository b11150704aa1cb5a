/** Where a bench runs: a temporary folder with a PostgreSQL of its own, databases in it, and built programs on them. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../src/lib/db/embedded/supervisor.ts';

const PROGRAM = path.resolve('dist/programs/server.mjs');
const APP_SECRET = 'the secret of a bench, of no use elsewhere';

export interface Program {
  readonly port: number;
  readonly pid: number;
  /** From the start of the process to the line `Ready on`. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

export interface Place {
  readonly dir: string;
  /** `APP_SECRET` of the programs on its databases. */
  readonly secret: string;
  /** An empty database. */
  makeDatabase(name: string): Promise<{ url: string; client: pg.Client }>;
  serve(options: { databaseUrl?: string; dataDir?: string; env?: Record<string, string> }): Promise<Program>;
  close(): Promise<void>;
}

/** An empty folder for the data of a program, that the database's account may enter. */
export function freshHome(dir: string): string {
  const home = fs.mkdtempSync(path.join(dir, 'program-'));
  fs.chmodSync(home, 0o755);
  return home;
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

/** Starts a program whose output goes to a file, as in production: a pipe would be read by the process that measures. */
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

export async function openPlace(): Promise<Place> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-bench-'));
  fs.chmodSync(dir, 0o755);
  const server = await startEmbedded({ dataDir: dir, maxConnections: 120 });
  const clients: pg.Client[] = [];
  const connect = async (database: string): Promise<pg.Client> => {
    const client = new pg.Client({ host: server.socketDir, port: server.port, user: server.user, database });
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
    return client;
  };
  const owner = await connect(server.database);
  const programs: Program[] = [];
  return {
    dir,
    secret: APP_SECRET,
    makeDatabase: async (name) => {
      await owner.query(`CREATE DATABASE ${name}`);
      const url = `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.socketDir)}`;
      return { url, client: await connect(name) };
    },
    serve: async ({ databaseUrl, dataDir, env }) => {
      const home = dataDir ?? freshHome(dir);
      fs.mkdirSync(home, { recursive: true });
      const program = await spawnProgram(dir, [PROGRAM], {
        DATA_DIR: home,
        ADMIN_EMAIL: 'admin@example.com',
        ADMIN_PASSWORD: 'correct horse battery',
        RATE_LIMITS: 'off',
        ...(databaseUrl && { DATABASE_URL: databaseUrl, APP_SECRET }),
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
