/** Super admins invite admins to a company. The first admin is needed before anybody can be verified. */
import { randomBytes } from 'node:crypto';
import { refuseLeftAddress } from '../../accounts/ownership/service.ts';
import { hashPassword } from '../../accounts/passwords/service.ts';
import { memberIdFromBytes } from '../../accounts/rules.ts';
import { EMAIL_INDEX, insertAccount, updateAccount } from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { publicOriginOf } from '../../companies/service.ts';
import { ApiError } from '../../core/errors.ts';
import { type Db, violates } from '../../db/client.ts';
import { enqueue } from '../../mail/service.ts';
import { invitation } from '../../mail/templates/auth.ts';
import { actorOf, type Scope } from '../../scope.ts';
import type { CompanyRow } from '../companies/store.ts';

/**
 * Adds a verified admin with a random password that nobody knows, and mails where to set one by code. Call it under the lock
 * of the company.
 * @throws ApiError conflict if the address already has an account in the company
 */
export async function inviteAdminIn(
  tx: Db,
  scope: Scope,
  company: CompanyRow,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await refuseLeftAddress(tx, company.id, { email, accountId: null });
  const id = await insertAdmin(tx, company, { name, email });
  await updateAccount(tx, company.id, id, { is_approved: true });
  const brand = {
    name: company.token_name,
    symbol: company.token_symbol,
    siteUrl: publicOriginOf(scope.app, company.hosts[0] ?? null),
  };
  await enqueue(tx, { companyId: company.id, to: email, kind: 'invitation', ...invitation({ brand, name, email }) });
  await record(tx, {
    scopeId: company.id,
    actor: actorOf(scope),
    action: 'user.invite',
    subjectKind: 'user',
    subjectId: id,
    after: { role: 'ADMIN' },
    states: ['admins'],
  });
}

async function insertAdmin(tx: Db, company: CompanyRow, person: { name: string; email: string }): Promise<string> {
  try {
    return await insertAccount(tx, {
      ...person,
      companyId: company.id,
      // The admin's own number is unknown. The company's number is used until the admin enters it.
      mobile: company.mobile,
      role: 'ADMIN',
      memberId: memberIdFromBytes(company.token_symbol, randomBytes(7)),
      referrerId: null,
      passwordHash: await hashPassword(randomBytes(32).toString('base64url')),
      // Nobody knows it.
      isPasswordGiven: false,
      dateOfBirth: null,
      pincode: null,
      gender: null,
    });
  } catch (cause) {
    if (violates(cause, EMAIL_INDEX))
      throw new ApiError('conflict', 'This address already has an account in the company.', { cause });
    throw cause;
  }
}
