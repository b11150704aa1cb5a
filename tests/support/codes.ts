/** The ways of codes in tests: asking for one, reading it from its mail, letting the waiting times pass. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Answer, freshIp, type Site } from './site.ts';

export type Purpose = 'register' | 'reset' | 'super';

export function newAddress(): string {
  return `person-${randomBytes(5).toString('hex')}@example.com`;
}

export const NEW_PASSWORD = 'lantern 42 over the bay';

/** A registration that is right but for its code. */
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

export function askCode(site: Site, purpose: Purpose, email: string, ip: string = freshIp()): Promise<Answer> {
  if (purpose === 'register')
    return site.call('POST', '/api/v1/user/auth/register/otp', {
      ip,
      body: { name: 'Asha Rao', email, mobile: '98765 43210' },
    });
  if (purpose === 'reset')
    return site.call('POST', '/api/v1/user/auth/forgot-password/otp', { ip, body: { user: email } });
  return site.call('POST', '/api/v1/superadmin/auth/login/email/otp', { ip, body: { email } });
}

/** Asks, and reads the code from the mail that comes for it. */
export async function freshCode(site: Site, purpose: Purpose, email: string): Promise<string> {
  // The clock of files is coarser than that of processes: a mail that was there before must be older than that.
  await new Promise((done) => setTimeout(done, 25));
  const after = new Date(Date.now() - 10);
  const answer = await askCode(site, purpose, email);
  if (answer.status !== 200) throw new Error(`asking for a code gave ${answer.status} ${answer.text}`);
  const found = /^(\d{6}|\d{8})\s*$/m.exec(await site.mail(email, { after }));
  if (!found?.[1]) throw new Error(`the mail to ${email} holds no code`);
  return found[1];
}

/** Uses a code in the call that its purpose is for. */
export function redeem(
  site: Site,
  purpose: Purpose,
  email: string,
  otp: string,
  { ip = freshIp(), password = NEW_PASSWORD }: { ip?: string; password?: string } = {},
): Promise<Answer> {
  if (purpose === 'register')
    return site.call('POST', '/api/v1/user/auth/register', { ip, body: registration(email, otp, { password }) });
  if (purpose === 'reset')
    return site.call('POST', '/api/v1/user/auth/forgot-password', { ip, body: { user: email, otp, password } });
  return site.call('POST', '/api/v1/superadmin/auth/login/verify', { ip, body: { email, otp } });
}

/** A code of as many digits that is surely another. */
export function otherCode(code: string): string {
  return String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');
}

/** As if so many seconds had passed since each code was made. */
export async function ageCodes(site: Site, seconds: number): Promise<void> {
  await sql`UPDATE codes SET created_at = created_at - make_interval(secs => ${seconds}),
    expires_at = expires_at - make_interval(secs => ${seconds})`.execute(site.database.platform);
}

/** As if the windows of these counters were over. */
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
