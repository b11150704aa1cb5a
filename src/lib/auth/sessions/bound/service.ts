/**
 * A keyed hash of a session's own hashes and its account says who it belongs to (decision 0761). SQL can point the row of
 * a session at somebody else for the time of one call; without the installation's secret it cannot make the hash that fits.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Db } from '../../../db/client.ts';
import type { OnApplied } from '../../../db/migrate.ts';
import { type SessionKind, scopeIdOf } from '../../../db/schema/schema.ts';
import type { Secrets } from '../../../secrets.ts';
import * as store from './store.ts';

export interface SessionAccount {
  readonly kind: SessionKind;
  /** Null for a super admin. */
  readonly companyId: string | null;
  readonly accountId: string;
}

const textOf = (
  { cookieHash, tokenHash }: store.Hashes,
  kind: SessionKind,
  scopeId: string,
  accountId: string,
): string => `${cookieHash} ${tokenHash} ${kind} ${scopeId} ${accountId}`;

/** @returns 32 bytes for the row of the session */
export const macOf = (secrets: Secrets, hashes: store.Hashes, { kind, companyId, accountId }: SessionAccount): Buffer =>
  secrets.mac('sessions', textOf(hashes, kind, scopeIdOf(companyId), accountId));

/**
 * Whether a program made this session for this account, under the present secret or the one before.
 * @param shown the hash of what the request shows: the row tells its own, which SQL may have taken from another session
 */
export function isBoundTo(
  secrets: Secrets,
  shown: { readonly hash: Buffer; readonly from: 'cookie' | 'token' },
  { mac, ...hashes }: store.BoundHashes,
  { kind, companyId, accountId }: SessionAccount,
): boolean {
  if (shown.hash.toString('hex') !== (shown.from === 'cookie' ? hashes.cookieHash : hashes.tokenHash)) return false;
  const given = Buffer.from(mac ?? '', 'hex');
  return secrets
    .macs('sessions', textOf(hashes, kind, scopeIdOf(companyId), accountId))
    .some((due) => due.length === given.length && timingSafeEqual(due, given));
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The migration that brings the column. */
const BINDING = '0768_accounts_of_sessions.sql';

/**
 * Binds the sessions of the version before, in the transaction of the migration: those alone that the trail has too, or SQL that points
 * one elsewhere and lets the migration run again would get its hash.
 */
export const bindSessions =
  (secrets: Secrets): OnApplied =>
  async (tx, name) => {
    if (name === BINDING) await bindAgain(tx, secrets, ({ hasEntry }) => hasEntry);
  };

export interface BoundAgain {
  /** Bound under the present secret before. */
  readonly present: number;
  readonly bound: number;
}

/**
 * Binds sessions under the present secret.
 * @param isDue says of one that is not whether it is to be
 */
async function bindAgain(
  db: Db,
  secrets: Secrets,
  isDue: (session: store.StoredSession) => boolean,
): Promise<BoundAgain> {
  const counts = { present: 0, bound: 0 };
  for (let after = FIRST_ID; ; ) {
    const sessions = await store.listSessions(db, after);
    const all = sessions.map((session) => ({
      ...session,
      due: secrets.mac('sessions', textOf(session, session.kind, session.scopeId, session.accountId)),
    }));
    const others = all.filter(({ mac, due }) => mac !== due.toString('hex'));
    const unbound = others.filter(isDue);
    if (unbound.length > 0) await store.setMacs(db, unbound);
    counts.present += all.length - others.length;
    counts.bound += unbound.length;
    const last = sessions.at(-1);
    if (sessions.length < store.BATCH || !last) return counts;
    after = last.id;
  }
}

/** Binds the sessions that the secret before the last change has bound, so that they outlast it. */
export const bindUnderPresentSecret = (db: Db, secrets: Secrets): Promise<BoundAgain> =>
  bindAgain(db, secrets, (session) =>
    secrets
      .macs('sessions', textOf(session, session.kind, session.scopeId, session.accountId))
      .some((mac) => mac.toString('hex') === session.mac),
  );
