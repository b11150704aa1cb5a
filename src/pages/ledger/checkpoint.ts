import type { APIRoute } from 'astro';
import { failed, logAnswer } from '@/lib/http/respond.ts';
import { readCheckpoint } from '@/lib/transparency-log/publishing/service.ts';

/** The newest checkpoint of the ledger, a signed note. */
export const GET: APIRoute = async ({ locals }) => {
  try {
    return logAnswer((await readCheckpoint(locals.scope)).note);
  } catch (cause) {
    return failed(locals.app, locals.requestId, cause, 'Failed to load the checkpoint');
  }
};
