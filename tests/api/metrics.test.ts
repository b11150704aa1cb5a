/** What Prometheus reads (docs/operations.md, Metrics): on a port of its own, without a name of anybody, and as the alerts ask for it. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { addWebhook, startReceiver } from '../support/integrations.ts';
import { freePort } from '../support/ports.ts';
import { manual, submitted } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let port: number;
beforeAll(async () => {
  port = await freePort();
  site = await startSite({ env: { METRICS_PORT: String(port), WEBHOOK_LOOPBACK: 'on' } });
});
afterAll(() => site?.remove());

const scrape = async (): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return response.text();
};

/** The value of one series; null if it is missing. Labels in the order of the metric. */
const seriesOf = (text: string, series: string): number | null => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
};

it('answers no request by another name', async () => {
  const statusFor = (host: string) =>
    new Promise<number | undefined>((done, fail) => {
      const request = http.get({ host: '127.0.0.1', port, path: '/metrics', headers: { Host: host } }, (response) => {
        response.resume();
        done(response.statusCode);
      });
      request.on('error', fail);
    });
  expect(await Promise.all(['evil.example', `evil.example:${port}`, `localhost:${port}`].map(statusFor))).toEqual([
    421, 421, 200,
  ]);
});

it('counts requests by the pattern of their route, and sign-ins that failed', async () => {
  const member = await makeMember(site);
  const login = (password: string) =>
    site.call('POST', '/api/v1/user/auth/login', { body: { user: member.email, password } });
  expect((await login('not the password')).status).toBe(401);
  await site.call('GET', '/user/dashboard', { cookie: member.cookie });
  await site.call('GET', '/no/such/page');
  await site.call('GET', '/favicon.ico');
  const count = 'launchbook_http_requests_total';
  // A request is counted when its connection has taken the answer, which may be after the client has it.
  await expect
    .poll(async () => {
      const text = await scrape();
      return [
        seriesOf(text, `${count}{route="/api/v1/user/auth/login",method="POST",status="401"}`),
        seriesOf(text, `${count}{route="/user/dashboard",method="GET",status="200"}`),
        seriesOf(text, 'launchbook_security_events_total{event="sign-in failed"}'),
        seriesOf(text, `launchbook_http_request_duration_seconds_count{route="/user/dashboard",method="GET"}`),
      ];
    })
    .toEqual([1, 1, 1, 1]);
  const text = await scrape();
  for (const secret of [member.email, member.id, member.memberId, 'no/such/page', '127.0.0.1'])
    expect(text).not.toContain(secret);
});

it('shows what waits', async () => {
  await makeAdmin(site);
  const text = await scrape();
  expect(seriesOf(text, 'launchbook_database_up')).toBe(1);
  expect(seriesOf(text, 'launchbook_waiting_purchases{status="PENDING"}')).toBe(0);
  expect(seriesOf(text, 'launchbook_waiting_mails{lane="0"}')).not.toBeNull();
  expect(seriesOf(text, 'launchbook_waiting_log_entries{log="ledger"}')).toBe(0);
  await sql`
    INSERT INTO mails (company_id, to_address, subject, kind, payload, message_id, lane, state, created_at, next_attempt_at)
    VALUES (null, 'somebody@example.com', 'A code', 'otp', '{}', 'a-code@example.com', 0, 'WAITING', now() - interval '1 hour',
      now() + interval '1 day')`.execute(site.database.platform);
  await expect
    .poll(async () => seriesOf(await scrape(), 'launchbook_waiting_mails_oldest_seconds{lane="0"}'))
    .toBeGreaterThanOrEqual(3_600);
});

it('shows tries of webhooks, what waits for them and which are paused', async () => {
  const receiver = await startReceiver();
  const waiting = 'launchbook_waiting_webhook_deliveries';
  const shown = async (series: string) => seriesOf(await scrape(), series);
  try {
    const admin = await makeAdmin(site);
    expect(await shown('launchbook_webhooks{state="ACTIVE"}')).toBe(0);
    const { id } = await addWebhook(site, admin, receiver.url, { types: ['purchase.submitted'] });
    expect(await shown('launchbook_webhooks{state="ACTIVE"}')).toBe(1);
    await submitted(site, await makeMember(site), manual());
    const tries = (outcome: string) => shown(`launchbook_webhook_tries_total{outcome="${outcome}"}`);
    await expect.poll(() => tries('delivered'), { timeout: 20_000 }).toBe(1);
    expect(await shown(`${waiting}{state="ACTIVE"}`)).toBe(0);
    receiver.status = 500;
    await sql`
      UPDATE webhook_deliveries
      SET state = 'WAITING', ended_at = NULL, attempts = 0, next_attempt_at = now(), created_at = now() - interval '1 hour'`.execute(
      site.database.platform,
    );
    await expect.poll(() => tries('failed'), { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await shown(`${waiting}{state="ACTIVE"}`)).toBe(1);
    expect(await shown(`${waiting}_oldest_seconds{state="ACTIVE"}`)).toBeGreaterThanOrEqual(3_600);
    await sql`UPDATE webhook_deliveries SET attempts = 9, next_attempt_at = now()`.execute(site.database.platform);
    await expect.poll(() => tries('given_up'), { timeout: 20_000 }).toBe(1);
    await sql`UPDATE webhooks SET state = 'PAUSED' WHERE id = ${id}`.execute(site.database.platform);
    expect(await shown('launchbook_webhooks{state="PAUSED"}')).toBe(1);
    // What the trail has since belongs to the paused one, and is not late.
    expect(await shown(`${waiting}_oldest_seconds{state="ACTIVE"}`)).toBe(0);
    const text = await scrape();
    for (const secret of [id, receiver.url, await companyIdOf(site)]) expect(text).not.toContain(secret);
  } finally {
    await receiver.close();
  }
});

it('is not served by the site, and serves nothing else', async () => {
  expect((await site.call('GET', '/metrics')).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405);
});

it('has every metric that alerts and dashboard ask for', async () => {
  const text = await scrape();
  const known = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const wanted = fs
      .readFileSync(`deploy/prometheus/${file}`, 'utf8')
      .match(/\b(launchbook|process|nodejs)_[a-z0-9_]+/g);
    expect(wanted?.length, file).toBeGreaterThan(8);
    expect([...new Set(wanted)].filter((name) => !known.has(name))).toEqual([]);
  }
});

it('serves exactly the metrics that the operations guide lists', async () => {
  const served = [...(await scrape()).matchAll(/^# TYPE (launchbook_\w+) /gm)].map(([, name]) => name);
  const listed = fs
    .readFileSync('docs/operations.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `launchbook_'))
    .flatMap((line) => {
      const names = [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return names.map((name) => name.replace('…', names[0] ?? ''));
    });
  expect(listed.sort()).toEqual(served.sort());
});

it.skipIf(spawnSync('promtool', ['--version']).error)(
  'passes the checks of promtool, where it is installed',
  async () => {
    const rules = spawnSync('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yml'], { encoding: 'utf8' });
    expect(rules.status, rules.stderr).toBe(0);
    const metrics = spawnSync('promtool', ['check', 'metrics'], { input: await scrape(), encoding: 'utf8' });
    const own = metrics.stderr.split('\n').filter((line) => line.includes('launchbook'));
    expect(own).toEqual([]);
  },
);

it('names the variable when its port is taken', async () => {
  await expect(startSite({ env: { METRICS_PORT: String(port) } })).rejects.toThrow(/name another port in METRICS_PORT/);
});
