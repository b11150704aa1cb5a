/**
 * Cached pages for visitors without a cookie: only the own company's, fresh after seconds, the same in every
 * encoding.
 */
import http from 'node:http';
import zlib from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCompany, makeMember } from '../support/accounts.ts';
import { NOBODYS_MEMBER_ID, otherSymbol, SYMBOL } from '../support/brand.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

let site: Site;
const OTHER = otherSymbol('ACW');
let second: string;
beforeAll(async () => {
  site = await startSite();
  second = await makeCompany(site, OTHER);
  await site.database.platform
    .insertInto('company_hosts')
    .values({ host: 'acw.localhost', company_id: second, is_primary: true })
    .execute();
});
afterAll(() => site?.remove());

const at = (host: string, path: string): Promise<Answer> =>
  site.call('GET', path, { headers: { 'X-Forwarded-Host': `${host}:${site.port}` } });

function raw(path: string, encoding: string): Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }> {
  return new Promise((done, fail) => {
    http
      .get(
        { port: site.port, path, headers: { Host: `localhost:${site.port}`, 'Accept-Encoding': encoding } },
        (res) => {
          const parts: Buffer[] = [];
          res
            .on('data', (part) => parts.push(part))
            .on('end', () => done({ headers: res.headers, body: Buffer.concat(parts) }));
        },
      )
      .on('error', fail);
  });
}

test('each host serves its own company, also under parallel requests', async () => {
  for (const path of ['/', '/register', '/fogot-password', '/privacy-policy', '/token', '/ledger']) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        at(i % 2 ? 'acw.localhost' : 'localhost', path).then((it) => [i % 2, it] as const),
      ),
    );
    for (const [isSecond, { status, text }] of answers) {
      expect(status).toBe(200);
      expect(text).toContain(isSecond ? `data-token="${OTHER}"` : `data-token="${SYMBOL}"`);
      expect(text).not.toContain(isSecond ? `data-token="${SYMBOL}"` : `data-token="${OTHER}"`);
    }
  }
});

test('a signed-in visitor is redirected, and a query fills in its own form only', async () => {
  await at('localhost', '/');
  const { cookie } = await makeMember(site);
  const answer = await site.call('GET', '/', { cookie });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/user/dashboard']);
  await at('localhost', '/register');
  expect((await at('localhost', `/register?ref=${NOBODYS_MEMBER_ID}`)).text).toContain(NOBODYS_MEMBER_ID);
  expect((await at('localhost', '/register')).text).not.toContain(NOBODYS_MEMBER_ID);
});

test('a change of the company is visible after a few seconds', async () => {
  await at('acw.localhost', '/token');
  await site.database.platform
    .updateTable('companies')
    .set({ company_title: 'Renamed sale' })
    .where('id', '=', second)
    .execute();
  await expect.poll(async () => (await at('acw.localhost', '/token')).text).toContain('Renamed sale');
});

test('an expired page is not served to anyone, also under parallel requests', async () => {
  await at('localhost', '/token');
  await site.database.platform.schema.alterTable('companies').renameTo('companies_away').execute();
  try {
    await new Promise((done) => setTimeout(done, 3_000));
    const answers = await Promise.all(Array.from({ length: 10 }, () => at('localhost', '/token')));
    expect(new Set(answers.map((it) => it.status))).toEqual(new Set([500]));
    expect((await at('localhost', '/token')).status).toBe(500);
  } finally {
    await site.database.platform.schema.alterTable('companies_away').renameTo('companies').execute();
  }
});

test('cached and fresh pages have the same headers except for the request ID, and set no cookie', async () => {
  await new Promise((done) => setTimeout(done, 2_100));
  const fresh = await raw('/', 'identity');
  const cached = await raw('/', 'identity');
  const without = ({ 'x-request-id': _, date: __, ...rest }: http.IncomingHttpHeaders) => rest;
  expect(without(cached.headers)).toEqual(without(fresh.headers));
  expect(cached.headers['x-request-id']).not.toBe(fresh.headers['x-request-id']);
  expect(cached.headers['content-security-policy']).toContain("default-src 'self'");
  expect(cached.headers['set-cookie']).toBeUndefined();
  expect(cached.body.equals(fresh.body)).toBe(true);
});

test('compressed and plain responses have the same page', async () => {
  const plain = (await raw('/', 'identity')).body.toString();
  const br = await raw('/', 'gzip, br');
  expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'Accept-Encoding, Cookie']);
  expect(zlib.brotliDecompressSync(br.body).toString()).toBe(plain);
  const gzip = await raw('/', 'gzip');
  expect(zlib.gunzipSync(gzip.body).toString()).toBe(plain);
});
