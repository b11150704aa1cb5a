/** Deletion requests of members: stored, mailed to the admins and recorded in the audit trail. Admins delete the account. */
import { record } from '../../audit/service.ts';
import { mailBrand } from '../../companies/service.ts';
import type { OutputOf } from '../../core/contract.ts';
import { ApiError } from '../../core/errors.ts';
import { t } from '../../core/texts.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { enqueue } from '../../mail/service.ts';
import {
  deletionRequested,
  deletionRequestedForAdmins,
  deletionTakenBackForAdmins,
} from '../../mail/templates/deletion.ts';
import { actorOf, type Result, type Scope, type UseCase } from '../../scope.ts';
import { notifyAdmins } from '../admins/service.ts';
import { requireOwner } from '../ownership/service.ts';
import { isQuiet } from '../rules.ts';
import { requireCurrentPassword } from '../service.ts';
import type * as calls from './calls.ts';
import type { getDeletion as Get } from './contract.ts';
import * as store from './store.ts';

type State = OutputOf<typeof Get>;

const WHEN_QUIET =
  'For 72 hours after our team changed your email or your second factors were removed, the account can’t be deleted.';
const WALLET_FIRST =
  'You hold tokens. Please enter your wallet address first: they are sent there at the launch, also after your account is deleted.';

export async function getDeletion(scope: Scope): Promise<Result<State>> {
  const at = await store.readRequest(scope.db, scope.company.id, actorOf(scope).id);
  return { data: { requestedAt: at?.toISOString() ?? null } };
}

export const requestDeletion: UseCase<typeof calls.requestDeletion> = async (scope, input) => {
  await requireCurrentPassword(scope, input.password);
  const actor = actorOf(scope);
  const brand = mailBrand(scope);
  await inTransaction(scope.db, async (tx) => {
    if (isQuiet(await store.readTakings(tx, scope.company.id, actor.id), scope.now))
      throw new ApiError('conflict', t(WHEN_QUIET));
    await requireOwner(tx, { companyId: scope.company.id, accountId: actor.id });
    // Nobody could ask the owner of a deleted account where the tokens go.
    if (await store.lacksWallet(tx, scope.company.id, actor.id)) throw new ApiError('conflict', t(WALLET_FIRST));
    if (!(await store.setRequest(tx, scope.company.id, actor.id, true))) return;
    const content = deletionRequested({ brand, name: actor.name });
    await enqueue(tx, { companyId: scope.company.id, to: actor.email, kind: 'deletion-requested', ...content });
    const notice = deletionRequestedForAdmins({ brand, memberId: actor.memberId ?? '' });
    await notifyAdmins(tx, scope, 'deletion-request', notice);
    await recordChange(tx, scope, 'user.request-deletion');
  });
  return getDeletion(scope);
};

export async function cancelDeletion(scope: Scope): Promise<Result<State>> {
  const actor = actorOf(scope);
  const brand = mailBrand(scope);
  await inTransaction(scope.db, async (tx) => {
    if (!(await store.setRequest(tx, scope.company.id, actor.id, false))) return;
    const notice = deletionTakenBackForAdmins({ brand, memberId: actor.memberId ?? '' });
    await notifyAdmins(tx, scope, 'deletion-taken-back', notice);
    await recordChange(tx, scope, 'user.cancel-deletion');
  });
  return getDeletion(scope);
}

async function recordChange(
  tx: Db,
  scope: Scope,
  action: 'user.request-deletion' | 'user.cancel-deletion',
): Promise<void> {
  const actor = actorOf(scope);
  await record(tx, { scopeId: scope.company.id, actor, action, subjectKind: 'user', subjectId: actor.id });
}
