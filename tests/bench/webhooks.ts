/** Requests of an admin while 1,000 events wait for a receiver that answers nothing, and the same requests without them. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Bench, Program } from './bench.ts';
import { ask, openLoop, type Paced, request } from './client.ts';
import { openSessions } from './people.ts';
import { ms, type Row } from './rows.ts';
import { siteCompany } from './seed.ts';

const EVENTS = 1_000;
const PER_SECOND = 50;
/** How much slower the slowest requests may become. */
const TIMES_MAX = 1.5;

/** A receiver that takes every request and answers none. */
async function startSilent(): Promise<{ url: string; taken: () => number; stop: () => void }> {
  let taken = 0;
  const server = http.createServer((req) => {
    taken += 1;
    req.resume();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, taken: () => taken, stop };
}

async function addWebhook({ port }: Program, secret: string, url: string): Promise<void> {
  const body = { name: 'Silent', url, types: ['purchase.hold_ended'] };
  const wish = request('POST', '/api/v1/admin/integrations/webhooks/add', port, {
    headers: { Authorization: secret },
    body,
  });
  const answer = await ask(port, wish);
  if (answer.status !== 201) throw new Error(`the webhook was refused: ${answer.status} ${answer.body}`);
}

async function happen(client: pg.Client, company: string): Promise<void> {
  await client.query(
    `WITH entries AS (
       INSERT INTO audit_entries (scope_id, seq, actor_kind, action, subject_kind, subject_id, created_at)
       SELECT $1, n, 'system', 'purchase.hold.end', 'purchase', gen_random_uuid(), date_trunc('milliseconds', now())
       FROM generate_series(1000001, 1000000 + $2::int) AS n RETURNING scope_id, seq)
     INSERT INTO audit_queue (scope_id, seq) SELECT scope_id, seq FROM entries`,
    [company, EVENTS],
  );
}

export async function webhookRows(bench: Bench, seconds: number): Promise<Row[]> {
  const { url, client } = await bench.makeDatabase('webhooks');
  const program = await bench.serve({ databaseUrl: url, env: { WEBHOOK_LOOPBACK: 'on' } });
  const company = await siteCompany(client);
  const [admin] = await openSessions(client, company, 'admin', 1);
  const secret = admin?.secret ?? '';
  const silent = await startSilent();
  const { port } = program;
  const next = (): Buffer =>
    request('GET', '/api/v1/admin/transaction/list', port, { headers: { Authorization: secret } });
  const measure = async (): Promise<Paced> => {
    const paced = await openLoop({ port, rate: PER_SECOND, seconds, next });
    if (paced.unexpected.size > 0) throw new Error(`unexpected answers: ${JSON.stringify([...paced.unexpected])}`);
    return paced;
  };
  await measure();
  const without = await measure();
  await addWebhook(program, secret, silent.url);
  await happen(client, company);
  while (silent.taken() === 0) await sleep(20);
  const behind = await measure();
  const { rows } = await client.query(`SELECT count(*)::int AS n FROM webhook_deliveries WHERE state = 'WAITING'`);
  silent.stop();
  await program.stop();
  if (rows[0].n !== EVENTS) throw new Error(`${rows[0].n} deliveries waited and not ${EVENTS}`);
  return [
    {
      what: `a list of purchases, ${PER_SECOND} a second, while ${EVENTS.toLocaleString('en-IN')} events wait for a silent receiver`,
      figure: `p50 ${ms(behind.p50)}, p99 ${ms(behind.p99)}`,
      bar: `p99 ${TIMES_MAX} times`,
      peer: `without them p50 ${ms(without.p50)}, p99 ${ms(without.p99)}`,
      isMet: behind.p99 <= TIMES_MAX * without.p99,
    },
  ];
}
