/**
 * Statements that come again are prepared: parsed once a connection, and planned once where the database sees that one
 * plan serves all values. That is most of the work of a short statement (docs/decisions/0160). A pattern search is planned
 * for its pattern each time, because no plan is good for all patterns.
 *
 * When a migration changes the columns of a prepared statement, PostgreSQL refuses it from then on. Then all statements get
 * new names, and the refused one is sent again.
 */
import { randomBytes } from 'node:crypto';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isUnconfirmed } from './commit.ts';
import { isReadOnly, sqlState, UnconfirmedCommit } from './errors.ts';

/** A statement is prepared when it comes for the third time. */
const SEEN_MIN = 3;
/** Bounds the memory of a connection: the text of some statements depends on the number of rows or ids. */
const NAMES_MAX = 400;
const CAN_BE_PREPARED = /^\s*(select|with|insert|update|delete)\b/i;
const BY_PATTERN = /\b(i?like|similar to)\b|~/i;

export class Statements {
  readonly #seen = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #namesMax: number;
  readonly #prefix: string;
  readonly #mayLoseSession: boolean;
  #count = 0;

  /** @param namesMax 0: none is prepared, because a pooler gives the next one to another session */
  constructor(namesMax = NAMES_MAX, mayLoseSession = false) {
    this.#namesMax = namesMax;
    this.#mayLoseSession = mayLoseSession;
    this.#prefix = mayLoseSession ? `s${randomBytes(8).toString('hex')}_` : 's';
  }

  /**
   * For a pooler that keeps sessions, and may stop keeping them at any time. The names are this program's alone, so no
   * session of another one knows them for another statement. After the first that is missing none is prepared any more.
   */
  static throughPooler(): Statements {
    return new Statements(NAMES_MAX, true);
  }

  /** @returns the name to prepare it under, or null to send it unprepared */
  nameOf(text: string): string | null {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    if (this.#names.size >= this.#namesMax || !CAN_BE_PREPARED.test(text) || BY_PATTERN.test(text)) return null;
    const seen = (this.#seen.get(text) ?? 0) + 1;
    if (seen < SEEN_MIN) {
      // Most of these texts never come again, so counting restarts.
      if (this.#seen.size >= 4 * NAMES_MAX) this.#seen.clear();
      this.#seen.set(text, seen);
      return null;
    }
    this.#seen.delete(text);
    const newName = `${this.#prefix}${++this.#count}`;
    this.#names.set(text, newName);
    return newName;
  }

  /** Forgets all names after a stale statement. No name is used twice. */
  renew(cause: unknown): void {
    this.#names.clear();
    if (this.#mayLoseSession && isOfOtherSession(cause)) this.#namesMax = 0;
  }
}

/** True when the session does not know a prepared statement, or knows one that was not prepared in it. */
function isOfOtherSession(cause: unknown): boolean {
  const state = sqlState(cause);
  return state === '26000' || state === '42P05';
}

/** True when a prepared statement no longer fits: its columns changed, or the connection does not know it. */
export function isStalePlan(cause: unknown): boolean {
  if (isOfOtherSession(cause)) return true;
  return sqlState(cause) === '0A000' && cause instanceof Error && /cached plan/.test(cause.message);
}

/** After the connection's session was cleared: node-postgres has to send prepared statements again. */
export function forgetPrepared(client: object): void {
  const connection = 'connection' in client ? client.connection : null;
  if (typeof connection === 'object' && connection !== null && 'parsedStatements' in connection)
    connection.parsedStatements = {};
}

export type Send = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;

/** Statements that were started together: the answer of each. */
export type Started = readonly Promise<unknown>[];

/** Waits for the answers of all. @throws the failure of the first that failed */
export async function answersOf(statements: Started): Promise<void> {
  for (const answer of await Promise.allSettled(statements)) if (answer.status === 'rejected') throw answer.reason;
}

export interface Connection extends PostgresPoolClient {
  /** Begins a transaction with this statement. */
  readonly beginWith: (text: string) => Promise<unknown>;
  /** A stale statement fails: inside a transaction it can't be sent again alone. */
  readonly send: Send;
  /** As `send`, for a statement outside a transaction: a stale one is sent again. */
  readonly sendAlone: Send;
}

/** Statements that are started together travel in one write. */
export function writingTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const wrapped = new WeakMap<pg.PoolClient, Connection>();

/** The connection as Kysely expects it, with prepared statements. */
export function withPreparedStatements(client: pg.PoolClient, statements: Statements): Connection {
  const known = wrapped.get(client);
  if (known) return known;
  let isUseless = false;
  const send: Send = async (text, values = []) => {
    const name = values.length > 0 ? statements.nameOf(text) : null;
    writingTogether(client);
    try {
      const answer = await client.query({ text, values: [...values], ...(name !== null && { name }) });
      if (isUnconfirmed(client)) throw new UnconfirmedCommit();
      return answer;
    } catch (cause) {
      if (isStalePlan(cause)) statements.renew(cause);
      // The first leads to a server that is no longer the primary, until it is closed.
      if (isReadOnly(cause) || cause instanceof UnconfirmedCommit) isUseless = true;
      throw cause;
    }
  };
  const sendAlone: Send = async (text, values) => {
    try {
      return await send(text, values);
    } catch (cause) {
      if (isStalePlan(cause)) return await send(text, values);
      throw cause;
    }
  };
  const release = (destroy?: boolean): void => client.release(destroy || isUseless);
  const connection = { ...asKyselys(sendAlone, release), beginWith: send, send, sendAlone };
  wrapped.set(client, connection);
  return connection;
}

interface TransactionEvents {
  readonly onSend: () => void;
  readonly onFailure: (cause: unknown) => void;
}

/** The connection for the statements of one transaction. */
export function withinTransaction({ send }: Connection, { onSend, onFailure }: TransactionEvents): PostgresPoolClient {
  const query: Send = async (text, values) => {
    onSend();
    try {
      return await send(text, values);
    } catch (cause) {
      onFailure(cause);
      throw cause;
    }
  };
  return asKyselys(query, () => {});
}

/** Kysely's type also asks for cursors, which nothing here uses. */
export function asKyselys(query: Send, release: (destroy?: boolean) => void): PostgresPoolClient {
  return { query, release } as unknown as PostgresPoolClient;
}
