/**
 * Serves a contract. The order is fixed: method, limit, actor (401), kind (403), origin (403), limit of the account, body
 * (408, 413, 415), company and input (422), recent authentication (403), use case, output. A page file under `pages/api`
 * holds nothing but a call of this.
 */
import type { APIContext, APIRoute } from 'astro';
import { acquireSignInPermit } from '../accounts/passwords/service.ts';
import { browserOwner } from '../auth/devices/service.ts';
import {
  requireConfirmedSession,
  requireFactorConfirmed,
  requireRecentAfterMany,
  requireRecentSession,
} from '../auth/reauthentication/service.ts';
import { type Contract, type InputOf, issueMessages, type OutputOf } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import { translated } from '../core/texts.ts';
import * as z from '../core/zod.ts';
import type { SessionKind } from '../db/schema/schema.ts';
import { actorOfKey, isKey } from '../integrations/keys/service.ts';
import { inLanguage } from '../languages/service.ts';
import { checkBuyerTexts } from '../messages/texts/service.ts';
import * as limits from '../rate-limits/service.ts';
import type { Actor, App, ClientFacts, Credentials, RequestFacts, Result, Scope, UseCase } from '../scope.ts';
import { type Bytes, readBytes, readInput } from './body.ts';
import { withoutCompany } from './company.ts';
import {
  browserCookie,
  languageCookie,
  readBrowserCookie,
  readLanguageCookie,
  SESSION_KINDS,
  sessionCookie,
} from './cookies.ts';
import { noteKnownClient } from './known-clients.ts';
import { comesFromSite } from './origin.ts';
import { languageOfCall } from './page-language.ts';
import { answer, failed } from './respond.ts';
import { credentialsOf, isSecure, openScope, presentedBy, requireFactor, requireOwnPassword } from './scope.ts';
import { sendFile } from './send-file.ts';
import { delayRefusal } from './sign-in-gate.ts';
import { withUpload } from './uploads.ts';

interface Handler {
  readonly contract: Contract;
  readonly run: (scope: Scope, input: unknown) => Promise<Result<unknown>>;
}

const DEFAULT_LIMIT = { name: 'api', max: 3000, windowSeconds: 60 };

/** The route of one call, or of several with the same path; any other method answers 405 with `Allow`. */
export function endpoint<C extends Contract>(
  contract: C,
  useCase: (scope: Scope, input: InputOf<C>) => Promise<Result<OutputOf<C>>>,
): APIRoute & { also: Handler[] };
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
    if (handler)
      return inLanguage(languageOfCall(context.request.headers, context.url.pathname), () =>
        serveCall(handler, context),
      );
    const { app, requestId } = context.locals;
    const allow = handlers.flatMap(methodsOf).join(', ');
    return failed(
      app,
      requestId,
      new ApiError('method_not_allowed', `Method not allowed. Use ${allow.replace(/, (?=\w+$)/, ' or ')}.`, {
        headers: { Allow: allow },
      }),
      '',
    );
  };
  return Object.assign(serve, { also: handlers });
}

async function serveCall({ contract, run }: Handler, { request, locals, params }: APIContext): Promise<Response> {
  const { app, requestId, ip, host } = locals;
  let releaseSignInPermit = (): void => {};
  try {
    const client = clientOf(app, request);
    // Before the permit: a client that sends slowly would hold it.
    const bytes = contract.hashLane ? await readSignIn(app, contract, request, ip) : null;
    releaseSignInPermit = await admit(locals, contract, client);
    const facts = factsOf(request, requestId, ip, { ...client, releaseSignInPermit });
    const credentials = credentialsOf(app, request.headers);
    const scope = await openFor(app, contract, { ...facts, credentials }, host);
    const { actor } = scope;
    if (actor && !contract.whilePasswordDue) requireOwnPassword(actor, scope.now);
    if (actor && !contract.whileFactorDue) requireFactor(actor);
    checkOrigin(scope, contract, credentials, request);
    if (contract.accountLimit && actor) await limits.spend(app, contract.accountLimit, actor.id);
    const runWith = async (body: Bytes | null): Promise<Result<unknown>> => {
      const input = await checkInput(scope, contract, await readInput(contract, request, body), request, params);
      await checkBuyerTexts(scope, contract, input);
      if (contract.recentAuthentication === 'always') await requireRecentSession(scope, ownPassword(input));
      if (contract.recentAuthentication === 'again') await requireAgain(scope, contract, ownPassword(input));
      if (contract.recentAuthentication === 'withFactor') await requireFactorConfirmed(scope);
      if (contract.recentAfterMany && ownPassword(input) === undefined) await requireRecentAfterMany(scope);
      return run(scope, input);
    };
    const result =
      contract.from === 'upload' ? await withUpload(scope, request, contract, runWith) : await runWith(bytes);
    if (result.file) return sendFile(locals, result.file);
    return succeed(scope, contract, result);
  } catch (cause) {
    return failed(app, requestId, cause, contract.failure);
  } finally {
    releaseSignInPermit();
  }
}

/** A sign-in is enough to add the first second factor where one is needed. @throws ApiError reauthentication_required */
function requireAgain(scope: Scope, { whileFactorDue }: Contract, password: string | undefined): Promise<void> {
  const addsFirst = whileFactorDue === true && scope.actor !== null && scope.actor.factorGraceLeft !== null;
  return addsFirst ? requireRecentSession(scope, password) : requireConfirmedSession(scope, password);
}

/**
 * Refuses what is over a limit, before anything else is done for it.
 * @returns a function that releases the permit of a sign-in by password
 * @throws ApiError rate_limited, unavailable
 */
