/** Second factors of members, admins and super admins, as their clients use them. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { totpCode, totpStep } from '../../src/lib/auth/factors/totp.rules.ts';
import { RFC_4648 } from '../../src/lib/core/base32.ts';
import type { Account } from './accounts.ts';
import { areaOf } from './passkeys.ts';
import { type Answer, freshIp, type Site } from './site.ts';

/** An authenticator app, whose clock is that of this machine, as the database's is. */
export interface App {
  /** The code of now, or of so many steps later. */
  code(later?: number): string;
}

export function makeApp(uri: string): App {
  const text = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...text].map((letter) => RFC_4648.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const secret = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  return { code: (later = 0) => totpCode(secret, totpStep(new Date()) + later) };
}

export function asOwner(site: Site, who: Account, method: string, path: string, body?: unknown): Promise<Answer> {
  return site.call(method, `/api/v1/${areaOf(who)}/auth/factors${path}`, {
    token: who.token,
    ip: freshIp(),
    ...(body !== undefined && { body }),
  });
}

export async function addApp(site: Site, who: Account): Promise<App> {
  const { status, body, text } = await asOwner(site, who, 'POST', '/app/add', {});
  expect(status, text).toBe(200);
  const app = makeApp(body.data.uri);
  const confirmed = await asOwner(site, who, 'POST', '/app/confirm', { code: app.code() });
  expect(confirmed.status, confirmed.text).toBe(200);
  await forgetSteps(site, who);
  return app;
}

/** Makes used codes new again, as if the next time step had come. */
export async function forgetSteps(site: Site, { id }: Pick<Account, 'id'>): Promise<void> {
  await sql`UPDATE totp_factors SET last_step = 0 WHERE user_id = ${id} OR super_admin_id = ${id}`.execute(
    site.database.platform,
  );
}

/** Makes the passkeys, the app and the recovery codes of an account so many days older. */
export async function ageFactors(site: Site, { id }: Pick<Account, 'id'>, days: number): Promise<void> {
  const { platform } = site.database;
  const age = sql`make_interval(days => ${days})`;
  await sql`UPDATE passkeys SET created_at = created_at - ${age} WHERE user_id = ${id}`.execute(platform);
  await sql`UPDATE totp_factors SET confirmed_at = confirmed_at - ${age} WHERE user_id = ${id}`.execute(platform);
  await sql`UPDATE recovery_codes SET confirmed_at = confirmed_at - ${age} WHERE user_id = ${id}`.execute(platform);
}

/** Ten confirmed recovery codes. */
export async function addRecoveryCodes(site: Site, who: Account): Promise<string[]> {
  const { status, body, text } = await asOwner(site, who, 'POST', '/recovery/add', {});
  expect(status, text).toBe(200);
  const codes = body.data.codes as string[];
  const confirmed = await asOwner(site, who, 'POST', '/recovery/confirm', { code: codes[0] });
  expect(confirmed.status, confirmed.text).toBe(200);
  return codes;
}

/** The first step of a sign-in, by default on the side of the account. */
export function logInByPassword(
  site: Site,
  { email, password, kind: own }: Account,
  kind = own,
  ip = freshIp(),
): Promise<Answer> {
  return kind === 'member'
    ? site.call('POST', '/api/v1/user/auth/login', { ip, body: { user: email, password } })
    : site.call('POST', '/api/v1/company/auth/login', { ip, body: { email, password } });
}

/** @returns the secret of a sign-in that waits for its second step */
export async function pendingOf(site: Site, who: Account, kind = who.kind): Promise<string> {
  const { status, body, text } = await logInByPassword(site, who, kind);
  expect(status, text).toBe(200);
  return body.data.pending;
}

export function finish(
  site: Site,
  pending: string,
  proof: { code: string; letIn?: string } | { credential: object },
  ip = freshIp(),
): Promise<Answer> {
  return site.call('POST', '/api/v1/site/auth/factor', { ip, body: { pending, ...proof } });
}

/** Strangers who have the password type wrong codes, each from a network of their own, until the account's tries are used up. */
export async function guessCodes(site: Site, owner: Account, app: App): Promise<void> {
  let last = 0;
  for (let round = 0; last !== 429 && round < 12; round++) {
    const [pending, ip] = [await pendingOf(site, owner), freshIp()];
    for (let n = 0; last !== 429 && n < 4; n++) last = (await finish(site, pending, { code: app.code(-5) }, ip)).status;
  }
  expect(last).toBe(429);
}

/** The path of the mailed link that opens one try. */
export async function letInPathOf(site: Site, { email }: Account): Promise<string> {
  const raw = await site.mail(email, { containing: 'Open one try' });
  const text = raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  return /\/let-in\?token=[\w.%-]+/.exec(text)?.[0] ?? expect.fail('the mail has no link');
}
