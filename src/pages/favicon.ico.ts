import type { APIRoute } from 'astro';
import { brandOf } from '@/lib/layout/site-brand.ts';

/** For clients that request this path by convention: pages name the icon of their token themselves. */
export const GET: APIRoute = async ({ locals, redirect }) =>
  redirect(brandOf(locals).icon_url.replace(/icon\.svg$/, 'touch.png'), 302);
