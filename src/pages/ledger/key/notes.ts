import type { APIRoute } from 'astro';
import { failed, logAnswer } from '@/lib/http/respond.ts';
import { readKeys } from '@/lib/transparency-log/publishing/service.ts';

/** The signed notes with which keys of the ledger followed each other: a JSON array, the first one first. */
export const GET: APIRoute = async ({ locals }) => {
  try {
    return logAnswer(`${JSON.stringify((await readKeys(locals.scope)).notes)}\n`);
  } catch (cause) {
    return failed(locals.app, locals.requestId, cause, 'Failed to load the keys');
  }
};
