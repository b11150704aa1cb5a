/**
 * Statements that come again and again are prepared: parsed once a connection, and planned once where the database finds
 * that one plan serves all values. That is most of the work of a short statement. A search by pattern is always planned
 * for its pattern: one plan for all of them would be good for none.
 *
 * When a migration changes what a prepared statement answers, PostgreSQL refuses it from then on. Then all statements get
 * new names, and the one that was refused is asked again.
 */
import { type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { sqlState } from './errors.ts';

/** A statement is worth its place on every connection from here on. */
const SEEN_MIN = 3;
/** Bounds what a connection keeps: some statements are made anew for each number of rows or ids. */
const NAMES_MAX = 400;
const MAY_BE = /^\s*(select|with|insert|update|delete)\b/i;
const BY_PATTERN = /\b(i?like|similar to)\b|~/i;

export class Statements {
  readonly #seen = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #made = 0;

  /** @returns the name to prepare it under, null where it is sent as it is */
  nameOf(text: string): string | null {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    if (this.#names.size >= NAMES_MAX || !MAY_BE.test(text) || BY_PATTERN.test(text)) return null;
    const seen = (this.#seen.get(text) ?? 0) + 1;
    if (seen < SEEN_MIN) {
      // Too many that never come again: count anew.
      if (this.#seen.size >= 4 * NAMES_MAX) this.#seen.clear();
      this.#seen.set(text, seen);
      return null;
    }
    this.#seen.delete(text);
    const made = `s${++this.#made}`;
    this.#names.set(text, made);
    return made;
  }

  /** No name given so far is given again. */
  renew(): void {
    this.#names.clear();
  }
}

/** True when what was prepared no longer fits: its answer has another shape now, or the connection is a new one. */
export function isStalePlan(cause: unknown): boolean {
  const state = sqlState(cause);
  if (state === '26000' || state === '42P05') return true;
  return state === '0A000' && cause instanceof Error && /cached plan/.test(cause.message);
}

const LAST = '/* then commit */';
const isLast = (text: string): boolean => text.endsWith(LAST);

/**
 * Ends the text of a statement that is the last of its transaction: the commit goes right behind it, so that its locks are
 * held no longer than the database needs. It has to fail where the transaction must not be, and nothing may fail after it.
 */
export const THEN_COMMIT = sql.raw(LAST);

/** What is done in one statement with the last step of a transaction, while everybody else who buys waits. */
export interface AtTheEnd {
  readonly recording: RawBuilder<unknown>;
  /** The mail that tells of it; null where nobody is told. */
  readonly telling: RawBuilder<unknown> | null;
}

const BEGUN = { command: 'BEGIN', rowCount: null, rows: [], oid: 0, fields: [] };
const ignore = (): void => {};

const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>();

/**
 * A connection as Kysely wants it, that prepares what comes again. A transaction is begun in one go with its first
 * statement, and committed in one go with its last where that says so (`THEN_COMMIT`). The connection has to be one that
 * takes statements before it has answered the ones before (`pipeline`).
 */
export function preparing(client: pg.PoolClient, statements: Statements): PostgresPoolClient {
  const known = prepared.get(client);
  if (known) return known;
  const ask = (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const name = values.length > 0 ? statements.nameOf(text) : null;
    return client.query({ text, values: [...values], ...(name !== null && { name }) });
  };
  const again = (text: string, values: readonly unknown[]): Promise<pg.QueryResult> =>
    ask(text, values).catch((cause: unknown) => {
      if (!isStalePlan(cause)) throw cause;
      statements.renew();
      // Within a transaction that is over: whoever runs it begins it again.
      return ask(text, values).catch(() => {
        throw cause;
      });
    });
  let opening: Promise<unknown> | null = null;
  let closing: Promise<pg.QueryResult> | null = null;
  const query = async (text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> => {
    if (text === 'begin') {
      opening = client.query(text);
      opening.catch(ignore);
      return BEGUN;
    }
    const [begun, ended] = [opening, closing];
    [opening, closing] = [null, null];
    if (ended && text === 'commit') return ended;
    if (ended && text === 'rollback') return refuseCommitted(await ended);
    if (ended) {
      // It would stand alone, outside of every transaction.
      closing = ended;
      throw new Error(`a statement came after the last one of its transaction: ${text}`);
    }
    const answer = isLast(text) ? askLast(text, values) : again(text, values);
    return begun ? (await Promise.all([begun, answer]))[1] : answer;
  };
  /** Never asked again: the transaction is over with it, and it would stand alone. */
  const askLast = (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const answer = ask(text, values).catch((cause: unknown) => {
      if (isStalePlan(cause)) statements.renew();
      throw cause;
    });
    closing = client.query('commit');
    closing.catch(ignore);
    return answer;
  };
  // Kysely would hand over a cursor too, which nothing here asks for.
  const made = { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient;
  prepared.set(client, made);
  return made;
}

function refuseCommitted(ended: pg.QueryResult): pg.QueryResult {
  if (ended.command === 'COMMIT') throw new Error('something failed after the last statement of a transaction');
  return ended;
}
