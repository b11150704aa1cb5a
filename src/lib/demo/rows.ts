/** The plan as rows of the tables. */
import type { Insertable } from 'kysely';
import { sealOf } from '../audit/chain.ts';
import type { BeneficiarySnapshot, Media, Purchases, Users } from '../db/schema.ts';
import { implicitKey, submissionContent } from '../purchases/rules.ts';
import { searchTextOf } from '../users/store.ts';
import { type DemoFile, portraitId, proofId } from './files.ts';
import type { Person } from './people.ts';
import { type DemoSale, type PlannedOrder, statusOf } from './plan.ts';

export interface RowFacts {
  readonly sale: DemoSale;
  readonly payee: BeneficiarySnapshot;
  /** In the order in which the plan counts them. */
  readonly adminIds: readonly string[];
  readonly passwordHash: string;
  readonly kycHash: (digits: string) => string;
}

export function userRow(it: Person, { sale, passwordHash, kycHash }: RowFacts): Insertable<Users> {
  const joined = new Date(it.joinedAt);
  return {
    id: it.id,
    company_id: sale.companyId,
    email: it.email,
    name: it.name,
    mobile: it.mobile,
    role: 'USER',
    status: it.status,
    is_approved: it.verifiedAt !== null,
    member_id: it.memberId,
    referrer_id: it.referrer?.id ?? null,
    password_hash: passwordHash,
    date_of_birth: it.dateOfBirth,
    pincode: it.pincode,
    gender: it.gender,
    aadhaar_last4: it.kycDigits?.slice(-4) ?? null,
    aadhaar_hash: it.kycDigits === null ? null : kycHash(it.kycDigits),
    wallet_address: it.walletAddress,
    profile_image_id: it.portrait === null ? null : portraitId(sale.companyId, it.id),
    search_text: searchTextOf(it),
    created_at: joined,
    updated_at: new Date(Math.max(it.joinedAt, it.verifiedAt ?? 0, it.closedAt ?? 0)),
    deletion_requested_at: it.deletionRequestedAt === null ? null : new Date(it.deletionRequestedAt),
  };
}

export function mediaRow(it: DemoFile, companyId: string): Insertable<Media> {
  return {
    id: it.id,
    company_id: companyId,
    owner_id: it.ownerId,
    owner_kind: 'user',
    kind: it.kind,
    mime: it.mime,
    file_name: it.fileName,
    size_bytes: it.sizeBytes,
    sha256: it.sha256,
    storage_key: it.id,
    created_at: it.createdAt,
  };
}

export function purchaseRow(order: PlannedOrder, { sale, payee, adminIds }: RowFacts): Insertable<Purchases> {
  const { decision, reversal, method, reference } = order;
  const receiptId = order.proof === null ? null : proofId(sale.companyId, order);
  const hasPayee = method !== 'MANUAL';
  const submission = {
    purchaseId: order.orderNumber,
    method,
    orderAmountPaise: order.orderAmountPaise,
    claimedAmountPaise: order.claimedAmountPaise,
    reference,
    receiptId,
    beneficiaryId: hasPayee ? payee.id : null,
  };
  const repeat = implicitKey(submission);
  return {
    id: order.id,
    company_id: sale.companyId,
    user_id: order.buyer.id,
    order_number: order.orderNumber,
    payment_method: method,
    order_amount_paise: order.orderAmountPaise,
    price_micros: sale.priceMicros,
    quantity: order.quantity,
    fee_bps: sale.feeBps,
    fee_paise: order.feePaise,
    final_amount_paise: order.finalAmountPaise,
    claimed_amount_paise: order.claimedAmountPaise,
    reference_number: reference,
    receipt_id: receiptId,
    beneficiary: hasPayee ? JSON.stringify(payee) : null,
    order_age_seconds: order.orderAgeSeconds,
    status: statusOf(order),
    content_hash: sealOf(submissionContent(submission)),
    repeat_hash: repeat === null ? null : sealOf(repeat),
    created_at: new Date(order.createdAt),
    decided_at: decision ? new Date(decision.at) : null,
    decided_by: decision ? (adminIds[decision.admin] ?? null) : null,
    reject_reason: decision?.reason ?? null,
    reversed_at: reversal ? new Date(reversal.at) : null,
    reversed_by: reversal ? (adminIds[reversal.admin] ?? null) : null,
    reversal_reason: reversal?.reason ?? null,
  };
}
