/** The mails to one member, for the company's admins: what went out, and to send it again. */
import { record } from '../audit/service.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { ApiError, notFound } from '../core/errors.ts';
import { paged } from '../core/page.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { tooMany } from '../limits/service.ts';
import { enqueue } from '../mail/service.ts';
import { isActiveAdmin } from '../purchases/store.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import type { User } from '../users/store.ts';
import type { listMemberMails as List, MemberMail, resendMemberMail as Resend } from './mails-contract.ts';
import { letterOf } from './mails-letters.ts';
import { isResendable, mailTitle, resendProblem, resendTurn } from './mails-rules.ts';
import * as store from './mails-store.ts';
import { lockMember } from './store.ts';
import { findAccount } from './view-store.ts';

type Truth = Pick<User, 'status' | 'is_approved' | 'deletion_requested_at'>;

function truthOf(it: Truth) {
  return { status: it.status, isApproved: it.is_approved, wantsDeletion: it.deletion_requested_at !== null };
}

/** @throws ApiError not_found */
export async function listMemberMails(
  scope: Scope,
  input: InputOf<typeof List>,
): Promise<Result<OutputOf<typeof List>>> {
  const { db, company } = scope;
  const member = await findAccount(db, company.id, input.id);
  if (!member) throw notFound('User');
  const { rows, total } = await store.listMails(db, company.id, member.email, input);
  const records = rows.map(
    (row): MemberMail => ({
      id: row.id,
      title: mailTitle(row.kind),
      orderNumber: row.order_number,
      state: row.state,
      problem: row.last_error,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
      resentBy: row.resent_by === null ? null : (row.resent_by_name ?? 'a deleted account'),
      resendProblem: resendProblem({
        kind: row.kind,
        state: row.state,
        member: truthOf(member),
        purchaseStatus: row.purchase_status,
      }),
    }),
  );
  return { data: paged(records, total, input) };
}

/**
 * The member is locked meanwhile, so that two clicks, or two admins, come one after the other.
 * @throws ApiError not_found; conflict when it can't be sent again; rate_limited when it was too lately or too often
 */
export async function resendMemberMail(
  scope: Scope,
  input: InputOf<typeof Resend>,
): Promise<Result<OutputOf<typeof Resend>>> {
  const mailId = await inTransaction(scope.db, (tx) => resendIn(tx, scope, input));
  return { data: { mailId } };
}

async function resendIn(tx: Db, scope: Scope, input: InputOf<typeof Resend>): Promise<string> {
  const companyId = scope.company.id;
  const actor = actorOf(scope);
  const member = await lockMember(tx, companyId, input.id);
  if (!member) throw notFound('User');
  // Whoever was shut out a moment ago changes nothing any more.
  if (!(await isActiveAdmin(tx, companyId, actor.id)))
    throw new ApiError('unauthenticated', 'Please log in to continue.');
  const mail = await store.findMail(tx, companyId, member.email, input.mailId);
  if (!mail) throw notFound('Mail');
  const { kind, about_id: aboutId } = mail;
  const turn = resendTurn(await store.listEarlier(tx, companyId, member.email, { kind, aboutId }), actor.id);
  if (turn.to === 'repeat') return turn.id;
  const purchase = aboutId === null ? null : ((await store.holdPurchase(tx, companyId, aboutId)) ?? null);
  const truth = { kind, state: mail.state, member: truthOf(member), purchaseStatus: purchase?.status ?? null };
  const problem = resendProblem(truth);
  if (problem !== null || !isResendable(kind))
    throw new ApiError('conflict', `This mail can’t be sent again. ${problem ?? ''}`.trim());
  if (turn.to === 'wait') throw tooMany(turn.seconds);
  const letter = await letterOf(tx, scope, kind, { member, purchase });
  const about = { kind, ...(aboutId !== null && { aboutId }), resentBy: actor.id };
  const id = await enqueue(tx, { companyId, to: member.email, ...about, ...letter });
  await record(tx, {
    scopeId: companyId,
    actor,
    action: 'mail.resend',
    subjectKind: 'user',
    subjectId: member.id,
    after: { mail: kind, ...(purchase && { orderNumber: purchase.order_number }) },
  });
  return id;
}
