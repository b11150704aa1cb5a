/** The description of the whole API (OpenAPI 3.1), made of the contracts that the endpoints serve. */
import type { Access, CallLimit, Contract } from '../../core/contract.ts';
import * as z from '../../core/zod.ts';
import { COMPONENTS, COOKIE, FAILURES, MEDIA } from './components.ts';
import { type ExampleToken, exampleOf, inputExample, ofToken, outputExample } from './examples.ts';
import { uploadForm } from './forms.ts';
import { CALLS, type NamedContract } from './operations.ts';
import { type JsonSchema, schemaOf } from './schema.ts';

type Json = Record<string, unknown>;

/** The limit of a call that names none (http/endpoint). */
export const USUAL_LIMIT: CallLimit = { name: 'api', max: 3000, windowSeconds: 60 };

export const WHO: Readonly<Record<Access, string>> = {
  public: 'Anyone',
  member: 'A signed-in member',
  admin: "A signed-in admin of the site's company",
  super: 'A signed-in super admin',
  any: 'Any signed-in account',
};

export interface TagText {
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly description: string;
}
export const TAGS: readonly TagText[] = [
  { name: 'site', title: 'Site', description: 'What the site says of itself.' },
  { name: 'user', title: 'Members', description: 'Members: account, orders, payments, stock.' },
  { name: 'company', title: 'Sign-in of admins', description: "Sign-in of the company's admins." },
  { name: 'admin', title: 'Admins', description: "The company's back office." },
  { name: 'superadmin', title: 'Super admins', description: 'The platform: companies and their settings.' },
  { name: 'media', title: 'Files', description: 'Uploaded files.' },
];

/** `user` of `/api/v1/user/auth/login`. */
export const tagOf = ({ path }: Pick<Contract, 'path'>): string => path.split('/')[3] ?? '';

/** '5 requests a minute', for each address and counter. */
export function limitText({ max, windowSeconds }: CallLimit): string {
  const units = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ] as const;
  const [seconds, word] = units.find(([size]) => windowSeconds % size === 0) ?? [1, 'second'];
  const count = windowSeconds / seconds;
  return `${max} requests ${count === 1 ? `${word === 'hour' ? 'an' : 'a'} ${word}` : `in ${count} ${word}s`}`;
}

const WHEN: Readonly<Record<NonNullable<Contract['recentAuthentication']>, string>> = {
  always: 'Needs',
  again: 'A sign-in is not enough. Needs',
  sometimes: 'For some inputs it needs',
  withFactor: 'For an account with a second factor it needs',
};

const RECENT = 'a sign-in or a confirmation of the last ten minutes; else 403 `reauthentication_required`.';

/** Which sessions may make a sensitive call (docs/contract.md, Re-authentication). */
function recentText({ recentAuthentication: when, recentAfterMany }: Contract): string {
  const always = when ? ` ${WHEN[when]} ${when === 'again' ? RECENT.replace('a sign-in or ', '') : RECENT}` : '';
  return recentAfterMany ? `${always} After 50 of such calls an hour a session needs ${RECENT}` : always;
}

/** Whether programs may make the call by an API key (docs/contract.md, API keys). */
const keyText = ({ keyScope }: Contract): string =>
  keyScope === undefined ? '' : ` API keys need the scope \`${keyScope}\`.`;

/** What a failure means, also of those that no call names. */
export function meaningOf(code: string, status: number): string {
  if (code === 'reauthentication_required')
    return 'The sign-in is over ten minutes old. Re-authenticate and repeat the call.';
  if (code === 'password_change_required') return 'The account must choose a password before anything else.';
  if (code === 'second_factor_required') return 'The account must add a second factor before anything else.';
  if (status === 405) return 'The path does not take this method. `Allow` names those that it takes.';
  if (status === 408) return 'The body arrived too slowly.';
  if (status === 421) return 'No site has this host name.';
  return FAILURES.find(([known]) => known === status)?.[2] ?? '';
}

function failuresOf({ access, method, from }: Contract): number[] {
  const reads = method === 'GET';
  return FAILURES.map(([status]) => status).filter((status) => {
    if (status === 401) return access !== 'public';
    if (status === 409 || status === 413 || status === 415) return !reads;
    if (status === 400) return from === 'upload';
    return true;
  });
}

