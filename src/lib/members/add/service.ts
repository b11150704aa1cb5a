/** Admins add accounts. A new account waits for verification; a mail invites its owner to set a password. */
import { notifyAdmins, recordSponsors } from '../../accounts/admins/service.ts';
import { refuseLeftAddress } from '../../accounts/ownership/service.ts';
import { hashPassword, hashRequest, newPasswordProblem } from '../../accounts/passwords/service.ts';
import { toE164 } from '../../accounts/phone/service.ts';
import { MOBILE_INVALID } from '../../accounts/rules.ts';
import { withNewMemberId } from '../../accounts/service.ts';
import * as accounts from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { lockRecentSession, requireRecentSession } from '../../auth/reauthentication/service.ts';
import { asksForTwoAdmins } from '../../companies/rules.ts';
import { mailBrand } from '../../companies/service.ts';
import type { InputOf, OutputOf } from '../../core/contract.ts';
import { ApiError, invalidFields } from '../../core/errors.ts';
import { type Db, inTransaction, violates } from '../../db/client.ts';
import { enqueue } from '../../mail/service.ts';
import { newAdmin } from '../../mail/templates/account.ts';
import { invitation } from '../../mail/templates/auth.ts';
import { actorOf, type Result, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { EMAIL_TAKEN } from '../calls.ts';
import type { addMember as Add } from '../contract.ts';
import { nameWithPayee, saysWhereToPay } from '../edit/rules.ts';
import { lockCompanyAsAdmin } from '../edit/service.ts';
import { proposeAdminChange, WAITS } from '../proposals/service.ts';

/** @throws ApiError invalid; conflict if the address already has an account; reauthentication_required for an admin */
export const addMember: UseCase<typeof calls.addMember> = async (scope, input) => {
  const mobile = toE164(input.mobile);
  const problem = newPasswordProblem(input.password, scope, [input.name, input.email]);
  if (mobile === null || problem !== null)
    throw invalidFields([
      ...(mobile === null ? [{ field: 'mobile', text: MOBILE_INVALID }] : []),
      ...(problem === null ? [] : [{ field: 'password', text: problem }]),
    ]);
  if (input.role === 'ADMIN') await requireRecentSession(scope);
  if (await accounts.findByEmail(scope.db, scope.company.id, input.email))
    throw new ApiError('conflict', EMAIL_TAKEN, { field: 'email' });
  const account = { ...input, mobile, passwordHash: await hashPassword(input.password, hashRequest(scope, 'trusted')) };
  try {
    return await withNewMemberId(scope.company, (memberId) =>
      inTransaction(scope.db, (tx) => addOrPropose(tx, scope, { ...account, memberId })),
    );
  } catch (cause) {
    if (violates(cause, accounts.EMAIL_INDEX)) throw new ApiError('conflict', EMAIL_TAKEN, { cause, field: 'email' });
    throw cause;
  }
};

type Person = Pick<InputOf<typeof Add>, 'name' | 'email' | 'role'> &
  Pick<accounts.NewAccount, 'mobile' | 'memberId' | 'passwordHash'>;

/** Under a two-admin rule, a new admin waits for a second admin. */
async function addOrPropose(tx: Db, scope: Scope, person: Person): Promise<Result<OutputOf<typeof Add>>> {
  const company = await lockCompanyAsAdmin(tx, scope);
  const { role, name, email, mobile, memberId } = person;
  if (role === 'ADMIN') await lockRecentSession(tx, scope);
  if (role !== 'ADMIN' || !asksForTwoAdmins(company)) {
    const id = await addAccountIn(tx, scope, { ...person, proposedBy: null });
    return { data: { state: 'done', id, referralCode: memberId } };
  }
  const id = await proposeAdminChange(tx, scope, null, { name, mobile, email, role, status: 'ACTIVE' });
  return { data: { state: 'waiting', id, referralCode: '' }, message: WAITS };
}

/**
 * Adds an account, after the company is locked.
 * @param input.proposedBy the first of two admins, of whom the actor is the second; null when the actor acts alone
 * @param input.isImported one of many: nobody knows the password, and the mail waits for what people wait for
 * @returns its id
 */
export async function addAccountIn(
  tx: Db,
  scope: Scope,
  input: Person & { readonly proposedBy: string | null; readonly isImported?: boolean },
): Promise<string> {
  const { name, email, role, mobile, memberId, passwordHash, proposedBy, isImported = false } = input;
  const companyId = scope.company.id;
  const actor = actorOf(scope);
  const brand = mailBrand(scope);
  // Notify existing admins first, so that the new admin is not among the recipients.
  if (role === 'ADMIN')
    await notifyAdmins(tx, scope, 'new-admin', newAdmin({ brand, memberId, by: actor.memberId ?? '' }));
  if (saysWhereToPay(name)) throw new ApiError('invalid', nameWithPayee(name), { field: 'name' });
  await refuseLeftAddress(tx, companyId, { email, accountId: null });
  const id = await accounts.insertAccount(tx, {
    companyId,
    email,
    name,
    mobile,
    role,
    memberId,
    passwordHash,
    // Two admins who add an admin, and an import, set a password that nobody knows.
    isPasswordGiven: proposedBy === null && !isImported,
    referrerId: null,
    dateOfBirth: null,
    pincode: null,
    gender: null,
  });
  await recordSponsors(tx, scope, id, proposedBy);
  const letter = invitation({ brand, name, email });
  await enqueue(tx, { companyId, to: email, kind: 'invitation', isBulk: isImported, ...letter });
  const subject = { subjectKind: 'user', subjectId: id };
  await record(tx, {
    scopeId: companyId,
    actor,
    action: 'user.add',
    ...subject,
    after: { memberId, role },
    states: role === 'ADMIN' ? ['admins'] : [],
  });
  return id;
}
