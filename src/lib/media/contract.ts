import { contract } from '../core/contract.ts';
import { fileTooLarge } from '../core/upload-size.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';
import { uploadBytesMax, uploadField } from './calls.ts';

/*
 * Uploaded files: one per request, a few kinds, private to their owner and the company's admins. The server detects the kind from
 * the bytes and ignores the type that the browser sends.
 */

/** A stored file. The URL is relative to the site and works only for people who may see the file. */
export const storedMedia = z.object({
  id: z.uuid('This file ID is not valid.'),
  url: z.string(),
});
export type StoredMedia = z.output<typeof storedMedia>;

/** The multipart form with one file in the field `medias` and nothing else. The kind of the file is checked later. */
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
    return file.size > uploadBytesMax ? refuse(fileTooLarge(file.size, uploadBytesMax)) : { file };
  }),
);

/** Keeps one account from filling the disk: at most about a gigabyte an hour. */
const UPLOADS_OF_ACCOUNT = { name: 'uploads', max: 200, windowSeconds: 3600 };

const addOne = {
  accountLimit: UPLOADS_OF_ACCOUNT,
  storesFile: true as const,
  input: oneFile,
  output: z.array(storedMedia).check(z.length(1)),
  summary: 'Stores one file sent as the multipart field `medias`: a picture, PDF, DOC or DOCX of at most 5 MiB.',
};

export const addMedia = contract(calls.addMedia, addOne);
export const addMediaAsAdmin = contract(calls.addMediaAsAdmin, addOne);
export const addMediaAsSuperAdmin = contract(calls.addMediaAsSuperAdmin, addOne);