async function admit(
  { app, ip, releaseSlot }: Pick<App.Locals, 'app' | 'ip' | 'releaseSlot'>,
  contract: Contract,
  client: Client,
): Promise<() => void> {
  const { hashLane, limits: callLimits = [DEFAULT_LIMIT] } = contract;
  let release = (): void => {};
  try {
    if (hashLane) {
      for (const limit of callLimits) limits.refuseKnownNetwork(app, limit, ip);
      release = await acquireSignInPermit(ip, hashLane, client.signal, browserOwner(app, client.device));
    }
    for (const limit of callLimits) await limits.spendOfNetwork(app, limit, ip);
    return release;
  } catch (cause) {
    release();
    // A refusal that is delayed takes no slot from others.
    releaseSlot();
    if (cause instanceof ApiError) await delayRefusal();
    throw cause;
  }
}

/**
 * The body of a sign-in by password. One that does not arrive counts for its network as well, so that a client that sends
 * slowly or leaves is refused before its next body.
 */
async function readSignIn(app: App, contract: Contract, request: Request, ip: string): Promise<Bytes> {
  try {
    return await readBytes(contract, request);
  } catch (cause) {
    for (const limit of contract.limits ?? []) await limits.spendOfNetwork(app, limit, ip);
    throw cause;
  }
}

type Client = Omit<ClientFacts, 'releaseSignInPermit'>;

function clientOf(app: App, { headers, signal }: Request): Client {
  const cookies = headers.get('cookie');
  return {
    signal,
    device: readBrowserCookie(cookies, 'device', isSecure(app)),
    challenge: readBrowserCookie(cookies, 'challenge', isSecure(app)),
    language: readLanguageCookie(cookies),
    passkeyBinding: readBrowserCookie(cookies, 'passkeyBinding', isSecure(app)),
    // Browsers send one of these with every write.
    isBrowser: headers.has('sec-fetch-site') || headers.has('origin'),
    credentials: credentialsOf(app, headers),
  };
}

function factsOf({ headers }: Request, id: string, ip: string, client: ClientFacts): RequestFacts {
  const userAgent = headers.get('user-agent') ?? '';
  return { id, ip, userAgent, idempotencyKey: readIdempotencyKey(headers), client };
}

const kindsOf = ({ access }: Contract): readonly SessionKind[] => {
  if (access === 'public') return [];
  return access === 'any' ? SESSION_KINDS : [access];
};

/**
 * Opens the scope for the account of the session, or of the API key, that the request presents. A header decides alone.
 * @throws ApiError unauthenticated, forbidden
 */
async function openFor(
  app: App,
  contract: Contract,
  { credentials, ...facts }: RequestFacts & { readonly credentials: Credentials },
  host: string | null,
): Promise<Scope> {
  const kinds = kindsOf(contract);
  const { header } = credentials;
  if (kinds.length > 0 && header !== null && isKey(header)) {
    const scope = await openScope(app, facts, host, []);
    const actor = await actorOfKey(scope, header, contract.keyScope ?? null);
    noteKnownClient(app, [header]);
    return { ...scope, actor };
  }
  const scope = await openScope(app, facts, host, kinds.length > 0 ? presentedBy(credentials, kinds) : []);
  authorise(kinds, scope.actor);
  return scope;
}

/** @throws ApiError unauthenticated, forbidden */
function authorise(kinds: readonly SessionKind[], actor: Actor | null): void {
  if (kinds.length === 0) return;
  if (!actor) throw signInFirst();
  if (!kinds.includes(actor.kind)) throw new ApiError('forbidden', 'This account may not do that.');
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
  input: unknown,
  request: Request,
  params: Record<string, string | undefined>,
): Promise<unknown> {
  const raw = withoutCompany(scope, request, input);
  const parsed = z.safeParse(contract.input, contract.from === 'query' ? { ...(raw as object), ...params } : raw);
  if (!parsed.success) {
    const { error } = parsed;
    throw new ApiError('invalid', issueMessages(error), { cause: error, ...fieldOf(error) });
  }
  return parsed.data;
}

/** The field that all issues are about; nothing where there are several. */
function fieldOf(error: z.core.$ZodError): { field?: string } {
  const fields = new Set(error.issues.map((issue) => issue.path[0]));
  const [field] = fields;
  return fields.size === 1 && typeof field === 'string' ? { field } : {};
}

/** The caller's own password in the input of a call that is always sensitive. */
function ownPassword(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('password' in input)) return undefined;
  return typeof input.password === 'string' ? input.password : undefined;
}

function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new ApiError('invalid', 'The header Idempotency-Key must be 1 to 200 visible ASCII characters.');
  return key;
}

function succeed(scope: Scope, contract: Contract, result: Result<unknown>): Response {
  if (contract.method !== 'GET' || contract.sensitive) scope.app.wakeMail();
  const headers = new Headers();
  const change = result.session;
  if (change) {
    const age = change.cookie === null ? 0 : change.maxAgeSeconds;
    headers.append('Set-Cookie', sessionCookie(change.kind, change.cookie, age, isSecure(scope.app)));
  }
  for (const cookie of result.cookies ?? []) headers.append('Set-Cookie', browserCookie(cookie, isSecure(scope.app)));
  if (result.language) headers.append('Set-Cookie', languageCookie(result.language, isSecure(scope.app)));
  if (result.fileName !== undefined)
    headers.set('Content-Disposition', `attachment; filename="${result.fileName.replace(/[^\w.-]/g, '_')}"`);
  const message = translated(result.message ?? contract.success ?? 'OK');
  const status = contract.creates ? 201 : 200;
  if (result.data === undefined) return answer(status, { status: true, message }, headers);
  // The contract's output is the allow list of what leaves the server.
  return answer(status, { status: true, message, data: z.parse(contract.output, result.data) }, headers);
}
