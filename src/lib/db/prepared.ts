/**
 * Statements that come again and again are prepared: parsed once a connection, and planned once where the database finds
 * that one plan serves all values. That is most of the work of a short statement. A search by pattern is always planned
 * for its pattern: one plan for all of them would be good for none.
 *
 * When a migration changes what a prepared statement answers, PostgreSQL refuses it from then on. Then all statements get
 * new names, and the one that was refused is asked again.
 */
import type { PostgresPoolClient } from 'kysely';
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

const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>();

/** A connection as Kysely wants it, that prepares what comes again. */
export function preparing(client: pg.PoolClient, statements: Statements): PostgresPoolClient {
  const known = prepared.get(client);
  if (known) return known;
  const ask = (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const name = values.length > 0 ? statements.nameOf(text) : null;
    return client.query({ text, values: [...values], ...(name !== null && { name }) });
  };
  const query = (text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> =>
    ask(text, values).catch((cause: unknown) => {
      if (!isStalePlan(cause)) throw cause;
      statements.renew();
      // Within a transaction that is over: whoever runs it begins it again.
      return ask(text, values).catch(() => {
        throw cause;
      });
    });
  // Kysely would hand over a cursor too, which nothing here asks for.
  const made = { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient;
  prepared.set(client, made);
  return made;
}
