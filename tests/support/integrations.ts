/** API keys, made over HTTP; webhooks, and a receiver for them. */
import http from 'node:http';
import { expect } from 'vitest';
import { KEY_SCOPE_NAMES } from '../../src/lib/core/key-scopes.ts';
import { type Account, PASSWORD } from './accounts.ts';
import { freePort } from './ports.ts';
import { freshIp, type Site } from './site.ts';

export const KEYS = '/api/v1/admin/integrations/keys';

/** A key of an admin, with every scope unless `more` says otherwise. */
export async function makeKey(
  site: Site,
  admin: Account,
  more: Record<string, unknown> = {},
): Promise<{ id: string; key: string }> {
  const answer = await site.call('POST', `${KEYS}/add`, {
    token: admin.token,
    ip: freshIp(),
    body: { name: 'Accounting', scopes: KEY_SCOPE_NAMES, password: PASSWORD, ...more },
  });
  expect(answer.status, answer.text.slice(0, 300)).toBe(201);
  return { id: answer.body.data.record.id, key: answer.body.data.key };
}

export const WEBHOOKS = '/api/v1/admin/integrations/webhooks';

/** A paused webhook straight in the database, so that nothing is sent to it. */
async function plantWebhook(site: Site, companyId: string): Promise<string> {
  const { id } = await site.database.platform
    .insertInto('webhooks')
    .values({
      company_id: companyId,
      name: 'Planted',
      url: 'https://example.com/events',
      secret: Buffer.alloc(60),
      state: 'PAUSED',
      position: 0n,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A delivery of that webhook that has ended. */
export async function plantDelivery(
  site: Site,
  companyId: string,
  webhookId: string,
  more: { readonly position?: bigint; readonly type?: string } = {},
): Promise<string> {
  const { id } = await site.database.platform
    .insertInto('webhook_deliveries')
    .values({
      company_id: companyId,
      webhook_id: webhookId,
      position: 0n,
      type: 'purchase.approved',
      body: '{}',
      state: 'DELIVERED',
      ended_at: new Date(),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ids of fresh rows for the security matrix. */
export interface IntegrationRows {
  /** An API key that the admin has made. */
  apiKey(): Promise<string>;
  /** A webhook of the admin's company, and an event that was sent to one. */
  webhook(): Promise<string>;
  delivery(): Promise<string>;
}

export function integrationRows(site: Site, admin: Account): IntegrationRows {
  const webhook = (): Promise<string> => plantWebhook(site, admin.companyId);
  return {
    apiKey: async () => (await makeKey(site, admin)).id,
    webhook,
    delivery: async () => plantDelivery(site, admin.companyId, await webhook()),
  };
}

/** @returns the id and the secret of a webhook of the site */
export async function addWebhook(
  site: Site,
  admin: Account,
  url: string,
  more: Record<string, unknown> = {},
): Promise<{ id: string; secret: string }> {
  const answer = await site.call('POST', `${WEBHOOKS}/add`, {
    token: admin.token,
    ip: freshIp(),
    body: { name: 'Accounting', url, password: PASSWORD, ...more },
  });
  expect(answer.status, answer.text.slice(0, 300)).toBe(201);
  return { id: answer.body.data.record.id, secret: answer.body.data.secret };
}

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly path: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The status of the next answers; 200 at first. */
  status: number;
  /** Answers nothing while it is true. */
  isSilent: boolean;
  /** Requests without an answer, and the most of them at one time. */
  readonly open: { now: number; most: number };
  /** Answers what waits. */
  release(): void;
  close(): Promise<void>;
}

/** A server on this machine that keeps what it is sent. */
export async function startReceiver(): Promise<Receiver> {
  const waiting: (() => void)[] = [];
  const port = await freePort();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      receiver.open.now += 1;
      receiver.open.most = Math.max(receiver.open.most, receiver.open.now);
      const body = Buffer.concat(chunks).toString();
      receiver.received.push({ headers: request.headers as Record<string, string>, body, path: request.url ?? '' });
      response.on('close', () => {
        receiver.open.now -= 1;
      });
      const answer = (): void => {
        response.writeHead(receiver.status, { Location: '/elsewhere' }).end('thanks');
      };
      if (receiver.isSilent) waiting.push(answer);
      else answer();
    });
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/events`,
    received: [],
    status: 200,
    isSilent: false,
    open: { now: 0, most: 0 },
    release: () => {
      receiver.isSilent = false;
      for (const answer of waiting.splice(0)) answer();
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return receiver;
}
