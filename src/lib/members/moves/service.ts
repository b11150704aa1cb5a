/**
 * The mail to the old address of a member takes a change of the address back with one click, for 72 hours (docs/decisions/0671). Its
 * link has the old address, sealed for this change, so that no table keeps it.
 */
import { randomBytes } from 'node:crypto';
import { notifyAdmins } from '../../accounts/admins/service.ts';
import { hashPassword, hashRequest } from '../../accounts/passwords/service.ts';
import { QUIET_HOURS } from '../../accounts/rules.ts';
import * as accounts from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { endSessionsOf } from '../../auth/sessions/service.ts';
import { mailBrand } from '../../companies/service.ts';
import { lockCompanyAllowingPurchases } from '../../companies/store.ts';
import { ApiError } from '../../core/errors.ts';
import { takeBackPath } from '../../core/paths.ts';
import { type Db, inTransaction, violates } from '../../db/client.ts';
import { memberMoved, memberMoveTakenBack } from '../../mail/templates/account.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { sealText, unsealText } from '../../secrets.ts';
import { EMAIL_TAKEN } from '../calls.ts';
import { deleteCodes, hasValue, lockMember, readValue } from '../edit/store.ts';
import type * as calls from './calls.ts';
import * as store from './store.ts';

const OVER =
  'This link is no longer valid: it works one time, and for 72 hours. Please get in touch with our team and mention this address.';

/**
 * Records that the actor changes the address of a member or removes the factors, and tells all admins when the member has tokens,
 * open orders or money to come: who has the account has those. @returns the id
 */
export async function recordMove(
  tx: Db,
  scope: Scope,
  move: {
    readonly member: { readonly id: string; readonly memberId: string };
    readonly kind: 'email' | 'factors';
    readonly proposedBy: string | null;
  },
): Promise<string> {
  const { member, kind, proposedBy } = move;
  const { company } = scope;
  const actor = actorOf(scope);
  if (hasValue(await readValue(tx, company.id, member.id))) {
    const facts = { brand: mailBrand(scope), memberId: member.memberId, kind, by: actor.memberId ?? '' };
    await notifyAdmins(tx, scope, 'member-move', memberMoved(facts));
  }
  const ids = { company_id: company.id, user_id: member.id, moved_by: actor.id, proposed_by: proposedBy };
  return store.insertMove(tx, { ...ids, kind });
}

/** The page of the link in the mail to the old address. */
export function takeBackLink({ app }: Scope, moveId: string, earlier: string): string {
  const sealed = sealText(app.secrets.key('moves'), moveId, earlier).toString('base64url');
  return takeBackPath(`${moveId.replaceAll('-', '')}.${sealed}`);
}

function readToken({ app }: Scope, token: string): { readonly id: string; readonly earlier: string } | null {
  const [hex = '', sealed = ''] = token.split('.');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const earlier = unsealText(app.secrets.keys('moves'), id, Buffer.from(sealed, 'base64url'));
  return earlier === null ? null : { id, earlier };
}

/**
 * Gives the account its earlier address back. The password goes too: the reader of the new address may have set it.
 * @throws ApiError invalid for a link that we have not made, that was used, or is older than 72 hours; conflict if the earlier
 * address belongs to another account now
 */
export const takeMoveBack: UseCase<typeof calls.takeMoveBack> = async (scope, { token }) => {
  const link = readToken(scope, token);
  if (!link) throw new ApiError('invalid', OVER);
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'), hashRequest(scope, 'public'));
  try {
    await inTransaction(scope.db, (tx) => takeBackIn(tx, scope, link, passwordHash));
  } catch (cause) {
    if (violates(cause, accounts.EMAIL_INDEX)) throw new ApiError('conflict', EMAIL_TAKEN, { cause });
    throw cause;
  }
  return {};
};

async function takeBackIn(
  tx: Db,
  scope: Scope,
  { id, earlier }: { readonly id: string; readonly earlier: string },
  passwordHash: string,
): Promise<void> {
  const companyId = scope.company.id;
  await lockCompanyAllowingPurchases(tx, companyId);
  const move = await store.findMove(tx, companyId, id);
  const member = move && (await lockMember(tx, companyId, move.user_id));
  if (!member || !(await store.takeBack(tx, companyId, id, QUIET_HOURS))) throw new ApiError('invalid', OVER);
  const { name, mobile, member_id: memberId } = member;
  await accounts.updateAccount(tx, companyId, member.id, {
    email: earlier,
    password_hash: passwordHash,
    search_text: accounts.searchTextOf({ name, email: earlier, mobile, memberId }),
  });
  await deleteCodes(tx, companyId, member.email);
  await endSessionsOf(tx, { companyId, accountId: member.id });
  await notifyAdmins(tx, scope, 'member-move-back', memberMoveTakenBack({ brand: mailBrand(scope), name, memberId }));
  await record(tx, {
    scopeId: companyId,
    actor: null,
    action: 'user.move.back',
    subjectKind: 'user',
    subjectId: member.id,
    after: { changed: ['email'] },
  });
}
