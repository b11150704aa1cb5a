/** A member's copy of all data about the member (DPDP Act, section 11), read from one snapshot of the database. */
import { formatPaise, formatPrice } from '../../core/money.ts';
import { type Db, inSnapshot } from '../../db/client.ts';
import * as limits from '../../rate-limits/service.ts';
import { actorOf, type Result, type Scope } from '../../scope.ts';
import { getProfile } from '../service.ts';
import type { OwnData } from './contract.ts';
import * as store from './store.ts';

/** The export is expensive. The limit allows for double clicks and a second copy. */
const EXPORT_LIMIT = { name: 'own-data', max: 10, windowSeconds: 3600 };

export async function getOwnData(scope: Scope): Promise<Result<OwnData>> {
  await limits.spend(scope.app, EXPORT_LIMIT, actorOf(scope).id);
  const data = await inSnapshot(scope.db, (tx) => collect(tx, { ...scope, db: tx }));
  return { data, fileName: `my-data-${actorOf(scope).memberId ?? 'member'}.json` };
}

async function collect(db: Db, scope: Scope): Promise<OwnData> {
  const { company, now } = scope;
  const { id, email } = actorOf(scope);
  const { data: profile } = await getProfile(scope);
  if (!profile) throw new Error('Assertion failed: a signed-in member has a profile');
  const account = await store.readAccount(db, company.id, id);
  const purchases = await store.listPurchases(db, company.id, id);
  const views = await store.listSavedViews(db, company.id, id);
  const stock = await store.listStock(db, company.id, id);
  const files = await store.listFiles(db, company.id, id);
  const sessions = await store.listSessions(db, company.id, id);
  const mails = await store.listMails(db, company.id, email);
  const trail = await store.listTrail(db, company.id, id);
  return {
    exportedAt: now.toISOString(),
    company: company.company_name,
    account: {
      ...profile,
      status: account.status,
      profileImageId: account.profile_image_id,
      referredBy: account.referred_by,
      usedReferrersBrowser: account.used_referrers_browser ?? false,
      createdAt: account.created_at.toISOString(),
      updatedAt: account.updated_at.toISOString(),
      deletionRequestedAt: account.deletion_requested_at?.toISOString() ?? null,
    },
    purchases: purchases.map(exportedPurchase),
    refunds: await collectRefunds(db, scope),
    rewards: await collectRewards(db, scope),
    ...(await collectMessages(db, scope)),
    ...(await collectFactors(db, scope)),
    savedViews: views.map(({ created_at, ...view }) => ({ ...view, createdAt: created_at.toISOString() })),
    stock: stock.map((row) => ({
      seq: String(row.seq),
      kind: row.kind,
      quantity: Number(row.quantity),
      createdAt: row.created_at.toISOString(),
      transactionHash: row.hash,
    })),
    files: files.map((row) => ({
      id: row.id,
      fileName: row.file_name,
      mime: row.mime,
      sizeBytes: row.size_bytes,
      createdAt: row.created_at.toISOString(),
    })),
    sessions: sessions.map((row) => ({
      kind: row.kind,
      ip: row.ip,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    })),
    mails: mails.map((row) => ({
      subject: row.subject,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
    })),
    trail: trail.map((row) => ({
      at: row.created_at.toISOString(),
      action: row.action,
      by: row.actor_id === id ? 'you' : row.actor_kind === 'system' ? 'system' : 'team',
      details: row.after as Record<string, unknown> | null,
    })),
  };
}

type OwnFactors = Pick<OwnData, 'passkeys' | 'authenticatorAppSince' | 'recoveryCodesLeft'>;

async function collectFactors(db: Db, scope: Scope): Promise<OwnFactors> {
  const { passkeys, appSince, recoveryCodes } = await store.readFactors(db, scope.company.id, actorOf(scope).id);
  return {
    passkeys: passkeys.map((row) => ({
      name: row.name,
      host: row.rp_id,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
    authenticatorAppSince: appSince?.toISOString() ?? null,
    recoveryCodesLeft: recoveryCodes,
  };
}

/** What the company and the program wrote to the member, and the answers. */
async function collectMessages(db: Db, scope: Scope): Promise<Pick<OwnData, 'notifications' | 'messages'>> {
  const { company } = scope;
  const { id } = actorOf(scope);
  const messages = await store.listMessages(db, company.id, id);
  const notifications = await store.listNotifications(db, company.id, id);
  return {
    notifications: notifications.map((row) => ({
      kind: row.kind,
      createdAt: row.created_at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    })),
    messages: messages.map((row) => ({
      orderNumber: row.order_number,
      by: row.author_kind === 'member' ? 'you' : 'team',
      text: row.body,
      fileId: row.file_id,
      correctedReference: row.corrected_reference,
      createdAt: row.created_at.toISOString(),
    })),
  };
}

async function collectRefunds(db: Db, scope: Scope): Promise<OwnData['refunds']> {
  const rows = await store.listRefunds(db, scope.company.id, actorOf(scope).id);
  return rows.map((row) => ({
    number: row.number,
    orderNumber: row.order_number,
    cause: row.cause,
    state: row.state,
    amount: formatPaise(row.amount_paise),
    payee: row.payee_hint,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    paidOn: row.paid_on,
    paidReference: row.paid_reference,
  }));
}

async function collectRewards(db: Db, scope: Scope): Promise<OwnData['rewards']> {
  const rows = await store.listRewards(db, scope.company.id, actorOf(scope).id);
  return rows.map((row) => ({
    quantity: Number(row.quantity),
    state: row.state,
    signs: row.signs,
    rule: row.rule,
    heldUntil: row.held_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.refusal_reason ?? '',
  }));
}

type PurchaseRow = Awaited<ReturnType<typeof store.listPurchases>>[number];

function exportedPurchase(row: PurchaseRow): OwnData['purchases'][number] {
  return {
    orderNumber: row.order_number,
    status: row.status,
    paymentMethod: row.payment_method,
    price: formatPrice(row.price_micros),
    quantity: Number(row.quantity),
    orderAmount: formatPaise(row.order_amount_paise),
    platformCharge: formatPaise(row.fee_paise),
    finalAmount: formatPaise(row.final_amount_paise),
    amountStated: formatPaise(row.claimed_amount_paise),
    referenceNumber: row.reference_number,
    transactionId: row.transaction_id,
    receiptFileId: row.receipt_id,
    receiptNumber: row.receipt_number,
    paidTo: row.beneficiary === null ? null : { ...row.beneficiary },
    submittedAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    rejectReason: row.reject_reason,
    reversedAt: row.reversed_at?.toISOString() ?? null,
    reversalReason: row.reversed_at === null ? null : row.reversal_reason,
  };
}
