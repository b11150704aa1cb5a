/** The SQL of launch packs: their state, files, trees and holders. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { LaunchPackTrees } from '../../db/schema/launch.ts';

type TreeKind = LaunchPackTrees['kind'];

/** The newest pack of a company, or the one of the id. */
export function findPack(db: Db, companyId: string, packId?: string) {
  return db
    .selectFrom('launch_packs')
    .select(['id', 'status', 'progress', 'failure', 'token_address', 'chain_id', 'holders', 'total_units'])
    .where('company_id', '=', companyId)
    .$if(packId !== undefined, (q) => q.where('id', '=', String(packId)))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface NewPack {
  readonly companyId: string;
  readonly startedBy: string;
  readonly symbol: string;
  readonly tokenAddress: string;
  readonly chainId: bigint;
  readonly storageKeys: readonly string[];
}

/** @returns its id */
export async function addPack(tx: Db, pack: NewPack): Promise<string> {
  const { id } = await tx
    .insertInto('launch_packs')
    .values({
      company_id: pack.companyId,
      started_by: pack.startedBy,
      symbol: pack.symbol,
      token_address: pack.tokenAddress,
      chain_id: pack.chainId,
      storage_keys: [...pack.storageKeys],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function listFiles(db: Db, companyId: string, packId: string) {
  return db
    .selectFrom('launch_pack_files')
    .select(['name', 'bytes', 'sha256'])
    .where('company_id', '=', companyId)
    .where('pack_id', '=', packId)
    .orderBy('position')
    .execute();
}

export function findFile(db: Db, companyId: string, packId: string, name: string) {
  return db
    .selectFrom('launch_pack_files')
    .select(['storage_key', 'bytes', 'sha256'])
    .where('company_id', '=', companyId)
    .where('pack_id', '=', packId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Null while the pack has no trees. */
export async function readRoots(db: Db, companyId: string, packId: string): Promise<Record<TreeKind, string> | null> {
  const rows = await db
    .selectFrom('launch_pack_trees')
    .select(['kind', 'root'])
    .where('company_id', '=', companyId)
    .where('pack_id', '=', packId)
    .execute();
  const rootOf = (kind: TreeKind): string => rows.find((row) => row.kind === kind)?.root ?? '';
  return rows.length > 0
    ? { openzeppelin: rootOf('openzeppelin'), uniswap: rootOf('uniswap'), sablier: rootOf('sablier') }
    : null;
}

/** The wallet address of a member; null without one. */
export async function findWallet(db: Db, companyId: string, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('wallet_address')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.wallet_address ?? null;
}

export function findHolder(db: Db, companyId: string, packId: string, address: string) {
  return db
    .selectFrom('launch_pack_holders')
    .select(['position', 'address', 'units', 'openzeppelin_node', 'uniswap_node', 'sablier_node'])
    .where('company_id', '=', companyId)
    .where('pack_id', '=', packId)
    .where(sql<string>`lower(address)`, '=', address.toLowerCase())
    .executeTakeFirst();
}

/** Hashes of a tree in the order of `positions`, without the rest of it. */
export async function readNodes(
  db: Db,
  pack: { readonly companyId: string; readonly packId: string },
  kind: TreeKind,
  positions: readonly number[],
): Promise<Buffer[]> {
  const { rows } = await sql<{ node: Buffer }>`
    SELECT substring(t.nodes FROM p.position * 32 + 1 FOR 32) AS node
    FROM launch_pack_trees t, unnest(${[...positions]}::int[]) WITH ORDINALITY AS p (position, nth)
    WHERE t.company_id = ${pack.companyId} AND t.pack_id = ${pack.packId} AND t.kind = ${kind}
    ORDER BY p.nth`.execute(db);
  return rows.map((row) => row.node);
}
