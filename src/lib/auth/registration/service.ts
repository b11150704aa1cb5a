/** Registration: first a mailed code, then the account. Only a mail says that an address already has an account. */
import { refuseLeftAddress } from '../../accounts/ownership/service.ts';
import { hashPassword, hashRequest, newPasswordProblem } from '../../accounts/passwords/service.ts';
import { requireE164, toE164 } from '../../accounts/phone/service.ts';
import { ADULT_YEARS, isAdult, MOBILE_INVALID } from '../../accounts/rules.ts';
import { withNewMemberId } from '../../accounts/service.ts';
import * as accounts from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { mailBrand } from '../../companies/service.ts';
import type { InputOf } from '../../core/contract.ts';
import { invalidFields } from '../../core/errors.ts';
import { formatIsoDay } from '../../core/format.ts';
import { inTransaction, violates } from '../../db/client.ts';
import { enqueue } from '../../mail/service.ts';
import { alreadyRegistered, registrationCode, welcome } from '../../mail/templates/auth.ts';
import { recordSignUp } from '../../referrals/sign-ups/service.ts';
import type { Result, Scope, UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import type * as contracts from '../contract.ts';
import { knownDevice } from '../devices/service.ts';
import * as codes from '../otp/service.ts';
import { OTP_POLICY } from '../rules.ts';

const keyOf = (scope: Scope, address: string): codes.CodeKey => ({
  purpose: 'register',
  scopeId: scope.company.id,
  address,
});

export const requestRegistrationCode: UseCase<typeof calls.requestRegistrationCode> = async (scope, input) => {
  requireE164(input.mobile);
  const companyId = scope.company.id;
  const brand = mailBrand(scope);
  const account = await accounts.findByEmail(scope.db, companyId, input.email);
  const isRegistered = account !== null;
  return codes.sendCode(scope, scope.db, keyOf(scope, input.email), {
    isUsable: !isRegistered,
    accountId: account?.id ?? null,
    challenge: input.challenge,
    mail: (code) => {
      const mail = { companyId, to: input.email };
      if (isRegistered) return { ...mail, kind: 'already-registered', ...alreadyRegistered({ brand }) };
      const { ttlSeconds: validSeconds } = OTP_POLICY.register;
      return { ...mail, kind: 'registration-code', ...registrationCode({ brand, code, validSeconds }) };
    },
  });
};

type Registration = InputOf<typeof contracts.register>;

const REFERRAL_CODE_UNKNOWN = 'No active member has this referral code. Please check it or leave it empty.';

/** Converts the form to columns. The error names every invalid field. */
async function readRegistration(
  scope: Scope,
  input: Registration,
): Promise<{ mobile: string; referrerId: string | null }> {
  const problems: { field: keyof Registration; text: string }[] = [];
  const mobile = toE164(input.mobile);
  if (!mobile) problems.push({ field: 'mobile', text: MOBILE_INVALID });
  if (!isAdult(input.dateOfBirth, formatIsoDay(scope.now)))
    problems.push({ field: 'dateOfBirth', text: `You must be at least ${ADULT_YEARS} years old to register.` });
  let referrerId: string | null = null;
  if (input.referralCode !== undefined) {
    referrerId = await accounts.findReferrer(scope.db, scope.company.id, input.referralCode);
    if (!referrerId) problems.push({ field: 'referralCode', text: REFERRAL_CODE_UNKNOWN });
  }
  const problem = newPasswordProblem(input.password, scope, [input.name, input.email]);
  if (problem) problems.push({ field: 'password', text: problem });
  if (!mobile || problems.length > 0) throw invalidFields(problems);
  return { mobile, referrerId };
}

export async function register(scope: Scope, input: Registration): Promise<Result<null>> {
  const { mobile, referrerId } = await readRegistration(scope, input);
  const companyId = scope.company.id;
  const code = await codes.checkCode(scope, scope.db, keyOf(scope, input.email), {
    code: input.otp,
    sent: input.challenge,
    owner: null,
  });
  const isSameBrowser =
    referrerId !== null && (await knownDevice(scope, scope.db, { companyId, accountId: referrerId })) !== null;
  const account = {
    companyId,
    email: input.email,
    name: input.name,
    mobile,
    role: 'USER',
    referrerId,
    passwordHash: await hashPassword(input.password, hashRequest(scope, 'trusted')),
    isPasswordGiven: false,
    dateOfBirth: input.dateOfBirth,
    pincode: input.pincode ?? null,
    gender: input.gender ?? null,
    language: scope.request.client?.language ?? null,
  } as const;
  const insertWith = (memberId: string): Promise<void> =>
    inTransaction(scope.db, async (tx) => {
      await codes.consumeCode(tx, code);
      await refuseLeftAddress(tx, companyId, { email: input.email, accountId: null });
      const id = await accounts.insertAccount(tx, { ...account, memberId });
      if (referrerId !== null) await recordSignUp(tx, scope, { userId: id, referrerId, isSameBrowser });
      const content = welcome({ brand: mailBrand(scope), name: input.name, memberId });
      await enqueue(tx, { companyId, to: input.email, kind: 'welcome', ...content });
      const subject = { subjectKind: 'user', subjectId: id };
      const after = { memberId, referrerId };
      await record(tx, { scopeId: companyId, actor: null, action: 'user.register', ...subject, after });
    });
  try {
    await withNewMemberId(scope.company, insertWith);
  } catch (cause) {
    // Another way has created the account since the check. The response is that of a wrong code: it reveals nothing.
    if (violates(cause, accounts.EMAIL_INDEX)) throw codes.wrongCode();
    throw cause;
  }
  return {};
}
