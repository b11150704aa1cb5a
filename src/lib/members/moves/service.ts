/**
 * The mail to the old address of a member takes a change of the address back with one click, for 72 hours (docs/decisions/0671). Its
 * link has the old address, sealed for this change, so that no table keeps it.
 */
import { randomBytes } from 'node:crypto';
import { notifyAdmins } from '../../accounts/admins/service.ts';
import { hasOwner, leftKind } from '../../accounts/ownership/service.ts';
import { hashPassword, hashRequest } from '../../accounts/passwords/service.ts';
import { QUIET_HOURS } from '../../accounts/rules.ts';
import * as accounts from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { endAccessOf } from '../../auth/sessions/service.ts';
import { mailBrand } from '../../companies/service.ts';
import { lockCompanyAllowingPurchases } from '../../companies/store.ts';
import { ApiError } from '../../core/errors.ts';
import { takeBackPath } from '../../core/paths.ts';
import { type Db, inTransaction, violates } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { enqueue, rememberEarlierAddress } from '../../mail/service.ts';
import { emailGoneBack, memberMoved, memberMoveTakenBack } from '../../mail/templates/account.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { sealText, unsealText } from '../../secrets.ts';
import { EMAIL_TAKEN } from '../calls.ts';
import { deleteCodes, hasValue, lockMember, markEmailChanged, readValue } from '../edit/store.ts';
import type * as calls from './calls.ts';
import * as store from './store.ts';

const OVER =
  'This link is no longer valid: it works one time, and for 72 hours. Please get in touch with our team and mention this address.';

const NOT_BY_LINK =
  'Since that change the account has got orders or other rights, or two of our team have changed it, so this link does not move it. Please get in touch with our team and mention this address: two of them look at it.';

interface RecordedMove {
  readonly id: string;
  /** Whether the account has something to lose at the change. */
  readonly hasValue: boolean;
}

/**
 * Records that the actor changes the address of a member or removes the factors, and tells all admins when the member has tokens,
 * open orders or money to come: who has the account has those.
 */
export async function recordMove(
  tx: Db,
  scope: Scope,
  move: {
    readonly member: { readonly id: string; readonly memberId: string };
    readonly kind: 'email' | 'factors';
    readonly proposedBy: string | null;
  },
): Promise<RecordedMove> {
  const { member, kind, proposedBy } = move;
  const { company } = scope;
  const actor = actorOf(scope);
  const isWorth = hasValue(await readValue(tx, company.id, member.id));
  if (isWorth) {
    const facts = { brand: mailBrand(scope), memberId: member.memberId, kind, by: actor.memberId ?? '' };
    await notifyAdmins(tx, scope, 'member-move', memberMoved(facts));
  }
  const ids = { company_id: company.id, user_id: member.id, moved_by: actor.id, proposed_by: proposedBy };
  return { id: await store.insertMove(tx, { ...ids, kind }), hasValue: isWorth };
}

/**
 * The page of the link in the mail to the old address; null for a change without one. Two admins' change has none: one click never
 * undoes it. An address whose reader has not shown that it is theirs has one only if there is something to lose, because an admin can
 * add an account under a mailbox of their own and give it to a buyer later.
 */
export function takeBackLinkOf(
  scope: Scope,
  move: RecordedMove,
  of: { readonly earlier: string; readonly isOwned: boolean; readonly proposedBy: string | null },
): string | null {
  if (of.proposedBy !== null || !(of.isOwned || move.hasValue)) return null;
  return linkTo(scope, { id: move.id, earlier: of.earlier, claim: move.hasValue ? 'value' : 'none' });
}

interface Link {
  readonly id: string;
  readonly earlier: string;
  /**
   * `value`: the account had something to lose at the change; `none`: nothing. A time in milliseconds: the address was left by a click,
   * and its reader may have paid since then.
   */
  readonly claim: string;
}

function linkTo({ app }: Scope, { id, earlier, claim }: Link): string {
  const sealed = sealText(app.secrets.key('moves'), id, `${claim} ${earlier}`).toString('base64url');
  return takeBackPath(`${id.replaceAll('-', '')}.${sealed}`);
}

