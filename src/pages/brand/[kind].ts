import type { APIRoute } from 'astro';
import { failed, pictureAnswer } from '@/lib/http/respond.ts';
import { openBrandPicture } from '@/lib/media/brand-service.ts';

/** Icon, logo and header logo that the company has uploaded. The address names the file, so it may be kept. */
export const GET: APIRoute = async ({ locals, params }) => {
  try {
    return pictureAnswer(await openBrandPicture(locals.scope, params.kind ?? ''));
  } catch (cause) {
    return failed(locals.app, locals.requestId, cause, 'Failed to load the picture');
  }
};
