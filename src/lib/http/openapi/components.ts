/** Parts of the description that no contract gives: failures, headers, ways to sign in, and the route of files. */

import type { Access } from '../../core/contract.ts';

type Json = Record<string, unknown>;

/** Status, name and meaning of the failures that calls declare. */
export const FAILURES: readonly [number, string, string][] = [
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

/** The cookies of the three kinds of sessions, by their names in the description. */
export const COOKIE: Partial<Record<Access, string>> = {
  member: 'memberCookie',
  admin: 'adminCookie',
  super: 'superCookie',
};

/** The route of files, which has no contract. */
export const MEDIA: Json = {
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

export const COMPONENTS: Json = {
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
