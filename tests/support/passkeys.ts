/** Calls of passkeys, as a browser of an admin or a super admin sends them. */
import { expect } from 'vitest';
import { type Account, makeSuper } from './accounts.ts';
import { type Authenticator, type Lies, makeAuthenticator } from './authenticator.ts';
import { type Answer, freshIp, type Site } from './site.ts';

export type Area = 'superadmin' | 'company' | 'user';
const authOf = (area: Area): string => `/api/v1/${area}/auth`;
const AREAS: Readonly<Record<Account['kind'], Area>> = { member: 'user', admin: 'company', super: 'superadmin' };
export const areaOf = ({ kind }: Pick<Account, 'kind'>): Area => AREAS[kind];

/** A browser: it returns the cookies that it gets, and has an address of its own. */
export interface Client {
  readonly ip: string;
  readonly cookies: Map<string, string>;
}

export const newClient = (): Client => ({ ip: freshIp(), cookies: new Map() });

export async function send(
  site: Site,
  client: Client,
  path: string,
  body: unknown,
  area: Area = 'superadmin',
): Promise<Answer> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await site.call('POST', authOf(area) + path, {
    ip: client.ip,
    body,
    headers: { Origin: site.url, ...(cookie && { Cookie: cookie }) },
  });
  for (const line of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
    client.cookies.set(name, value);
  }
  return answer;
}

/** Enrols the authenticator's passkey. */
export async function enrol(
  site: Site,
  who: Account,
  authenticator: Authenticator,
  { name = 'Work laptop', lies }: { name?: string; lies?: Lies } = {},
): Promise<Answer> {
  const area = areaOf(who);
  const options = await asSuper(site, who, 'POST', '/passkeys/options', {}, area);
  if (options.status !== 200) return options;
  const credential = authenticator.create(options.body.data, lies);
  return asSuper(site, who, 'POST', '/passkeys/add', { name, credential }, area);
}

export function asSuper(
  site: Site,
  { token }: Pick<Account, 'token'>,
  method: string,
  path: string,
  body?: unknown,
  area: Area = 'superadmin',
): Promise<Answer> {
  return site.call(method, authOf(area) + path, { token, ip: freshIp(), ...(body !== undefined && { body }) });
}

/** Signs in with the authenticator's passkey, in a new browser unless one is given. */
export async function logIn(
  site: Site,
  authenticator: Authenticator,
  { client = newClient(), lies, area = 'superadmin' }: { client?: Client; lies?: Lies; area?: Area } = {},
): Promise<Answer> {
  const { body } = await send(site, client, '/login/passkey/options', {}, area);
  return send(site, client, '/login/passkey', { credential: authenticator.get(body.data, lies) }, area);
}

/** Confirms whose session it is. */
export async function confirm(
  site: Site,
  who: Pick<Account, 'token'>,
  authenticator: Authenticator,
  lies?: Lies,
  area: Area = 'superadmin',
): Promise<Answer> {
  const { body } = await asSuper(site, who, 'POST', '/reauthenticate/passkey/options', {}, area);
  const credential = authenticator.get(body.data, lies);
  return asSuper(site, who, 'POST', '/reauthenticate/passkey', { credential }, area);
}

/** A super admin with a passkey. */
export async function withPasskey(site: Site): Promise<{ boss: Account; key: Authenticator; id: string }> {
  const boss = await makeSuper(site);
  const key = makeAuthenticator(site.url);
  const { status, body, text } = await enrol(site, boss, key);
  expect(status, text).toBe(201);
  return { boss, key, id: body.data.id };
}

export async function countSessions(site: Site, { id }: Account): Promise<number> {
  const { platform } = site.database;
  return (await platform.selectFrom('sessions').select('id').where('super_admin_id', '=', id).execute()).length;
}

/** The actions in the audit trail about a super admin, oldest first. */
export async function auditOf(site: Site, { id }: Account): Promise<string[]> {
  const entries = await site.database.platform
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', '=', id)
    .orderBy('seq')
    .execute();
  return entries.map(({ action }) => action);
}

export async function listedTo(site: Site, who: Pick<Account, 'token'>): Promise<Record<string, unknown>[]> {
  return (await asSuper(site, who, 'GET', '/passkeys/list')).body.data.records;
}
