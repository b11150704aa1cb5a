/**
 * Operators restore access from the command line: they reset an admin's password, add or remove super admins,
 * and remove the second factors of both. No mail and no session is needed, because both may be lost. Every
 * change is in the audit trail.
 */
import { randomBytes } from 'node:crypto';
import { hashPassword } from '../../accounts/passwords/service.ts';
import * as accounts from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { PLATFORM_STATES } from '../../audit/states/rules.ts';
import { lockCompanyAllowingPurchases } from '../../companies/store.ts';
import { type Database, inTransaction } from '../../db/client.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import { enqueue } from '../../mail/service.ts';
import { factorsReset } from '../../mail/templates/factors.ts';
import type { MailBrand } from '../../mail/templates/template.ts';
import { resetFactorsIn } from '../factors/resets/service.ts';
import { deleteFactors } from '../factors/store.ts';
import { mailOwner } from '../owner-mail/service.ts';
import { endAccessOf, endSessionsOf } from '../sessions/service.ts';
import * as superAdmins from '../superadmin/store.ts';

/** Ends the admin's sessions and API keys. @returns the new password; null if the company has no admin with this address */
export async function resetAdminPassword(database: Database, companyId: string, email: string): Promise<string | null> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const isReset = await inTransaction(database.company(companyId), async (tx) => {
    await lockCompanyAllowingPurchases(tx, companyId);
    const account = await accounts.findByEmail(tx, companyId, email);
    if (!account || !(await accounts.restoreAdmin(tx, companyId, account.id, passwordHash))) return false;
    await endAccessOf(tx, { companyId, accountId: account.id }, { actor: null, cause: 'password.give' });
    const subject = { subjectKind: 'user', subjectId: account.id };
    await record(tx, { scopeId: companyId, actor: null, action: 'password.give', ...subject, states: ['admins'] });
    return true;
  });
  return isReset ? password : null;
}

/** @returns false if the address already belongs to a super admin */
export function addSuperAdmin(database: Database, email: string): Promise<boolean> {
  return inTransaction(database.platform, async (tx) => {
    await superAdmins.lockSuperAdmins(tx);
    const id = await superAdmins.insertSuperAdmin(tx, email);
    if (id === null) return false;
    const subject = { subjectKind: 'super_admin', subjectId: id };
    await record(tx, {
      scopeId: PLATFORM_ID,
      actor: null,
      action: 'user.name-super',
      ...subject,
      states: PLATFORM_STATES,
    });
    return true;
  });
}

/** Ends the sessions too. The last super admin cannot be removed: the next start would create SUPERADMIN_EMAIL. */
export function removeSuperAdmin(database: Database, email: string): Promise<'removed' | 'unknown' | 'last'> {
  return inTransaction(database.platform, async (tx) => {
    const account = await superAdmins.findSuperAdmin(tx, email);
    if (!account) return 'unknown';
    if (!(await superAdmins.disableSuperAdmin(tx, account.id))) return 'last';
    // Before the sessions: a sign-in by passkey that is under way is over then.
    await deleteFactors(tx, { companyId: null, accountId: account.id });
    await endSessionsOf(tx, { companyId: null, accountId: account.id });
    const subject = { subjectKind: 'super_admin', subjectId: account.id };
    await record(tx, {
      scopeId: PLATFORM_ID,
      actor: null,
      action: 'user.remove-super',
      ...subject,
      states: PLATFORM_STATES,
    });
    return 'removed';
  });
}

/** Where a mail of the operator comes from. */
interface Sender {
  readonly brand: MailBrand;
  readonly now: Date;
}

const BY_OPERATOR = { admin: null, ip: null };

/** Removes all second factors of a super admin, ends their sessions and mails them. @returns how many; null for an unknown address */
export function removeFactorsOfSuper(database: Database, email: string, sender: Sender): Promise<number | null> {
  return inTransaction(database.platform, async (tx) => {
    const account = await superAdmins.findSuperAdmin(tx, email);
    if (!account || !(await superAdmins.lockSuperAdmin(tx, account.id))) return null;
    const count = await deleteFactors(tx, { companyId: null, accountId: account.id });
    await endSessionsOf(tx, { companyId: null, accountId: account.id });
    const letter = factorsReset({
      ...BY_OPERATOR,
      brand: sender.brand,
      name: account.name,
      at: sender.now,
      isSuperAdmin: true,
    });
    await enqueue(tx, { companyId: null, to: email, kind: 'factor-reset', ...letter });
    const subject = { subjectKind: 'super_admin', subjectId: account.id };
    await record(tx, { scopeId: PLATFORM_ID, actor: null, action: 'factor.clear', ...subject, after: { count } });
    return count;
  });
}

/** As `removeFactorsOfSuper`, for an admin of a company, who then changes no payees for a day. */
export function removeFactorsOfAdmin(
  database: Database,
  companyId: string,
  email: string,
  sender: Sender,
): Promise<number | null> {
  return inTransaction(database.company(companyId), async (tx) => {
    const account = await accounts.findByEmail(tx, companyId, email);
    if (account?.role !== 'ADMIN') return null;
    const { id, name } = await accounts.lockAccount(tx, companyId, account.id);
    const count = await resetFactorsIn(tx, { companyId, accountId: id }, { actor: null, cause: 'factor.clear' });
    const facts = { ...BY_OPERATOR, brand: sender.brand, name, at: sender.now, isSuperAdmin: false };
    await mailOwner(tx, { companyId, accountId: id, email }, 'factor-reset', () => factorsReset(facts));
    const subject = { subjectKind: 'user', subjectId: id };
    await record(tx, { scopeId: companyId, actor: null, action: 'factor.clear', ...subject, after: { count } });
    return count;
  });
}
