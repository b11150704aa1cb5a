/**
 * One-time codes (decisions, point 6). Kept only as a keyed hash bound to purpose, company and address; a try is counted
 * before it is compared; used once, by one conditional update. Known and unknown addresses cost the same work: each has a
 * row and a mail, but the row of an address that must get no code can be matched by none.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../core/errors.ts';
import { type Db, inTransaction } from '../db/client.ts';
import * as limits from '../limits/service.ts';
import { enqueue, type Mail } from '../mail/service.ts';
import type { App, Scope } from '../scope.ts';
import * as store from './code-store.ts';
import { CODE_WRONG } from './contract.ts';
import { OTP_POLICY, type OtpPurpose, otpFromBytes } from './rules.ts';

export type { CodeKey } from './code-store.ts';

const HOUR = 3600;

export function wrongCode(): ApiError {
  return new ApiError('invalid', CODE_WRONG);
}

function newCode(purpose: OtpPurpose): string {
  for (;;) {
    const code = otpFromBytes(purpose, randomBytes(32));
    if (code !== null) return code;
  }
}

function hashOf(app: App, { purpose, scopeId, address }: store.CodeKey, code: string): Buffer {
  return app.secrets.mac('codes', [purpose, scopeId, address, code].join('\0'));
}

const subjectOf = ({ scopeId, address }: store.CodeKey): string => `${scopeId}\0${address}`;

/**
 * Makes a code, and puts the mail that carries it into the outbox. The one before dies.
 * @param works false where the mail tells something else, or is discarded: then no code is right for this address
 * @throws ApiError rate_limited, alike for every address
 */
export async function send(
  scope: Scope,
  db: Db,
  key: store.CodeKey,
  { works, mail }: { works: boolean; mail: (code: string) => Mail },
): Promise<void> {
  const { app } = scope;
  const policy = OTP_POLICY[key.purpose];
  const resendSeconds = app.config.rateLimits ? policy.resendSeconds : 0;
  const subject = subjectOf(key);
  await limits.spend(app, { name: 'code-ip', max: policy.perIpHourMax, windowSeconds: HOUR }, scope.request.ip);
  const wait = await store.secondsToWait(db, key, resendSeconds);
  if (wait > 0) throw limits.tooMany(wait);
  await limits.spend(app, { name: 'code-hour', max: policy.perAddressHourMax, windowSeconds: HOUR }, subject);
  await limits.spend(app, { name: 'code-day', max: policy.perAddressDayMax, windowSeconds: 24 * HOUR }, subject);
  const code = newCode(key.purpose);
  const hash = hashOf(app, key, code);
  await inTransaction(db, async (tx) => {
    const isPut = await store.putCode(tx, key, works ? hash : randomBytes(hash.length), { ...policy, resendSeconds });
    if (!isPut) throw limits.tooMany(resendSeconds);
    await enqueue(tx, mail(code));
  });
}

/** A code that was right when it was compared. Only `use` makes something of it. */
export interface CheckedCode {
  readonly key: store.CodeKey;
  readonly hash: Buffer;
}

/**
 * Counts the try and compares. Never inside a transaction: a rollback would give the try back.
 * @throws ApiError invalid, or rate_limited after too many wrong tries of the address in a day
 */
export async function check(app: App, db: Db, key: store.CodeKey, code: string): Promise<CheckedCode> {
  const wrongPerDay = {
    name: 'code-wrong',
    max: OTP_POLICY[key.purpose].wrongPerDayMax,
    windowSeconds: 24 * HOUR,
  };
  const subject = subjectOf(key);
  await limits.check(app, wrongPerDay, subject);
  const hash = hashOf(app, key, code);
  const stored = await store.takeTry(db, key);
  if (!stored) throw wrongCode();
  await limits.spend(app, wrongPerDay, subject);
  if (stored.length !== hash.length || !timingSafeEqual(stored, hash)) throw wrongCode();
  await limits.reset(app, wrongPerDay, subject);
  return { key, hash };
}

/**
 * Uses a checked code up, in the transaction of what it allows.
 * @throws ApiError invalid when it was used, replaced or has run out meanwhile
 */
export async function use(tx: Db, { key, hash }: CheckedCode): Promise<void> {
  if (!(await store.markUsed(tx, key, hash))) throw wrongCode();
}
