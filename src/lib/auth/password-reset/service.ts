/** Sets a new password by code. The request has the same response for every address; only an ACTIVE account gets a mail. */

import { hashPassword, hashRequest, newPasswordProblem } from '../../accounts/passwords/service.ts';
import * as accounts from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { mailBrand } from '../../companies/service.ts';
import { ApiError } from '../../core/errors.ts';
import { languageNow } from '../../core/texts.ts';
import { inTransaction } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { enqueue } from '../../mail/service.ts';
import { passwordChanged, passwordResetCode } from '../../mail/templates/auth.ts';
import type { Scope, UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { forgetDevices } from '../devices/service.ts';
import { dropRecentFactors } from '../factors/resets/service.ts';
import * as codes from '../otp/service.ts';
import { OTP_POLICY } from '../rules.ts';
import { endAccessOf } from '../sessions/service.ts';

const keyOf = (scope: Scope, address: string): codes.CodeKey => ({
  purpose: 'reset',
  scopeId: scope.company.id,
  address,
});

export const requestResetCode: UseCase<typeof calls.requestResetCode> = async (scope, input) => {
  const companyId = scope.company.id;
  const account = await accounts.findByEmail(scope.db, companyId, input.user);
  const isUsable = account?.status === 'ACTIVE';
  return codes.sendCode(scope, scope.db, keyOf(scope, input.user), {
    isUsable,
    accountId: account?.id ?? null,
    challenge: input.challenge,
    mail: (code) => ({
      companyId,
      to: input.user,
      kind: 'reset-code',
      discard: !isUsable,
      ...inLanguage(account?.language ?? languageNow(), () =>
        passwordResetCode({
          brand: mailBrand(scope),
          name: account?.name ?? 'Member',
          code,
          validSeconds: OTP_POLICY.reset.ttlSeconds,
        }),
      ),
    }),
  });
};

function refuseProblem(problem: string | null): void {
  if (problem) throw new ApiError('invalid', problem, { field: 'password' });
}

export const resetPassword: UseCase<typeof calls.resetPassword> = async (scope, input) => {
  refuseProblem(newPasswordProblem(input.password, scope, [input.user]));
  const companyId = scope.company.id;
  const account = await accounts.findByEmail(scope.db, companyId, input.user);
  const owner = account && { companyId, accountId: account.id, email: account.email, name: account.name };
  const attempt = { code: input.otp, sent: input.challenge, owner };
  const code = await codes.checkCode(scope, scope.db, keyOf(scope, input.user), attempt);
  // Only now: a refusal because of the name would reveal that there is an account.
  if (account) refuseProblem(newPasswordProblem(input.password, scope, [account.name]));
  const passwordHash = await hashPassword(input.password, hashRequest(scope, 'trusted'));
  if (!account) throw codes.wrongCode();
  await inTransaction(scope.db, async (tx) => {
    await codes.consumeCode(tx, code);
    if (!(await accounts.setPassword(tx, companyId, account.id, passwordHash))) throw codes.wrongCode();
    await endAccessOf(tx, { companyId, accountId: account.id }, { actor: null, cause: 'password.reset' });
    await forgetDevices(tx, { companyId, accountId: account.id });
    const dropped = await dropRecentFactors(tx, { companyId, accountId: account.id });
    const content = inLanguage(account.language ?? languageNow(), () =>
      passwordChanged({ brand: mailBrand(scope), name: account.name, dropped }),
    );
    await enqueue(tx, { companyId, to: account.email, kind: 'password-changed', ...content });
    const subject = { subjectKind: 'user', subjectId: account.id };
    const after = dropped && {
      passkeys: dropped.passkeys,
      app: dropped.hasApp,
      recoveryCodes: dropped.hasCodes,
    };
    await record(tx, {
      scopeId: companyId,
      actor: null,
      action: 'password.reset',
      ...subject,
      ...(after && { after: { removed: after } }),
    });
  });
  return {};
};
