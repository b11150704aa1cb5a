/**
 * Every route of the build has a limit that is counted before its body is read: a network that has used up its requests gets 429 from
 * each page, endpoint and call.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_LIMIT, PAGE_LIMIT } from '../../src/lib/http/request-limit.ts';
import { CONTRACTS, routesOfBuild } from '../support/matrix/routes.ts';
import { PROXY } from '../support/proxies.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { openWire } from '../support/wire.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

/** Bytes that are announced and never come. */
const BODY_BYTES = 100;

/** `/api/v1/media/[id]` with an id; a query, because some pages without one are sent from memory. */
const addressOf = (route: string): string =>
  `${route.replace('[...path]', 'no-such-page').replace(/\[\w+\]/g, randomUUID())}?walk=1`;

/** All requests that can be made: each method of each call, and GET of all other routes. */
function requestsOfBuild(): string[] {
  return routesOfBuild().flatMap(({ route }) => {
    const ofRoute = CONTRACTS.filter(({ path }) => path === route);
    const methods = new Set(ofRoute.length > 0 ? ofRoute.map(({ method }) => method) : ['GET']);
    return [...methods].map((method) => `${method} ${addressOf(route)}`);
  });
}

function textOf(request: string, ip: string): string {
  const hasBody = !request.startsWith('GET');
  const lines = [`${request} HTTP/1.1`, `Host: ${site.host}`, `X-Forwarded-For: ${ip}`];
  if (hasBody) lines.push(`Content-Length: ${BODY_BYTES}`, 'Content-Type: application/json');
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Uses up what a network has for a minute; what is beyond the second's is counted, too. */
async function exhaust(ip: string): Promise<void> {
  for (const [path, { perMinute }] of [
    ['/robots.txt?walk=1', PAGE_LIMIT],
    ['/api/v1/no-such-call', CALL_LIMIT],
  ] as const) {
    const wire = await openWire(site.port);
    wire.send(textOf(`GET ${path}`, ip).repeat(perMinute));
    wire.send(textOf('GET /healthz', ip).replace('Host:', 'Connection: close\r\nHost:'));
    await wire.closed();
  }
}

/** @returns the status and the seconds to wait that a request gets whose body does not come */
async function answerTo(request: string, ip: string): Promise<string> {
  const wire = await openWire(site.port);
  wire.send(textOf(request, ip));
  const text = await wire.until(/\r\n\r\n/, 5_000).catch(() => 'no answer');
  wire.socket.destroy();
  return `${/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? text}${/\r\nretry-after: \d+/i.test(text) ? ', with the time to wait' : ''}`;
}

const REFUSED = '429, with the time to wait';

/** Requests that are not refused. */
async function walk(requests: readonly string[], ip: string): Promise<string[]> {
  const open: string[] = [];
  for (let first = 0; first < requests.length; first += 20) {
    const some = requests.slice(first, first + 20);
    const answers = await Promise.all(some.map((request) => answerTo(request, ip)));
    open.push(...some.filter((_, n) => answers[n] !== REFUSED));
  }
  return open;
}

describe.skipIf(PROXY !== null)('the doors of the program', () => {
  it('each route of the build refuses a network that has used up its requests, before a body has come', async () => {
    const ip = freshIp();
    let open = requestsOfBuild();
    expect(open.length).toBeGreaterThan(300);
    // A window of a minute may end meanwhile.
    for (let tries = 0; tries < 3 && open.length > 0; tries++) {
      await exhaust(ip);
      open = await walk(open, ip);
    }
    expect(open).toEqual([]);
    const others = await site.call('GET', '/register', { ip: freshIp() });
    expect(others.status).toBe(200);
    for (const path of ['/healthz', '/readyz']) expect((await site.call('GET', path, { ip })).status).toBe(200);
  }, 180_000);
});
