/** The tables of sessions, codes, devices and limits: how people get in. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';

export type SessionKind = 'member' | 'admin' | 'super';

export interface Sessions {
  id: Generated<string>;
  kind: SessionKind;
  /** The company, or `PLATFORM_ID`. */
  scope_id: string;
  company_id: Nullable<string>;
  user_id: Nullable<string>;
  super_admin_id: Nullable<string>;
  cookie_hash: Buffer;
  token_hash: Buffer;
  /** Keyed, of both hashes and the account; null in a session that a program of an earlier version made. */
  account_mac: Nullable<Buffer>;
  created_at: Time;
  /** The sign-in or the latest re-authentication. */
  authenticated_at: Time;
  seen_at: Time;
  idle_seconds: number;
  expires_at: Time;
  ip: Defaulted<string>;
  user_agent: Defaulted<string>;
  /** Sign-ins left without the second factor that the account needs; null where it needs none or has one. */
  factor_grace_left: Nullable<number>;
  /** The versions of the accounts that are paid to, as this session was given them last, by id. */
  accounts_seen: JSONColumnType<Record<string, number> | null, string | null | undefined, string | null>;
}

export interface Codes {
  purpose: 'register' | 'reset' | 'super' | 'super-confirm';
  scope_id: string;
  address: string;
  /** Of the secret that the requesting client holds. */
  challenge_hash: Buffer;
  /** Keyed. */
  network_hash: Buffer;
  code_hash: Buffer;
  /** Of the client that requested the code. */
  tries_left: number;
  /** Of everybody else. */
  other_tries_left: number;
  from_known_device: Defaulted<boolean>;
  created_at: Time;
  expires_at: Time;
  used_at: TimeOrNull;
}

/** A browser that has signed in to the account. */
export interface KnownDevices {
  /** Keyed, of the account and the browser's secret. */
  device_hash: Buffer;
  /** The company, or `PLATFORM_ID`. */
  scope_id: string;
  company_id: Nullable<string>;
  user_id: Nullable<string>;
  super_admin_id: Nullable<string>;
  seen_at: Time;
}

/** A public key that an account signs in with. The owner's columns are those of `KnownDevices`. */
interface Passkeys {
  id: Generated<string>;
  /** The company, or `PLATFORM_ID`. */
  scope_id: string;
  company_id: Nullable<string>;
  user_id: Nullable<string>;
  super_admin_id: Nullable<string>;
  /** The host name that browsers bind the passkey to. */
  rp_id: string;
  credential_id: Buffer;
  /** In COSE form (RFC 9052). */
  public_key: Buffer;
  /** Signatures so far, as the authenticator counts them; 0 for those that do not count. */
  counter: bigint;
  transports: Defaulted<string[]>;
  name: string;
  created_at: Time;
  last_used_at: TimeOrNull;
}

interface UsedPasskeyChallenges {
  /** The company, or `PLATFORM_ID`. */
  scope_id: string;
  challenge_hash: Buffer;
  expires_at: Time;
}

/** The authenticator app of an account. The owner's columns are those of `KnownDevices`, as in the next two tables. */
interface TotpFactors {
  id: string;
  /** The company, or `PLATFORM_ID`. */
  scope_id: string;
  company_id: Nullable<string>;
  user_id: Nullable<string>;
  super_admin_id: Nullable<string>;
  /** Encrypted, under the id of the row. */
  sealed_secret: Buffer;
  /** Null until the first right code. */
  confirmed_at: TimeOrNull;
  /** The last used time step of 30 seconds; 0 before the first. */
  last_step: Defaulted<bigint>;
  created_at: Time;
}

interface RecoveryCodes {
  /** SHA-256. */
  code_hash: Buffer;
  /** The company, or `PLATFORM_ID`. */
  scope_id: string;
  company_id: Nullable<string>;
  user_id: Nullable<string>;
  super_admin_id: Nullable<string>;
  /** Null until the owner has typed one of its set. */
  confirmed_at: TimeOrNull;
  used_at: TimeOrNull;
  created_at: Time;
}

/** A sign-in whose second step waits. */
interface PendingSignIns {
  /** SHA-256. */
  token_hash: Buffer;
  kind: SessionKind;
  /** The company, or `PLATFORM_ID`. */
  scope_id: string;
  company_id: Nullable<string>;
  user_id: Nullable<string>;
  super_admin_id: Nullable<string>;
  tries_left: number;
  expires_at: Time;
}

interface FactorGraces {
  account_id: string;
  /** The company, or `PLATFORM_ID`. */
  scope_id: string;
  company_id: Nullable<string>;
  user_id: Nullable<string>;
  super_admin_id: Nullable<string>;
  /** Sign-ins without the second factor that was needed. */
  used: number;
}

export interface FactorTables {
  factor_graces: FactorGraces;
  passkeys: Passkeys;
  used_passkey_challenges: UsedPasskeyChallenges;
  totp_factors: TotpFactors;
  recovery_codes: RecoveryCodes;
  pending_sign_ins: PendingSignIns;
}

export interface RateLimits {
  key: string;
  count: number;
  ends_at: Time;
}
