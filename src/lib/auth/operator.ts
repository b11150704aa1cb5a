/**
 * What whoever runs the server may do when nobody can sign in: give an admin a new password, name a super admin, take one
 * away. No mail and no session is needed, for both may be what is lost; all of it stands in the trail.
 */
import { randomBytes } from 'node:crypto';
import { record } from '../audit/service.ts';
import { type Database, inTransaction } from '../db/client.ts';
import { PLATFORM_ID } from '../db/schema.ts';
import { hashPassword } from '../users/passwords.ts';
import * as users from '../users/store.ts';
import { endSessionsOf } from './sessions.ts';
import * as supers from './super-store.ts';

/** Ends the admin's sessions. @returns the new password; null where the company has no admin of this address */
export async function giveAdminPassword(database: Database, companyId: string, email: string): Promise<string | null> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const isGiven = await inTransaction(database.company(companyId), async (tx) => {
    const account = await users.findByEmail(tx, companyId, email);
    if (!account || !(await users.openAdmin(tx, companyId, account.id, passwordHash))) return false;
    await endSessionsOf(tx, account.id);
    const subject = { subjectKind: 'user', subjectId: account.id };
    await record(tx, { scopeId: companyId, actor: null, action: 'password.give', ...subject });
    return true;
  });
  return isGiven ? password : null;
}

/** @returns false where the address is a super admin's already */
export function nameSuperAdmin(database: Database, email: string): Promise<boolean> {
  return inTransaction(database.platform, async (tx) => {
    const id = await supers.insertSuperAdmin(tx, email);
    if (id === null) return false;
    const subject = { subjectKind: 'super_admin', subjectId: id };
    await record(tx, { scopeId: PLATFORM_ID, actor: null, action: 'user.name-super', ...subject });
    return true;
  });
}

/** Ends the sessions too. The last one stays: without any the next start would name SUPERADMIN_EMAIL. */
export function removeSuperAdmin(database: Database, email: string): Promise<'removed' | 'unknown' | 'last'> {
  return inTransaction(database.platform, async (tx) => {
    const account = await supers.findSuperAdmin(tx, email);
    if (!account) return 'unknown';
    if (!(await supers.shutSuperAdmin(tx, account.id))) return 'last';
    await endSessionsOf(tx, account.id);
    const subject = { subjectKind: 'super_admin', subjectId: account.id };
    await record(tx, { scopeId: PLATFORM_ID, actor: null, action: 'user.remove-super', ...subject });
    return 'removed';
  });
}
