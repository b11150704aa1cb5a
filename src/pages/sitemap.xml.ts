import type { APIRoute } from 'astro';
import { textAnswer } from '@/lib/http/respond.ts';
import { sitemapXml } from '@/lib/layout/public-pages.ts';

export const GET: APIRoute = ({ locals }) => textAnswer(sitemapXml(locals.scope), 'application/xml; charset=utf-8');
