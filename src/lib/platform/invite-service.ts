/** The first admin of a company: somebody must be able to sign in there before anybody can be approved. */
import { randomBytes } from 'node:crypto';
import { record } from '../audit/service.ts';
import { publicOriginOf } from '../companies/service.ts';
import { ApiError } from '../core/errors.ts';
import { type Db, violates } from '../db/client.ts';
import { enqueue } from '../mail/service.ts';
import { invitation } from '../mail/templates.ts';
import { actorOf, type Scope } from '../scope.ts';
import { hashPassword } from '../users/passwords.ts';
import { memberIdFromBytes } from '../users/rules.ts';
import { EMAIL_INDEX, insertUser, updateUser } from '../users/store.ts';
import type { CompanyRow } from './store.ts';

/**
 * Makes a verified admin without a password that anybody knows, and mails where to set one by code.
 * @throws ApiError conflict where the address has an account in the company
 */
export async function inviteInto(
  tx: Db,
  scope: Scope,
  company: CompanyRow,
  { name, email }: { name: string; email: string },
): Promise<void> {
  const id = await insertAdmin(tx, company, { name, email });
  await updateUser(tx, company.id, id, { is_approved: true });
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
  });
}

async function insertAdmin(tx: Db, company: CompanyRow, person: { name: string; email: string }): Promise<string> {
  try {
    return await insertUser(tx, {
      ...person,
      companyId: company.id,
      // Theirs is not known yet; the company's stands in until they enter it.
      mobile: company.mobile,
      role: 'ADMIN',
      memberId: memberIdFromBytes(company.token_symbol, randomBytes(7)),
      referrerId: null,
      passwordHash: await hashPassword(randomBytes(32).toString('base64url')),
      dateOfBirth: null,
      pincode: null,
      gender: null,
    });
  } catch (cause) {
    if (violates(cause, EMAIL_INDEX))
      throw new ApiError('conflict', 'This address has an account in the company already.', { cause });
    throw cause;
  }
}
