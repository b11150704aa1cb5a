/** An admin removes the second factors of somebody who has lost them (docs/contract.md, Second factors). */
import { keepsFactorsAfterMove } from '../../accounts/rules.ts';
import { record } from '../../audit/service.ts';
import { securityMailFacts } from '../../auth/alerts/service.ts';
import { resetFactorsIn } from '../../auth/factors/resets/service.ts';
import { mailOwner } from '../../auth/owner-mail/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { ApiError } from '../../core/errors.ts';
import { inTransaction } from '../../db/client.ts';
import { factorsReset } from '../../mail/templates/factors.ts';
import { actorOf, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { lockMemberAsAdmin } from '../edit/service.ts';

const RESET_AFTER_MOVE =
  'The email address of this account was changed in the last 24 hours. Please remove its second factors after that.';

/** @throws ApiError not_found; conflict for the caller's own account, one without a second factor, and one with a new address */
export const resetMemberFactors: UseCase<typeof calls.resetMemberFactors> = async (scope, { id }) => {
  const actor = actorOf(scope);
  await inTransaction(scope.db, async (tx) => {
    const { company, member } = await lockMemberAsAdmin(tx, scope, id);
    await lockRecentSession(tx, scope);
    if (member.id === actor.id)
      throw new ApiError(
        'conflict',
        'Another admin has to remove your second factors. You can change them under Security.',
      );
    if (keepsFactorsAfterMove(member.email_changed_at, scope.now)) throw new ApiError('conflict', RESET_AFTER_MOVE);
    const count = await resetFactorsIn(tx, { companyId: company.id, accountId: member.id });
    if (count === 0) throw new ApiError('conflict', 'This account has no second factor.');
    const owner = { companyId: company.id, accountId: member.id, email: member.email, name: member.name };
    const facts = { ...securityMailFacts(scope, owner), ip: null, admin: actor.name };
    await mailOwner(tx, owner, 'factor-reset', () => factorsReset(facts));
    const subject = { subjectKind: 'user', subjectId: member.id };
    await record(tx, { scopeId: company.id, actor, action: 'factor.reset', ...subject, after: { count } });
  });
  return {};
};
