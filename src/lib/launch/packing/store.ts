/** The SQL of making launch packs. One program makes a pack at a time; it says every few seconds that it still does. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isHere } from '../../db/moved.ts';
import type { StoredPack } from './process/worker.ts';

export interface TakenPack {
  readonly companyId: string;
  readonly packId: string;
  /** Proves that no other program took it since. */
  readonly attempt: number;
  readonly storageKeys: readonly string[];
  readonly tokenAddress: string;
  readonly chainId: number;
  readonly symbol: string;
}

/** Silence after which another program takes a pack. */
const LOST_AFTER_SECONDS = 30;

/**
 * Takes a pack that nobody makes, or whose program was not heard of for a while.
 * @param db the owner's connections: packs of all companies
 */
export async function takePack(db: Db): Promise<TakenPack | null> {
  const { rows } = await sql<Omit<TakenPack, 'chainId'> & { chainId: bigint }>`
    UPDATE launch_packs p SET attempt = attempt + 1, heard_at = clock_timestamp()
    WHERE (p.company_id, p.id) = (
      SELECT company_id, id FROM launch_packs
      WHERE status = 'MAKING' AND ${isHere('launch_packs.company_id')} AND (heard_at IS NULL OR heard_at < clock_timestamp() - make_interval(secs => ${LOST_AFTER_SECONDS}))
      ORDER BY attempt, created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING p.company_id AS "companyId", p.id AS "packId", p.attempt, p.storage_keys AS "storageKeys",
      p.token_address AS "tokenAddress", p.chain_id AS "chainId", p.symbol`.execute(db);
  const row = rows[0];
  return row ? { ...row, chainId: Number(row.chainId) } : null;
}

/** A line for each holder, `address tokens`, and what the ledger says that all own. Of one moment. */
export async function readHolders(
  db: Db,
  companyId: string,
): Promise<{ holders: string; withoutAddress: number; totalTokens: bigint }> {
  const { rows } = await sql<{ holders: string | null; without: bigint; total: bigint }>`
    SELECT string_agg(u.wallet_address || ' ' || b.quantity, E'\n') AS holders,
      count(*) FILTER (WHERE u.wallet_address IS NULL) AS without,
      (SELECT coalesce(sum(quantity), 0)::bigint FROM stock_entries WHERE company_id = ${companyId}) AS total
    FROM stock_balances b JOIN users u ON u.company_id = b.company_id AND u.id = b.user_id
    WHERE b.company_id = ${companyId} AND b.quantity > 0`.execute(db);
  const row = rows[0];
  return {
    holders: row?.holders ?? '',
    withoutAddress: Number(row?.without ?? 0),
    totalTokens: row?.total ?? 0n,
  };
}

const own = (db: Db, { companyId, packId, attempt }: TakenPack) =>
  db
    .updateTable('launch_packs')
    .where('company_id', '=', companyId)
    .where('id', '=', packId)
    .where('attempt', '=', attempt)
    .where('status', '=', 'MAKING');

/** @returns false once another program has it, or it is over */
export async function keepPack(db: Db, pack: TakenPack, progress: number): Promise<boolean> {
  const { numUpdatedRows } = await own(db, pack).set({ progress, heard_at: sql`clock_timestamp()` }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Another program may take it now. */
export async function leavePack(db: Db, pack: TakenPack): Promise<void> {
  await own(db, pack).set({ heard_at: null }).execute();
}

/** A pack that is ready, as it was made. */
export interface MadePack extends Omit<TakenPack, 'attempt'> {
  /** In whole tokens. */
  readonly totalTokens: bigint;
  /** In the order of the manifest. */
  readonly sums: readonly string[];
}

/** The packs of all companies that are ready. @param db the owner's connections */
export async function listMade(db: Db): Promise<MadePack[]> {
  const { rows } = await sql<Omit<MadePack, 'chainId'> & { chainId: bigint }>`
    SELECT company_id AS "companyId", id AS "packId", storage_keys AS "storageKeys", symbol, token_address AS "tokenAddress",
      chain_id AS "chainId", (total_units / 10::numeric ^ 18)::bigint AS "totalTokens",
      (SELECT array_agg(f.sha256 ORDER BY f.position) FROM launch_pack_files f
        WHERE f.company_id = p.company_id AND f.pack_id = p.id) AS sums
    FROM launch_packs p WHERE status = 'READY' AND ${isHere('p.company_id')}`.execute(db);
  return rows.map((row) => ({ ...row, chainId: Number(row.chainId) }));
}

/** The holders of a pack that is ready, as `readHolders` gives them. */
export async function readMadeHolders(db: Db, { companyId, packId }: MadePack): Promise<string> {
  const { rows } = await sql<{ holders: string }>`
    SELECT string_agg(address || ' ' || (units / 10::numeric ^ 18)::bigint, E'\n') AS holders
    FROM launch_pack_holders WHERE company_id = ${companyId} AND pack_id = ${packId}`.execute(db);
  return rows[0]?.holders ?? '';
}

/** @returns false if it is another program's */
export async function failPack(tx: Db, pack: TakenPack, failure: string): Promise<boolean> {
  const { numUpdatedRows } = await own(tx, pack)
    .set({ status: 'FAILED', failure, ended_at: sql`clock_timestamp()` })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .insertInto('media_removals')
    .values(pack.storageKeys.map((storage_key) => ({ company_id: pack.companyId, storage_key })))
    .onConflict((c) => c.doNothing())
    .execute();
  return true;
}

/** @returns false if it is another program's */
export async function finishPack(tx: Db, pack: TakenPack, made: StoredPack): Promise<boolean> {
  const { numUpdatedRows } = await own(tx, pack)
    .set({
      status: 'READY',
      progress: 100,
      ended_at: sql`clock_timestamp()`,
      holders: made.holderCount,
      total_units: String(made.totalUnits),
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const of = { company_id: pack.companyId, pack_id: pack.packId };
  await tx
    .insertInto('launch_pack_files')
    .values(
      made.files.map(({ name, storageKey, bytes, sha256 }, position) => ({
        ...of,
        name,
        position,
        storage_key: storageKey,
        bytes: BigInt(bytes),
        sha256,
      })),
    )
    .execute();
  for (const { kind, root, nodes } of made.trees)
    await tx
      .insertInto('launch_pack_trees')
      .values({ ...of, kind, root, nodes: Buffer.from(nodes) })
      .execute();
  await sql`
    INSERT INTO launch_pack_holders
      (company_id, pack_id, position, address, units, openzeppelin_node, uniswap_node, sablier_node)
    SELECT ${pack.companyId}, ${pack.packId}, h.nth - 1, h.part[1], h.part[2]::numeric, h.part[3]::int, h.part[4]::int, h.part[5]::int
    FROM (SELECT nth, string_to_array(line, ' ') AS part
      FROM string_to_table(${made.holders}, E'\n') WITH ORDINALITY AS l (line, nth)) h`.execute(tx);
  return true;
}
