import { inLanguage } from '../../languages/service.ts';
/** Deletes the account, or anonymises it if purchases or stock refer to it (docs/contract.md, Account deletion). */

import { deletionMode } from '../../accounts/rules.ts';
import type { Account } from '../../accounts/store.ts';
import { forget } from '../../approvals/service.ts';
import { record } from '../../audit/service.ts';
import { forgetDevices } from '../../auth/devices/service.ts';
import { forgetFactors } from '../../auth/factors/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { endAccessOf } from '../../auth/sessions/service.ts';
import { asksForTwoAdmins } from '../../companies/rules.ts';
import { mailBrand } from '../../companies/service.ts';
import type { OutputOf } from '../../core/contract.ts';
import { ApiError } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { sweepOutbox } from '../../mail/outbox/service.ts';
import { enqueue, forgetMailsOf } from '../../mail/service.ts';
import { accountDeleted } from '../../mail/templates/auth.ts';
import { deleteFilesOfOwner, deleteRemovedBytes } from '../../media/removal/service.ts';
import { eraseRefundsOf, refuseOpenRefund } from '../../refunds/erase/service.ts';
import { eraseRewardsOf, refuseHeldReward } from '../../rewards/erase/service.ts';
import { actorOf, type Result, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { needsSecondAdmin } from '../edit/rules.ts';
import { checkChange, lockMemberAsAdmin } from '../edit/service.ts';
import * as store from '../edit/store.ts';
import { proposeAdminChange, WAITS } from '../proposals/service.ts';

const WITHOUT_REQUEST =
  'This member has tokens, a purchase that waits or money to come, and has not asked for the deletion. They ask for it in their profile.';
const FROZEN_STOCK =
  'This member holds stock that is frozen for the launch. Please delete the account after the pack is made.';

/** @throws ApiError not_found, reauthentication_required; conflict if it is the actor's own account or the last admin */
export const deleteMember: UseCase<typeof calls.deleteMember> = async (scope, input) => {
  const result = await inTransaction(scope.db, (tx) => deleteOrPropose(tx, scope, input.id));
  await deleteLeftovers(scope);
  return result;
};

/** Deletes the files of deleted rows. */
export async function deleteLeftovers({ app }: Scope): Promise<void> {
  await deleteRemovedBytes(app.database.platform, app.storage, app.log);
  await sweepOutbox(app.database.platform, app.config.dataDir);
}

/** Under a two-admin rule, the deletion of an admin or of an account with value waits for a second admin. */
async function deleteOrPropose(tx: Db, scope: Scope, id: string): Promise<Result<OutputOf<typeof calls.deleteMember>>> {
  const { company, member } = await lockMemberAsAdmin(tx, scope, id);
  const waits =
    asksForTwoAdmins(company) && needsSecondAdmin(member, 'deleted', await store.isProtected(tx, company.id, id));
  if (!waits) {
    await deleteMemberIn(tx, scope, member);
    return { data: { state: 'done' } };
  }
  await checkChange(tx, scope, member, 'deleted');
  await lockRecentSession(tx, scope);
  await refuseLoss(tx, scope, member);
  await proposeAdminChange(tx, scope, member, null);
  return { data: { state: 'waiting' }, message: WAITS };
}

/**
 * Nobody loses tokens, a purchase or money by the decision of others: an account that has them is deleted only as its owner asked.
 * @returns whether tokens are still to be sent to the account, now or after an approval
 * @throws ApiError conflict
 */
async function refuseLoss(tx: Db, scope: Scope, member: Account): Promise<boolean> {
  const value = await store.readValue(tx, scope.company.id, member.id);
  if (store.hasValue(value) && member.deletion_requested_at === null) throw new ApiError('conflict', WITHOUT_REQUEST);
  return value.hasStock || value.hasPending;
}

/**
 * Deletes an account that is locked. Call `deleteLeftovers` after the commit.
 * @throws ApiError conflict, reauthentication_required
 */
export async function deleteMemberIn(tx: Db, scope: Scope, member: Account): Promise<void> {
  const companyId = scope.company.id;
  const { id, email, name } = member;
  await checkChange(tx, scope, member, 'deleted');
  await lockRecentSession(tx, scope);
  await refuseOpenRefund(tx, scope, id);
  await refuseHeldReward(tx, scope, id);
  if (await store.holdsFrozenStock(tx, companyId, id)) throw new ApiError('conflict', FROZEN_STOCK);
  const keepsWallet = await refuseLoss(tx, scope, member);
  const mode = deletionMode(await store.countHistory(tx, companyId, id));
  const owner = { companyId, accountId: id };
  await endAccessOf(tx, owner, { actor: actorOf(scope), cause: 'user.delete' });
  await forgetDevices(tx, owner);
  await forgetFactors(tx, owner);
  await store.deleteCodes(tx, companyId, email);
  await forget(tx, scope, id);
  await forgetMailsOf(tx, companyId, { id, address: email });
  const content = inLanguage(member.language ?? 'en', () => accountDeleted({ brand: mailBrand(scope), name }));
  await enqueue(tx, { companyId, to: email, kind: 'account-deleted', ...content });
  if (mode === 'remove') await store.removeMember(tx, companyId, id);
  else {
    await store.deleteNotifications(tx, companyId, id);
    await store.deleteViews(tx, companyId, id);
    await store.eraseMessages(tx, companyId, id);
    await eraseRefundsOf(tx, scope, id);
    await eraseRewardsOf(tx, scope, id);
    await store.eraseMember(tx, companyId, id, keepsWallet);
  }
  const files = await deleteFilesOfOwner(tx, companyId, id);
  await record(tx, {
    scopeId: companyId,
    actor: actorOf(scope),
    action: 'user.delete',
    subjectKind: 'user',
    subjectId: id,
    before: { memberId: member.member_id, role: member.role, status: member.status },
    after: { how: mode, files },
    states: member.role === 'ADMIN' ? ['admins'] : [],
  });
}
