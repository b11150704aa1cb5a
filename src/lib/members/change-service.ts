/** What admins change of an account: its details, its role, whether it may sign in, and the one-way verification. */
import { record } from '../audit/service.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import { mailBrand } from '../companies/service.ts';
import type { InputOf } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import { type Db, inTransaction, violates } from '../db/client.ts';
import type { Letter } from '../mail/letter.ts';
import { enqueue } from '../mail/service.ts';
import { accountBlocked, accountVerified } from '../mail/templates.ts';
import {
  accountDeactivated,
  accountReopened,
  adminRole,
  emailLeft,
  emailTaken,
  newAdmin,
} from '../mail/templates-account.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { countAdmins, tellAdmins } from '../users/admins-service.ts';
import { toE164 } from '../users/phone.ts';
import { accountChangeProblem, endsSessions } from '../users/rules.ts';
import * as users from '../users/store.ts';
import { EMAIL_TAKEN, type setMemberStatus as SetStatus, type updateMember as Update } from './contract.ts';
import { holdMember } from './hold.ts';
import { changedFields, type MemberDetails, MOBILE_WRONG, trailOf } from './rules.ts';
import * as store from './store.ts';

const CHANGED_MEANWHILE =
  'Somebody else has changed this account meanwhile. Please close this window and look at it again.';

/** @throws ApiError invalid, not_found; conflict when the address is taken, or one would shut out oneself or the last admin */
export async function updateMember(scope: Scope, input: InputOf<typeof Update>): Promise<Result<null>> {
  if (input.isApproved) return approve(scope, input.id);
  const mobile = toE164(input.mobile);
  if (mobile === null) throw new ApiError('invalid', MOBILE_WRONG);
  const { name, email, role } = input;
  try {
    await inTransaction(scope.db, async (tx) => {
      const before = await holdMember(tx, scope, input.id);
      const after = { name, mobile, email, role, status: input.status ?? before.status };
      if (changedFields(before, after).length === 0) return;
      if (input.updatedAt !== undefined && input.updatedAt !== before.updated_at.toISOString())
        throw new ApiError('conflict', CHANGED_MEANWHILE);
      await change(tx, scope, before, after);
    });
  } catch (cause) {
    if (violates(cause, users.EMAIL_INDEX)) throw new ApiError('conflict', EMAIL_TAKEN, { cause });
    throw cause;
  }
  return {};
}

/** Blocks, deactivates or opens an account, and leaves all else as it is. */
export async function setMemberStatus(scope: Scope, input: InputOf<typeof SetStatus>): Promise<Result<null>> {
  await inTransaction(scope.db, async (tx) => {
    const before = await holdMember(tx, scope, input.id);
    if (before.status !== input.status) await change(tx, scope, before, { ...before, status: input.status });
  });
  return {};
}

async function change(tx: Db, scope: Scope, before: users.User, after: MemberDetails): Promise<void> {
  const companyId = scope.company.id;
  const actor = actorOf(scope);
  const problem = accountChangeProblem({
    actorId: actor.id,
    target: before,
    activeAdmins: await countAdmins(tx, companyId),
    to: after,
  });
  if (problem) throw new ApiError('conflict', problem);
  // Before it is written: who becomes an admin by this is no reader of the team's mail about it.
  await tell(tx, scope, before, after);
  const { name, mobile, email, role, status } = after;
  await users.updateUser(tx, companyId, before.id, {
    name,
    mobile,
    email,
    role,
    status,
    search_text: users.searchTextOf({ name, email, mobile, memberId: before.member_id }),
  });
  if (before.email !== email) await store.forgetCodes(tx, companyId, before.email);
  if (endsSessions(before, after)) await endSessionsOf(tx, before.id);
  const subject = { subjectKind: 'user', subjectId: before.id };
  await record(tx, { scopeId: companyId, actor, action: 'user.update', ...subject, ...trailOf(before, after) });
}

async function tell(tx: Db, scope: Scope, before: users.User, after: MemberDetails): Promise<void> {
  const brand = mailBrand(scope);
  const { name, email } = after;
  const send = (to: string, kind: string, letter: Letter): Promise<string> =>
    enqueue(tx, { companyId: scope.company.id, to, kind, ...letter });
  if (before.email !== email) {
    await send(before.email, 'email-left', emailLeft({ brand, name }));
    await send(email, 'email-taken', emailTaken({ brand, name, email }));
  }
  if (before.role !== after.role) {
    const isAdmin = after.role === 'ADMIN';
    await send(email, 'admin-role', adminRole({ brand, name, isAdmin }));
    if (isAdmin) {
      const letter = newAdmin({ brand, memberId: before.member_id, by: actorOf(scope).memberId ?? '' });
      await tellAdmins(tx, scope, 'new-admin', letter);
    }
  }
  if (before.status !== after.status) {
    const write = { ACTIVE: accountReopened, INACTIVE: accountDeactivated, BLOCKED: accountBlocked }[after.status];
    await send(email, `account-${after.status.toLowerCase()}`, write({ brand, name }));
  }
}

/** For good. Again it changes nothing and says the same, so that a second click or a retry is no error. */
async function approve(scope: Scope, id: string): Promise<Result<null>> {
  const companyId = scope.company.id;
  await inTransaction(scope.db, async (tx) => {
    const member = await holdMember(tx, scope, id);
    if (!(await store.approve(tx, companyId, id))) return;
    const letter = accountVerified({ brand: mailBrand(scope), name: member.name });
    await enqueue(tx, { companyId, to: member.email, kind: 'account-verified', ...letter });
    await record(tx, {
      scopeId: companyId,
      actor: actorOf(scope),
      action: 'user.approve',
      subjectKind: 'user',
      subjectId: id,
      before: { isApproved: false },
      after: { isApproved: true },
    });
  });
  return { message: 'User verified successfully' };
}
