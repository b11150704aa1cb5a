/**
 * Nobody reads or changes the data of others: every route of the build × every method × every role, by header and by
 * cookie. The expected answers follow from the contract's `access`; the rest is in tests/support/matrix/rows.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '@/lib/core/contract.ts';
import type { SessionKind } from '@/lib/db/schema/schema.ts';
import { CONTRACTS, nameOf, routesOfBuild, rowFieldsOf, takesCompany } from '../support/matrix/routes.ts';
import { ACCESS_OF_PATH, OBJECTS, PUBLIC_CALLS, PUBLIC_PAGES, WITHOUT_CONTRACT } from '../support/matrix/rows.ts';
import { makeWorld, ROLES, type Role, type World } from '../support/matrix/world.ts';
import { rawCall } from '../support/raw.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const UNKNOWN_ID = '8a1c6e9e-5f43-4d3a-9c55-3f0d2b7a9e10';
const routes = routesOfBuild();

let site: Site;
let world: World;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  world = await makeWorld(site);
});
afterAll(() => site?.remove());

const kindOf = ({ access }: Contract): SessionKind => (access === 'public' || access === 'any' ? 'member' : access);
const mayCall = ({ access }: Contract, role: Role): boolean =>
  access === 'any' ? ['member', 'admin', 'super'].includes(role) : access === role;

/** The call without input: with access it reports missing fields, or is served. */
async function send(
  contract: { readonly method: string; readonly path: string },
  role: Role,
  kind: SessionKind,
  by: 'header' | 'cookie',
) {
  const credentials = await world.credentials(role, kind);
  if (!credentials) return null;
  const { token, cookie } = credentials;
  return site.call(contract.method, contract.path, {
    ip: freshIp(),
    ...(contract.method !== 'GET' && contract.method !== 'HEAD' && { body: {} }),
    ...(by === 'header' ? token && { token } : cookie && { cookie }),
  });
}

/** A query or a body, depending on the call. */
function withInput(contract: Contract, input: object): { path: string; body?: unknown } {
  if (contract.from !== 'query') return { path: contract.path, body: input };
  return { path: `${contract.path}?${new URLSearchParams(Object.entries(input).map(([k, v]) => [k, String(v)]))}` };
}
const callWith = (contract: Contract, input: object, token: string): Promise<Answer> => {
  const { path, body } = withInput(contract, input);
  return site.call(contract.method, path, { token, ip: freshIp(), ...(body !== undefined && { body }) });
};

