import type { APIRoute } from 'astro';
import { failed, logAnswer } from '@/lib/http/respond.ts';
import { readTile } from '@/lib/transparency-log/publishing/service.ts';

/** A tile of hashes of the ledger. Hashes alone: entries are members' data. */
export const GET: APIRoute = async ({ locals, params }) => {
  try {
    return logAnswer(await readTile(locals.scope, params.path ?? ''));
  } catch (cause) {
    return failed(locals.app, locals.requestId, cause, 'Failed to load the tile');
  }
};
