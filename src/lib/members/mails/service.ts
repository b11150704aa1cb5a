/** The mails to one member: admins list them and send them again. */
import { requireActiveAdmin } from '../../accounts/admins/service.ts';
import type { Account } from '../../accounts/store.ts';
import { record } from '../../audit/service.ts';
import { mailBrand } from '../../companies/service.ts';
import type { InputOf } from '../../core/contract.ts';
import { ApiError, assert, notFound } from '../../core/errors.ts';
import { paged } from '../../core/pagination.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import type { EntryKind } from '../../db/schema/schema.ts';
import { inLanguage } from '../../languages/service.ts';
import { enqueue } from '../../mail/service.ts';
import { accountDeactivated, accountReopened } from '../../mail/templates/account.ts';
import { accountBlocked, accountVerified, invitation, welcome } from '../../mail/templates/auth.ts';
import { deletionRequested } from '../../mail/templates/deletion.ts';
import * as purchaseMails from '../../mail/templates/purchase.ts';
import { rewardCredited, rewardReversed } from '../../mail/templates/rewards.ts';
import type { RenderedMail } from '../../mail/templates/template.ts';
import { reservedHours } from '../../purchases/holds.rules.ts';
import { tooMany } from '../../rate-limits/service.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { findAccount } from '../detail/store.ts';
import { lockMember } from '../edit/store.ts';
import type * as calls from './calls.ts';
import type { MemberMail, resendMemberMail as Resend } from './contract.ts';
import {
  isResendable,
  type MailContext,
  mailTitle,
  type ResendableKind,
  resendDecision,
  resendProblem,
} from './rules.ts';
import * as store from './store.ts';

type AccountState = Pick<Account, 'status' | 'is_approved' | 'deletion_requested_at'>;

function memberStateOf(account: AccountState): MailContext['member'] {
  return {
    status: account.status,
    isApproved: account.is_approved,
    wantsDeletion: account.deletion_requested_at !== null,
  };
}

/** @throws ApiError not_found */
export const listMemberMails: UseCase<typeof calls.listMemberMails> = async (scope, input) => {
  const { db, company } = scope;
  const account = await findAccount(db, company.id, input.id);
  if (!account) throw notFound('User');
  const member = memberStateOf(account);
  const { rows, total } = await store.listMails(db, company.id, account.email, input);
  const records = rows.map((row): MemberMail => {
    const { kind, state, purchase_status: purchaseStatus } = row;
    return {
      id: row.id,
      title: mailTitle(kind),
      orderNumber: row.order_number,
      state,
      problem: row.last_error,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
      resentBy: row.resent_by === null ? null : (row.resent_by_name ?? 'a deleted account'),
      resendProblem: resendProblem({ kind, state, member, purchaseStatus }),
    };
  });
  return { data: paged(records, total, input) };
};

/**
 * Locks the member, so that two clicks or two admins are handled one after the other.
 * @throws ApiError not_found; conflict if the mail cannot be sent again; rate_limited
 */
export const resendMemberMail: UseCase<typeof calls.resendMemberMail> = async (scope, input) => {
  const mailId = await inTransaction(scope.db, (tx) => resendIn(tx, scope, input));
  return { data: { mailId } };
};