describe('every route has its row', () => {
  it('each endpoint of the build has a contract or a row, and each row has a route', () => {
    const withContract = new Set(CONTRACTS.map(({ path }) => path));
    const endpoints = routes.filter(({ type }) => type === 'endpoint').map(({ route }) => route);
    expect(endpoints.length).toBeGreaterThan(40);
    expect(endpoints.filter((route) => !withContract.has(route) && !(route in WITHOUT_CONTRACT))).toEqual([]);
    expect([...withContract].filter((path) => !endpoints.includes(path))).toEqual([]);
  });

  it('each page of the build is public or belongs to an area', () => {
    const pages = routes.filter(({ type }) => type === 'page').map(({ route }) => route);
    expect(pages.length).toBeGreaterThan(12);
    expect(pages.filter((route) => !PUBLIC_PAGES.has(route) && !/^\/(user|admin|superadmin)\//.test(route))).toEqual(
      [],
    );
  });

  it('each call is public by a row, or for the kind of account that its path names', () => {
    const accessOf = ({ path }: Contract): string => ACCESS_OF_PATH[path.split('/')[3] ?? ''] ?? 'nobody';
    expect(
      CONTRACTS.filter((it) => it.access === 'public')
        .map(nameOf)
        .sort(),
    ).toEqual([...PUBLIC_CALLS].sort());
    const others = CONTRACTS.filter((it) => it.access !== 'public');
    expect(others.filter((it) => it.access !== accessOf(it)).map(nameOf)).toEqual([]);
  });

  it('each call that names a row says which one', () => {
    const naming = CONTRACTS.filter((it) => it.access !== 'super' && rowFieldsOf(it).length > 0).map(nameOf);
    expect(naming.filter((name) => !(name in OBJECTS))).toEqual([]);
    expect(Object.keys(OBJECTS).filter((name) => !naming.includes(name))).toEqual([]);
  });
});

describe.each(CONTRACTS.map((it) => [nameOf(it), it] as const))('%s', (name, contract) => {
  if (contract.access !== 'public') {
    it(`is only for ${contract.access === 'any' ? 'signed-in accounts' : `kind ${contract.access}`}`, async () => {
      const kind = kindOf(contract);
      for (const role of ROLES) {
        for (const by of ['header', 'cookie'] as const) {
          const answer = await send(contract, role, kind, by);
          if (!answer) continue;
          const cell = [role, by];
          if (mayCall(contract, role)) {
            expect([...cell, answer.status]).not.toEqual([...cell, 401]);
            expect(answer.status, `${cell} ${answer.text.slice(0, 300)}`).toBeLessThan(500);
            expect(answer.body?.message).not.toBe('This account may not do that.');
          } else {
            const isOtherKind = role === 'member' || role === 'admin' || role === 'super';
            expect([...cell, answer.status]).toEqual([...cell, isOtherKind && by === 'header' ? 403 : 401]);
            expect(answer.body).toEqual({
              status: false,
              message: expect.any(String),
              code: expect.stringMatching(/^(unauthenticated|forbidden)$/),
              requestId: expect.any(String),
            });
          }
        }
      }
      if (contract.method === 'GET' && !contract.sensitive)
        expect((await site.call('HEAD', contract.path)).status).toBe(401);
    });
  }

  if (contract.access === 'public') {
    it('requires no session', async () => {
      const answer = await site.call(contract.method, contract.path, {
        ip: freshIp(),
        ...(contract.method !== 'GET' && { body: {} }),
      });
      expect([200, 422]).toContain(answer.status);
    });
  }

  if (takesCompany(contract) && contract.access !== 'super') {
    it('refuses another company', async () => {
      const { token } = (await world.credentials(contract.access === 'admin' ? 'admin' : 'member', 'member')) ?? {
        token: '',
      };
      const answer = await callWith(
        contract,
        { companyId: world.foreignCompanyId },
        contract.access === 'public' ? '' : token,
      );
      expect([403, 422]).toContain(answer.status);
    });
  }

  for (const inputOf of [OBJECTS[name] ?? []].flat()) {
    it('does not find the row of another account, and changes nothing', async () => {
      const input = await inputOf(world);
      const before = await world.fingerprint();
      const { path, body } = withInput(contract, input);
      if (contract.access !== 'admin')
        expect((await callWith(contract, input, world.neighbour.token)).status, 'another member').toBe(404);
      const foreigner = contract.access === 'admin' ? world.foreignAdmin : world.foreignMember;
      const answer = await world.callAbroad(contract.method, path, foreigner.token, body);
      expect([answer.status, answer.body?.code], `another company: ${answer.text.slice(0, 300)}`).toEqual([
        404,
        'not_found',
      ]);
      expect(await world.fingerprint()).toBe(before);
      // The row exists and the input is valid: otherwise the refusals above prove nothing.
      const own = await callWith(contract, input, (contract.access === 'admin' ? world.admin : world.member).token);
      expect([404, 422, 500], own.text.slice(0, 300)).not.toContain(own.status);
    });
  }
});

it('no method outside the contracts is served', async () => {
  const { token } = world.admin;
  for (const path of new Set(CONTRACTS.map((it) => it.path))) {
    const served = CONTRACTS.filter((it) => it.path === path);
    const open = new Set(
      served.flatMap((it) => (it.method === 'GET' && !it.sensitive ? ['GET', 'HEAD'] : [it.method])),
    );
    for (const method of METHODS.filter((it) => !open.has(it))) {
      for (const credentials of [{}, { Authorization: token }]) {
        const { status, headers } = await rawCall(site.port, method, path, {
          headers: { Host: `localhost:${site.port}`, ...credentials },
        });
        expect([method, path, status]).toEqual([method, path, 405]);
        expect(new Set(headers.allow?.split(', '))).toEqual(open);
        expect(Object.keys(headers).filter((key) => key.startsWith('access-control'))).toEqual([]);
      }
    }
  }
});

describe('addresses without a contract', () => {
  it.each(Object.entries(WITHOUT_CONTRACT).filter(([, who]) => who !== 'own test'))('%s', async (route, who) => {
    const path = route.replace('[...path]', 'v1/no/such/call').replace(/\[\w+\]/, UNKNOWN_ID);
    if (!routes.some((it) => it.route === route)) return;
    for (const role of ROLES) {
      for (const method of METHODS) {
        for (const by of ['header', 'cookie'] as const) {
          const answer = await send({ method, path }, role, 'member', by);
          if (!answer) continue;
          const isOk = answer.status < 400;
          const may = who === 'everybody' || who.includes(role);
          if (isOk) expect([role, method, path, may]).toEqual([role, method, path, true]);
          expect(answer.status, `${role} ${method} ${path}`).toBeLessThan(500);
        }
      }
    }
  });

  it('a file is for its owner, the admins of its company and super admins', async () => {
    const id = await world.file();
    const path = `/api/v1/media/${id}`;
    for (const who of [world.member, world.admin, world.owner]) {
      expect((await site.call('GET', path, { token: who.token })).status).toBe(200);
      expect((await site.call('GET', path, { cookie: who.cookie })).status).toBe(200);
    }
    for (const role of ROLES.filter((it) => it !== 'admin' && it !== 'super')) {
      for (const kind of ['member', 'admin'] as const) {
        for (const by of ['header', 'cookie'] as const) {
          // A member of the same company who did not upload it gets the same 404.
          const answer = await send({ method: 'GET', path }, role, kind, by);
          expect([401, 404], `${role} ${kind} ${by}`).toContain(answer?.status);
        }
      }
    }
    for (const foreigner of [world.foreignMember, world.foreignAdmin])
      expect((await world.callAbroad('GET', path, foreigner.token)).status).toBe(404);
  });
});

describe('pages', () => {
  const areas = { user: 'member', admin: 'admin', superadmin: 'super' } as const;
  const guarded = routes.filter(({ route, type }) => type === 'page' && !PUBLIC_PAGES.has(route));

  it.each(guarded.map(({ route }) => [route]))('%s', async (route) => {
    const kind = areas[route.split('/')[1] as keyof typeof areas];
    const path = route.replace(/\[\w+\]/g, UNKNOWN_ID);
    for (const role of ROLES) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
        const credentials = await world.credentials(role, kind);
        if (!credentials) continue;
        const { token, cookie } = credentials;
        const host = { Host: `localhost:${site.port}` };
        const byCookie = await rawCall(site.port, method, path, {
          headers: { ...host, ...(cookie && { Cookie: cookie }) },
        });
        const cell = [role, method];
        const isRead = method === 'GET' || method === 'HEAD';
        const refused = isRead ? 302 : 405;
        if (role === kind && isRead) expect(byCookie.status, cell.join(' ')).toBeLessThan(500);
        else expect([...cell, byCookie.status]).toEqual([...cell, refused]);
        if (!token) continue;
        const byHeader = await rawCall(site.port, method, path, { headers: { ...host, Authorization: token } });
        expect([...cell, 'header', byHeader.status]).toEqual([...cell, 'header', refused]);
      }
    }
  });
});
