/** Warns the owner of an account: about many failed attempts, and about an admin's sign-in from a new device. */
import { record } from '../../audit/service.ts';
import { mailBrand } from '../../companies/service.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import { enqueue } from '../../mail/service.ts';
import { failedAttempts, newDevice } from '../../mail/templates/security.ts';
import { networkOf } from '../../rate-limits/network.rules.ts';
import * as limits from '../../rate-limits/service.ts';
import type { Scope } from '../../scope.ts';
import { mailOwner } from '../owner-mail/service.ts';
import { ALERT_LIMITS } from '../rules.ts';
import { deviceOf } from '../sessions/device.rules.ts';

export interface AlertOwner {
  /** Null for a super admin. */
  readonly companyId: string | null;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
}

/** What every mail to the owner about how the account signs in says. */
export function securityMailFacts(scope: Scope, { companyId, name }: AlertOwner) {
  return { brand: mailBrand(scope), name, at: scope.now, ip: scope.request.ip, isSuperAdmin: companyId === null };
}

/**
 * Writes an audit entry and a mail about failed attempts, once in six hours for each account. It returns immediately, so that
 * the response time does not reveal that there is an account to warn.
 */
export function alertFailures(scope: Scope, owner: AlertOwner, what: 'passwords' | 'codes'): void {
  const { app } = scope;
  const { companyId, accountId } = owner;
  const alert = async (): Promise<void> => {
    const [alerts] = await limits.count(app, [{ limit: ALERT_LIMITS.failures, subject: accountId }]);
    if ((alerts?.count ?? 0) > ALERT_LIMITS.failures.max) return;
    const db = companyId === null ? app.database.platform : scope.db;
    await inTransaction(db, async (tx) => {
      const facts = { ...securityMailFacts(scope, owner), what };
      await mailOwner(tx, owner, 'failed-attempts', () => failedAttempts(facts));
      const subject = { subjectKind: companyId === null ? 'super_admin' : 'user', subjectId: accountId };
      await record(tx, {
        scopeId: companyId ?? PLATFORM_ID,
        actor: null,
        action: 'session.fail',
        ...subject,
        after: { what },
      });
    });
    app.wakeMail();
  };
  alert().catch((cause: unknown) => app.log.error({ err: cause, account: accountId }, 'an alert was not sent'));
}

/**
 * True if the owner is to be notified of this sign-in. A program without cookies is new once a week for each network.
 * @param isKnown whether the browser has signed in to the account before
 */
export async function isNewDevice({ app, request }: Scope, accountId: string, isKnown: boolean): Promise<boolean> {
  if (isKnown || request.client?.isBrowser) return !isKnown;
  const subject = `${accountId}\0${networkOf(request.ip).narrow}`;
  const [seen] = await limits.count(app, [{ limit: ALERT_LIMITS.program, subject }]);
  return seen?.count === 1;
}

/** Mails the owner, in the transaction of the sign-in. */
export async function mailNewDevice(tx: Db, scope: Scope, owner: AlertOwner): Promise<void> {
  const content = newDevice({ ...securityMailFacts(scope, owner), device: deviceOf(scope.request.userAgent) });
  await enqueue(tx, { companyId: owner.companyId, to: owner.email, kind: 'new-device', ...content });
}