async function resendIn(tx: Db, scope: Scope, input: InputOf<typeof Resend>): Promise<string> {
  const companyId = scope.company.id;
  const actor = actorOf(scope);
  const member = await lockMember(tx, companyId, input.id);
  if (!member) throw notFound('User');
  await requireActiveAdmin(tx, scope);
  const mail = await store.findMail(tx, companyId, member.email, input.mailId);
  if (!mail) throw notFound('Mail');
  const { kind, state, about_id: aboutId } = mail;
  const decision = resendDecision(await store.listEarlier(tx, companyId, member.email, { kind, aboutId }), actor.id);
  if (decision.action === 'repeat') return decision.id;
  const purchase = aboutId === null ? null : ((await store.lockPurchase(tx, companyId, aboutId)) ?? null);
  const problem = resendProblem({
    kind,
    state,
    member: memberStateOf(member),
    purchaseStatus: purchase?.status ?? null,
  });
  if (problem !== null || !isResendable(kind))
    throw new ApiError('conflict', `This mail can’t be sent again. ${problem ?? ''}`.trim());
  if (decision.action === 'wait') throw tooMany(decision.seconds);
  const content = await inLanguage(member.language ?? 'en', () => renderMail(tx, scope, kind, { member, purchase }));
  const id = await enqueue(tx, {
    companyId,
    to: member.email,
    kind,
    ...(aboutId !== null && { aboutId }),
    resentBy: actor.id,
    ...content,
  });
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

interface MailSubject {
  readonly member: Account;
  /** Set for every mail about a purchase. */
  readonly purchase: store.PurchaseForMail | null;
}

/** Renders the mail from the current data. Call it only if `resendProblem` is null: then all data of the mail exists. */
async function renderMail(tx: Db, scope: Scope, kind: ResendableKind, subject: MailSubject): Promise<RenderedMail> {
  const { member } = subject;
  const to = { brand: mailBrand(scope), name: member.name };
  switch (kind) {
    case 'welcome':
      return welcome({ ...to, memberId: member.member_id });
    case 'invitation':
      return invitation({ ...to, email: member.email });
    case 'account-verified':
      return accountVerified(to);
    case 'account-active':
      return accountReopened(to);
    case 'account-inactive':
      return accountDeactivated(to);
    case 'account-blocked':
      return accountBlocked(to);
    case 'deletion-requested':
      return deletionRequested(to);
    default:
      return renderPurchaseMail(tx, scope, kind, subject);
  }
}

async function renderPurchaseMail(
  tx: Db,
  scope: Scope,
  kind: Extract<ResendableKind, `purchase-${string}` | `reward-${string}`>,
  { member, purchase }: MailSubject,
): Promise<RenderedMail> {
  assert(purchase, 'a mail about a purchase has its purchase');
  const to = { brand: mailBrand(scope), name: member.name };
  const order = { ...to, orderNumber: purchase.order_number, amountPaise: purchase.final_amount_paise };
  const fromMemberId = purchase.buyer_member_id;
  const entryOf = async (entryKind: EntryKind): Promise<{ quantity: bigint; hash: string }> => {
    const key = { sourceId: purchase.id, userId: member.id, kind: entryKind };
    const entry = await store.findEntry(tx, scope.company.id, key);
    assert(entry, 'a decided purchase has its ledger entry');
    return { hash: entry.hash, quantity: entry.quantity < 0n ? -entry.quantity : entry.quantity };
  };
  switch (kind) {
    case 'purchase-submitted': {
      const { payment_method: paymentMethod, quantity, reference_number: referenceNumber } = purchase;
      const evidence = { method: paymentMethod, hasProof: purchase.receipt_id !== null };
      const holdHours = reservedHours(scope.company.hold_hours, evidence);
      return purchaseMails.purchaseSubmitted({ ...order, paymentMethod, quantity, referenceNumber, holdHours });
    }
    case 'purchase-approved':
      return purchaseMails.purchaseApproved({ ...order, ...(await entryOf('PURCHASE')) });
    case 'purchase-rejected':
      return purchaseMails.purchaseRejected({ ...order, reason: purchase.reject_reason });
    case 'purchase-reversed':
      return purchaseMails.purchaseReversed({
        ...order,
        ...(await entryOf('ADJUSTMENT')),
        reason: purchase.reversal_reason ?? '',
      });
    case 'reward-credited':
      return rewardCredited({ ...to, ...(await entryOf('REWARD')), fromMemberId });
    case 'reward-reversed':
      return rewardReversed({ ...to, ...(await entryOf('ADJUSTMENT')), fromMemberId });
  }
}
