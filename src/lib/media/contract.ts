import * as z from 'zod/mini';
import { type Access, contract } from '../core/contract.ts';

/*
 * Uploaded files: one at a time, a few kinds, private to their owner and the company's admins. The kind is decided
 * from the bytes on the server; what the browser says about a file is a convenience for the person alone.
 */

/** Largest file that is taken, in bytes (decisions, point 4). The body around it may be a little larger. */
export const uploadBytesMax = 5 * 1024 * 1024;
/** What is said of a larger one. */
export const fileTooLarge = 'This file is larger than 5 MB. Please send a smaller one.';
/** Name of the form field that carries the file (decisions, point 4). */
export const uploadField = 'medias';
/** Longest stored file name, in characters, with its extension. */
export const fileNameLengthMax = 100;

/** What is taken, as it is stored and served. `inline` kinds may be shown in a page; the rest is only downloaded. */
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
/** For the `accept` attribute of a file field: pictures and documents, for a proof of payment. */
export const acceptProofs = `${acceptPictures},.pdf,.doc,.docx,application/pdf,${MEDIA_KINDS.doc.mime},${MEDIA_KINDS.docx.mime}`;

/** A stored file. The url is relative to the site and answers only for those who may see the file. */
export const storedMedia = z.object({
  id: z.uuid('This is not the number of a file.'),
  url: z.string(),
});
export type StoredMedia = z.output<typeof storedMedia>;

/** The multipart form with one file in the field `medias` and nothing else. What the file is, its bytes tell later. */
const oneFile = z.pipe(
  z.custom<FormData>((sent) => sent instanceof FormData, 'Please send the file as a form.'),
  z.transform((form, ctx): { file: File } => {
    const refuse = (message: string): never => {
      ctx.issues.push({ code: 'custom', message, input: form });
      return z.NEVER;
    };
    const other = [...form.keys()].find((key) => key !== uploadField);
    if (other !== undefined) return refuse(`Unknown field: ${other.slice(0, 60)}.`);
    const sent = form.getAll(uploadField);
    const file = sent[0];
    if (!(file instanceof File)) return refuse('Please choose a file.');
    if (sent.length > 1) return refuse('Please send one file at a time.');
    return file.size > uploadBytesMax ? refuse(fileTooLarge) : { file };
  }),
);

function addMediaFor<A extends 'user' | 'admin' | 'superadmin'>(area: A, access: Access) {
  return contract({
    method: 'POST',
    path: `/api/v1/${area}/media/add`,
    access,
    from: 'upload',
    input: oneFile,
    output: z.array(storedMedia).check(z.length(1)),
    summary: 'Stores one file sent as the multipart field `medias`: a picture, PDF, DOC or DOCX of at most 5 MiB.',
    failure: 'Failed to upload file',
    success: 'File uploaded successfully',
  });
}

export const addMedia = addMediaFor('user', 'member');
export const addMediaAsAdmin = addMediaFor('admin', 'admin');
export const addMediaAsSuperAdmin = addMediaFor('superadmin', 'super');
