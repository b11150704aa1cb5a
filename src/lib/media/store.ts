/** The SQL of uploaded files. Their bytes are in the storage under `storage_key`. */
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

export async function insertMedia(db: Db, media: MediaInsert): Promise<void> {
  await db
    .insertInto('media')
    .values({
      id: media.id,
      company_id: media.companyId,
      owner_id: media.ownerId,
      owner_kind: media.ownerKind,
      kind: media.kind,
      mime: media.mime,
      file_name: media.fileName,
      size_bytes: media.sizeBytes,
      sha256: media.sha256,
      storage_key: media.storageKey,
    })
    .execute();
}

/** Says that bytes may be stored under the key from now on. Commit it before they are. */
export async function insertArrival(db: Db, companyId: string, storageKey: string): Promise<void> {
  await db.insertInto('media_arrivals').values({ company_id: companyId, storage_key: storageKey }).execute();
}

/** @returns false if the bytes have been given up meanwhile */
export async function endArrival(tx: Db, storageKey: string): Promise<boolean> {
  const ended = await tx.deleteFrom('media_arrivals').where('storage_key', '=', storageKey).executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/**
 * Deletes arrivals that are older than `hours`, `max` at the most.
 * @param tx the owner's connections: arrivals of all companies
 * @returns their storage keys
 */
export async function deleteLostArrivals(tx: Db, hours: number, max: number): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    DELETE FROM media_arrivals WHERE storage_key IN (
      SELECT storage_key FROM media_arrivals WHERE created_at < now() - make_interval(hours => ${hours})
      ORDER BY created_at LIMIT ${max} FOR UPDATE SKIP LOCKED)
    RETURNING storage_key`.execute(tx);
  return rows.map((row) => row.storage_key);
}

/** A file that a row says exists. */
export interface KnownFile {
  readonly key: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Uploads, and the files of launch packs. */
const KNOWN = sql`(SELECT storage_key AS key, sha256, size_bytes::float8 AS "sizeBytes" FROM media
  UNION ALL SELECT storage_key, sha256, bytes::float8 FROM launch_pack_files) AS f`;

/** The next files by key. @param db the owner's connections */
export async function listKnownFiles(db: Db, after: string, limit: number): Promise<KnownFile[]> {
  const { rows } = await sql<KnownFile>`
    SELECT f.* FROM ${KNOWN} WHERE f.key > ${after} ORDER BY f.key LIMIT ${limit}`.execute(db);
  return rows;
}

/** Those of the keys that a row says exist. @param db the owner's connections */
export async function findKnownFiles(db: Db, keys: readonly string[]): Promise<KnownFile[]> {
  const { rows } = await sql<KnownFile>`SELECT f.* FROM ${KNOWN} WHERE f.key = ANY (${keys}::text[])`.execute(db);
  return rows;
}

/**
 * The same for one key, whose upload cannot be deleted before the transaction ends. It waits for a deletion that is under way.
 * @returns whether there is a row
 */
export async function lockKnownFile(tx: Db, key: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM media WHERE storage_key = ${key} FOR KEY SHARE`.execute(tx);
  return rows.length > 0 || (await findKnownFiles(tx, [key])).length > 0;
}

/** `companyId` null: of any company, for the super admin. */
export async function findMedia(db: Db, companyId: string | null, id: string) {
  const row = await db
    .selectFrom('media')
    .select(['id', 'company_id', 'owner_id', 'owner_kind', 'kind', 'mime', 'file_name'])
    .select(['sha256', 'storage_key', 'size_bytes'])
    .where('id', '=', id)
    .$if(companyId !== null, (q) => q.where('company_id', '=', companyId ?? ''))
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the file is the proof of one of the company's purchases. */
export async function isProof(db: Db, companyId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('purchases')
    .select('id')
    .where('company_id', '=', companyId)
    .where('receipt_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The media type of the file, if it belongs to this member. */
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
 * Deletes the rows of a member's files, except those that prove a purchase, and lists their bytes for removal.
 * @returns the number of files
 */
export async function deleteFilesOfOwner(tx: Db, companyId: string, ownerId: string): Promise<number> {
  const deleted = await tx
    .deleteFrom('media as m')
    .where('m.company_id', '=', companyId)
    .where('m.owner_kind', '=', 'user')
    .where('m.owner_id', '=', ownerId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('purchases as p').select('p.id').whereRef('p.receipt_id', '=', 'm.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('purchase_messages as g')
            .select('g.id')
            .where((eb) => eb.or([eb('g.file_id', '=', eb.ref('m.id')), eb('g.earlier_file_id', '=', eb.ref('m.id'))])),
        ),
      ),
    )
    .returning('m.storage_key')
    .execute();
  if (deleted.length > 0)
    await tx
      .insertInto('media_removals')
      .values(deleted.map(({ storage_key }) => ({ company_id: companyId, storage_key })))
      .onConflict((c) => c.doNothing())
      .execute();
  return deleted.length;
}

/** @param db the owner's connections: removals of all companies */
export async function listRemovals(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('media_removals').select('storage_key').orderBy('created_at').limit(limit).execute();
  return rows.map((row) => row.storage_key);
}

export async function endRemoval(db: Db, storageKey: string): Promise<void> {
  await db.deleteFrom('media_removals').where('storage_key', '=', storageKey).execute();
}

/** The storage keys that no row refers to. */
export async function findUnreferenced(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM unnest(${keys}::text[]) AS key
    WHERE NOT EXISTS (SELECT FROM media m WHERE m.storage_key = key)`.execute(db);
  return rows.map((row) => row.key);
}
