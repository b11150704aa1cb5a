import type { APIRoute } from 'astro';
import { textAnswer } from '@/lib/http/respond.ts';
import { robotsText } from '@/lib/layout/public-pages.ts';

export const GET: APIRoute = ({ locals }) => textAnswer(robotsText(locals.scope), 'text/plain; charset=utf-8');
