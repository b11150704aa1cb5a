/** Writes a launch pack straight into the database. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { openDiskStorage, sha256Hex } from '../../src/lib/media/storage.ts';
import type { Account } from './accounts.ts';
import type { Site } from './site.ts';

/** A company can have many of these: one that failed, but with a file. @returns its id */
export async function makeFailedPack(site: Site, companyId: string, admin: Account): Promise<string> {
  const storageKey = randomUUID();
  const bytes = Buffer.from('{}\n');
  await openDiskStorage(path.join(site.dataDir, 'uploads')).put(storageKey, bytes);
  const { id } = await site.database.platform
    .insertInto('launch_packs')
    .values({
      company_id: companyId,
      status: 'FAILED',
      failure: 'No address is valid.',
      started_by: admin.id,
      ended_at: new Date(),
      storage_keys: [storageKey],
      symbol: 'LCH',
      token_address: `0x${'ab'.repeat(20)}`,
      chain_id: 1n,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const file = { name: 'manifest.json', position: 0, storage_key: storageKey, bytes: BigInt(bytes.length) };
  await site.database.platform
    .insertInto('launch_pack_files')
    .values({ company_id: companyId, pack_id: id, ...file, sha256: sha256Hex(bytes) })
    .execute();
  return id;
}