function readToken({ app }: Scope, token: string): Link | null {
  const [hex = '', sealed = ''] = token.split('.');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const text = unsealText(app.secrets.keys('moves'), id, Buffer.from(sealed, 'base64url'));
  if (text === null) return null;
  // A link from before the claims has the address alone.
  const [earlier = '', claim = 'none'] = text.split(' ').toReversed();
  return { id, earlier, claim };
}

/**
 * Gives the account its earlier address back, and ends the links of later changes. The password goes too: the reader of the new
 * address may have set it.
 * @throws ApiError invalid for a link that we have not made, that was used, or is older than 72 hours; conflict if the earlier
 * address belongs to another account now, or the account to an admin, or what it has came since, or two admins changed it
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

async function takeBackIn(tx: Db, scope: Scope, { id, earlier, claim }: Link, passwordHash: string): Promise<void> {
  const companyId = scope.company.id;
  await lockCompanyAllowingPurchases(tx, companyId);
  const move = await store.findMove(tx, companyId, id);
  const member = move && (await lockMember(tx, companyId, move.user_id));
  if (!member || !(await store.takeBack(tx, companyId, id, QUIET_HOURS))) throw new ApiError('invalid', OVER);
  // The access of an admin is never given by one click.
  if (member.role !== 'USER') throw new ApiError('conflict', NOT_BY_LINK);
  const moved = { userId: member.id, movedAt: move.moved_at };
  if (await store.isConfirmedSince(tx, companyId, moved)) throw new ApiError('conflict', NOT_BY_LINK);
  const hasOrders = await store.hasArrivals(tx, companyId, moved);
  if (!(await isOfClicker(tx, companyId, { ...moved, claim, hasOrders }))) throw new ApiError('conflict', NOT_BY_LINK);
  await store.endLaterMoves(tx, companyId, moved);
  const { name, mobile, member_id: memberId } = member;
  await accounts.updateAccount(tx, companyId, member.id, {
    email: earlier,
    password_hash: passwordHash,
    search_text: accounts.searchTextOf({ name, email: earlier, mobile, memberId }),
  });
  await deleteCodes(tx, companyId, member.email);
  await endAccessOf(tx, { companyId, accountId: member.id }, { actor: null, cause: 'user.move.back' });
  await mailLeftAddress(tx, scope, { member, move, hasOrders });
  // The quiet hours begin again.
  await markEmailChanged(tx, companyId, member.id);
  await rememberEarlierAddress(tx, companyId, { id: member.id, address: member.email });
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

/** Whether what the account has is of the reader of the earlier address, and not of the one who has the account now. */
async function isOfClicker(
  tx: Db,
  companyId: string,
  of: { readonly userId: string; readonly movedAt: Date; readonly claim: string; readonly hasOrders: boolean },
): Promise<boolean> {
  const { userId, movedAt, claim, hasOrders } = of;
  if (await store.hasPaid(tx, companyId, { userId, from: movedAt, to: null })) return false;
  if (claim === 'value') return true;
  // Nothing was there at the change: all that is there now came since.
  if (claim === 'none') return !hasOrders && !hasValue(await readValue(tx, companyId, userId));
  return store.hasPaid(tx, companyId, { userId, from: new Date(Number(claim)), to: movedAt });
}

/**
 * Tells the reader of the address that the account leaves. Who ordered while it was theirs can take this change back, too, once an
 * order of that time is approved. The click is a change of the address, because of the same admin.
 */
async function mailLeftAddress(
  tx: Db,
  scope: Scope,
  of: { readonly member: accounts.Account; readonly move: store.Move; readonly hasOrders: boolean },
): Promise<void> {
  const { member, move, hasOrders } = of;
  const companyId = scope.company.id;
  const ids = { company_id: companyId, user_id: member.id, moved_by: move.moved_by };
  const id = await store.insertMove(tx, { ...ids, kind: 'email' });
  const claim = String(move.moved_at.getTime());
  const takeBack = hasOrders ? linkTo(scope, { id, earlier: member.email, claim }) : null;
  const kind = leftKind(await hasOwner(tx, companyId, member.id));
  const content = inLanguage(member.language ?? 'en', () =>
    emailGoneBack({ brand: mailBrand(scope), name: member.name, takeBack }),
  );
  await enqueue(tx, { companyId, to: member.email, kind, ...content });
}
