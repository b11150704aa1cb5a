/** The SQL of sealing: which logs have something to seal, their tiles and their checkpoints. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isHere } from '../../db/moved.ts';
import { type LogKind, PLATFORM_ID } from '../../db/schema/schema.ts';

export interface LogId {
  readonly kind: LogKind;
  /** The company, or `PLATFORM_ID`. */
  readonly scopeId: string;
}

export interface StoredCheckpoint {
  readonly size: number;
  readonly root: Buffer;
  /** Empty at the beginning of a log. */
  readonly note: string;
  readonly sealedAt: Date;
}

export interface StoredTile {
  readonly level: number;
  readonly index: number;
  readonly bytes: Buffer;
}

/** Begins the logs of a company: an empty checkpoint, which is signed later. */
export async function insertLogs(tx: Db, companyId: string): Promise<void> {
  await sql`
    INSERT INTO log_checkpoints (scope_id, kind, size, root, note)
    SELECT ${companyId}, kind, 0, sha256(''), '' FROM unnest(ARRAY['audit', 'ledger']) AS kind`.execute(tx);
}

/** Begins the log of the platform's trail, unless it exists. */
export async function insertPlatformLog(tx: Db): Promise<void> {
  await sql`
    INSERT INTO log_checkpoints (scope_id, kind, size, root, note)
    SELECT ${PLATFORM_ID}, 'audit', 0, sha256(''), ''
    WHERE NOT EXISTS (SELECT FROM log_checkpoints WHERE scope_id = ${PLATFORM_ID} AND kind = 'audit')`.execute(tx);
}

/**
 * One program seals a log at a time, until its transaction ends. The lock of all logs is shared, and keeps out nodes of the
 * version before, which hold it alone while they seal any of them.
 * @returns false if another program does, or the company has moved
 */
export async function lockSealing(tx: Db, { kind, scopeId }: LogId): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock_shared(hashtextextended('transparency log', 0))
      AND pg_try_advisory_xact_lock(hashtextextended(${`transparency log ${kind} ${scopeId}`}, 0)) AS locked`.execute(
    tx,
  );
  if (rows[0]?.locked !== true) return false;
  // A company that left while its turn came is sealed where it goes. `awaitSealing` waits for those that were locked before.
  const { rows: places } = await sql<{ here: boolean }>`
    SELECT ${isHere('log.id')} AS here FROM (SELECT ${scopeId}::uuid AS id) AS log`.execute(tx);
  return places[0]?.here === true;
}

/** Waits until no program seals this log, and keeps others from it until the transaction ends. */
export async function awaitLog(tx: Db, { kind, scopeId }: LogId): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock_shared(hashtextextended('transparency log', 0)),
      pg_advisory_xact_lock(hashtextextended(${`transparency log ${kind} ${scopeId}`}, 0))`.execute(tx);
}