function parametersOf(call: NamedContract, token: ExampleToken): Json[] {
  const { path, from, input, method } = call.contract;
  const inPath = [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => name);
  const schema = from === 'query' ? schemaOf(input, 'input') : {};
  const examples = from === 'query' ? inputExample(call, token) : {};
  const fields = Object.entries(schema.properties ?? {}).map(([name, it]): Json => {
    const isPath = inPath.includes(name);
    return {
      name,
      in: isPath ? 'path' : 'query',
      required: isPath || (schema.required?.includes(name) ?? false),
      schema: it,
      example: examples[name] ?? ofToken(token, exampleOf(it, name, true)),
    };
  });
  const retry = { $ref: '#/components/parameters/IdempotencyKey' };
  return method !== 'GET' && path.endsWith('/package/purchase') ? [...fields, retry] : fields;
}

function bodyOf(call: NamedContract, token: ExampleToken): Json | null {
  const { from, input } = call.contract;
  if (from === 'query') return null;
  if (from === 'upload')
    return { required: true, content: { 'multipart/form-data': { schema: uploadForm(call.contract) } } };
  const schema = schemaOf(input, 'input');
  const content = { schema, example: inputExample(call, token) };
  const types = ['application/json', ...(from === 'form' ? ['application/x-www-form-urlencoded'] : [])];
  return { required: true, content: Object.fromEntries(types.map((type) => [type, content])) };
}

function answerOf(call: NamedContract, token: ExampleToken): Json {
  const { output, success, method, answers } = call.contract;
  const headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
  if (answers) {
    const file = { schema: { type: 'string', format: 'binary' } };
    return { description: 'The file.', headers, content: Object.fromEntries(answers.map((type) => [type, file])) };
  }
  const data = schemaOf(output, 'output');
  const hasData = data.type !== 'null';
  // `Result` makes every use case of such a call give it.
  const isDataGiven = hasData && !z.safeParse(output, null).success;
  const required = ['status', 'message', ...(isDataGiven ? ['data'] : [])];
  const properties: Record<string, JsonSchema> = { status: { const: true }, message: { type: 'string' } };
  if (hasData) properties.data = data;
  const example = { status: true, message: success ?? 'OK', ...(hasData && { data: outputExample(call, token) }) };
  return {
    description: method === 'GET' ? 'What was asked for.' : 'It is done.',
    headers,
    content: {
      'application/json': { schema: { type: 'object', properties, required }, example },
    },
  };
}

function operationOf(call: NamedContract, token: ExampleToken): Json {
  const { name, contract } = call;
  const body = bodyOf(call, token);
  const { access } = contract;
  const cookies = access === 'any' ? Object.values(COOKIE) : [COOKIE[access] ?? ''];
  const limits = contract.limits ?? [USUAL_LIMIT];
  const byName = new Map(FAILURES.map(([status, key]) => [status, key]));
  return {
    operationId: name,
    tags: [tagOf(contract)],
    summary: contract.summary,
    description: `${WHO[access]}. Limit for each client address: ${limits.map(limitText).join('; ')}.${
      contract.sensitive ? ' Browsers may call it from the site itself only.' : ''
    }${recentText(contract)}${keyText(contract)}`,
    security:
      access === 'public'
        ? []
        : [
            { session: [] },
            ...cookies.map((cookie) => ({ [cookie]: [] })),
            ...(contract.keyScope === undefined ? [] : [{ apiKey: [] }]),
          ],
    parameters: parametersOf(call, token),
    ...(body && { requestBody: body }),
    responses: {
      [contract.creates ? 201 : 200]: answerOf(call, token),
      ...Object.fromEntries(
        failuresOf(contract).map((status) => [status, { $ref: `#/components/responses/${byName.get(status)}` }]),
      ),
    },
  };
}

export interface ApiDescription {
  readonly openapi: string;
  readonly paths: Record<string, Json>;
}

/**
 * Pauses after each call, so that a caller can let other work run in between.
 * @param origin of the site, without a trailing slash; @param token the one that it sells
 */
export function* describing(origin: string, token: ExampleToken): Generator<undefined, ApiDescription & Json> {
  const paths: Record<string, Json> = {};
  for (const call of CALLS) {
    const path = call.contract.path.replace(/\[(\w+)\]/g, '{$1}');
    paths[path] = { ...paths[path], [call.contract.method.toLowerCase()]: operationOf(call, token) };
    yield;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${token.name} pre-launch sale`,
      version: '1',
      description:
        'Money is a string with two decimals, prices have up to six, quantities are whole numbers, times are ISO 8601 in UTC. Lists take `page` (from 1), `limit` (1 to 100), `search` and `status`. Unknown fields of a body are refused. Any request may name the site in `companyId`; another company than its own is refused.',
    },
    servers: [{ url: origin }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths: { ...paths, '/api/v1/media/{id}': MEDIA },
    components: COMPONENTS,
  };
}
