/** Changes the password of a member or an admin who knows the current one. Ends all other sessions, and an admin's API keys. */

import { hashPassword, hashRequest, newPasswordProblem } from '../../accounts/passwords/service.ts';
import { requireCurrentPassword } from '../../accounts/service.ts';
import * as accounts from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { mailBrand } from '../../companies/service.ts';
import type { InputOf } from '../../core/contract.ts';
import { ApiError } from '../../core/errors.ts';
import { languageNow } from '../../core/texts.ts';
import { inTransaction } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { enqueue } from '../../mail/service.ts';
import { passwordChanged } from '../../mail/templates/auth.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { endKeysOf } from '../api-keys/service.ts';
import { forgetDevices } from '../devices/service.ts';
import { lockFactorConfirmed } from '../reauthentication/service.ts';
import { endSessionsOf } from '../sessions/service.ts';
import type * as calls from './calls.ts';

/** @throws ApiError reauthentication_required for an account with a second factor; invalid if the current password is wrong, or the new one is too weak or the same */
export const updatePassword: UseCase<typeof calls.updatePassword> = async (scope, input) => {
  await changePassword(scope, input, false);
  return {};
};

/** Also revokes the admin's API keys, unless they choose to let them go on. @throws ApiError as `updatePassword` does */
export const updateAdminPassword: UseCase<typeof calls.updateAdminPassword> = async (scope, input) => {
  await changePassword(scope, input, input.endKeys ?? true);
  return {};
};

async function changePassword(
  scope: Scope,
  input: InputOf<typeof calls.updatePassword>,
  endKeys: boolean,
): Promise<void> {
  const actor = actorOf(scope);
  const companyId = scope.company.id;
  const problem = newPasswordProblem(input.newPassword, scope, [actor.name, actor.email]);
  if (problem) throw new ApiError('invalid', problem, { field: 'newPassword' });
  const verifiedHash = await requireCurrentPassword(scope, input.password);
  if (input.newPassword.normalize('NFKC') === input.password.normalize('NFKC'))
    throw new ApiError('invalid', 'The new password is the same as the current one. Please choose another.', {
      field: 'newPassword',
    });
  const passwordHash = await hashPassword(input.newPassword, hashRequest(scope, 'trusted'));
  await inTransaction(scope.db, async (tx) => {
    const { password_hash, name, email, language } = await accounts.lockAccount(tx, companyId, actor.id);
    await lockFactorConfirmed(tx, scope);
    // A password reset or another change since the comparison wins.
    const isChanged =
      password_hash === verifiedHash && (await accounts.setPassword(tx, companyId, actor.id, passwordHash));
    if (!isChanged)
      throw new ApiError('conflict', 'Your password was changed elsewhere just now. Please log in again.');
    const owner = { companyId, accountId: actor.id };
    await endSessionsOf(tx, owner, actor.sessionId);
    await forgetDevices(tx, owner);
    const content = inLanguage(language ?? languageNow(), () => passwordChanged({ brand: mailBrand(scope), name }));
    await enqueue(tx, { companyId, to: email, kind: 'password-changed', ...content });
    const subject = { subjectKind: 'user', subjectId: actor.id };
    await record(tx, { scopeId: companyId, actor, action: 'password.update', ...subject });
    if (endKeys) await endKeysOf(tx, owner, { actor, cause: 'password.update' });
  });
}
