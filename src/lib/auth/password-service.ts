/** A new password by the current one. This session goes on, all others end. */
import { record } from '../audit/service.ts';
import { mailBrand } from '../companies/service.ts';
import type { InputOf } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import { inTransaction } from '../db/client.ts';
import { enqueue } from '../mail/service.ts';
import { passwordChanged } from '../mail/templates.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { hashPassword } from '../users/passwords.ts';
import { requireCurrentPassword } from '../users/service.ts';
import * as users from '../users/store.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import type { updatePassword as Update } from './password-contract.ts';
import { passwordProblem } from './rules.ts';
import { endSessionsOf } from './sessions.ts';

/** @throws ApiError invalid: the current password is wrong, the new one too weak or the same */
export async function updatePassword(scope: Scope, input: InputOf<typeof Update>): Promise<Result<null>> {
  const actor = actorOf(scope);
  const companyId = scope.company.id;
  const problem = passwordProblem(input.newPassword, COMMON_PASSWORDS);
  if (problem) throw new ApiError('invalid', problem);
  const compared = await requireCurrentPassword(scope, input.password);
  if (input.newPassword.normalize('NFKC') === input.password.normalize('NFKC'))
    throw new ApiError('invalid', 'The new password is the same as the current one. Please choose another.');
  const passwordHash = await hashPassword(input.newPassword);
  await inTransaction(scope.db, async (tx) => {
    const { password_hash, name, email } = await users.lockUser(tx, companyId, actor.id);
    // A reset or another change that came while this one was compared has the last word.
    const isStill = password_hash === compared && (await users.setPassword(tx, companyId, actor.id, passwordHash));
    if (!isStill) throw new ApiError('conflict', 'Your password was changed elsewhere just now. Please log in again.');
    await endSessionsOf(tx, actor.id, actor.sessionId);
    const letter = passwordChanged({ brand: mailBrand(scope), name });
    await enqueue(tx, { companyId, to: email, kind: 'password-changed', ...letter });
    const subject = { subjectKind: 'user', subjectId: actor.id };
    await record(tx, { scopeId: companyId, actor, action: 'password.update', ...subject });
  });
  return {};
}
