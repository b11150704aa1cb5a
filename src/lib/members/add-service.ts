/** An account that an admin makes. It waits for verification like any other; its owner is invited to set an own password. */
import { randomBytes } from 'node:crypto';
import { record } from '../audit/service.ts';
import { COMMON_PASSWORDS } from '../auth/common-passwords.ts';
import { passwordProblem } from '../auth/rules.ts';
import { mailBrand } from '../companies/service.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import { inTransaction, violates } from '../db/client.ts';
import { enqueue } from '../mail/service.ts';
import { invitation } from '../mail/templates.ts';
import { newAdmin } from '../mail/templates-account.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { tellAdmins } from '../users/admins-service.ts';
import { hashPassword } from '../users/passwords.ts';
import { toE164 } from '../users/phone.ts';
import { memberIdFromBytes } from '../users/rules.ts';
import * as users from '../users/store.ts';
import { type addMember as Add, EMAIL_TAKEN } from './contract.ts';
import { holdAdmins } from './hold.ts';
import { MOBILE_WRONG } from './rules.ts';

const MEMBER_ID_TRIES = 3;

/** @throws ApiError invalid; conflict when the address has an account */
export async function addMember(scope: Scope, input: InputOf<typeof Add>): Promise<Result<OutputOf<typeof Add>>> {
  const mobile = toE164(input.mobile);
  const problems = [mobile === null ? MOBILE_WRONG : null, passwordProblem(input.password, COMMON_PASSWORDS)];
  if (mobile === null || problems[1] !== null)
    throw new ApiError(
      'invalid',
      problems.filter((it) => it !== null),
    );
  if (await users.findByEmail(scope.db, scope.company.id, input.email)) throw new ApiError('conflict', EMAIL_TAKEN);
  const passwordHash = await hashPassword(input.password);
  for (let attempt = 1; ; attempt++) {
    const memberId = memberIdFromBytes(scope.company.token_symbol, randomBytes(32));
    try {
      const id = await insert(scope, { ...input, mobile, memberId, passwordHash });
      return { data: { id, referralCode: memberId } };
    } catch (cause) {
      if (violates(cause, users.EMAIL_INDEX)) throw new ApiError('conflict', EMAIL_TAKEN, { cause });
      if (attempt >= MEMBER_ID_TRIES || !violates(cause, users.MEMBER_ID_INDEX)) throw cause;
    }
  }
}

type NewAccount = Pick<InputOf<typeof Add>, 'name' | 'email' | 'role'> &
  Pick<users.NewUser, 'mobile' | 'memberId' | 'passwordHash'>;

function insert(scope: Scope, it: NewAccount): Promise<string> {
  const { name, email, role, mobile, memberId, passwordHash } = it;
  const companyId = scope.company.id;
  const actor = actorOf(scope);
  const brand = mailBrand(scope);
  return inTransaction(scope.db, async (tx) => {
    await holdAdmins(tx, scope);
    // Before it is written: who becomes an admin by this is no reader of the team's mail about it.
    if (role === 'ADMIN')
      await tellAdmins(tx, scope, 'new-admin', newAdmin({ brand, memberId, by: actor.memberId ?? '' }));
    const id = await users.insertUser(tx, {
      companyId,
      email,
      name,
      mobile,
      role,
      memberId,
      passwordHash,
      referrerId: null,
      dateOfBirth: null,
      pincode: null,
      gender: null,
    });
    await enqueue(tx, { companyId, to: email, kind: 'invitation', ...invitation({ brand, name, email }) });
    const subject = { subjectKind: 'user', subjectId: id };
    await record(tx, { scopeId: companyId, actor, action: 'user.add', ...subject, after: { memberId, role } });
    return id;
  });
}
