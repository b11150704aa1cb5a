/** A second admin confirms a proposed change of an admin account, which is then made. */
import { randomBytes } from 'node:crypto';
import { hashPassword, hashRequest } from '../../accounts/passwords/service.ts';
import { withNewMemberId } from '../../accounts/service.ts';
import * as accounts from '../../accounts/store.ts';
import { decideProposal } from '../../approvals/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { ApiError, assert, notFound } from '../../core/errors.ts';
import { type Db, inTransaction, violates } from '../../db/client.ts';
import type { Scope, UseCase } from '../../scope.ts';
import { addAccountIn } from '../add/service.ts';
import { EMAIL_TAKEN } from '../calls.ts';
import { deleteLeftovers, deleteMemberIn } from '../delete/service.ts';
import { CHANGED_MEANWHILE, changeMemberIn, lockCompanyAsAdmin } from '../edit/service.ts';
import { lockMember } from '../edit/store.ts';
import { resetFactorsOf } from '../factors/service.ts';
import type * as calls from '../proposals/calls.ts';
import { ADMIN_KINDS, applied, type ProposedChange, proposedChange } from '../proposals/rules.ts';
import { notifyAndRecord } from '../proposals/service.ts';

/**
 * The password of an admin who was added by two admins: nobody knows it, also not the admin who typed one. The invitation
 * says how to set one.
 */
const unknownPassword = (): string => randomBytes(32).toString('base64url');

/** @throws ApiError not_found, forbidden; conflict if it was decided, has expired, or the account has changed */
export const confirmAdminChange: UseCase<typeof calls.confirmAdminChange> = async (scope, input) => {
  const passwordHash = await hashPassword(unknownPassword(), hashRequest(scope, 'trusted'));
  try {
    const id = await withNewMemberId(scope.company, (memberId) =>
      inTransaction(scope.db, async (tx) => {
        await lockCompanyAsAdmin(tx, scope);
        await lockRecentSession(tx, scope);
        const { proposedBy, ...proposal } = await decideProposal(tx, scope, input.id, 'confirm', ADMIN_KINDS);
        const change = proposedChange(proposal);
        const { subjectId } = proposal;
        // Notify existing admins first, so that a new admin is not among the recipients.
        await notifyAndRecord(tx, scope, { ...change, userId: subjectId }, 'confirmed');
        return subjectId === null
          ? add(tx, scope, change, { memberId, passwordHash, proposedBy })
          : alter(tx, scope, change, {
              userId: subjectId,
              proposedBy,
              proposedAt: new Date(proposal.head.proposedAt),
            });
      }),
    );
    await deleteLeftovers(scope);
    return { data: { state: 'done', id } };
  } catch (cause) {
    if (violates(cause, accounts.EMAIL_INDEX)) throw new ApiError('conflict', EMAIL_TAKEN, { cause, field: 'email' });
    throw cause;
  }
};

function add(
  tx: Db,
  scope: Scope,
  { after }: ProposedChange,
  made: { readonly memberId: string; readonly passwordHash: string; readonly proposedBy: string },
): Promise<string> {
  assert(after, 'a new account has its details');
  return addAccountIn(tx, scope, { ...after, ...made });
}

/** @returns the id of the account */
async function alter(
  tx: Db,
  scope: Scope,
  change: ProposedChange,
  {
    userId,
    proposedBy,
    proposedAt,
  }: { readonly userId: string; readonly proposedBy: string; readonly proposedAt: Date },
): Promise<string> {
  const member = await lockMember(tx, scope.company.id, userId);
  if (!member) throw notFound('User');
  const after = applied(member, change, proposedAt);
  if (after === null) throw new ApiError('conflict', CHANGED_MEANWHILE);
  if (change.kind === 'factors') await resetFactorsOf(tx, scope, member, proposedBy);
  else if (after === 'deleted') await deleteMemberIn(tx, scope, member);
  else await changeMemberIn(tx, scope, { before: member, after, proposedBy });
  return userId;
}
