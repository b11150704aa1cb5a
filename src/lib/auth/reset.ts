/** A new password by code. The request answers alike for every address; only an ACTIVE account gets a mail. */
import { record } from '../audit/service.ts';
import { mailBrand } from '../companies/service.ts';
import type { InputOf } from '../core/contract.ts';
import { ApiError } from '../core/errors.ts';
import { inTransaction } from '../db/client.ts';
import { enqueue } from '../mail/service.ts';
import { passwordChanged, passwordResetCode } from '../mail/templates.ts';
import type { Result, Scope } from '../scope.ts';
import { hashPassword } from '../users/passwords.ts';
import * as users from '../users/store.ts';
import * as codes from './codes.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import type * as contracts from './contract.ts';
import { OTP_POLICY, passwordProblem } from './rules.ts';
import { endSessionsOf } from './sessions.ts';

const keyOf = (scope: Scope, address: string): codes.CodeKey => ({
  purpose: 'reset',
  scopeId: scope.company.id,
  address,
});

export async function requestResetCode(
  scope: Scope,
  input: InputOf<typeof contracts.requestResetCode>,
): Promise<Result<null>> {
  const companyId = scope.company.id;
  const account = await users.findByEmail(scope.db, companyId, input.user);
  const works = account?.status === 'ACTIVE';
  await codes.send(scope, scope.db, keyOf(scope, input.user), {
    works,
    mail: (code) => ({
      companyId,
      to: input.user,
      kind: 'reset-code',
      discard: !works,
      ...passwordResetCode({
        brand: mailBrand(scope),
        name: account?.name ?? 'Member',
        code,
        validSeconds: OTP_POLICY.reset.ttlSeconds,
      }),
    }),
  });
  return {};
}

export async function resetPassword(
  scope: Scope,
  input: InputOf<typeof contracts.resetPassword>,
): Promise<Result<null>> {
  const problem = passwordProblem(input.password, COMMON_PASSWORDS);
  if (problem) throw new ApiError('invalid', problem);
  const companyId = scope.company.id;
  const code = await codes.check(scope.app, scope.db, keyOf(scope, input.user), input.otp);
  const passwordHash = await hashPassword(input.password);
  const account = await users.findByEmail(scope.db, companyId, input.user);
  if (!account) throw codes.wrongCode();
  await inTransaction(scope.db, async (tx) => {
    await codes.use(tx, code);
    if (!(await users.setPassword(tx, companyId, account.id, passwordHash))) throw codes.wrongCode();
    await endSessionsOf(tx, account.id);
    const letter = passwordChanged({ brand: mailBrand(scope), name: account.name });
    await enqueue(tx, { companyId, to: account.email, kind: 'password-changed', ...letter });
    const subject = { subjectKind: 'user', subjectId: account.id };
    await record(tx, { scopeId: companyId, actor: null, action: 'password.reset', ...subject });
  });
  return {};
}
