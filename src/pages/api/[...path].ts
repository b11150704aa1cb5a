import type { APIRoute } from 'astro';
import { ApiError } from '@/lib/core/errors.ts';
import { failed } from '@/lib/http/respond.ts';

/** Whatever no other file of the API serves, by any method. */
export const ALL: APIRoute = ({ locals }) =>
  failed(locals.app, locals.requestId, new ApiError('not_found', 'No such API call.'), '');
