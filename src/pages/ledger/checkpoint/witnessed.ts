import type { APIRoute } from 'astro';
import { failed, logAnswer } from '@/lib/http/respond.ts';
import { readWitnessed } from '@/lib/transparency-log/publishing/service.ts';

/** The newest checkpoint that witnesses have cosigned, a note with their cosignatures. */
export const GET: APIRoute = async ({ locals }) => {
  try {
    return logAnswer(await readWitnessed(locals.scope));
  } catch (cause) {
    return failed(locals.app, locals.requestId, cause, 'Failed to load the cosigned checkpoint');
  }
};
