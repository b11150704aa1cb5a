import type { APIRoute } from 'astro';
import { notFound } from '@/lib/core/errors.ts';
import { failed } from '@/lib/http/respond.ts';

/** Whatever no other file of the API serves, by any method. */
export const ALL: APIRoute = ({ locals }) => failed(locals.app, locals.requestId, notFound('This call'), '');
