/** Pictures of a brand: uploaded by a super admin, public on the site. */
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import type { Scope } from '../../scope.ts';
import { MEDIA_KINDS, type MediaKind } from '../calls.ts';
import type { FileToServe } from '../service.ts';
import * as store from '../store.ts';

const PICTURE_KINDS: readonly string[] = ['png', 'webp', 'jpeg'];

/** The row of a super admin's picture; null for anything else. @param platform the owner's connections */
export async function readPicture(platform: Db, id: string) {
  const row = await store.findMedia(platform, null, id);
  return row && row.owner_kind === 'super' && PICTURE_KINDS.includes(row.kind) ? row : null;
}

const FIELDS = { icon: 'icon_id', logo: 'logo_id', header: 'header_logo_id' } as const;

/**
 * The picture that the site's company shows as its icon, logo or header logo.
 * @throws ApiError not_found where it shows the catalogue's
 */
export async function openBrandPicture({ app, brand }: Scope, kind: string): Promise<FileToServe> {
  const field = Object.hasOwn(FIELDS, kind) ? FIELDS[kind as keyof typeof FIELDS] : null;
  const id = field && brand?.[field];
  const row = id ? await readPicture(app.database.platform, id) : null;
  const stored = row && (await app.storage.open(row.storage_key));
  if (!row || !stored || !Object.hasOwn(MEDIA_KINDS, row.kind)) throw notFound('Picture');
  return { ...stored, kind: row.kind as MediaKind, mime: row.mime, fileName: row.file_name, sha256: row.sha256 };
}
