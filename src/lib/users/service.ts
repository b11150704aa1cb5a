/** A member's own profile. */
import type { Updateable } from 'kysely';
import { record } from '../audit/service.ts';
import type { InputOf } from '../core/contract.ts';
import { ApiError, notFound } from '../core/errors.ts';
import { formatIsoDay } from '../core/format.ts';
import { mediaPath } from '../core/paths.ts';
import { inTransaction, violates } from '../db/client.ts';
import type { Users } from '../db/schema.ts';
import * as limits from '../limits/service.ts';
import { findMedia } from '../media/store.ts';
import { type App, actorOf, type Result, type Scope } from '../scope.ts';
import { CURRENT_PASSWORD_WRONG, type Profile, type updateProfile as updateProfileContract } from './contract.ts';
import { verifyPassword } from './passwords.ts';
import { toE164 } from './phone.ts';
import { ADULT_YEARS, isAdult, maskAadhaar } from './rules.ts';
import * as store from './store.ts';
import { readWalletAddress } from './wallet.ts';

/** Wrong current passwords of one account: as many as at the sign-in (decisions, point 6). */
const CURRENT_PASSWORD_LIMIT = { name: 'current-password', max: 10, windowSeconds: 15 * 60 };

export async function getProfile(scope: Scope): Promise<Result<Profile>> {
  const it = await store.getProfile(scope.db, scope.company.id, actorOf(scope).id);
  return {
    data: {
      id: it.id,
      name: it.name,
      email: it.email,
      mobile: it.mobile,
      referralCode: it.member_id,
      dateOfBirth: it.date_of_birth ?? '',
      kycDocumentNumber: it.aadhaar_last4 ? maskAadhaar(it.aadhaar_last4) : '',
      pincode: it.pincode ?? '',
      gender: it.gender,
      walletAddress: it.wallet_address ?? '',
      profileImage: it.profile_image_id ? { url: mediaPath(it.profile_image_id) } : null,
      globalStake: Number(it.globalStake),
      stockBalance: Number(it.stockBalance),
      isApproved: it.is_approved,
      role: it.role,
    },
  };
}

/**
 * Compares the password of the signed-in account with its stored one.
 * @returns the stored one, to be compared again under the account's lock
 * @throws ApiError invalid when it is wrong, rate_limited after ten wrong ones
 */
export async function requireCurrentPassword(scope: Scope, password: string): Promise<string> {
  const actor = actorOf(scope);
  await limits.spend(scope.app, CURRENT_PASSWORD_LIMIT, actor.id);
  const stored = await store.findByEmail(scope.db, scope.company.id, actor.email);
  const isRight = await verifyPassword(stored?.password_hash ?? null, password);
  if (!stored || !isRight) throw new ApiError('invalid', CURRENT_PASSWORD_WRONG);
  await limits.reset(scope.app, CURRENT_PASSWORD_LIMIT, actor.id);
  return stored.password_hash;
}

type ProfileChange = InputOf<typeof updateProfileContract>;

/** The columns that the sent fields stand for; every field that is wrong is named. */
function readChange(scope: Scope, input: ProfileChange): Updateable<Users> {
  const problems: string[] = [];
  const change: Updateable<Users> = {};
  const { email, memberId } = actorOf(scope);
  if (input.email !== undefined && input.email !== email) problems.push('Your email address can not be changed here.');
  if (input.referralCode !== undefined && input.referralCode !== memberId)
    problems.push('Your referral code can not be changed.');
  if (input.name !== undefined) change.name = input.name;
  if (input.pincode !== undefined) change.pincode = input.pincode;
  if (input.gender !== undefined) change.gender = input.gender;
  if (input.mobile !== undefined) {
    const mobile = toE164(input.mobile);
    if (mobile) change.mobile = mobile;
    else problems.push('Please enter a valid mobile number.');
  }
  if (input.dateOfBirth !== undefined) {
    if (isAdult(input.dateOfBirth, formatIsoDay(scope.now))) change.date_of_birth = input.dateOfBirth;
    else problems.push(`You must be at least ${ADULT_YEARS} years old.`);
  }
  if (input.walletAddress !== undefined) {
    const wallet = readWalletAddress(input.walletAddress);
    if (wallet) change.wallet_address = wallet;
    else problems.push('This wallet address has a wrong checksum. Please copy it again.');
  }
  // A masked number is what the profile showed: unchanged.
  if (input.kycDocumentNumber !== undefined && /^\d+$/.test(input.kycDocumentNumber)) {
    change.aadhaar_last4 = input.kycDocumentNumber.slice(-4);
    change.aadhaar_hash = aadhaarHash(scope.app, scope.company.id, input.kycDocumentNumber);
  }
  if (problems.length > 0) throw new ApiError('invalid', problems);
  return change;
}

/** Tells two accounts of one company with the same number, and nothing else: the number itself is not kept. */
export function aadhaarHash(app: Pick<App, 'secrets'>, companyId: string, digits: string): string {
  return app.secrets.mac('aadhaar', `${companyId}\0${digits}`).toString('hex');
}

export async function updateProfile(scope: Scope, input: ProfileChange): Promise<Result<null>> {
  const actor = actorOf(scope);
  const companyId = scope.company.id;
  const change = readChange(scope, input);
  await requireCurrentPassword(scope, input.password);
  if (input.profileImageId !== undefined) {
    const file = await findMedia(scope.db, companyId, input.profileImageId);
    const isOwn = file?.owner_kind === 'user' && file.owner_id === actor.id;
    if (!isOwn || !file.mime.startsWith('image/')) throw notFound('Picture');
    change.profile_image_id = input.profileImageId;
  }
  try {
    await inTransaction(scope.db, async (tx) => {
      const before = await store.lockUser(tx, companyId, actor.id);
      const changed = (Object.keys(change) as (keyof Users)[]).filter((column) => change[column] !== before[column]);
      if (changed.length === 0) return;
      const after = { ...before, ...change } as store.User;
      await store.updateUser(tx, companyId, actor.id, {
        ...change,
        search_text: store.searchTextOf({ ...after, memberId: after.member_id }),
      });
      // The names alone: an erasure can't reach into the trail.
      const subject = { subjectKind: 'user', subjectId: actor.id };
      await record(tx, { scopeId: companyId, actor, action: 'profile.update', ...subject, after: { changed } });
    });
  } catch (cause) {
    if (violates(cause, store.WALLET_INDEX))
      throw new ApiError('conflict', 'This wallet address belongs to another account.', { cause });
    if (violates(cause, store.AADHAAR_INDEX))
      throw new ApiError('conflict', 'This Aadhaar number belongs to another account.', { cause });
    throw cause;
  }
  return {};
}
