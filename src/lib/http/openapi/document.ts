/** The description of the whole API (OpenAPI 3.1), made of the contracts that the endpoints serve. */
import type { Access, CallLimit, Contract } from '../../core/contract.ts';
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

const COOKIE: Partial<Record<Access, string>> = {
  member: 'memberCookie',
  admin: 'adminCookie',
  super: 'superCookie',
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
  sometimes: 'For some inputs it needs',
  withFactor: 'For an account with a second factor it needs',
};

const RECENT = 'a sign-in or a confirmation of the last ten minutes; else 403 `reauthentication_required`.';

/** Which sessions may make a sensitive call (docs/contract.md, Re-authentication). */
const recentText = ({ recentAuthentication: when }: Contract): string => (when ? ` ${WHEN[when]} ${RECENT}` : '');

/** Whether programs may make the call by an API key (docs/contract.md, API keys). */
const keyText = ({ keyScope }: Contract): string =>
  keyScope === undefined ? '' : ` API keys need the scope \`${keyScope}\`.`;

const FAILURES: readonly [number, string, string][] = [
  [400, 'BadRequest', 'The request cannot be read.'],
  [401, 'Unauthenticated', 'Nobody is signed in, or the session has ended.'],
  [403, 'Forbidden', 'The account may not do this, or the request did not come from the site.'],
  [404, 'NotFound', 'It does not exist, or you may not see it.'],
  [409, 'Conflict', 'The state has changed, or a rule of the sale forbids it. Nothing was changed.'],
  [413, 'PayloadTooLarge', 'The body is too large: at most 64 KiB, 6 MiB for an upload, 10 MiB for a bank statement.'],
  [415, 'UnsupportedMediaType', 'The content type is not the one of this call.'],
  [422, 'Invalid', 'A field is missing, malformed or unknown. With several, `message` is a list.'],
  [429, 'RateLimited', 'Too many requests. `Retry-After` gives the seconds to wait.'],
  [500, 'Internal', 'An unexpected fault. `requestId` finds it in the log.'],
  [503, 'Unavailable', 'The server cannot do it at the moment. `Retry-After` gives the seconds to wait.'],
];

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

function parametersOf({ path, from, input, method }: Contract, token: ExampleToken): Json[] {
  const inPath = [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => name);
  const schema = from === 'query' ? schemaOf(input, 'input') : {};
  const fields = Object.entries(schema.properties ?? {}).map(([name, it]): Json => {
    const isPath = inPath.includes(name);
    return {
      name,
      in: isPath ? 'path' : 'query',
      required: isPath || (schema.required?.includes(name) ?? false),
      schema: it,
      example: ofToken(token, exampleOf(it, name, true)),
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
  const properties: Record<string, JsonSchema> = { status: { const: true }, message: { type: 'string' } };
  if (hasData) properties.data = data;
  const example = { status: true, message: success ?? 'OK', ...(hasData && { data: outputExample(call, token) }) };
  return {
    description: method === 'GET' ? 'What was asked for.' : 'It is done.',
    headers,
    content: {
      'application/json': { schema: { type: 'object', properties, required: ['status', 'message'] }, example },
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
    parameters: parametersOf(contract, token),
    ...(body && { requestBody: body }),
    responses: {
      [contract.creates ? 201 : 200]: answerOf(call, token),
      ...Object.fromEntries(
        failuresOf(contract).map((status) => [status, { $ref: `#/components/responses/${byName.get(status)}` }]),
      ),
    },
  };
}

const MEDIA = {
  get: {
    operationId: 'getMedia',
    tags: ['media'],
    summary:
      'Gives an uploaded file: to its owner, an admin of its company, or a super admin. API keys with the scope `read:purchases` get the proofs of purchases.',
    security: [{ session: [] }, { apiKey: [] }, ...Object.values(COOKIE).map((cookie) => ({ [cookie]: [] }))],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    responses: {
      200: { description: 'The file.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
      404: { $ref: '#/components/responses/NotFound' },
      429: { $ref: '#/components/responses/RateLimited' },
    },
  },
};

const COMPONENTS: Json = {
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'The `data.token` of a sign-in, alone or after `Bearer `. A header that is there decides alone.',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key of the company, as `Authorization: Bearer lb_live_…`. Each call names the scope that it needs.',
    },
    memberCookie: { type: 'apiKey', in: 'cookie', name: 'authToken', description: 'Under https: `__Host-authToken`.' },
    adminCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: 'accessToken',
      description: 'Under https: `__Host-accessToken`.',
    },
    superCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: 'superAccessToken',
      description: 'Under https: `__Host-superAccessToken`.',
    },
  },
  headers: {
    RequestId: { description: 'Names this request in the log.', schema: { type: 'string', format: 'uuid' } },
    RetryAfter: { description: 'Seconds.', schema: { type: 'integer' } },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'Make one for each order and send it with every try: the same call twice is one purchase.',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
    },
  },
  schemas: {
    Failure: {
      type: 'object',
      properties: {
        status: { const: false },
        message: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        code: { type: 'string' },
        field: { type: 'string' },
        reason: { type: 'string' },
        requestId: { type: 'string', format: 'uuid' },
      },
      required: ['status', 'message', 'code', 'requestId'],
    },
  },
  responses: Object.fromEntries(
    FAILURES.map(([status, key, description]) => [
      key,
      {
        description,
        ...((status === 429 || status === 503) && {
          headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
        }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  ),
};

export interface ApiDescription {
  readonly openapi: string;
  readonly paths: Record<string, Json>;
}

/** @param origin of the site, without a trailing slash; @param token the one that it sells */
export function describeApi(origin: string, token: ExampleToken): ApiDescription & Json {
  const paths: Record<string, Json> = {};
  for (const call of CALLS) {
    const path = call.contract.path.replace(/\[(\w+)\]/g, '{$1}');
    paths[path] = { ...paths[path], [call.contract.method.toLowerCase()]: operationOf(call, token) };
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
