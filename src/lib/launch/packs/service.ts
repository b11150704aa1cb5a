/** The launch pack as admins see it, and the claims of members. `packing` makes it. */

import { record } from '../../audit/service.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { packFilePath } from '../../core/paths.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { openIntact } from '../../media/intact/service.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import type { Launch } from '../contract.ts';
import { hexNode, proofPositions, rootPosition } from '../pack/trees.ts';
import type { TreeKind } from '../pack/types.ts';
import * as store from './store.ts';

const NO_PACK = 'There is no launch pack yet.';

/** The newest pack in short; null before the first. */
export async function findPackHead(db: Db, companyId: string): Promise<Launch['pack']> {
  const pack = await store.findPack(db, companyId);
  return pack ? headOf(pack) : null;
}

type PackRow = NonNullable<Awaited<ReturnType<typeof store.findPack>>>;
const headOf = ({ id, status, progress, failure }: PackRow) => ({ packId: id, status, progress, failure });

/** @throws ApiError not_found */
export const getPack: UseCase<typeof calls.getPack> = async ({ db, company }, { packId }) => {
  const pack = await store.findPack(db, company.id, packId);
  if (!pack) throw new ApiError('not_found', NO_PACK);
  const [roots, files] = await Promise.all([
    store.readRoots(db, company.id, pack.id),
    store.listFiles(db, company.id, pack.id),
  ]);
  return {
    data: {
      ...headOf(pack),
      tokenAddress: pack.token_address,
      chainId: Number(pack.chain_id),
      holders: pack.holders,
      totalUnits: pack.total_units,
      roots,
      files: files.map(({ name, bytes, sha256 }) => ({
        name,
        bytes: Number(bytes),
        sha256,
        url: packFilePath(pack.id, name),
      })),
    },
  };
};

/** @throws ApiError not_found; unavailable when the stored file cannot be read */
export const getPackFile: UseCase<typeof calls.getPackFile> = async (scope, { packId, name }) => {
  const { db, company, app } = scope;
  const file = await store.findFile(db, company.id, packId, name);
  const bytes =
    file &&
    (await openIntact(app, { storageKey: file.storage_key, sizeBytes: Number(file.bytes), sha256: file.sha256 }));
  if (!bytes) throw notFound('File', 'name');
  await inTransaction(db, (tx) =>
    record(tx, {
      scopeId: company.id,
      actor: actorOf(scope),
      action: 'launch.file',
      subjectKind: 'company',
      subjectId: company.id,
      after: { packId, name },
    }),
  );
  const mime = name.endsWith('.json') ? 'application/json' : 'text/csv';
  return { file: { name, mime, chunks: bytes.chunks } };
};

/** @throws ApiError not_found before the pack, and for a member without stock in it */
export const getClaim: UseCase<typeof calls.getClaim> = async (scope) => {
  const { db, company } = scope;
  const pack = await store.findPack(db, company.id);
  if (pack?.status !== 'READY') throw new ApiError('not_found', 'There is no claim before the launch pack is made.');
  const address = await store.findWallet(db, company.id, actorOf(scope).id);
  const holder = address === null ? undefined : await store.findHolder(db, company.id, pack.id, address);
  if (!holder || pack.holders === null)
    throw new ApiError('not_found', 'You have no claim: your account held no stock when the launch pack was made.');
  const read = (kind: TreeKind, node: number) => readClaim(scope, pack, kind, node);
  const [openzeppelin, uniswap, sablier] = await Promise.all([
    read('openzeppelin', holder.openzeppelin_node),
    read('uniswap', holder.uniswap_node),
    read('sablier', holder.sablier_node),
  ]);
  const index = holder.position;
  return {
    data: {
      address: holder.address,
      amount: holder.units,
      tokenAddress: pack.token_address,
      chainId: Number(pack.chain_id),
      claims: { openzeppelin, uniswap: { ...uniswap, index }, sablier: { ...sablier, index } },
    },
    fileName: `claim-${company.token_symbol}-${holder.address.slice(2, 10)}.json`,
  };
};

/** Reads the root of a tree and the proof of a leaf. */
async function readClaim(
  { db, company }: Pick<Scope, 'db' | 'company'>,
  { id: packId, holders }: PackRow,
  kind: TreeKind,
  leafNode: number,
): Promise<{ root: string; proof: string[] }> {
  const leaves = holders ?? 0;
  const positions = proofPositions(kind, leaves, leafNode);
  const [root, ...nodes] = await store.readNodes(db, { companyId: company.id, packId }, kind, [
    rootPosition(kind, leaves),
    ...positions,
  ]);
  return { root: hexNode(root ?? Buffer.alloc(0), 0), proof: nodes.map((node) => hexNode(node, 0)) };
}
