/** The end of an account: the row goes where nothing hangs on it, else what tells who it was (decisions, point 2). */
import { record } from '../audit/service.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import { mailBrand } from '../companies/service.ts';
import type { InputOf } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import { inTransaction } from '../db/client.ts';
import { enqueue, forgetMailsTo } from '../mail/service.ts';
import { accountDeleted } from '../mail/templates.ts';
import { removeTakenOut, takeOutFilesOf } from '../media/removal-service.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { countAdmins } from '../users/admins-service.ts';
import { accountChangeProblem, deletionOf } from '../users/rules.ts';
import type { deleteMember as Delete } from './contract.ts';
import { holdMember } from './hold.ts';
import * as store from './store.ts';

/** @throws ApiError not_found; conflict for oneself and for the last admin */
export async function deleteMember(scope: Scope, input: InputOf<typeof Delete>): Promise<Result<null>> {
  const { app } = scope;
  const companyId = scope.company.id;
  await inTransaction(scope.db, async (tx) => {
    const actor = actorOf(scope);
    const member = await holdMember(tx, scope, input.id);
    const activeAdmins = await countAdmins(tx, companyId);
    const problem = accountChangeProblem({ actorId: actor.id, target: member, activeAdmins, to: 'deleted' });
    if (problem) throw new ApiError('conflict', problem);
    const { id, email, name } = member;
    const how = deletionOf(await store.countHistory(tx, companyId, id));
    await endSessionsOf(tx, id);
    await store.forgetCodes(tx, companyId, email);
    await forgetMailsTo(tx, companyId, email);
    const letter = accountDeleted({ brand: mailBrand(scope), name });
    await enqueue(tx, { companyId, to: email, kind: 'account-deleted', ...letter });
    if (how === 'remove') await store.removeMember(tx, companyId, id);
    else await store.eraseMember(tx, companyId, id);
    const files = await takeOutFilesOf(tx, companyId, id);
    await record(tx, {
      scopeId: companyId,
      actor,
      action: 'user.delete',
      subjectKind: 'user',
      subjectId: id,
      before: { memberId: member.member_id, role: member.role, status: member.status },
      after: { how, files },
    });
  });
  await removeTakenOut(app.database.platform, app.storage, app.log);
  return {};
}
