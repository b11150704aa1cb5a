/** An admin removes the second factors of somebody who has lost them (docs/contract.md, Second factors). */
import { keepsFactorsAfterMove } from '../../accounts/rules.ts';
import type { Account } from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { securityMailFacts } from '../../auth/alerts/service.ts';
import { resetFactorsIn } from '../../auth/factors/resets/service.ts';
import { countFactors } from '../../auth/factors/store.ts';
import { mailOwner } from '../../auth/owner-mail/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { asksForTwoAdmins } from '../../companies/rules.ts';
import type { OutputOf } from '../../core/contract.ts';
import { ApiError } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { factorsReset } from '../../mail/templates/factors.ts';
import { actorOf, type Result, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { lockMemberAsAdmin } from '../edit/service.ts';
import { isProtected } from '../edit/store.ts';
import { recordMove } from '../moves/service.ts';
import { proposeFactorReset, WAITS } from '../proposals/service.ts';

const RESET_AFTER_MOVE =
  'The email address of this account was changed in the last 72 hours. Please remove its second factors after that.';
const NO_FACTOR = 'This account has no second factor.';

/**
 * Under a two-admin rule, the second factors of an admin or of an account with value are removed by two admins.
 * @throws ApiError not_found; conflict for the caller's own account, one without a second factor, and one with a new address
 */
export const resetMemberFactors: UseCase<typeof calls.resetMemberFactors> = (scope, { id }) =>
  inTransaction(scope.db, async (tx): Promise<Result<OutputOf<typeof calls.resetMemberFactors>>> => {
    const { company, member } = await lockMemberAsAdmin(tx, scope, id);
    await lockRecentSession(tx, scope);
    await checkReset(tx, scope, member);
    const isValued = member.role === 'ADMIN' || (await isProtected(tx, company.id, id));
    if (!isValued || !asksForTwoAdmins(company)) {
      await resetFactorsOf(tx, scope, member, null);
      return { data: { state: 'done' } };
    }
    await proposeFactorReset(tx, scope, member);
    return { data: { state: 'waiting' }, message: WAITS };
  });

async function checkReset(tx: Db, scope: Scope, member: Account): Promise<void> {
  if (member.id === actorOf(scope).id)
    throw new ApiError(
      'conflict',
      'Another admin has to remove your second factors. You can change them under Security.',
    );
  if (keepsFactorsAfterMove(member.email_changed_at, scope.now)) throw new ApiError('conflict', RESET_AFTER_MOVE);
  const counts = await countFactors(tx, { companyId: scope.company.id, accountId: member.id });
  if (counts.passkeys === 0 && counts.totpSince === null && counts.recoveryCodes === 0)
    throw new ApiError('conflict', NO_FACTOR);
}

/** Removes the second factors of a locked account. @throws ApiError conflict */
export async function resetFactorsOf(tx: Db, scope: Scope, member: Account, proposedBy: string | null): Promise<void> {
  await checkReset(tx, scope, member);
  const actor = actorOf(scope);
  await recordMove(tx, scope, { member: { id: member.id, memberId: member.member_id }, kind: 'factors', proposedBy });
  const companyId = scope.company.id;
  const count = await resetFactorsIn(tx, { companyId, accountId: member.id }, { actor, cause: 'factor.reset' });
  const owner = { companyId, accountId: member.id, email: member.email, name: member.name };
  const facts = { ...securityMailFacts(scope, owner), ip: null, admin: actor.name };
  await mailOwner(tx, owner, 'factor-reset', () => factorsReset(facts));
  const subject = { subjectKind: 'user', subjectId: member.id };
  await record(tx, { scopeId: companyId, actor, action: 'factor.reset', ...subject, after: { count } });
}
