/** The SQL of sealing again: the columns that hold something encrypted, whatever their table is. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { KeyUse } from '../../secrets.ts';

export interface SealedColumn {
  readonly what: string;
  readonly table: 'totp_factors' | 'webhooks' | 'refunds' | 'mails';
  readonly column: 'sealed_secret' | 'secret' | 'previous_secret' | 'payee_sealed' | 'payload';
  readonly use: KeyUse;
  /** Rows that are read again some day. */
  readonly isWaiting?: true;
}

export interface SealedRow {
  readonly id: string;
  readonly bytes: Buffer;
}

const ROWS = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** All rows of a column that hold something, page by page. */
export async function* listSealed(db: Db, { table, column, isWaiting }: SealedColumn): AsyncGenerator<SealedRow> {
  let last = FIRST;
  for (;;) {
    const { rows } = await sql<SealedRow>`
      SELECT id, ${sql.ref(column)} AS bytes FROM ${sql.table(table)}
      WHERE id > ${last} AND ${sql.ref(column)} IS NOT NULL ${isWaiting ? sql`AND state = 'WAITING'` : sql``}
      ORDER BY id LIMIT ${ROWS}`.execute(db);
    yield* rows;
    if (rows.length < ROWS) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Replaces what is still the same: the program writes these rows at the same time. */
export async function replaceSealed(
  db: Db,
  { table, column }: SealedColumn,
  { id, bytes }: SealedRow,
  sealed: Buffer,
): Promise<void> {
  await sql`
    UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sealed}
    WHERE id = ${id} AND ${sql.ref(column)} = ${bytes}`.execute(db);
}

/** The connections of companies that this role has open: those of programs whose secret names it. */
export async function countConnectionsOf(db: Db, role: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE usename = ${role} AND datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}
