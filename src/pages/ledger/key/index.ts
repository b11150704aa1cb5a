import type { APIRoute } from 'astro';
import { failed, logAnswer } from '@/lib/http/respond.ts';
import { keyLines, readKeys } from '@/lib/transparency-log/publishing/service.ts';

/** The verifier keys of the ledger, one a line: the present ones first, then those that have ended. */
export const GET: APIRoute = async ({ locals }) => {
  try {
    return logAnswer(`${keyLines(await readKeys(locals.scope)).join('\n')}\n`);
  } catch (cause) {
    return failed(locals.app, locals.requestId, cause, 'Failed to load the keys');
  }
};
