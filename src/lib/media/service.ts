/** Uploaded files: accepted by their bytes, served to their owner, the company's admins and the super admin. */
import { randomUUID } from 'node:crypto';
import { ApiError, notFound } from '../core/errors.ts';
import { mediaPath } from '../core/paths.ts';
import { inTransaction } from '../db/client.ts';
import { type Actor, actorOf, type Scope, type UseCase } from '../scope.ts';
import type * as calls from './calls.ts';
import { MEDIA_KINDS, type MediaKind } from './calls.ts';
import { cleanFileName } from './file-name.rules.ts';
import { detect } from './formats/detect.ts';
import { strip } from './formats/strip.ts';
import { openIntact } from './intact/service.ts';
import { type StoredBytes, sha256Hex, unavailable } from './storage.ts';
import * as store from './store.ts';

/**
 * Serves all three `media/add` calls. The bytes are stored before their row is written, and a row of its own says so before they
 * are: whatever interrupts this leaves no file without a row (decision 0386).
 */
export const addMedia: UseCase<typeof calls.addMedia> = async (scope, { file }) => {
  const actor = actorOf(scope);
  const upload = new Uint8Array(await file.arrayBuffer());
  const format = detect(upload);
  if (!format.ok) throw new ApiError('invalid', format.reason);
  const stripped = strip(upload);
  if (!stripped.ok) throw new ApiError('invalid', stripped.reason);
  const id = randomUUID();
  await store.insertArrival(scope.db, scope.company.id, id);
  await scope.app.storage.put(id, stripped.bytes);
  await inTransaction(scope.db, async (tx) => {
    if (!(await store.endArrival(tx, id))) throw unavailable(new Error('the upload took longer than its file is kept'));
    await store.insertMedia(tx, {
      id,
      companyId: scope.company.id,
      ownerId: actor.id,
      ownerKind: actor.kind === 'super' ? 'super' : 'user',
      kind: format.kind,
      mime: format.mime,
      fileName: cleanFileName(file.name, format.kind),
      sizeBytes: stripped.bytes.length,
      sha256: sha256Hex(stripped.bytes),
      storageKey: id,
    });
  });
  return { data: [{ id, url: mediaPath(id) }] };
};

export interface FileToServe {
  readonly kind: MediaKind;
  readonly mime: string;
  readonly fileName: string;
  /** Of the bytes, in hex: they never change under one id. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Compares all bytes with the hash first. @throws ApiError unavailable if they are others, not_found if they are gone */
  readonly read: () => Promise<StoredBytes>;
}

/**
 * @param actors all sessions of the request: a browser can have the cookies of a member and of an admin. With an API key it is the one
 * admin that the key acts for, and only proofs of purchases open
 * @throws ApiError not_found, both for a missing file and for one that no actor may see
 */
export async function openMedia(scope: Scope, actors: readonly Actor[], id: string): Promise<FileToServe> {
  const isSuper = actors.some((actor) => actor.kind === 'super');
  const db = isSuper ? scope.app.database.platform : scope.db;
  const row = await store.findMedia(db, isSuper ? null : scope.company.id, id);
  const viewer = row && actors.find((actor) => maySee(actor, row, scope.company.id));
  if (!viewer) throw notFound('File');
  if (viewer.apiKey !== undefined && !(await store.isProof(db, scope.company.id, id))) throw notFound('File');
  if (!isKind(row.kind)) throw notFound('File');
  const recorded = { storageKey: row.storage_key, sizeBytes: Number(row.size_bytes), sha256: row.sha256 };
  const read = async (): Promise<StoredBytes> => {
    const stored = await openIntact(scope.app, recorded);
    if (!stored) throw notFound('File');
    return stored;
  };
  return { ...recorded, kind: row.kind, mime: row.mime, fileName: row.file_name, read };
}

function maySee(actor: Actor, file: { company_id: string; owner_id: string | null }, companyId: string): boolean {
  if (actor.kind === 'super') return true;
  if (file.company_id !== companyId) return false;
  return actor.kind === 'admin' || file.owner_id === actor.id;
}

function isKind(kind: string): kind is MediaKind {
  return Object.hasOwn(MEDIA_KINDS, kind);
}
