import type { APIRoute } from 'astro';
import { failed } from '@/lib/http/respond.ts';
import { verifierResponse } from '@/lib/layout/verifier.ts';

/** The page that checks a proof of stock, in one file. */
export const GET: APIRoute = async ({ locals }) => {
  try {
    return await verifierResponse(locals.scope);
  } catch (cause) {
    return failed(locals.app, locals.requestId, cause, 'Failed to load the page');
  }
};
