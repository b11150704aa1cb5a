/** Any request may name the company (decisions, point 4): the site's own changes nothing, another one is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '../../src/lib/http/openapi/catalogue.ts';
import { companyIdOf, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

const REFUSED = 'This company ID is not the one of this site.';
const NOBODY = '00000000-0000-4000-8000-000000000000';

let site: Site;
let own: string;
let tokens: Readonly<Record<string, string>>;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  own = await companyIdOf(site);
  tokens = {
    member: (await makeMember(site)).token,
    admin: (await makeAdmin(site)).token,
    super: (await makeSuper(site)).token,
  };
});
afterAll(() => site?.remove());

const callsThatStay = CALLS.filter(({ contract: { path } }) => !path.endsWith('/logout'));

describe.each(callsThatStay.map(({ name, contract }) => [name, contract] as const))('%s', (_, contract) => {
  const { method, path, from, access } = contract;
  const ask = (companyId: unknown): Promise<Answer> => {
    const token = tokens[access];
    const options = token === undefined ? {} : { token };
    if (from === 'query') return site.call(method, `${path}?companyId=${companyId}`, options);
    if (from !== 'upload') return site.call(method, path, { ...options, body: { companyId } });
    const form = new FormData();
    form.set('companyId', String(companyId));
    return site.call(method, path, { ...options, body: form });
  };

  test('refuses another company before it looks at anything else', async () => {
    const { status, body } = await ask(NOBODY);
    expect([status, body.code, body.message]).toEqual([422, 'invalid', REFUSED]);
  });

  test('takes the own one as if it were not there', async () => {
    const { status, body } = await ask(own.toUpperCase());
    expect(status === 200 || status === 201 || status === 422).toBe(true);
    expect(String(body.message)).not.toMatch(/companyId|company ID/);
  });
});

test('a file too', async () => {
  const path = `/api/v1/media/${NOBODY}`;
  const token = tokens.member ?? '';
  expect((await site.call('GET', `${path}?companyId=${own}`, { token })).status).toBe(404);
  expect((await site.call('GET', `${path}?companyId=${NOBODY}`, { token })).body.message).toBe(REFUSED);
});

test('null and empty are left out; anything but text is refused; the query of a write counts too', async () => {
  const path = '/api/v1/user/auth/sessions/end-others';
  const token = tokens.member ?? '';
  const say = async (body: object, query = '') => (await site.call('POST', path + query, { token, body })).status;
  expect(await say({ companyId: null })).toBe(200);
  expect(await say({ companyId: ' ' })).toBe(200);
  expect(await say({}, `?companyId=${own}`)).toBe(200);
  expect(await say({}, '?companyId=')).toBe(200);
  for (const companyId of [1, true, {}, [own]]) expect(await say({ companyId })).toBe(422);
  expect(await say({}, `?companyId=${NOBODY}`)).toBe(422);
  expect(await say({ companyId: own }, `?companyId=${own}&companyId=${NOBODY}`)).toBe(422);
});
