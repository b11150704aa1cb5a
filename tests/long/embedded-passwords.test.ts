/** The roles of the embedded database sign in by passwords, also in data folders of versions that asked for none. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedConnections, findRunningEmbedded, startEmbedded } from '../../src/lib/db/embedded/supervisor.ts';
import { cleanUp, makeFolder, query, runProgram, until } from '../support/embedded-programs.ts';

afterAll(cleanUp);

const ROLES = ['connection', 'companyConnection', 'superuserConnection'] as const;

const rulesOf = (dataDir: string): string => path.join(dataDir, 'postgres', 'pg_hba.conf');
const passwordsOf = (dataDir: string): string => path.join(dataDir, 'secrets', 'pgpass');

/** What signing in gives: the role, or the code of the refusal. */
async function signIn(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('SELECT current_user AS name');
    return rows[0]?.name ?? '';
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  } finally {
    await client.end();
  }
}

async function expectPasswords(connections: EmbeddedConnections): Promise<void> {
  for (const name of ROLES) {
    const connection = connections[name];
    expect(await signIn(connection)).toBe(connection.user);
    expect(await signIn({ ...connection, password: 'a guess' })).toBe('28P01');
    expect(await signIn({ ...connection, password: '' })).not.toBe(connection.user);
  }
  expect(await signIn({ ...connections.connection, user: 'launchbook_app' })).toBe('28P01');
}

/** A stopped database as an earlier version left it: no role has a password, and every role is let in. */
let earlier: string;
beforeAll(async () => {
  const dataDir = makeFolder();
  const server = await startEmbedded({ dataDir });
  await query(server.connections.connection, 'CREATE TABLE kept AS SELECT 7 AS n');
  for (const name of ROLES)
    await query(server.connections.superuserConnection, `ALTER ROLE ${server.connections[name].user} PASSWORD NULL`);
  await server.stop();
  fs.writeFileSync(rulesOf(dataDir), 'local all all trust\nhost all all all reject\n');
  fs.rmSync(passwordsOf(dataDir));
  earlier = dataDir;
});

function earlierFolder(): string {
  const dataDir = makeFolder();
  execFileSync('cp', ['-a', `${earlier}/.`, dataDir]);
  return dataDir;
}

/** Starts on the folder, and compares. */
async function expectConverted(dataDir: string): Promise<void> {
  const server = await startEmbedded({ dataDir });
  await expectPasswords(server.connections);
  expect(findRunningEmbedded(dataDir)).toEqual(server.connections);
  expect(await query(server.connections.connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  await server.stop();
}

describe('low: an account of the machine signs in to the embedded database', () => {
  test('every role needs its password, which is in a file for the program’s account alone', async () => {
    const dataDir = makeFolder();
    const server = await startEmbedded({ dataDir });
    await expectPasswords(server.connections);
    expect(fs.statSync(passwordsOf(dataDir)).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(passwordsOf(dataDir))).mode & 0o777).toBe(0o700);
    const [stored] = await query<{ all: boolean }>(
      server.connections.superuserConnection,
      `SELECT bool_and(rolpassword LIKE 'SCRAM-SHA-256$%') AS all FROM pg_authid WHERE rolcanlogin`,
    );
    expect(stored).toEqual({ all: true });
    await server.stop();
  });

  test('a data folder of an earlier version is changed by the next start, and keeps its rows', async () => {
    await expectConverted(earlierFolder());
  });

  test('rules that somebody changed are restored, and lost passwords are made again', async () => {
    const dataDir = earlierFolder();
    await expectConverted(dataDir);
    fs.writeFileSync(rulesOf(dataDir), 'local all all trust\n');
    await expectConverted(dataDir);
    fs.rmSync(passwordsOf(dataDir));
    await expectConverted(dataDir);
    fs.writeFileSync(passwordsOf(dataDir), 'half a li');
    await expectConverted(dataDir);
  });

  test('killed at any step of the change, the next start finishes it', async () => {
    const steps: readonly (readonly [what: string, isThere: (dataDir: string) => boolean])[] = [
      ['the passwords are made', (dataDir) => fs.existsSync(passwordsOf(dataDir))],
      ['the rules are written', (dataDir) => fs.readFileSync(rulesOf(dataDir), 'utf8').includes('scram')],
      ['the server refuses', (dataDir) => (pidIn(dataDir) ?? 0) > 0],
      // Without a server, PostgreSQL writes its own process id as a negative number.
      ['the superuser gets its password', (dataDir) => (pidIn(dataDir) ?? 0) < 0],
    ];
    for (const [what, isThere] of steps) {
      const dataDir = earlierFolder();
      const program = runProgram(dataDir);
      // On a busy machine a step may be over before the test sees it.
      const isUp = () => program.lines.some(({ event }) => event === 'up');
      await until(() => isThere(dataDir) || isUp(), what);
      program.child.kill('SIGKILL');
      await program.ended;
      await expectConverted(dataDir);
    }
    const dataDir = earlierFolder();
    const program = runProgram(dataDir);
    await program.line('up');
    program.child.kill('SIGKILL');
    await program.ended;
    await expectConverted(dataDir);
  });
});

function pidIn(dataDir: string): number | null {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  try {
    return Number(fs.readFileSync(file, 'utf8').split('\n', 1)[0]);
  } catch {
    return null;
  }
}
