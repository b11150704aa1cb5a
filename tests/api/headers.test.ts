/** The policy and the other security headers of everything that the build serves: pages, calls, files, errors. */
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { CONTRACTS, routesOfBuild } from '../support/matrix/routes.ts';
import { type RawAnswer, rawCall } from '../support/raw.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => site?.remove());

const ask = (method: string, path: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  rawCall(site.port, method, path, { headers: { Host: `localhost:${site.port}`, ...headers } });

/** Sources that a policy may name: this site, nothing, hashes, and images that a page creates itself. */
const SOURCE = /^('self'|'none'|'sha(256|384|512)-[A-Za-z0-9+/]+={0,2}')$/;
const PICTURES = /^(data:|blob:)$/;

/** @returns the faults of a response's headers */
function faults({ headers }: RawAnswer): string[] {
  const out: string[] = [];
  const policy = headers['content-security-policy'];
  if (typeof policy !== 'string') return ['no policy'];
  const directives = new Map(
    policy
      .split(';')
      .map((it) => it.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources] as const),
  );
  for (const [name, sources] of directives) {
    // Values of sandbox and report directives are not sources.
    if (/^(sandbox|upgrade-insecure-requests|)$/.test(name)) continue;
    for (const source of sources)
      if (!SOURCE.test(source) && !(/^(img|media)-src$/.test(name) && PICTURES.test(source)))
        out.push(`${name} ${source}`);
  }
  const checkDirective = (name: string, pattern: RegExp): void => {
    const value = directives.get(name)?.join(' ') ?? 'missing';
    if (!pattern.test(value)) out.push(`${name} is ${value}`);
  };
  checkDirective('default-src', /^'(self|none)'$/);
  // A file in its sandbox runs and sends nothing, whatever the other directives allow.
  if (!directives.has('sandbox')) {
    checkDirective('frame-ancestors', /^'none'$/);
    checkDirective('base-uri', /^'none'$/);
    checkDirective('form-action', /^'(self|none)'$/);
  }
  for (const [name, value] of Object.entries({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }))
    if (headers[name] !== value) out.push(`${name} is ${headers[name]}`);
  for (const name of Object.keys(headers)) if (/^(access-control-|server$|x-powered-by$)/.test(name)) out.push(name);
  return out;
}

/** A script, a style sheet or a font, which no browser shows as a document: only its type and who may load it count. */
const PART = /^\/_astro\/[^/]+\.(js|css|woff2)$/;
const faultsOfPart = ({ headers }: RawAnswer): string[] =>
  Object.entries({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
    .filter(([name, value]) => headers[name] !== value)
    .map(([name]) => `${name} is ${headers[name]}`);

const filled = (route: string): string =>
  route.replace('[...path]', 'no/such/page').replace(/\[\w+\]/g, '8a1c6e9e-5f43-4d3a-9c55-3f0d2b7a9e10');

test('the check reports a policy that is too wide', () => {
  const answer = (policy: string): RawAnswer => ({
    status: 200,
    text: '',
    headers: { 'content-security-policy': policy },
  });
  for (const bad of ["script-src 'unsafe-inline'", "script-src 'unsafe-eval'", 'img-src *', 'script-src data:'])
    expect(faults(answer(`default-src 'self'; ${bad}`))).toContain(bad);
  expect(faults(answer("default-src https: 'self'"))).toContain('default-src https:');
  expect(faults({ status: 200, text: '', headers: {} })).toEqual(['no policy']);
});

describe.each(['GET', 'HEAD', 'OPTIONS', 'POST'])('%s', (method) => {
  test('every route of the build has safe headers, for visitors and for the accounts of its area', async () => {
    // Signing out ends the sessions that the other requests use.
    const routes = routesOfBuild().toSorted((a, b) => Number(/logout/.test(a.route)) - Number(/logout/.test(b.route)));
    expect(routes.length).toBeGreaterThan(60);
    const cookies: Record<string, string> = {
      user: (await makeMember(site)).cookie,
      admin: (await makeAdmin(site)).cookie,
      superadmin: (await makeSuper(site)).cookie,
    };
    let opened = 0;
    for (const { route } of routes) {
      const path = filled(route);
      const area = /^\/(?:api\/v1\/)?(user|admin|superadmin)\//.exec(path)?.[1];
      for (const who of ['', ...(area ? [area] : [])]) {
        const answer = await ask(method, path, who ? { Cookie: cookies[who] ?? '' } : {});
        if (who && answer.status === 200) opened++;
        expect([path, who, answer.status, ...faults(answer)]).toEqual([path, who, answer.status]);
        expect(answer.status, path).toBeLessThan(path === '/500' || path === '/503' ? 504 : 500);
      }
    }
    // Otherwise all of them were redirected to a sign-in.
    if (method === 'GET') expect(opened).toBeGreaterThan(30);
  });
});

test('every call with a header token has safe headers, whatever its status', async () => {
  for (const { method, path } of CONTRACTS) {
    const answer = await ask(method, path, { Authorization: 'nobody', 'Content-Type': 'application/json' });
    expect([path, ...faults(answer)]).toEqual([path]);
  }
});

test('every file for browsers has safe headers', async () => {
  const files = fs
    .readdirSync('dist/client', { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => `${it.parentPath}/${it.name}`.slice('dist/client'.length))
    .filter((file) => !/\.(br|gz)$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const answer = await ask('GET', file);
    const wrong = PART.test(file) ? faultsOfPart(answer) : faults(answer);
    expect([file, answer.status, ...wrong]).toEqual([file, 200]);
  }
});
