/** Other sites cannot act for a signed-in person: every origin × content type × kind of credentials for every write. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateProfile } from '@/lib/accounts/contract.ts';
import * as auth from '@/lib/auth/contract.ts';
import type { Contract } from '@/lib/core/contract.ts';
import { makeAdmin, makeMember, makeSuper, PASSWORD } from '../support/accounts.ts';
import { newAddress, registration } from '../support/codes.ts';
import { rawCall } from '../support/raw.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const WRITES: readonly Contract[] = [
  auth.requestRegistrationCode,
  auth.register,
  auth.login,
  auth.logout,
  auth.requestResetCode,
  auth.resetPassword,
  auth.loginAdmin,
  auth.logoutAdmin,
  auth.requestSuperAdminCode,
  auth.loginSuperAdmin,
  auth.logoutSuperAdmin,
  updateProfile,
];

/** A request that would succeed with the right origin. */
async function bodyOf(contract: Contract): Promise<Record<string, unknown>> {
  switch (contract) {
    case auth.requestRegistrationCode:
      return { name: 'Asha', email: newAddress(), mobile: '9876543210' };
    case auth.register:
      return registration(newAddress(), '123456');
    case auth.login:
      return { user: (await makeMember(site)).email, password: PASSWORD };
    case auth.loginAdmin:
      return { email: (await makeAdmin(site)).email, password: PASSWORD };
    case auth.requestResetCode:
      return { user: newAddress() };
    case auth.resetPassword:
      return { user: newAddress(), otp: '123456', password: PASSWORD };
    case auth.requestSuperAdminCode:
      return { email: newAddress() };
    case auth.loginSuperAdmin:
      return { email: newAddress(), otp: '12345678' };
    case updateProfile:
      return { name: 'Changed', password: PASSWORD };
    default:
      return {};
  }
}

const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'none',
] as const;
function encoded(
  body: Record<string, unknown>,
  type: (typeof TYPES)[number],
): { body: unknown; headers: Record<string, string> } {
  const fields = Object.entries(body).map(([key, value]) => [key, String(value)] as [string, string]);
  if (type === 'application/x-www-form-urlencoded') return { body: new URLSearchParams(fields), headers: {} };
  if (type === 'multipart/form-data') {
    const form = new FormData();
    for (const [key, value] of fields) form.append(key, value);
    return { body: form, headers: {} };
  }
  // Bytes, because fetch sets no content type for them.
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return { body: bytes, headers: type === 'none' ? {} : { 'Content-Type': type } };
}

const foreign = (): readonly Record<string, string>[] => [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: `${site.url}.evil.example` },
  { Origin: site.url.replace('http:', 'https:') },
  { Origin: 'http://localhost:1' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: site.url },
  { 'Sec-Fetch-Site': 'nonsense', Origin: site.url },
];
const ownOrigins = (): readonly Record<string, string>[] => [
  { 'Sec-Fetch-Site': 'same-origin' },
  { 'Sec-Fetch-Site': 'none' },
  { Origin: site.url },
];

const makers = { member: makeMember, admin: makeAdmin, super: makeSuper } as const;
const kindOf = (contract: Contract): keyof typeof makers =>
  contract.access === 'admin' || contract.access === 'super' ? contract.access : 'member';

async function send(
  contract: Contract,
  origin: Record<string, string>,
  type: (typeof TYPES)[number],
  credentials: Record<string, string>,
): Promise<Answer> {
  const { body, headers } = encoded(await bodyOf(contract), type);
  return site.call(contract.method, contract.path, {
    ip: freshIp(),
    body,
    headers: { ...headers, ...origin, ...credentials },
  });
}

describe.each(WRITES.map((it) => [`${it.method} ${it.path}`, it] as const))('%s', (_, contract) => {
  const isPublic = contract.access === 'public';

  it('refuses every foreign origin with a cookie, for every content type', async () => {
    for (const origin of foreign()) {
      for (const type of TYPES) {
        const account = await makers[kindOf(contract)](site);
        const answer = await send(contract, origin, type, { Cookie: account.cookie });
        expect([origin, type, answer.status, answer.body.code]).toEqual([origin, type, 403, 'forbidden']);
        expect(answer.headers.get('set-cookie')).toBeNull();
      }
    }
  });

  it('refuses a cookie without any origin', async () => {
    const account = await makers[kindOf(contract)](site);
    for (const type of TYPES) {
      const answer = await send(contract, {}, type, { Cookie: account.cookie });
      expect([type, answer.status]).toEqual([type, 403]);
    }
  });

  it(
    isPublic
      ? 'refuses foreign origins without a cookie and under a header too'
      : 'asks for a session without a cookie',
    async () => {
      for (const origin of foreign()) {
        for (const type of TYPES)
          expect([origin, type, (await send(contract, origin, type, {})).status]).toEqual([
            origin,
            type,
            isPublic ? 403 : 401,
          ]);
        if (!isPublic) continue;
        const answer = await send(contract, origin, 'application/json', { Authorization: 'x' });
        expect([origin, answer.status]).toEqual([origin, 403]);
      }
    },
  );

  it('accepts the own origin', async () => {
    for (const origin of ownOrigins()) {
      const account = await makers[kindOf(contract)](site);
      const answer = await send(contract, origin, 'application/json', { Cookie: account.cookie });
      // These codes are wrong on purpose.
      expect([200, 422]).toContain(answer.status);
    }
  });

  if (isPublic) return;
  it('accepts every origin with only the header', async () => {
    for (const origin of foreign()) {
      const account = await makers[kindOf(contract)](site);
      const answer = await send(contract, origin, 'application/json', { Authorization: account.token });
      expect([origin, answer.status]).toEqual([origin, 200]);
    }
  });
});

describe("the super admin's code by GET", () => {
  const ask = async (headers: Record<string, string>, email: string = newAddress()) => {
    const path = `/api/v1/superadmin/auth/login/email/otp?email=${email}`;
    const local = { Host: `localhost:${site.port}`, 'X-Forwarded-For': freshIp() };
    return rawCall(site.port, 'GET', path, { headers: { ...local, ...headers } });
  };

  it('is sent for a fetch of the own page and for a program, and is never cached', async () => {
    const { email } = await makeSuper(site);
    const fetched = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' };
    const answer = await ask(fetched, email);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(await site.code(email)).toMatch(/^\d{8}$/);
    expect((await ask({})).status).toBe(200);
    expect((await ask({}, 'nothing')).status).toBe(422);
  });

  it('is not sent for HEAD, which must have no effect', async () => {
    const { email } = await makeSuper(site);
    const path = `/api/v1/superadmin/auth/login/email/otp?email=${email}`;
    const headers = { Host: `localhost:${site.port}`, 'X-Forwarded-For': freshIp() };
    const answer = await rawCall(site.port, 'HEAD', path, { headers });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST']);
    const mails = await site.database.platform
      .selectFrom('mails')
      .select('id')
      .where('to_address', '=', email)
      .execute();
    expect(mails).toEqual([]);
  });

  const refused: readonly Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'document' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Purpose': 'prefetch' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    { Origin: 'https://evil.example' },
  ];
  it.each(refused.map((headers) => [JSON.stringify(headers), headers] as const))(
    'is refused to %s',
    async (_, headers) => {
      const email = newAddress();
      const answer = await ask(headers, email);
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([403, 'forbidden']);
      const codes = await site.database.platform
        .selectFrom('codes')
        .select('address')
        .where('address', '=', email)
        .execute();
      expect(codes).toEqual([]);
    },
  );
});
