/** A member's own profile. */
import { randomBytes } from 'node:crypto';
import type { Updateable } from 'kysely';
import { logSecurityEvent } from '../audit/security-events/service.ts';
import { record } from '../audit/service.ts';
import { ADDRESSES_FROZEN, isFrozen } from '../companies/rules.ts';
import { readCompany } from '../companies/store.ts';
import type { InputOf } from '../core/contract.ts';
import { ApiError, invalidFields, notFound } from '../core/errors.ts';
import { formatIsoDay } from '../core/format.ts';
import { mediaPath } from '../core/paths.ts';
import { t } from '../core/texts.ts';
import { type Db, inTransaction, violates } from '../db/client.ts';
import type { Users } from '../db/schema/schema.ts';
import { findMedia } from '../media/store.ts';
import * as limits from '../rate-limits/service.ts';
import { type App, actorOf, type Result, type Scope, type UseCase } from '../scope.ts';
import type * as calls from './calls.ts';
import { CURRENT_PASSWORD_WRONG } from './calls.ts';
import type { Profile, updateProfile as updateProfileContract } from './contract.ts';
import { requireOwner } from './ownership/service.ts';
import { hashRequest, verifyPassword } from './passwords/service.ts';
import { toE164 } from './phone/service.ts';
import { ADULT_YEARS, isAdult, isQuiet, MOBILE_INVALID, maskAadhaar, memberIdFromBytes } from './rules.ts';
import * as store from './store.ts';
import { readTypedWallet } from './wallet.rules.ts';

/** The same limit as for sign-ins (docs/contract.md, Passwords). */
const CURRENT_PASSWORD_LIMIT = { name: 'current-password', max: 10, windowSeconds: 15 * 60 };

export async function getProfile(scope: Scope): Promise<Result<Profile>> {
  const row = await store.getProfile(scope.db, scope.company.id, actorOf(scope).id);
  return {
    data: {
      id: row.id,
      name: row.name,
      email: row.email,
      mobile: row.mobile,
      referralCode: row.member_id,
      dateOfBirth: row.date_of_birth ?? '',
      kycDocumentNumber: row.aadhaar_last4 ? maskAadhaar(row.aadhaar_last4) : '',
      pincode: row.pincode ?? '',
      gender: row.gender,
      walletAddress: row.wallet_address ?? '',
      profileImage: row.profile_image_id ? { url: mediaPath(row.profile_image_id) } : null,
      globalStake: Number(row.globalStake),
      stockBalance: Number(row.stockBalance),
      isApproved: row.is_approved,
      role: row.role,
    },
  };
}

/** When the account of the actor was made; null if it is gone. */
export async function readCreation({ db, company, actor }: Scope): Promise<Date | null> {
  const account = actor && (await store.findById(db, company.id, actor.id));
  return account?.created_at ?? null;
}

/**
 * Checks the password of the signed-in account.
 * @returns the stored hash, to be compared again under the account's lock
 * @throws ApiError invalid if it is wrong, rate_limited after ten wrong ones in 15 minutes
 */
export async function requireCurrentPassword(scope: Scope, password: string): Promise<string> {
  const actor = actorOf(scope);
  await limits.spend(scope.app, CURRENT_PASSWORD_LIMIT, actor.id);
  const stored = await store.findByEmail(scope.db, scope.company.id, actor.email);
  const isRight = await verifyPassword(stored?.password_hash ?? null, password, hashRequest(scope, 'trusted'));
  if (!stored || !isRight) {
    const who = { accountId: actor.id, address: actor.email };
    logSecurityEvent(scope, { event: 'password wrong', reason: 're-authentication', ...who });
    throw new ApiError('invalid', CURRENT_PASSWORD_WRONG, { field: 'password' });
  }
  await limits.reset(scope.app, CURRENT_PASSWORD_LIMIT, actor.id);
  return stored.password_hash;
}

const WALLET_AFTER_RESET =
  'For 72 hours after our team changed your email or your second factors were removed, your wallet address can’t be changed.';

type ProfileChange = InputOf<typeof updateProfileContract>;

