/** Pages kept for visitors without a cookie: never another's, never old for long, in every encoding the same. */
import http from 'node:http';
import zlib from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCompany, makeMember } from '../support/accounts.ts';
import { beside, NOBODYS_MEMBER_ID, SYMBOL } from '../support/brand.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

let site: Site;
const OTHER = beside('ACW');
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

test('each host gets its own company, also when both are asked at once', async () => {
  for (const path of ['/', '/register', '/fogot-password', '/privacy-policy', '/token']) {
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

test('who is signed in is sent on, and what a query fills in is filled in', async () => {
  await at('localhost', '/');
  const { cookie } = await makeMember(site);
  const answer = await site.call('GET', '/', { cookie });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/user/dashboard']);
  await at('localhost', '/register');
  expect((await at('localhost', `/register?ref=${NOBODYS_MEMBER_ID}`)).text).toContain(NOBODYS_MEMBER_ID);
  expect((await at('localhost', '/register')).text).not.toContain(NOBODYS_MEMBER_ID);
});

test('a change of the company shows after a moment', async () => {
  await at('acw.localhost', '/token');
  await site.database.platform
    .updateTable('companies')
    .set({ company_title: 'Renamed sale' })
    .where('id', '=', second)
    .execute();
  await expect.poll(async () => (await at('acw.localhost', '/token')).text).toContain('Renamed sale');
});

test('one that nobody asked for in a while is old for nobody, whoever comes with others', async () => {
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

test('kept and fresh ones have the same headers but for the request’s own id, and no cookie', async () => {
  await new Promise((done) => setTimeout(done, 2_100));
  const fresh = await raw('/', 'identity');
  const kept = await raw('/', 'identity');
  const without = ({ 'x-request-id': _, date: __, ...rest }: http.IncomingHttpHeaders) => rest;
  expect(without(kept.headers)).toEqual(without(fresh.headers));
  expect(kept.headers['x-request-id']).not.toBe(fresh.headers['x-request-id']);
  expect(kept.headers['content-security-policy']).toContain("default-src 'self'");
  expect(kept.headers['set-cookie']).toBeUndefined();
  expect(kept.body.equals(fresh.body)).toBe(true);
});

test('packed or not, it is the same page', async () => {
  const plain = (await raw('/', 'identity')).body.toString();
  const br = await raw('/', 'gzip, br');
  expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'Accept-Encoding']);
  expect(zlib.brotliDecompressSync(br.body).toString()).toBe(plain);
  const gzip = await raw('/', 'gzip');
  expect(zlib.gunzipSync(gzip.body).toString()).toBe(plain);
});
