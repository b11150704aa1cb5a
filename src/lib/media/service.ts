/** Uploaded files: taken in by what their bytes are, given out to their owner, the company's admins and the super admin. */
import { randomUUID } from 'node:crypto';
import type { InputOf } from '../core/contract.ts';
import { ApiError, notFound } from '../core/errors.ts';
import { mediaPath } from '../core/paths.ts';
import * as limits from '../limits/service.ts';
import { type Actor, actorOf, type Result, type Scope } from '../scope.ts';
import { type addMedia as Add, MEDIA_KINDS, type MediaKind, type StoredMedia } from './contract.ts';
import { detect } from './detect.ts';
import { cleanFileName } from './file-name.ts';
import { sha256Hex } from './storage.ts';
import * as store from './store.ts';
import { strip } from './strip.ts';

/** So that one account can't fill the disk: about a gigabyte an hour at the most. */
const UPLOADS_OF_ACCOUNT = { name: 'uploads', max: 200, windowSeconds: 3600 };

/** Serves all three `media/add` calls. The bytes are safe on the disk before the row that names them is written. */
export async function addMedia(scope: Scope, { file }: InputOf<typeof Add>): Promise<Result<StoredMedia[]>> {
  const actor = actorOf(scope);
  await limits.spend(scope.app, UPLOADS_OF_ACCOUNT, actor.id);
  const sent = new Uint8Array(await file.arrayBuffer());
  const found = detect(sent);
  if (!found.ok) throw new ApiError('invalid', found.reason);
  const kept = strip(sent);
  if (!kept.ok) throw new ApiError('invalid', kept.reason);
  const id = randomUUID();
  await scope.app.storage.put(id, kept.bytes);
  try {
    await store.insertMedia(scope.db, {
      id,
      companyId: scope.company.id,
      ownerId: actor.id,
      ownerKind: actor.kind === 'super' ? 'super' : 'user',
      kind: found.kind,
      mime: found.mime,
      fileName: cleanFileName(file.name, found.kind),
      sizeBytes: kept.bytes.length,
      sha256: sha256Hex(kept.bytes),
      storageKey: id,
    });
  } catch (cause) {
    await scope.app.storage.delete(id).catch(() => undefined);
    throw cause;
  }
  return { data: [{ id, url: mediaPath(id) }] };
}

export interface FileToServe {
  readonly bytes: Uint8Array;
  readonly kind: MediaKind;
  readonly mime: string;
  readonly fileName: string;
  /** Of the bytes, in hex: they never change under one id. */
  readonly sha256: string;
}

/**
 * A file for one of those who ask for it; several may, for a browser can hold the cookies of a member and of an admin.
 * @throws ApiError not_found, the same for a file that is missing and for one that none of them may see
 */
export async function openMedia(scope: Scope, actors: readonly Actor[], id: string): Promise<FileToServe> {
  const isSuper = actors.some((actor) => actor.kind === 'super');
  const db = isSuper ? scope.app.database.platform : scope.db;
  const row = await store.findMedia(db, isSuper ? null : scope.company.id, id);
  if (!row || !actors.some((actor) => maySee(actor, row, scope.company.id))) throw notFound('File');
  const bytes = await scope.app.storage.get(row.storage_key);
  if (!bytes || !isKind(row.kind)) throw notFound('File');
  return { bytes, kind: row.kind, mime: row.mime, fileName: row.file_name, sha256: row.sha256 };
}

function maySee(actor: Actor, file: { company_id: string; owner_id: string | null }, companyId: string): boolean {
  if (actor.kind === 'super') return true;
  if (file.company_id !== companyId) return false;
  return actor.kind === 'admin' || file.owner_id === actor.id;
}

function isKind(kind: string): kind is MediaKind {
  return Object.hasOwn(MEDIA_KINDS, kind);
}
