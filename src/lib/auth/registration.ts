/** Registration: a code to the address, then the account. An address that has one learns so by mail alone. */
import { randomBytes } from 'node:crypto';
import { record } from '../audit/service.ts';
import { mailBrand } from '../companies/service.ts';
import type { InputOf } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import { formatIsoDay } from '../core/format.ts';
import { inTransaction, violates } from '../db/client.ts';
import { enqueue } from '../mail/service.ts';
import { alreadyRegistered, registrationCode, welcome } from '../mail/templates.ts';
import type { Result, Scope } from '../scope.ts';
import { hashPassword } from '../users/passwords.ts';
import { toE164 } from '../users/phone.ts';
import { ADULT_YEARS, isAdult, memberIdFromBytes } from '../users/rules.ts';
import * as users from '../users/store.ts';
import * as codes from './codes.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import type * as contracts from './contract.ts';
import { OTP_POLICY, passwordProblem } from './rules.ts';

const MOBILE_WRONG = 'Please enter a valid mobile number.';
const MEMBER_ID_TRIES = 3;

export async function requestRegistrationCode(
  scope: Scope,
  input: InputOf<typeof contracts.requestRegistrationCode>,
): Promise<Result<null>> {
  if (!toE164(input.mobile)) throw new ApiError('invalid', MOBILE_WRONG);
  const companyId = scope.company.id;
  const brand = mailBrand(scope);
  const isKnown = (await users.findByEmail(scope.db, companyId, input.email)) !== null;
  const key = { purpose: 'register', scopeId: companyId, address: input.email } as const;
  await codes.send(scope, scope.db, key, {
    works: !isKnown,
    mail: (code) => {
      const { ttlSeconds: validSeconds } = OTP_POLICY.register;
      const letter = isKnown ? alreadyRegistered({ brand }) : registrationCode({ brand, code, validSeconds });
      return { companyId, to: input.email, kind: isKnown ? 'already-registered' : 'registration-code', ...letter };
    },
  });
  return {};
}

type Registration = InputOf<typeof contracts.register>;

/** What the form says in the terms of the table; every field that is wrong is named. */
async function readRegistration(
  scope: Scope,
  input: Registration,
): Promise<{ mobile: string; referrerId: string | null }> {
  const problems: string[] = [];
  const mobile = toE164(input.mobile);
  if (!mobile) problems.push(MOBILE_WRONG);
  if (!isAdult(input.dateOfBirth, formatIsoDay(scope.now)))
    problems.push(`You must be at least ${ADULT_YEARS} years old to register.`);
  let referrerId: string | null = null;
  if (input.referralCode !== undefined) {
    referrerId = await users.findReferrer(scope.db, scope.company.id, input.referralCode);
    if (!referrerId) problems.push('No active member has this referral code. Please check it or leave it empty.');
  }
  const problem = passwordProblem(input.password, COMMON_PASSWORDS);
  if (problem) problems.push(problem);
  if (!mobile || problems.length > 0) throw new ApiError('invalid', problems);
  return { mobile, referrerId };
}

export async function register(scope: Scope, input: Registration): Promise<Result<null>> {
  const { mobile, referrerId } = await readRegistration(scope, input);
  const companyId = scope.company.id;
  const key = { purpose: 'register', scopeId: companyId, address: input.email } as const;
  const code = await codes.check(scope.app, scope.db, key, input.otp);
  const passwordHash = await hashPassword(input.password);
  const account = {
    companyId,
    email: input.email,
    name: input.name,
    mobile,
    role: 'USER',
    referrerId,
    passwordHash,
    dateOfBirth: input.dateOfBirth,
    pincode: input.pincode ?? null,
    gender: input.gender ?? null,
  } as const;
  for (let attempt = 1; ; attempt++) {
    const memberId = memberIdFromBytes(scope.company.token_symbol, randomBytes(32));
    try {
      await inTransaction(scope.db, async (tx) => {
        await codes.use(tx, code);
        const id = await users.insertUser(tx, { ...account, memberId });
        const letter = welcome({ brand: mailBrand(scope), name: input.name, memberId });
        await enqueue(tx, { companyId, to: input.email, kind: 'welcome', ...letter });
        const subject = { subjectKind: 'user', subjectId: id };
        await record(tx, {
          scopeId: companyId,
          actor: null,
          action: 'user.register',
          ...subject,
          after: { memberId, referrerId },
        });
      });
      return {};
    } catch (cause) {
      // An account that came meanwhile by another way answers as a wrong code does: nobody learns that it is there.
      if (violates(cause, users.EMAIL_INDEX)) throw codes.wrongCode();
      if (attempt >= MEMBER_ID_TRIES || !violates(cause, users.MEMBER_ID_INDEX)) throw cause;
    }
  }
}
