/**
 * Serves an uploaded file: bytes and not the envelope. It is inert wherever it is opened, and nobody can tell a file that
 * is missing from one that the caller may not see.
 */
import type { APIRoute } from 'astro';
import { ApiError, notFound } from '../core/errors.ts';
import { uuid } from '../core/fields.ts';
import type { KeyScope } from '../core/key-scopes.ts';
import { actorOfKey, isKey } from '../integrations/keys/service.ts';
import { contentDisposition } from '../media/file-name.rules.ts';
import { openMedia } from '../media/service.ts';
import * as limits from '../rate-limits/service.ts';
import type { App, Credentials, RequestFacts } from '../scope.ts';
import { withoutCompany } from './company.ts';
import { SESSION_KINDS } from './cookies.ts';
import { failed } from './respond.ts';
import { credentialsOf, openScope, openScopeOfAll, presentedBy, requireFactor, requireOwnPassword } from './scope.ts';
import { streamChunks } from './send-file.ts';
import { createSlots } from './slots.ts';

const LIMIT = { name: 'media', max: 1200, windowSeconds: 60 };
/** Opens the proofs of purchases for API keys. */
const PROOF_SCOPE: KeyScope = 'read:purchases';
const FAILURE = 'Failed to load the file';

/** A client that takes nothing still gets what the connection's buffers hold, read from the disk. */
const downloadSlots = createSlots({
  // The bytes in flight bound all accounts together.
  activeMax: Number.POSITIVE_INFINITY,
  activePerKeyMax: 32,
  waitingMax: 1_000,
  waitingPerKeyMax: 200,
  what: 'files are being read',
  endsConnection: true,
});

export const serveMedia: APIRoute = async ({ request, locals, params }) => {
  const { app, requestId, ip, host } = locals;
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiError('method_not_allowed', 'Method not allowed. Use GET or HEAD.', {
        headers: { Allow: 'GET, HEAD' },
      });
    await limits.spendOfNetwork(app, LIMIT, ip);
    const userAgent = request.headers.get('user-agent') ?? '';
    const facts = { id: requestId, ip, userAgent, idempotencyKey: null };
    const credentials = credentialsOf(app, request.headers);
    // Everybody that the request can speak for.
    const { scope, actors } = await openFor(app, facts, host, credentials);
    if (credentials.header !== null && actors.length === 0)
      throw new ApiError('unauthenticated', 'Please log in to continue.');
    for (const actor of actors) {
      requireOwnPassword(actor, scope.now);
      requireFactor(actor);
    }
    withoutCompany(scope, request, null);
    const id = uuid.safeParse(params.id);
    if (!id.success || actors.length === 0) throw notFound('File');
    const file = await openMedia(scope, actors, id.data);
    const etag = `"${file.sha256}"`;
    const framed = file.kind === 'pdf' && isOwnFrame(request.headers);
    const headers = {
      'Content-Type': file.mime,
      'Content-Disposition': contentDisposition(file.fileName, file.kind, framed),
      'Content-Security-Policy': `default-src 'none'; sandbox${framed ? "; frame-ancestors 'self'" : ''}`,
      ...(framed && { 'X-Frame-Options': 'SAMEORIGIN' }),
      'X-Content-Type-Options': 'nosniff',
      // May be kept, but is asked for each time: a session that has ended opens nothing.
      'Cache-Control': 'private, no-cache',
      Vary: 'Authorization, Cookie, Sec-Fetch-Dest, Sec-Fetch-Site',
      ETag: etag,
    };
    // The browser has bytes of this hash, which were compared when it got them.
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
    // Who waits for a download keeps nobody from reading.
    locals.releaseSlot();
    const release = await downloadSlots.acquire(
      [...new Set(actors.map((actor) => actor.id))].map((id) => ({ name: `account ${id}` })),
    );
    locals.onClose(release);
    const { chunks, sizeBytes } = await file.read();
    const body = request.method === 'HEAD' ? null : streamChunks(locals, chunks);
    return new Response(body, { headers: { ...headers, 'Content-Length': String(sizeBytes) } });
  } catch (cause) {
    return failed(app, requestId, cause, FAILURE);
  }
};

/**
 * As `openScopeOfAll`; with an API key for the admin that it acts for, who may see what the key may.
 * @throws ApiError unauthenticated, forbidden
 */
async function openFor(app: App, facts: RequestFacts, host: string | null, credentials: Credentials) {
  const { header } = credentials;
  if (header === null || !isKey(header))
    return openScopeOfAll(app, facts, host, presentedBy(credentials, SESSION_KINDS));
  const scope = await openScope(app, facts, host);
  return { scope, actors: [await actorOfKey(scope, header, PROOF_SCOPE)] };
}

/**
 * A frame of one of our own pages, as browsers say it and no script can: there a PDF is shown, under the same sandbox, by
 * the browser's viewer, which runs apart from every site. Anywhere else it is only downloaded.
 */
function isOwnFrame(headers: Headers): boolean {
  return headers.get('sec-fetch-dest') === 'iframe' && headers.get('sec-fetch-site') === 'same-origin';
}
