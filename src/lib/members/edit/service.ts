/** Admins change accounts: details, role, status, and the verification, which cannot be undone. */

import {
  countAdmins,
  hasIndependentPair,
  notifyAdmins,
  recordSponsors,
  requireActiveAdmin,
} from '../../accounts/admins/service.ts';
import { hasOwner, leftKind, refuseLeftAddress, requireOwnAccount } from '../../accounts/ownership/service.ts';
import { requireE164 } from '../../accounts/phone/service.ts';
import { accountChangeProblem, endsSessions, isQuietAfterReset } from '../../accounts/rules.ts';
import * as accounts from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { lockRecentSession, requireRecentSession } from '../../auth/reauthentication/service.ts';
import { endAccessOf } from '../../auth/sessions/service.ts';
import { asksForTwoAdmins } from '../../companies/rules.ts';
import { mailBrand } from '../../companies/service.ts';
import { lockCompanyAllowingPurchases, readCompany } from '../../companies/store.ts';
import type { OutputOf } from '../../core/contract.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { type Db, inTransaction, violates } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { enqueue, rememberEarlierAddress } from '../../mail/service.ts';
import {
  accountDeactivated,
  accountReopened,
  adminRole,
  emailLeft,
  emailTaken,
  newAdmin,
} from '../../mail/templates/account.ts';
import { accountBlocked, accountVerified } from '../../mail/templates/auth.ts';
import type { RenderedMail } from '../../mail/templates/template.ts';
import { actorOf, type Company, type Result, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { EMAIL_TAKEN } from '../calls.ts';
import { recordMove, takeBackLinkOf } from '../moves/service.ts';
import { proposeAdminChange, WAITS } from '../proposals/service.ts';
import {
  auditedChange,
  changedFields,
  givesAccess,
  isSensitive,
  losesAdmin,
  type MemberDetails,
  nameWithPayee,
  needsSecondAdmin,
  saysWhereToPay,
} from './rules.ts';
import * as store from './store.ts';

export const CHANGED_MEANWHILE =
  'Somebody else has changed this account in the meantime. Please close this window and open it again.';

const ADMINS_MUST_REMAIN =
  'Two independent admins have to remain while a two-admin rule is on. Please ask a super admin to invite another one first.';

const EMAIL_AFTER_RESET =
  'The second factors of this account were removed in the last 72 hours. Please change its email address after that.';

type Written = Result<OutputOf<typeof calls.updateMember>>;

/**
 * @throws ApiError invalid, not_found, reauthentication_required; conflict if the address is taken, the account has changed
 * since the given `updatedAt`, or the change would remove the access of the actor or of the last admin
 */
export const updateMember: UseCase<typeof calls.updateMember> = async (scope, input) => {
  if (input.isApproved) return verify(scope, input.id);
  const mobile = requireE164(input.mobile);
  const { name, email, role } = input;
  if (input.password !== undefined) await requireRecentSession(scope, input.password);
  try {
    return await inTransaction(scope.db, async (tx) => {
      const { company, member: before } = await lockMemberAsAdmin(tx, scope, input.id);
      const after = { name, mobile, email, role, status: input.status ?? before.status };
      if (changedFields(before, after).length === 0) return DONE;
      if (input.updatedAt !== undefined && input.updatedAt !== before.updated_at.toISOString())
        throw new ApiError('conflict', CHANGED_MEANWHILE);
      return changeOrPropose(tx, scope, company, before, after);
    });
  } catch (cause) {
    if (violates(cause, accounts.EMAIL_INDEX)) throw new ApiError('conflict', EMAIL_TAKEN, { cause, field: 'email' });
    throw cause;
  }
};

/** Blocks, deactivates or reactivates an account. @throws ApiError not_found, conflict, reauthentication_required */
export const setMemberStatus: UseCase<typeof calls.setMemberStatus> = (scope, input) =>
  inTransaction(scope.db, async (tx) => {
    const { company, member: before } = await lockMemberAsAdmin(tx, scope, input.id);
    if (before.status === input.status) return DONE;
    return changeOrPropose(tx, scope, company, before, { ...before, status: input.status });
  });

const DONE: Written = { data: { state: 'done' } };

/** Under a two-admin rule, a change of an admin's access, or one that takes an account with value, waits for a second admin. */
async function changeOrPropose(
  tx: Db,
  scope: Scope,
  company: Company,
  before: accounts.Account,
  after: MemberDetails,
): Promise<Written> {
  const waits =
    asksForTwoAdmins(company) &&
    (needsSecondAdmin(before, after, await store.isProtected(tx, company.id, before.id)) ||
      (before.email !== after.email && (await store.hasSetUp(tx, company.id, before.id))));
  if (!waits) {
    await changeMemberIn(tx, scope, { before, after, proposedBy: null });
    return DONE;
  }
  await checkChange(tx, scope, before, after);
  await lockRecentSession(tx, scope);
  if (after.email !== before.email && (await accounts.findByEmail(tx, company.id, after.email)))
    throw new ApiError('conflict', EMAIL_TAKEN, { field: 'email' });
  await proposeAdminChange(tx, scope, before, after);
  return { data: { state: 'waiting' }, message: WAITS };
}

/**
 * @throws ApiError conflict if the change would remove the access of the actor, of the last admin, or of one of two, or moves an
 * account to another address on the day after a reset of its second factors
 */
export async function checkChange(
  tx: Db,
  scope: Scope,
  before: accounts.Account,
  after: MemberDetails | 'deleted',
): Promise<void> {
  const companyId = scope.company.id;
  const activeAdmins = await countAdmins(tx, companyId);
  if (after !== 'deleted' && after.name !== before.name && saysWhereToPay(after.name))
    throw new ApiError('invalid', nameWithPayee(after.name), { field: 'name' });
  const problem = accountChangeProblem({ actorId: actorOf(scope).id, target: before, activeAdmins, to: after });
  if (problem) throw new ApiError('conflict', problem);
  // The reader of the new address could sign in with a new password alone, and the day of quiet would have protected nothing.
  if (after !== 'deleted' && after.email !== before.email && isQuietAfterReset(before.factors_reset_at, scope.now))
    throw new ApiError('conflict', EMAIL_AFTER_RESET, { field: 'email' });
  if (!asksForTwoAdmins(await readCompany(tx, companyId))) return;
  if (before.role !== 'ADMIN' && after !== 'deleted' && after.role === 'ADMIN')
    await requireOwnAccount(tx, scope, before);
  if (!losesAdmin(before, after)) return;
  if (!(await hasIndependentPair(tx, companyId, before.id))) throw new ApiError('conflict', ADMINS_MUST_REMAIN);
}

interface MemberChange {
  readonly before: accounts.Account;
  readonly after: MemberDetails;
  /** The first of two admins, of whom the actor is the second; null when the actor acts alone. */
  readonly proposedBy: string | null;
}

/**
 * Changes an account that is locked.
 * @throws ApiError conflict, reauthentication_required
 */
export async function changeMemberIn(tx: Db, scope: Scope, change: MemberChange): Promise<void> {
  const { before, after, proposedBy } = change;
  const companyId = scope.company.id;
  await checkChange(tx, scope, before, after);
  if (isSensitive(before, after)) await lockRecentSession(tx, scope);
  if (before.email !== after.email)
    await refuseLeftAddress(tx, companyId, { email: after.email, accountId: before.id });
  // Notify existing admins first, so that a new admin is not among the recipients.
  const isOwned = await hasOwner(tx, companyId, before.id);
  const takeBack = await moveOf(tx, scope, change, isOwned);
  await notify(tx, scope, change, { takeBack, isOwned });
  const { name, mobile, email, role, status } = after;
  await accounts.updateAccount(tx, companyId, before.id, {
    name,
    mobile,
    email,
    role,
    status,
    search_text: accounts.searchTextOf({ name, email, mobile, memberId: before.member_id }),
  });
  if (givesAccess(before, after)) await recordSponsors(tx, scope, before.id, proposedBy);
  if (before.email !== email) {
    await store.deleteCodes(tx, companyId, before.email);
    await store.markEmailChanged(tx, companyId, before.id);
    await rememberEarlierAddress(tx, companyId, { id: before.id, address: before.email });
  }
  if (endsSessions(before, after))
    await endAccessOf(tx, { companyId, accountId: before.id }, { actor: actorOf(scope), cause: 'user.update' });
  await record(tx, {
    scopeId: companyId,
    actor: actorOf(scope),
    action: 'user.update',
    subjectKind: 'user',
    subjectId: before.id,
    ...auditedChange(before, after),
    states: before.role === 'ADMIN' || after.role === 'ADMIN' ? ['admins'] : [],
  });
}

/** Records a member's move to another address. @returns the page that takes it back; null without one */
async function moveOf(tx: Db, scope: Scope, change: MemberChange, isOwned: boolean): Promise<string | null> {
  const { before, after, proposedBy } = change;
  if (before.email === after.email || before.role !== 'USER' || after.role !== 'USER') return null;
  const member = { id: before.id, memberId: before.member_id };
  const move = await recordMove(tx, scope, { member, kind: 'email', proposedBy });
  return takeBackLinkOf(scope, move, { earlier: before.email, isOwned, proposedBy });
}

async function notify(
  tx: Db,
  scope: Scope,
  { before, after }: MemberChange,
  { takeBack, isOwned }: { readonly takeBack: string | null; readonly isOwned: boolean },
): Promise<void> {
  const brand = mailBrand(scope);
  const { name, email } = after;
  const send = (to: string, kind: string, content: RenderedMail): Promise<string> =>
    enqueue(tx, { companyId: scope.company.id, to, kind, ...content });
  const inMemberLanguage = (render: () => RenderedMail): RenderedMail => inLanguage(before.language ?? 'en', render);
  if (before.email !== email) {
    await send(
      before.email,
      leftKind(isOwned),
      inMemberLanguage(() => emailLeft({ brand, name, takeBack })),
    );
    await send(
      email,
      'email-taken',
      inMemberLanguage(() => emailTaken({ brand, name, email })),
    );
  }
  if (before.role !== after.role) {
    const isAdmin = after.role === 'ADMIN';
    await send(
      email,
      'admin-role',
      inMemberLanguage(() => adminRole({ brand, name, isAdmin })),
    );
    if (isAdmin) {
      const content = newAdmin({ brand, memberId: before.member_id, by: actorOf(scope).memberId ?? '' });
      await notifyAdmins(tx, scope, 'new-admin', content);
    }
  }
  if (before.status !== after.status) {
    const template = { ACTIVE: accountReopened, INACTIVE: accountDeactivated, BLOCKED: accountBlocked }[after.status];
    const content = inMemberLanguage(() => template({ brand, name }));
    await send(email, `account-${after.status.toLowerCase()}`, content);
  }
}

/** Verifies an account for good. Idempotent: a second click or a retry succeeds without a change. */
async function verify(scope: Scope, id: string): Promise<Written> {
  const companyId = scope.company.id;
  await inTransaction(scope.db, async (tx) => {
    const { member } = await lockMemberAsAdmin(tx, scope, id);
    if (!(await store.markVerified(tx, companyId, id))) return;
    const content = inLanguage(member.language ?? 'en', () =>
      accountVerified({ brand: mailBrand(scope), name: member.name }),
    );
    await enqueue(tx, { companyId, to: member.email, kind: 'account-verified', ...content });
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
  return { ...DONE, message: 'User verified successfully' };
}

/**
 * The first step of every change of an account by an admin: locks the company, so that two admins who block each other do
 * so one after the other, then the account.
 * @throws ApiError unauthenticated if the actor is no longer an active admin; not_found
 */
export async function lockMemberAsAdmin(
  tx: Db,
  scope: Scope,
  id: string,
): Promise<{ company: Company; member: accounts.Account }> {
  const company = await lockCompanyAsAdmin(tx, scope);
  const member = await store.lockMember(tx, company.id, id);
  if (!member) throw notFound('User');
  return { company, member };
}

/** @throws ApiError unauthenticated if the actor is no longer an active admin */
export async function lockCompanyAsAdmin(tx: Db, scope: Scope): Promise<Company> {
  const company = await lockCompanyAllowingPurchases(tx, scope.company.id);
  await requireActiveAdmin(tx, scope);
  return company;
}
