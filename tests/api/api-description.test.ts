/** The API description as the running program serves it. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERROR_STATUS } from '../../src/lib/core/errors.ts';
import { makeMember } from '../support/accounts.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

test('anyone can read the description, it is valid, and it has the address of the site', async () => {
  const answer = await site.call('GET', '/api/openapi.json');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.body.servers).toEqual([{ url: site.url }]);
  expect((await new Validator().validate(answer.body)).valid).toBe(true);
  expect((await site.call('POST', '/api/openapi.json')).status).toBe(405);
  expect((await site.call('GET', '/api/openapi.jsonx')).status).toBe(404);
});

test('it is sent once to who keeps it, with or without a cookie', async () => {
  const tag = (await site.call('GET', '/api/openapi.json')).headers.get('etag') ?? '';
  expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
  for (const headers of [{}, { cookie: 'any=1' }]) {
    const again = await site.call('GET', '/api/openapi.json', { headers: { ...headers, 'if-none-match': tag } });
    expect([again.status, again.text]).toEqual([304, '']);
  }
});

test.each([
  ['br;q=0', null],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, br;q=0.001', 'br'],
  ['*;q=0', null],
  ['*', 'br'],
  ['brotli, xbr', null],
  ['gzip, deflate, br, zstd', 'br'],
])('with Accept-Encoding %j it, a page and a file come as %s', async (accepted, encoding) => {
  const [file = ''] = /\/_astro\/[\w.-]+\.css/.exec((await site.call('GET', '/user/login')).text) ?? [];
  for (const path of ['/api/openapi.json', '/user/login', '/user/login?a=1', file]) {
    const response = await fetch(`${site.url}${path}`, { headers: { 'accept-encoding': accepted } });
    await response.arrayBuffer();
    expect([path, response.status, response.headers.get('content-encoding')]).toEqual([path, 200, encoding]);
  }
});

test('whatever is no call has the limit of pages, also under /api', async () => {
  const paths = ['/api', '/api/openapi.json', '/api/v2/x', '/api/V1/user', '/API/openapi.json', '/api//v1/x'];
  const ip = freshIp();
  for (let count = 0; count < 1800; count += 30)
    await Promise.all(Array.from({ length: 30 }, () => site.call('GET', '/api/v2/x', { ip })));
  for (const path of paths) {
    const { status, headers } = await site.call('GET', path, { ip, headers: { cookie: 'any=1' } });
    expect([path, status, Number(headers.get('retry-after')) > 0]).toEqual([path, 429, true]);
  }
});

test('the reference page names every call of the description', async () => {
  const page = await site.call('GET', '/api');
  expect(page.status).toBe(200);
  const { paths } = (await site.call('GET', '/api/openapi.json')).body;
  for (const path of Object.keys(paths))
    if (!path.includes('{')) expect(page.text.includes(`>${path}</code>`), path).toBe(true);
  for (const [code, status] of Object.entries(ERROR_STATUS))
    expect(page.text, code).toMatch(
      new RegExp(`>${status}</td>\\s*<td[^>]*><code[^>]*>${code}</code></td>\\s*<td[^>]*>[A-Z]`),
    );
  for (const [, target = ''] of page.text.matchAll(/href="#([^"]+)"/g)) expect(page.text).toContain(`id="${target}"`);
});

test('a response of the program has the shape that the description gives', async () => {
  const { paths } = (await site.call('GET', '/api/openapi.json')).body;
  const { token } = await makeMember(site);
  const documented = paths['/api/v1/user/package/price/get'].get.responses['200'].content['application/json'].schema;
  const { body } = await site.call('GET', '/api/v1/user/package/price/get', { token });
  expect(Object.keys(body).sort()).toEqual(Object.keys(documented.properties).sort());
  expect(Object.keys(body.data).sort()).toEqual([...documented.properties.data.required].sort());
});
