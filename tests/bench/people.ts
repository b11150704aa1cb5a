/** Accounts with valid sessions, inserted directly into the database. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { macOf } from '../../src/lib/auth/sessions/bound/service.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { BENCH_SECRET, FIRST_ID, LAST_ID, secretOf } from './seed.ts';

export interface Person {
  readonly id: string;
  /** The session's token, for the `Authorization` header and the cookie. */
  readonly secret: string;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Adds `count` accounts of a kind, each with a session. */
export async function openSessions(
  db: pg.Client,
  company: string,
  kind: 'member' | 'admin',
  count: number,
): Promise<Person[]> {
  const { rows } = await db.query(
    `INSERT INTO users (company_id, email, name, mobile, role, is_approved, member_id, password_hash, search_text)
     SELECT $1, $2 || n || '@bench.example', 'Bench ' || n, '+919876543210', $3, true,
       'COWL' || $4 || upper(lpad(to_hex(n), 6, '0')), '-', $2 || n || '@bench.example'
     FROM generate_series(0, $5::int - 1) AS n RETURNING id`,
    [company, kind, kind === 'admin' ? 'ADMIN' : 'USER', kind === 'admin' ? 'A' : 'M', count],
  );
  return openSessionOfEach(db, company, kind, rows);
}

/** Opens a session for each of `count` existing members. */
export async function openSessionsOf(db: pg.Client, company: string, count: number): Promise<Person[]> {
  const { rows } = await db.query(
    `SELECT id FROM users WHERE company_id = $1 AND id > $2 AND id <= $3 ORDER BY id LIMIT $4`,
    [company, FIRST_ID, LAST_ID, count],
  );
  return openSessionOfEach(db, company, 'member', rows);
}

async function openSessionOfEach(
  db: pg.Client,
  company: string,
  kind: 'member' | 'admin',
  rows: readonly { readonly id: string }[],
): Promise<Person[]> {
  const people: Person[] = [];
  for (const [nth, { id }] of rows.entries()) people.push(await openSession(db, company, kind, id, nth));
  return people;
}

export async function openSession(
  db: pg.Client,
  company: string,
  kind: 'member' | 'admin',
  id: string,
  nth: number,
): Promise<Person> {
  const secret = secretOf(kind, nth);
  const hash = sha256(secret);
  const hashes = { cookieHash: hash.toString('hex'), tokenHash: hash.toString('hex') };
  const mac = macOf(secretsOf(BENCH_SECRET), hashes, { kind, companyId: company, accountId: id });
  await db.query(
    `INSERT INTO sessions (kind, company_id, scope_id, user_id, cookie_hash, token_hash, account_mac, idle_seconds, expires_at)
     VALUES ($1, $2, $2, $3, $4, $4, $5, 86400, now() + interval '1 day')`,
    [kind, company, id, hash, mac],
  );
  return { id, secret };
}
