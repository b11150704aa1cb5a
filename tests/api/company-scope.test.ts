/** Any request may name the company (docs/contract.md, Company of a request): the site's own is ignored, another one rejected. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '../../src/lib/http/openapi/operations.ts';
import { companyIdOf, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

const REJECTED = 'This company ID is not the one of this site.';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

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

const calls = CALLS.filter(({ contract: { path } }) => !path.endsWith('/logout'));

/** Take no field and are refused here for their state: a freeze needs a date first, a pack a freeze, and a claim a pack. */
const REFUSED_FOR_STATE: Readonly<Record<string, number>> = {
  freezeLaunch: 409,
  makePack: 409,
  getPack: 404,
  getClaim: 404,
  // Nobody here has a second factor, so there is nothing to delete, and no need for recovery codes.
  deleteMemberApp: 409,
  deleteAdminApp: 409,
  deleteSuperAdminApp: 409,
  addMemberRecoveryCodes: 409,
  addAdminRecoveryCodes: 409,
  addSuperAdminRecoveryCodes: 409,
};

describe.each(calls.map(({ name, contract }) => [name, contract] as const))('%s', (name, contract) => {
  const { method, path, from, access } = contract;
  const send = (companyId: unknown): Promise<Answer> => {
    const token = tokens[access];
    const options = token === undefined ? {} : { token };
    if (from === 'query') return site.call(method, `${path}?companyId=${companyId}`, options);
    if (from !== 'upload') return site.call(method, path, { ...options, body: { companyId } });
    const form = new FormData();
    form.set('companyId', String(companyId));
    return site.call(method, path, { ...options, body: form });
  };

  test('rejects another company before any other check', async () => {
    const { status, body } = await send(UNKNOWN);
    expect([status, body.code, body.message]).toEqual([422, 'invalid', REJECTED]);
  });

  // Calls without required fields succeed; the others report what is missing, which is never the company.
  test('accepts the own company', async () => {
    const isComplete = from !== 'upload' && contract.input.safeParse({}).success;
    const { status, body } = await send(own.toUpperCase());
    const served = REFUSED_FOR_STATE[name] ?? (contract.creates ? 201 : 200);
    expect(status).toBe(isComplete ? served : 422);
    // A file has no message.
    expect(String(body?.message)).not.toMatch(/companyId|company ID/);
  });
});

test('the rule holds for files', async () => {
  const path = `/api/v1/media/${UNKNOWN}`;
  const token = tokens.member ?? '';
  expect((await site.call('GET', `${path}?companyId=${own}`, { token })).status).toBe(404);
  expect((await site.call('GET', `${path}?companyId=${UNKNOWN}`, { token })).body.message).toBe(REJECTED);
});

test('null and empty values are ignored, other types rejected, and the query of a write counts', async () => {
  const path = '/api/v1/user/auth/sessions/end-others';
  const token = tokens.member ?? '';
  const statusOf = async (body: object, query = '') => (await site.call('POST', path + query, { token, body })).status;
  expect(await statusOf({ companyId: null })).toBe(200);
  expect(await statusOf({ companyId: ' ' })).toBe(200);
  expect(await statusOf({}, `?companyId=${own}`)).toBe(200);
  expect(await statusOf({}, '?companyId=')).toBe(200);
  for (const companyId of [1, true, {}, [own]]) expect(await statusOf({ companyId })).toBe(422);
  expect(await statusOf({}, `?companyId=${UNKNOWN}`)).toBe(422);
  expect(await statusOf({ companyId: own }, `?companyId=${own}&companyId=${UNKNOWN}`)).toBe(422);
});
