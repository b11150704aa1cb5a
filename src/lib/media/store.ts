/** The SQL of uploaded files. Their bytes lie in the storage under `storage_key`. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

export interface MediaInsert {
  readonly id: string;
  readonly companyId: string;
  readonly ownerId: string;
  readonly ownerKind: 'user' | 'super';
  readonly kind: string;
  readonly mime: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly storageKey: string;
}

export async function insertMedia(db: Db, it: MediaInsert): Promise<void> {
  await db
    .insertInto('media')
    .values({
      id: it.id,
      company_id: it.companyId,
      owner_id: it.ownerId,
      owner_kind: it.ownerKind,
      kind: it.kind,
      mime: it.mime,
      file_name: it.fileName,
      size_bytes: it.sizeBytes,
      sha256: it.sha256,
      storage_key: it.storageKey,
    })
    .execute();
}

/** `companyId` null: of any company, for the super admin. */
export async function findMedia(db: Db, companyId: string | null, id: string) {
  const row = await db
    .selectFrom('media')
    .select(['id', 'company_id', 'owner_id', 'owner_kind', 'kind', 'mime', 'file_name', 'sha256', 'storage_key'])
    .where('id', '=', id)
    .$if(companyId !== null, (q) => q.where('company_id', '=', companyId ?? ''))
    .executeTakeFirst();
  return row ?? null;
}

/** This member's own file, if it is: its kind of content. */
export function ownFileQuery(db: Db, companyId: string, ownerId: string, id: string | null) {
  return db
    .selectFrom('media')
    .select('mime')
    .where('company_id', '=', companyId)
    .where('owner_id', '=', ownerId)
    .where('owner_kind', '=', 'user')
    .where('id', '=', id);
}

/**
 * Takes out the rows of a member's files, but for those that prove a purchase, and remembers their bytes for removal.
 * @returns how many
 */
export async function takeOutFilesOf(tx: Db, companyId: string, ownerId: string): Promise<number> {
  const gone = await tx
    .deleteFrom('media as m')
    .where('m.company_id', '=', companyId)
    .where('m.owner_kind', '=', 'user')
    .where('m.owner_id', '=', ownerId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('purchases as p').select('p.id').whereRef('p.receipt_id', '=', 'm.id'))),
    )
    .returning('m.storage_key')
    .execute();
  if (gone.length > 0)
    await tx
      .insertInto('media_removals')
      .values(gone.map(({ storage_key }) => ({ company_id: companyId, storage_key })))
      .onConflict((c) => c.doNothing())
      .execute();
  return gone.length;
}

/** @param db the owner's connections: removals of all companies */
export async function listRemovals(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('media_removals').select('storage_key').orderBy('created_at').limit(limit).execute();
  return rows.map((row) => row.storage_key);
}

export async function endRemoval(db: Db, storageKey: string): Promise<void> {
  await db.deleteFrom('media_removals').where('storage_key', '=', storageKey).execute();
}

/** Those of the storage keys that no row names. */
export async function findUnnamed(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM unnest(${keys}::text[]) AS key
    WHERE NOT EXISTS (SELECT FROM media m WHERE m.storage_key = key)`.execute(db);
  return rows.map((row) => row.key);
}
