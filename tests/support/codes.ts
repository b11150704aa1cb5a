/** Helpers for codes: request one, read it from its mail, let waiting times pass. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Answer, freshIp, type Site } from './site.ts';

export type Purpose = 'register' | 'reset' | 'super';

export function newAddress(): string {
  return `person-${randomBytes(5).toString('hex')}@example.com`;
}

export const NEW_PASSWORD = 'lantern 42 over the bay';

/** A registration that is valid except for its code. */
export function registration(email: string, otp: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Asha Rao',
    mobile: '+91 98765 43210',
    email,
    otp,
    dateOfBirth: '1990-04-01',
    password: NEW_PASSWORD,
    ...more,
  };
}

/** Who requests or uses a code. */
export interface CodeClient {
  readonly ip?: string;
  /** Sent as a client without cookies sends it. */
  readonly challenge?: string;
  /** Sent as a browser sends it. */
  readonly cookie?: string;
}

const CODE_CALLS: Readonly<Record<Purpose, { readonly request: string; readonly use: string }>> = {
  register: { request: '/api/v1/user/auth/register/otp', use: '/api/v1/user/auth/register' },
  reset: { request: '/api/v1/user/auth/forgot-password/otp', use: '/api/v1/user/auth/forgot-password' },
  super: { request: '/api/v1/superadmin/auth/login/email/otp', use: '/api/v1/superadmin/auth/login/verify' },
};

/** @param from an address, or a client; by default a client with a new address */
export function askCode(
  site: Site,
  purpose: Purpose,
  email: string,
  from: string | CodeClient = freshIp(),
): Promise<Answer> {
  const { challenge, cookie, ip = freshIp() } = typeof from === 'string' ? { ip: from } : from;
  const fields = {
    register: { name: 'Asha Rao', email, mobile: '98765 43210' },
    reset: { user: email },
    super: { email },
  }[purpose];
  const body = { ...fields, ...(challenge !== undefined && { challenge }) };
  return site.call('POST', CODE_CALLS[purpose].request, { ip, body, ...(cookie !== undefined && { cookie }) });
}

/** The line of a mail that has nothing but a code. */
const CODE_LINE = /^(\d{6}|\d{8})\s*$/m;

/** Requests a code and reads it from its mail. */
export async function freshCode(
  site: Site,
  purpose: Purpose,
  email: string,
  from: string | CodeClient = freshIp(),
): Promise<string> {
  return (await requestCode(site, purpose, email, from)).code;
}

/** Requests a code as a client. @returns the code from its mail, and what the client holds: the challenge and the cookie */
export async function requestCode(
  site: Site,
  purpose: Purpose,
  email: string,
  from: string | CodeClient = freshIp(),
): Promise<{ code: string; challenge: string; cookie: string }> {
  // File times are coarser than process times: earlier mails must be older than that difference.
  await new Promise((done) => setTimeout(done, 25));
  const after = new Date(Date.now() - 10);
  const answer = await askCode(site, purpose, email, from);
  if (answer.status !== 200) throw new Error(`asking for a code gave ${answer.status} ${answer.text}`);
  // Other mails to the address may come meanwhile.
  const match = CODE_LINE.exec(await site.mail(email, { after, containing: CODE_LINE }));
  if (!match?.[1]) throw new Error(`the mail to ${email} holds no code`);
  const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return { code: match[1], challenge: answer.body.data.challenge, cookie };
}

/** Uses a code in the call of its purpose. */
export function redeem(
  site: Site,
  purpose: Purpose,
  email: string,
  otp: string,
  { ip = freshIp(), password = NEW_PASSWORD, challenge, cookie }: CodeClient & { password?: string } = {},
): Promise<Answer> {
  const fields = {
    register: registration(email, otp, { password }),
    reset: { user: email, otp, password },
    super: { email, otp },
  }[purpose];
  const body = { ...fields, ...(challenge !== undefined && { challenge }) };
  return site.call('POST', CODE_CALLS[purpose].use, { ip, body, ...(cookie !== undefined && { cookie }) });
}

/** A different code with the same number of digits. */
export function otherCode(code: string): string {
  return String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');
}

/** Makes all codes, and the waits for the next ones, older by `seconds`. */
export async function ageCodes(site: Site, seconds: number): Promise<void> {
  await sql`UPDATE codes SET created_at = created_at - make_interval(secs => ${seconds}),
    expires_at = expires_at - make_interval(secs => ${seconds})`.execute(site.database.platform);
  await sql`UPDATE rate_limits SET ends_at = ends_at - make_interval(secs => ${seconds})
    WHERE key LIKE 'code-resend:%'`.execute(site.database.platform);
}

/** Resets these counters, as if their windows were over. */
export async function endWindows(site: Site, ...names: string[]): Promise<void> {
  for (const name of names)
    await sql`UPDATE rate_limits SET ends_at = now() WHERE key LIKE ${`${name}:%`}`.execute(site.database.platform);
}

export async function mailsTo(site: Site, address: string): Promise<{ kind: string; discard: boolean }[]> {
  return site.database.platform
    .selectFrom('mails')
    .select(['kind', 'discard'])
    .where('to_address', '=', address)
    .orderBy('created_at')
    .execute();
}

/** A token of a link with another character in its middle: the last ones may have bits that no byte of it reads. */
export function altered(token: string): string {
  const at = token.length >> 1;
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
}
