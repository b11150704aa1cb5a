/** Turns the plan into rows. */
import type { Insertable } from 'kysely';
import { searchTextOf } from '../../accounts/store.ts';
import { sealOf } from '../../audit/chain.ts';
import type { BeneficiarySnapshot, Media, Purchases, Users } from '../../db/schema/schema.ts';
import { implicitKey, submissionContent } from '../../purchases/rules.ts';
import type { Payee } from '../../refunds/rules.ts';
import { type DemoFile, portraitId, proofId } from './files.ts';
import type { Person } from './people.ts';
import { type DemoSale, type PlannedOrder, statusOf } from './plan.ts';

export interface RowFacts {
  readonly sale: DemoSale;
  readonly payee: BeneficiarySnapshot;
  /** By the plan's admin indexes. */
  readonly adminIds: readonly string[];
  readonly passwordHash: string;
  readonly kycHash: (digits: string) => string;
  /** Encrypts the account of a refund. */
  readonly seal: (id: string, payee: Payee) => Buffer;
}

export function userRow(person: Person, { sale, passwordHash, kycHash }: RowFacts): Insertable<Users> {
  const joined = new Date(person.joinedAt);
  return {
    id: person.id,
    company_id: sale.companyId,
    email: person.email,
    name: person.name,
    mobile: person.mobile,
    role: 'USER',
    status: person.status,
    is_approved: person.verifiedAt !== null,
    member_id: person.memberId,
    referrer_id: person.referrer?.id ?? null,
    password_hash: passwordHash,
    date_of_birth: person.dateOfBirth,
    pincode: person.pincode,
    gender: person.gender,
    aadhaar_last4: person.kycDigits?.slice(-4) ?? null,
    aadhaar_hash: person.kycDigits === null ? null : kycHash(person.kycDigits),
    wallet_address: person.walletAddress,
    profile_image_id: person.portrait === null ? null : portraitId(sale.companyId, person.id),
    search_text: searchTextOf(person),
    created_at: joined,
    updated_at: new Date(Math.max(person.joinedAt, person.verifiedAt ?? 0, person.closedAt ?? 0)),
    deletion_requested_at: person.deletionRequestedAt === null ? null : new Date(person.deletionRequestedAt),
  };
}

export function mediaRow(file: DemoFile): Insertable<Media> {
  return {
    id: file.id,
    company_id: file.companyId,
    owner_id: file.ownerId,
    owner_kind: 'user',
    kind: file.kind,
    mime: file.mime,
    file_name: file.fileName,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    storage_key: file.id,
    created_at: file.createdAt,
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
