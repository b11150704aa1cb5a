/**
 * Serves a contract. The order is fixed: method, limit, actor (401), kind (403), origin (403), body (413, 415),
 * company and input (422), use case, output. A page file under `pages/api` holds nothing but a call of this.
 */
import type { APIContext, APIRoute } from 'astro';
import * as z from 'zod/mini';
import '../core/jitless.ts';
import { type Contract, type InputOf, issueMessages, type OutputOf } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import * as limits from '../limits/service.ts';
import type { Actor, Result, Scope } from '../scope.ts';
import { readInput } from './body.ts';
import { withoutCompany } from './company.ts';
import { SESSION_KINDS, sessionCookie } from './cookies.ts';
import { comesFromSite } from './origin.ts';
import { answer, failed } from './respond.ts';
import { actorOfCookie, actorOfHeader, type Credentials, credentialsOf, isSecure, openScope } from './scope.ts';
import { sendFile } from './send-file.ts';

export type UseCase<C extends Contract> = (scope: Scope, input: InputOf<C>) => Promise<Result<OutputOf<C>>>;

interface Handler {
  readonly contract: Contract;
  readonly run: (scope: Scope, input: unknown) => Promise<Result<unknown>>;
}

const DEFAULT_LIMIT = { name: 'api', max: 3000, windowSeconds: 60 };

/** The route of one call, or of several with the same path; any other method answers 405 with `Allow`. */
export function endpoint<C extends Contract>(contract: C, useCase: UseCase<C>): APIRoute & { also: Handler[] };
export function endpoint(contract: Contract, useCase: UseCase<Contract>): APIRoute & { also: Handler[] } {
  return route([{ contract, run: (scope, input) => useCase(scope, input) }]);
}

/** Joins the calls that share a path into one route. */
export function endpoints(...parts: { also: Handler[] }[]): APIRoute {
  return route(parts.flatMap((part) => part.also));
}

/** A HEAD is a GET whose body is left out, unless that GET does something: nobody expects a HEAD to. */
function methodsOf({ contract }: Handler): string[] {
  return contract.method === 'GET' && !contract.sensitive ? ['GET', 'HEAD'] : [contract.method];
}

function route(handlers: Handler[]): APIRoute & { also: Handler[] } {
  const serve: APIRoute = (context) => {
    const handler = handlers.find((h) => methodsOf(h).includes(context.request.method));
    if (handler) return serveCall(handler, context);
    const { app, requestId } = context.locals;
    const allow = handlers.flatMap(methodsOf).join(', ');
    return failed(
      app,
      requestId,
      new ApiError('method_not_allowed', `Use ${allow} here.`, { headers: { Allow: allow } }),
      '',
    );
  };
  return Object.assign(serve, { also: handlers });
}

async function serveCall({ contract, run }: Handler, { request, locals, params }: APIContext): Promise<Response> {
  const { app, requestId, ip, host } = locals;
  try {
    for (const limit of contract.limits ?? [DEFAULT_LIMIT]) await limits.spend(app, limit, ip);
    const userAgent = request.headers.get('user-agent') ?? '';
    const idempotencyKey = readIdempotencyKey(request.headers);
    const base = await openScope(app, { id: requestId, ip, userAgent, idempotencyKey }, host);
    const credentials = credentialsOf(app, request.headers);
    const actor = await authenticate(base, contract, credentials);
    checkOrigin(base, contract, credentials, request);
    const input = await checkInput(base, contract, request, params);
    const result = await run({ ...base, actor }, input);
    if (result.file) return sendFile(app, requestId, result.file, locals.drained);
    return succeed(base, contract, result);
  } catch (cause) {
    return failed(app, requestId, cause, contract.failure);
  }
}

async function authenticate(scope: Scope, contract: Contract, credentials: Credentials): Promise<Actor | null> {
  if (contract.access === 'public') return null;
  const kinds = contract.access === 'any' ? SESSION_KINDS : [contract.access];
  if (credentials.header !== null) {
    const actor = await actorOfHeader(scope, credentials.header);
    if (!actor) throw signInFirst();
    if (!kinds.includes(actor.kind)) throw new ApiError('forbidden', 'This account may not do that.');
    return actor;
  }
  for (const kind of kinds) {
    const actor = await actorOfCookie(scope, credentials, kind);
    if (actor) return actor;
  }
  throw signInFirst();
}

const signInFirst = (): ApiError => new ApiError('unauthenticated', 'Please log in to continue.');

function checkOrigin(scope: Scope, contract: Contract, credentials: Credentials, request: Request): void {
  const changes = contract.method !== 'GET';
  if (!changes && !contract.sensitive) return;
  if (credentials.header !== null && !contract.sensitive) return;
  const hasCookie = Object.keys(credentials.cookies).length > 0;
  if (!comesFromSite(request.headers, scope.origins, hasCookie)) {
    throw new ApiError(
      'forbidden',
      'This request did not come from our own pages. Please open the site and try again.',
    );
  }
}

async function checkInput(
  scope: Scope,
  contract: Contract,
  request: Request,
  params: Record<string, string | undefined>,
): Promise<unknown> {
  const raw = withoutCompany(scope, request, await readInput(contract, request));
  const parsed = z.safeParse(contract.input, contract.from === 'query' ? { ...(raw as object), ...params } : raw);
  if (!parsed.success) throw new ApiError('invalid', issueMessages(parsed.error), { cause: parsed.error });
  return parsed.data;
}

function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new ApiError('invalid', 'The header Idempotency-Key must be 1 to 200 visible ASCII characters.');
  return key;
}

function succeed(scope: Scope, contract: Contract, result: Result<unknown>): Response {
  scope.app.wakeMail();
  const headers = new Headers();
  const change = result.session;
  if (change) {
    const age = change.cookie === null ? 0 : change.maxAgeSeconds;
    headers.append('Set-Cookie', sessionCookie(change.kind, change.cookie, age, isSecure(scope.app)));
  }
  if (result.fileName !== undefined)
    headers.set('Content-Disposition', `attachment; filename="${result.fileName.replace(/[^\w.-]/g, '_')}"`);
  const message = result.message ?? contract.success ?? 'OK';
  const status = contract.creates ? 201 : 200;
  if (result.data === undefined) return answer(status, { status: true, message }, headers);
  // The contract's output is the allow list of what leaves the server.
  return answer(status, { status: true, message, data: z.parse(contract.output, result.data) }, headers);
}
