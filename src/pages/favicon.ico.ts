import type { APIRoute } from 'astro';
import { brandOf } from '@/lib/layout/sign-in.ts';

/** For who asks for it by habit: pages name the icon of their token themselves. */
export const GET: APIRoute = async ({ locals, redirect }) =>
  redirect(brandOf(locals).icon_url.replace(/icon\.svg$/, 'touch.png'), 302);
