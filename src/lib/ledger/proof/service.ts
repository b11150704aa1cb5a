/** The proof of a member's stock. It can be checked without this server (`rules.ts`). */
import type { Db } from '../../db/client.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { readLogKeys } from '../../transparency-log/epochs/service.ts';
import { signersOf } from '../../transparency-log/keys.rules.ts';
import { signNote } from '../../transparency-log/note.rules.ts';
import { inclusionPath, placesOf, proofText } from '../../transparency-log/proof.rules.ts';
import { keyLines, readCheckpoint, readKeys } from '../../transparency-log/publishing/service.ts';
import { readTiles } from '../../transparency-log/sealing/store.ts';
import { tileHashes } from '../../transparency-log/tree.rules.ts';
import { canonicalEntry, type StockEntry } from '../rules.ts';
import { listEntriesOfMember } from '../store.ts';
import type * as calls from './calls.ts';
import { statementText } from './rules.ts';

/** @throws ApiError not_found in the first second of a company */
export const getProof: UseCase<typeof calls.getProof> = async (scope) => {
  const { id: userId } = actorOf(scope);
  const { note, size, root, origin, sealedAt } = await readCheckpoint(scope);
  const all = await listEntriesOfMember(scope.db, scope.company.id, userId);
  const entries = all.filter((entry) => entry.seq <= BigInt(size));
  const balance = entries.reduce((sum, entry) => sum + entry.quantity, 0n);
  const positions = entries.map(positionOf);
  const statement = statementText({ origin, size, root, userId, positions, balance, sealedAt: sealedAt.toISOString() });
  const { seeds } = await readLogKeys(scope.db, { kind: 'ledger', scopeId: scope.company.id }, scope.app.secrets);
  const tileAt = await readTilesFor(scope.db, scope, positions, size);
  return {
    data: {
      symbol: scope.company.token_symbol,
      keys: keyLines(await readKeys(scope)),
      statement: signNote(statement, signersOf(origin, seeds)),
      entries: entries.map((entry) => {
        const index = positionOf(entry);
        return {
          leaf: canonicalEntry(entry),
          proof: proofText({ index, path: inclusionPath(index, size, tileAt), note }),
        };
      }),
      waiting: all.length - entries.length,
    },
    fileName: `proof-${scope.company.token_symbol}-${size}.json`,
  };
};

const positionOf = ({ seq }: StockEntry): number => Number(seq) - 1;

/** Reads all tiles that the proofs need. */
async function readTilesFor(db: Db, { company }: Pick<Scope, 'company'>, positions: readonly number[], size: number) {
  const keyOf = (level: number, index: number): string => `${level}/${index}`;
  const places = new Map(
    positions.flatMap((position) => placesOf(position, size)).map((it) => [keyOf(it.level, it.index), it]),
  );
  const tiles = await readTiles(db, { kind: 'ledger', scopeId: company.id }, [...places.values()]);
  const hashes = new Map(tiles.map((tile) => [keyOf(tile.level, tile.index), tileHashes(tile.bytes)]));
  return (level: number, index: number): readonly Uint8Array[] => hashes.get(keyOf(level, index)) ?? [];
}
