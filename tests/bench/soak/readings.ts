/** What the program and its database hold, read from the outside while they work. */
import fs from 'node:fs';
import type pg from 'pg';

/** Bytes of memory of a process, with its threads. */
export function residentBytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`process ${pid} has ended`);
  return Number(kilobytes) * 1024;
}

/** Open files, sockets and pipes of a process. */
export const openFiles = (pid: number): number => fs.readdirSync(`/proc/${pid}/fd`).length;

export interface TableSize {
  readonly rows: number;
  readonly bytes: number;
}

/** The rows and the bytes (with indexes) of each table. */
export async function tableSizes(client: pg.Client): Promise<ReadonlyMap<string, TableSize>> {
  const { rows: tables } = await client.query<{ name: string; bytes: string }>(
    `SELECT c.relname AS name, pg_total_relation_size(c.oid)::text AS bytes FROM pg_class c
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`,
  );
  const sizes = new Map<string, TableSize>();
  for (const { name, bytes } of tables) {
    const { rows } = await client.query<{ rows: string }>(
      `SELECT count(*)::text AS rows FROM ${client.escapeIdentifier(name)}`,
    );
    sizes.set(name, { rows: Number(rows[0]?.rows), bytes: Number(bytes) });
  }
  return sizes;
}

/** Each row of these is a record of what people did; mails, sessions, notices and browsers are kept for days or weeks. */
const RECORDS: ReadonlySet<string> = new Set([
  'audit_entries',
  'audit_order',
  'devices',
  'log_checkpoints',
  'log_tiles',
  'mails',
  'media',
  'notifications',
  'purchases',
  'receipts',
  'rewards',
  'sessions',
  'stock_balances',
  'stock_entries',
]);
const BYTES_MAX = 1_000_000;
const ROWS_MAX = 100;

/** The other tables that had more in the end than before, with what they gained. */
export function grownTables(
  before: ReadonlyMap<string, TableSize>,
  after: ReadonlyMap<string, TableSize>,
): readonly string[] {
  return [...after].flatMap(([name, { rows, bytes }]) => {
    if (RECORDS.has(name)) return [];
    const had = before.get(name) ?? { rows: 0, bytes: 0 };
    const [moreRows, moreBytes] = [rows - had.rows, bytes - had.bytes];
    const isGrown = moreRows > ROWS_MAX + had.rows / 10 || moreBytes > BYTES_MAX + had.bytes / 5;
    return isGrown ? [`${name} by ${moreRows} rows and ${Math.round(moreBytes / 1000)} KB`] : [];
  });
}
