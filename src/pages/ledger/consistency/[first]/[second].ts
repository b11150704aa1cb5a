import type { APIRoute } from 'astro';
import { failed, logAnswer } from '@/lib/http/respond.ts';
import { readConsistency } from '@/lib/transparency-log/publishing/service.ts';

/** The proof that the tree of the second size begins with all leaves of the tree of the first, one hash a line. */
export const GET: APIRoute = async ({ locals, params }) => {
  try {
    return logAnswer(await readConsistency(locals.scope, params.first ?? '', params.second ?? ''));
  } catch (cause) {
    return failed(locals.app, locals.requestId, cause, 'Failed to load the consistency proof');
  }
};
