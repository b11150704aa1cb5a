/** A member's wish to be deleted: kept, told to the admins and sealed in the trail. They carry it out. */
import { record } from '../audit/service.ts';
import { mailBrand } from '../companies/service.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { type Db, inTransaction } from '../db/client.ts';
import type { Letter } from '../mail/letter.ts';
import { enqueue } from '../mail/service.ts';
import {
  deletionRequested,
  deletionRequestedForAdmins,
  deletionTakenBackForAdmins,
} from '../mail/templates-deletion.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { tellAdmins as tellAll } from './admins-service.ts';
import type { getDeletion as Get, requestDeletion as Request } from './deletion-contract.ts';
import * as store from './deletion-store.ts';
import { requireCurrentPassword } from './service.ts';

type State = OutputOf<typeof Get>;

export async function getDeletion(scope: Scope): Promise<Result<State>> {
  const at = await store.readRequest(scope.db, scope.company.id, actorOf(scope).id);
  return { data: { requestedAt: at?.toISOString() ?? null } };
}

export async function requestDeletion(scope: Scope, input: InputOf<typeof Request>): Promise<Result<State>> {
  await requireCurrentPassword(scope, input.password);
  const actor = actorOf(scope);
  const brand = mailBrand(scope);
  await inTransaction(scope.db, async (tx) => {
    if (!(await store.setRequest(tx, scope.company.id, actor.id, true))) return;
    const own = deletionRequested({ brand, name: actor.name });
    await enqueue(tx, { companyId: scope.company.id, to: actor.email, kind: 'deletion-requested', ...own });
    await tellAdmins(tx, scope, 'deletion-request', (memberId) => deletionRequestedForAdmins({ brand, memberId }));
    await recordChange(tx, scope, 'user.request-deletion');
  });
  return getDeletion(scope);
}

export async function cancelDeletion(scope: Scope): Promise<Result<State>> {
  const brand = mailBrand(scope);
  await inTransaction(scope.db, async (tx) => {
    if (!(await store.setRequest(tx, scope.company.id, actorOf(scope).id, false))) return;
    await tellAdmins(tx, scope, 'deletion-taken-back', (memberId) => deletionTakenBackForAdmins({ brand, memberId }));
    await recordChange(tx, scope, 'user.cancel-deletion');
  });
  return getDeletion(scope);
}

async function tellAdmins(tx: Db, scope: Scope, kind: string, write: (memberId: string) => Letter): Promise<void> {
  await tellAll(tx, scope, kind, write(actorOf(scope).memberId ?? ''));
}

async function recordChange(
  tx: Db,
  scope: Scope,
  action: 'user.request-deletion' | 'user.cancel-deletion',
): Promise<void> {
  const actor = actorOf(scope);
  await record(tx, { scopeId: scope.company.id, actor, action, subjectKind: 'user', subjectId: actor.id });
}