/** Converts the sent fields to columns. The error names every invalid field. */
function columnsOf(scope: Scope, input: ProfileChange): Updateable<Users> {
  const problems: { field: keyof ProfileChange; text: string }[] = [];
  const change: Updateable<Users> = {};
  const { email, memberId } = actorOf(scope);
  if (input.email !== undefined && input.email !== email)
    problems.push({ field: 'email', text: 'Your email address cannot be changed here.' });
  if (input.referralCode !== undefined && input.referralCode !== memberId)
    problems.push({ field: 'referralCode', text: t('Your referral code cannot be changed.') });
  if (input.name !== undefined) change.name = input.name;
  if (input.pincode !== undefined) change.pincode = input.pincode;
  if (input.gender !== undefined) change.gender = input.gender;
  if (input.mobile !== undefined) {
    const mobile = toE164(input.mobile);
    if (mobile) change.mobile = mobile;
    else problems.push({ field: 'mobile', text: MOBILE_INVALID });
  }
  if (input.dateOfBirth !== undefined) {
    if (isAdult(input.dateOfBirth, formatIsoDay(scope.now))) change.date_of_birth = input.dateOfBirth;
    else
      problems.push({
        field: 'dateOfBirth',
        text: t('You must be at least {years} years old.', { years: ADULT_YEARS }),
      });
  }
  if (input.walletAddress !== undefined) {
    const { address, problem } = readTypedWallet(input.walletAddress, scope.company.launch_chain_id);
    if (problem !== null) problems.push({ field: 'walletAddress', text: problem });
    else change.wallet_address = address;
  }
  // A masked number, as the profile shows it, means 'unchanged'.
  if (input.kycDocumentNumber !== undefined && /^\d+$/.test(input.kycDocumentNumber)) {
    change.aadhaar_last4 = input.kycDocumentNumber.slice(-4);
    change.aadhaar_hash = aadhaarHash(scope.app, scope.company.id, input.kycDocumentNumber);
  }
  if (problems.length > 0) throw invalidFields(problems);
  return change;
}

/** A keyed hash that only finds duplicates within a company: the number itself is not stored. */
export function aadhaarHash(app: Pick<App, 'secrets'>, companyId: string, digits: string): string {
  return app.secrets.mac('aadhaar', aadhaarText(companyId, digits)).toString('hex');
}

const aadhaarText = (companyId: string, digits: string): string => `${companyId}\0${digits}`;

/** Replaces the hash of this number under the previous secret, so that its owner is found under the current one. */
async function renewAadhaarHash(scope: Scope, tx: Db, digits: string): Promise<void> {
  const hashes = scope.app.secrets.macs('aadhaar', aadhaarText(scope.company.id, digits));
  const [current = '', ...previous] = hashes.map((hash) => hash.toString('hex'));
  if (previous.length > 0) await store.renewAadhaarHash(tx, scope.company.id, previous, current);
}

export const updateProfile: UseCase<typeof calls.updateProfile> = async (scope, input) => {
  const actor = actorOf(scope);
  const companyId = scope.company.id;
  const change = columnsOf(scope, input);
  await requireCurrentPassword(scope, input.password);
  if (input.profileImageId !== undefined) {
    const file = await findMedia(scope.db, companyId, input.profileImageId);
    const isOwn = file?.owner_kind === 'user' && file.owner_id === actor.id;
    if (!isOwn || !file.mime.startsWith('image/')) throw notFound('Picture');
    change.profile_image_id = input.profileImageId;
  }
  await inTransaction(scope.db, async (tx) => {
    // Before the account, in the order of the ledger's locks: no freeze comes between the check and the write.
    const company = change.wallet_address === undefined ? null : await readCompany(tx, companyId);
    if (change.aadhaar_hash) await renewAadhaarHash(scope, tx, input.kycDocumentNumber ?? '');
    const before = await store.lockAccount(tx, companyId, actor.id);
    if (company && isFrozen(company) && change.wallet_address !== before.wallet_address)
      throw new ApiError('conflict', ADDRESSES_FROZEN, { field: 'walletAddress' });
    const hasNewWallet = change.wallet_address !== undefined && change.wallet_address !== before.wallet_address;
    if (hasNewWallet && isQuiet(before, scope.now))
      throw new ApiError('conflict', WALLET_AFTER_RESET, { field: 'walletAddress' });
    if (hasNewWallet) await requireOwner(tx, { companyId, accountId: actor.id }, 'walletAddress');
    const changed = (Object.keys(change) as (keyof Users)[]).filter((column) => change[column] !== before[column]);
    if (changed.length === 0) return;
    const after = { ...before, ...change } as store.Account;
    await store.updateAccount(tx, companyId, actor.id, {
      ...change,
      search_text: store.searchTextOf({ ...after, memberId: after.member_id }),
    });
    // Only the names of the fields: an erasure cannot change the audit trail.
    const subject = { subjectKind: 'user', subjectId: actor.id };
    await record(tx, { scopeId: companyId, actor, action: 'profile.update', ...subject, after: { changed } });
  });
  return {};
};

const MEMBER_ID_TRIES = 3;

/** A random member ID. Whether it is free, the database says. */
export function newMemberId(company: { readonly token_symbol: string }): string {
  return memberIdFromBytes(company.token_symbol, randomBytes(7));
}

/** Runs `insert` with a random member ID, and again with another one if that ID is taken. */
export async function withNewMemberId<T>(
  company: { readonly token_symbol: string },
  insert: (memberId: string) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await insert(newMemberId(company));
    } catch (cause) {
      if (tries >= MEMBER_ID_TRIES || !violates(cause, store.MEMBER_ID_INDEX)) throw cause;
    }
  }
}