/** Waits until no log is being sealed that was locked before. */
export async function awaitSealing(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('transparency log', 0))`.execute(tx);
}

/** All logs but those of companies that have moved. */
export async function listLogs(db: Db): Promise<LogId[]> {
  const rows = await db
    .selectFrom('log_checkpoints')
    .select(['kind', 'scope_id as scopeId'])
    .distinct()
    .where(isHere('scope_id'))
    .orderBy('scope_id')
    .orderBy('kind')
    .execute();
  return rows;
}

/** The tree of each log, but for companies that have moved. */
export async function listTrees(db: Db): Promise<(LogId & Pick<StoredCheckpoint, 'size' | 'root'>)[]> {
  const rows = await db
    .selectFrom('log_checkpoints')
    .distinctOn(['scope_id', 'kind'])
    .select(['kind', 'scope_id as scopeId', 'size', 'root'])
    .where(isHere('scope_id'))
    .orderBy('scope_id')
    .orderBy('kind')
    .orderBy('size', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** Logs with rows that are not sealed, or without a signed checkpoint. */
export async function listWaiting(db: Db): Promise<LogId[]> {
  const { rows } = await sql<LogId>`
    SELECT * FROM (
      SELECT kind, scope_id AS "scopeId" FROM log_checkpoints WHERE note = ''
      UNION SELECT 'audit', scope_id FROM audit_queue
      UNION SELECT 'ledger', s.company_id FROM supplies s
      WHERE s.ledger_seq > (
        SELECT c.size FROM log_checkpoints c WHERE c.scope_id = s.company_id AND c.kind = 'ledger' ORDER BY size DESC LIMIT 1)
    ) AS waiting
    WHERE ${isHere('waiting.scopeId')} ORDER BY 2, 1`.execute(db);
  return rows;
}

/** The newest checkpoint that is signed, or the beginning of a log that has none. */
export async function findNewest(db: Db, { kind, scopeId }: LogId): Promise<StoredCheckpoint | null> {
  const row = await db
    .selectFrom('log_checkpoints')
    .select(['size', 'root', 'note', 'sealed_at as sealedAt'])
    .where('scope_id', '=', scopeId)
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('note', '<>', ''), eb('size', '=', 0n)]))
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, size: Number(row.size) } : null;
}

/** The tree that the tiles have: of the newest checkpoint, or a later one that is not signed yet. */
export async function findTree(db: Db, { kind, scopeId }: LogId): Promise<StoredCheckpoint | null> {
  const row = await db
    .selectFrom('log_checkpoints')
    .select(['size', 'root', 'note', 'sealed_at as sealedAt'])
    .where('scope_id', '=', scopeId)
    .where('kind', '=', kind)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, size: Number(row.size) } : null;
}

/** Entries of a company's ledger, whether they are sealed or not. */
export async function countEntries(db: Db, companyId: string): Promise<bigint> {
  const row = await db
    .selectFrom('supplies')
    .select('ledger_seq')
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return row?.ledger_seq ?? 0n;
}

/** The host name of the company's own site; null if it has none. */
export async function findPrimaryHost(db: Db, companyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('company_hosts')
    .select('host')
    .where('company_id', '=', companyId)
    .where('is_primary', '=', true)
    .executeTakeFirst();
  return row?.host ?? null;
}

/** The tiles at these places that exist. */
export async function readTiles(
  db: Db,
  { kind, scopeId }: LogId,
  places: readonly { level: number; index: number }[],
): Promise<StoredTile[]> {
  const levels = places.map((it) => it.level);
  const indexes = places.map((it) => it.index);
  const { rows } = await sql<{ level: number; tile: bigint; hashes: Buffer }>`
    SELECT t.level, t.tile, t.hashes FROM unnest(${levels}::smallint[], ${indexes}::bigint[]) AS p (level, tile)
    JOIN log_tiles t ON t.scope_id = ${scopeId} AND t.kind = ${kind} AND t.level = p.level AND t.tile = p.tile`.execute(
    db,
  );
  return rows.map((row) => ({ level: row.level, index: Number(row.tile), bytes: row.hashes }));
}

/** Stores tiles, of which partial ones may grow. @returns false if one of them would lose or change a hash */
export async function saveTiles(tx: Db, { kind, scopeId }: LogId, tiles: readonly StoredTile[]): Promise<boolean> {
  const levels = tiles.map((it) => it.level);
  const indexes = tiles.map((it) => it.index);
  const { rows } = await sql`
    INSERT INTO log_tiles AS t (scope_id, kind, level, tile, hashes)
    SELECT ${scopeId}, ${kind}, n.level, n.tile, n.hashes
    FROM unnest(${levels}::smallint[], ${indexes}::bigint[], ${tiles.map((it) => it.bytes)}::bytea[]) AS n (level, tile, hashes)
    ON CONFLICT (scope_id, kind, level, tile) DO UPDATE SET hashes = excluded.hashes
    WHERE substr(excluded.hashes, 1, length(t.hashes)) = t.hashes
    RETURNING 1`.execute(tx);
  return rows.length === tiles.length;
}

/** Adds a checkpoint that is not signed yet. */
export async function addCheckpoint(
  tx: Db,
  { kind, scopeId }: LogId,
  { size, root }: Pick<StoredCheckpoint, 'size' | 'root'>,
): Promise<void> {
  await tx
    .insertInto('log_checkpoints')
    .values({ scope_id: scopeId, kind, size: BigInt(size), root, note: '' })
    .execute();
}

/** Stores the signatures of a checkpoint. Of those before, one in an hour stays, and no unsigned one. */
export async function signCheckpoint(tx: Db, { kind, scopeId }: LogId, size: number, note: string): Promise<void> {
  await sql`
    UPDATE log_checkpoints SET note = ${note}, sealed_at = CASE note WHEN '' THEN now() ELSE sealed_at END
    WHERE scope_id = ${scopeId} AND kind = ${kind} AND size = ${size}`.execute(tx);
  await sql`
    DELETE FROM log_checkpoints
    WHERE scope_id = ${scopeId} AND kind = ${kind} AND size < ${size}
      AND (note = '' OR date_trunc('hour', sealed_at) = date_trunc('hour', now()))`.execute(tx);
}
