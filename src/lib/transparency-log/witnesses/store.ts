/** The SQL of cosignatures: the newest of each witness for each log. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { LogId } from '../sealing/store.ts';

export interface Cosigned {
  /** The name in the witness's key. */
  readonly witness: string;
  readonly size: number;
  /** The signed note that was cosigned. */
  readonly note: string;
  /** Its signature lines by the witness. */
  readonly lines: string;
  readonly cosignedAt: Date;
}

/** Stores a cosignature, unless there is one of a later checkpoint. */
export async function saveCosignature(
  db: Db,
  { kind, scopeId }: LogId,
  { witness, size, note, lines }: Omit<Cosigned, 'cosignedAt'>,
): Promise<void> {
  await db
    .insertInto('log_cosignatures')
    .values({ scope_id: scopeId, kind, witness, size: BigInt(size), note, lines })
    .onConflict((conflict) =>
      conflict
        .columns(['scope_id', 'kind', 'witness'])
        .doUpdateSet({ size: BigInt(size), note, lines, cosigned_at: sql<Date>`now()` })
        .where('log_cosignatures.size', '<=', BigInt(size)),
    )
    .execute();
}

/** The newest cosignature of each witness, the one of the largest tree first. */
export async function listCosigned(db: Db, { kind, scopeId }: LogId): Promise<Cosigned[]> {
  const rows = await db
    .selectFrom('log_cosignatures')
    .select(['witness', 'size', 'note', 'lines', 'cosigned_at as cosignedAt'])
    .where('scope_id', '=', scopeId)
    .where('kind', '=', kind)
    .orderBy('size', 'desc')
    .orderBy('witness')
    .execute();
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** The notes that witnesses cosigned, of all logs. None in a database of an earlier version, which can be verified too. */
export async function listCosignedNotes(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string | null }>`SELECT to_regclass('log_cosignatures') AS name`.execute(
    db,
  );
  if (tables[0]?.name === null) return [];
  const rows = await db.selectFrom('log_cosignatures').select('note').distinct().execute();
  return rows.map((row) => row.note);
}
