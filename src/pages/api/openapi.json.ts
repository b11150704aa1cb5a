import type { APIRoute } from 'astro';
import { ApiError } from '@/lib/core/errors.ts';
import { storedDescription } from '@/lib/http/openapi/stored.ts';
import { failed } from '@/lib/http/respond.ts';
import { openScope } from '@/lib/http/scope.ts';

const FAILURE = 'Failed to describe the API';

/** The same for everybody; holds nothing of the company but its name and address. */
export const ALL: APIRoute = async ({ request, locals }) => {
  const { app, requestId, ip, host } = locals;
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiError('method_not_allowed', 'Method not allowed. Use GET or HEAD.', {
        headers: { Allow: 'GET, HEAD' },
      });
    const facts = { id: requestId, ip, userAgent: '', idempotencyKey: null };
    const { origin, company } = await openScope(app, facts, host);
    const { text, tag } = await storedDescription(origin, { name: company.token_name, symbol: company.token_symbol });
    const headers = { 'Cache-Control': 'public, max-age=300', ETag: tag, 'Content-Type': 'application/json' };
    if (request.headers.get('if-none-match') === tag) return new Response(null, { status: 304, headers });
    return new Response(text, { headers });
  } catch (cause) {
    return failed(app, requestId, cause, FAILURE);
  }
};
