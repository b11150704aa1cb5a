/** Sign-in of super admins: a code by mail and no password. It belongs to the platform, not to the site's company. */
import { record } from '../audit/service.ts';
import { mailBrand } from '../companies/service.ts';
import type { InputOf } from '../core/contract.ts';
import { inTransaction } from '../db/client.ts';
import { PLATFORM_ID } from '../db/schema.ts';
import { superAdminCode } from '../mail/templates.ts';
import type { Result, Scope } from '../scope.ts';
import * as codes from './codes.ts';
import type * as contracts from './contract.ts';
import { OTP_POLICY } from './rules.ts';
import { startSession } from './sessions.ts';
import { findSuperAdmin } from './super-store.ts';

const keyOf = (address: string): codes.CodeKey => ({ purpose: 'super', scopeId: PLATFORM_ID, address });

export async function requestSuperAdminCode(
  scope: Scope,
  input: InputOf<typeof contracts.requestSuperAdminCode>,
): Promise<Result<null>> {
  const db = scope.app.database.platform;
  const works = (await findSuperAdmin(db, input.email)) !== null;
  await codes.send(scope, db, keyOf(input.email), {
    works,
    mail: (code) => ({
      companyId: null,
      to: input.email,
      kind: 'super-admin-code',
      discard: !works,
      ...superAdminCode({ brand: mailBrand(scope), code, validSeconds: OTP_POLICY.super.ttlSeconds }),
    }),
  });
  return {};
}

export async function loginSuperAdmin(
  scope: Scope,
  input: InputOf<typeof contracts.loginSuperAdmin>,
): Promise<Result<{ token: string }>> {
  const db = scope.app.database.platform;
  const code = await codes.check(scope.app, db, keyOf(input.email), input.otp);
  const session = await inTransaction(db, async (tx) => {
    await codes.use(tx, code);
    const account = await findSuperAdmin(tx, input.email);
    if (!account) throw codes.wrongCode();
    const owner = { kind: 'super', companyId: null, accountId: account.id } as const;
    const started = await startSession(tx, owner, scope.request);
    const subject = { subjectKind: 'super_admin', subjectId: account.id };
    await record(tx, {
      scopeId: PLATFORM_ID,
      actor: null,
      action: 'session.start',
      ...subject,
      after: { kind: 'super' },
    });
    return started;
  });
  return {
    data: { token: session.token },
    session: { kind: 'super', cookie: session.cookie, maxAgeSeconds: session.maxAgeSeconds },
  };
}
