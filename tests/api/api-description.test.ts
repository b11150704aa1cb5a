/** The API description as the running program serves it. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERROR_STATUS } from '../../src/lib/core/errors.ts';
import { makeMember } from '../support/accounts.ts';
import { type Site, startSite } from '../support/site.ts';

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
