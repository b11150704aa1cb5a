/**
 * Between the two steps of a sign-in (docs/contract.md, Second factors). The first step leaves a random secret that opens
 * nothing: it only says for five minutes whose second factor is asked for, and works once. The database stores its SHA-256.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FactorKind } from '../../../core/factor-codes.ts';
import type { Db } from '../../../db/client.ts';
import type { SessionKind } from '../../../db/schema/schema.ts';
import type { Result, Scope } from '../../../scope.ts';
import { kindsOf, PENDING_SIGN_IN } from '../rules.ts';
import { countFactors, type FactorOwner } from '../store.ts';
import * as store from './store.ts';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface Pending extends store.PendingRow {
  readonly tokenHash: Buffer;
}

/** What a sign-in answers in place of a session. */
export interface SecondStep {
  readonly pending: string;
  readonly factors: FactorKind[];
}

/** The kinds of second factors with which the account may finish a sign-in; none if it has no second factor. */
export async function factorKindsOf(db: Db, owner: FactorOwner): Promise<FactorKind[]> {
  const { passkeys, totpSince, recoveryCodes } = await countFactors(db, owner);
  return kindsOf({ passkeys, hasTotp: totpSince !== null, recoveryCodes });
}

const MESSAGES: Readonly<Record<FactorKind, string>> = {
  passkey: 'Please confirm with your passkey to finish.',
  totp: 'Please enter the code of your authenticator app to finish.',
  recovery: 'Please enter a recovery code to finish.',
};

/** Notes in the transaction of a right first step that the second one waits. */
export async function beginSecondStep(
  tx: Db,
  owner: FactorOwner & { readonly kind: SessionKind },
  factors: FactorKind[],
): Promise<Result<SecondStep>> {
  const pending = randomBytes(32).toString('base64url');
  const { seconds, triesMax } = PENDING_SIGN_IN;
  await store.insertPending(tx, owner, { tokenHash: hashOf(pending), seconds, triesMax });
  const message = MESSAGES[factors.includes('totp') ? 'totp' : (factors[0] ?? 'recovery')];
  return { message, data: { pending, factors } };
}

type Reader = (db: Db, companyId: string | null, tokenHash: Buffer) => Promise<store.PendingRow | null>;

async function read(scope: Scope, token: string, reader: Reader): Promise<Pending | null> {
  const tokenHash = hashOf(token);
  const row =
    (await reader(scope.db, scope.company.id, tokenHash)) ??
    (await reader(scope.app.database.platform, null, tokenHash));
  return row && { ...row, tokenHash };
}

/** @returns null if the sign-in is unknown, finished, expired or out of tries, or of another company */
export function readPending(scope: Scope, token: string): Promise<Pending | null> {
  return read(scope, token, store.findPending);
}

/** Counts a try. Never call it inside a transaction: a rollback would undo the count. @returns null as `readPending` */
export function countPendingTry(scope: Scope, token: string): Promise<Pending | null> {
  return read(scope, token, store.countTry);
}

/** Uses the first step up, in the transaction of the session's start. @returns true for exactly one caller */
export const consumePending = (tx: Db, { companyId, tokenHash }: Pending): Promise<boolean> =>
  store.deletePending(tx, companyId, tokenHash);
