import type { APIRoute } from 'astro';
import { failed, pictureAnswer } from '@/lib/http/respond.ts';
import { streamChunks } from '@/lib/http/send-file.ts';
import { openBrandPicture } from '@/lib/media/brand/service.ts';

/** Icon, logo and header logo that the company has uploaded, and the icons of the installed site. The address names the file, so it may be kept. */
export const GET: APIRoute = async ({ locals, params }) => {
  try {
    const picture = await openBrandPicture(locals.scope, params.kind ?? '');
    return pictureAnswer(streamChunks(locals, picture.chunks), picture);
  } catch (cause) {
    return failed(locals.app, locals.requestId, cause, 'Failed to load the picture');
  }
};
