/** Pictures of a brand: uploaded by a super admin, public on the site. */
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import type { Scope } from '../../scope.ts';
import { MEDIA_KINDS } from '../calls.ts';
import { openIntact } from '../intact/service.ts';
import type { FileToServe } from '../service.ts';
import type { StoredBytes } from '../storage.ts';
import * as store from '../store.ts';

const PICTURE_KINDS: readonly string[] = ['png', 'webp', 'jpeg'];

/** The row of a super admin's picture; null for anything else. @param platform the owner's connections */
export async function readPicture(platform: Db, id: string) {
  const row = await store.findMedia(platform, null, id);
  return row && row.owner_kind === 'super' && PICTURE_KINDS.includes(row.kind) ? row : null;
}

/** A brand picture as the site serves it. */
export type BrandPicture = StoredBytes & Pick<FileToServe, 'mime' | 'sha256'>;

const FIELDS = { icon: 'icon_id', logo: 'logo_id', header: 'header_logo_id' } as const;

/**
 * The picture that the site's company shows as its icon, logo or header logo.
 * @throws ApiError not_found where it shows the catalogue's
 */
export async function openBrandPicture(scope: Scope, kind: string): Promise<BrandPicture> {
  if (!Object.hasOwn(APP_ICONS, kind)) return openUploaded(scope, kind);
  return framed(await openUploaded(scope, 'icon'), kind as AppIcon);
}

async function openUploaded({ app, brand }: Scope, kind: string): Promise<BrandPicture> {
  const field = Object.hasOwn(FIELDS, kind) ? FIELDS[kind as keyof typeof FIELDS] : null;
  const id = field && brand?.[field];
  const row = id ? await readPicture(app.database.platform, id) : null;
  const stored =
    row &&
    (await openIntact(app, { storageKey: row.storage_key, sizeBytes: Number(row.size_bytes), sha256: row.sha256 }));
  if (!row || !stored || !Object.hasOwn(MEDIA_KINDS, row.kind)) throw notFound('Picture');
  return { ...stored, mime: row.mime, sha256: row.sha256 };
}

/** Side of the drawing, in units of its own: it is drawn at any size. */
const SIDE = 512;
/**
 * The icons of the installed site, by the side of the picture in them. A phone may cut a maskable icon down to a circle of 80 % of
 * the side (W3C, Web Application Manifest); a square within it has 56 %.
 */
const APP_ICONS = { 'app-icon': SIDE, maskable: 288 } as const;
type AppIcon = keyof typeof APP_ICONS;

/**
 * An uploaded picture of any shape and size as a square drawing that is sharp as the picture is at every size: the server never
 * decodes a picture, so it cannot scale one. The picture of at most 5 MiB is in memory meanwhile.
 */
async function framed({ chunks, mime, sha256 }: BrandPicture, kind: AppIcon): Promise<BrandPicture> {
  const picture = Buffer.concat(await Array.fromAsync(chunks)).toString('base64');
  const side = APP_ICONS[kind];
  const at = (SIDE - side) / 2;
  const ground = kind === 'maskable' ? `<rect width="${SIDE}" height="${SIDE}" fill="#fff"/>` : '';
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">${ground}` +
      `<image x="${at}" y="${at}" width="${side}" height="${side}" href="data:${mime};base64,${picture}"/></svg>`,
  );
  return {
    chunks: (async function* () {
      yield drawing;
    })(),
    sizeBytes: drawing.length,
    mime: 'image/svg+xml',
    sha256: `${sha256}-${kind}`,
  };
}
