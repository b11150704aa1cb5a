import type { Access, CallFacts, CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

/** Largest accepted file, in bytes (docs/contract.md, Uploads). The request's body may be a little larger. */
export const uploadBytesMax = 5 * 1024 * 1024;
/** Pixels per side. Some browsers cannot decode larger pictures; real cameras stay below. */
export const PIXELS_A_SIDE_MAX = 12_000;
/** Pixels of a picture: 48-megapixel phones fit, and a viewer needs at most 200 MB of memory. */
export const PIXELS_MAX = 50_000_000;
/** The message for a photo that no browser but Safari shows. */
export const heicRefused =
  'HEIC and AVIF photos are not accepted. On iPhone: Settings, Camera, Formats, Most Compatible, or take a screenshot.';
/** Name of the form field with the file (docs/contract.md, Uploads). */
export const uploadField = 'medias';
/** Longest stored file name, in characters, with its extension. */
export const fileNameLengthMax = 100;

/** The accepted kinds, as they are stored and served. `inline` kinds may be shown in a page; the others are only downloaded. */
export const MEDIA_KINDS = {
  jpeg: { mime: 'image/jpeg', extension: 'jpg', aliases: ['jpg', 'jpeg', 'jfif'], inline: true },
  png: { mime: 'image/png', extension: 'png', aliases: ['png', 'apng'], inline: true },
  webp: { mime: 'image/webp', extension: 'webp', aliases: ['webp'], inline: true },
  gif: { mime: 'image/gif', extension: 'gif', aliases: ['gif'], inline: true },
  pdf: { mime: 'application/pdf', extension: 'pdf', aliases: ['pdf'], inline: false },
  doc: { mime: 'application/msword', extension: 'doc', aliases: ['doc'], inline: false },
  docx: {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
    aliases: ['docx'],
    inline: false,
  },
} as const satisfies Record<string, { mime: string; extension: string; aliases: readonly string[]; inline: boolean }>;

export type MediaKind = keyof typeof MEDIA_KINDS;

/** For the `accept` attribute of a file field: the picture kinds, for an avatar. */
export const acceptPictures = 'image/jpeg,image/png,image/webp,image/gif';

const addMediaCall = (area: 'user' | 'admin' | 'superadmin', access: Access): CallFacts => ({
  method: 'POST',
  path: `/api/v1/${area}/media/add`,
  access,
  from: 'upload',
  failure: 'Failed to upload file',
  success: 'File uploaded successfully',
});

export const addMedia: CallOf<typeof contracts, 'addMedia'> = addMediaCall('user', 'member');
export const addMediaAsAdmin: CallOf<typeof contracts, 'addMediaAsAdmin'> = addMediaCall('admin', 'admin');
export const addMediaAsSuperAdmin: CallOf<typeof contracts, 'addMediaAsSuperAdmin'> = addMediaCall(
  'superadmin',
  'super',
);
