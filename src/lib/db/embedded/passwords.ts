/**
 * How the roles of the embedded database sign in: each by a random password (SCRAM-SHA-256, docs/decisions/0206). The
 * passwords are in one file of the installation, in the format that psql reads (PGPASSFILE); the cluster has verifiers of
 * them. A lost file is made again, and the next start gives the roles their new passwords.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { scramVerifier } from '../company-login.ts';
import type { Account } from './account.ts';
import { LOGIN_ROLES } from './roles.ts';

/** The password of each role that signs in. */
export type Passwords = ReadonlyMap<string, string>;

const fileIn = (dataDir: string): string => join(dataDir, 'secrets', 'pgpass');

/** The passwords of the database under `dataDir`; null if it has none: an earlier version made it, and it asks for none. */
export function readPasswords(dataDir: string): Passwords | null {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return null;
  const passwords = new Map<string, string>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, role, password] = /^\*:\*:\*:(\w+):([\w-]+)$/.exec(line) ?? [];
    if (role && password) passwords.set(role, password);
  }
  return LOGIN_ROLES.every((role) => passwords.has(role)) ? passwords : null;
}

/** The same, and makes the passwords if there are none. */
export function providePasswords(dataDir: string): Passwords {
  const known = readPasswords(dataDir);
  if (known) return known;
  const made = new Map(LOGIN_ROLES.map((role) => [role, randomBytes(32).toString('base64url')]));
  const file = fileIn(dataDir);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  chmodSync(dirname(file), 0o700);
  const lines = [...made].map(([role, password]) => `*:*:*:${role}:${password}\n`);
  writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return made;
}

/** Whether a role has this password. @param stored `pg_authid.rolpassword`; null without a password */
function isPasswordOf(password: string, stored: string | null): boolean {
  const salt = /^SCRAM-SHA-256\$\d+:([^$]+)\$/.exec(stored ?? '')?.[1];
  if (stored === null || salt === undefined) return false;
  const [own, theirs] = [Buffer.from(scramVerifier(password, Buffer.from(salt, 'base64'))), Buffer.from(stored)];
  return own.length === theirs.length && timingSafeEqual(own, theirs);
}

/** The statement that gives a role its password. The password itself is in no statement and no log. */
export const passwordStatement = (role: string, password: string): string =>
  `ALTER ROLE ${role} PASSWORD '${scramVerifier(password)}'`;

/** Gives each role its password, unless it has it. */
export async function setPasswords(superuser: pg.Client, passwords: Passwords): Promise<void> {
  const { rows } = await superuser.query<{ role: string; stored: string | null }>(
    'SELECT rolname AS role, rolpassword AS stored FROM pg_authid WHERE rolname = ANY ($1)',
    [[...passwords.keys()]],
  );
  for (const { role, stored } of rows) {
    const password = passwords.get(role);
    if (password !== undefined && !isPasswordOf(password, stored))
      await superuser.query(passwordStatement(pg.escapeIdentifier(role), password));
  }
}

const RULES = `# Written by Launchbook. Every start restores it.
local all all scram-sha-256
host all all all reject
`;

/** Makes the server ask for passwords: writes its `pg_hba.conf`, whole or not at all, unless it is right. The server reads it at its start. */
export function requirePasswords(clusterDir: string, account: Account): void {
  const file = join(clusterDir, 'pg_hba.conf');
  if (existsSync(file) && readFileSync(file, 'utf8') === RULES) return;
  writeFileSync(`${file}.new`, RULES, { mode: 0o600, flush: true });
  if (account.switched) chownSync(`${file}.new`, account.uid, account.gid);
  renameSync(`${file}.new`, file);
  const folder = openSync(clusterDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
