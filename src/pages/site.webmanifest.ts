import type { APIRoute } from 'astro';
import { textAnswer } from '@/lib/http/respond.ts';
import { manifestOf } from '@/lib/layout/public-pages.ts';

export const GET: APIRoute = ({ locals }) =>
  textAnswer(JSON.stringify(manifestOf(locals.scope)), 'application/manifest+json; charset=utf-8');
