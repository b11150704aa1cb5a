/** One member as the company's admins see it. */
import { deviceOf } from '../auth/device-rules.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { notFound } from '../core/errors.ts';
import { formatPaise } from '../core/money.ts';
import { type Page, type PageRequest, paged } from '../core/page.ts';
import { mediaPath } from '../core/paths.ts';
import type { Db } from '../db/client.ts';
import { readFigures } from '../referrals/store.ts';
import type { Result, Scope } from '../scope.ts';
import { maskAadhaar } from '../users/rules.ts';
import type * as contracts from './view-contract.ts';
import * as store from './view-store.ts';

/** @throws ApiError not_found */
export async function getMember(
  scope: Scope,
  { id }: InputOf<typeof contracts.getMember>,
): Promise<Result<contracts.MemberDetails>> {
  const companyId = scope.company.id;
  const [row, figures] = await Promise.all([
    store.findMember(scope.db, companyId, id),
    readFigures(scope.db, companyId, id),
  ]);
  if (!row) throw notFound('User');
  return { data: { ...accountOf(row), ...figuresOf(row, figures) } };
}

function accountOf(row: store.MemberRow) {
  const isErased = row.deleted_at !== null;
  const { referrer_id: referrerId, referrer_name: name, referrer_member_id: referralCode } = row;
  return {
    id: row.id,
    name: row.name,
    mobile: row.mobile,
    // What stands in its place belongs to nobody.
    email: isErased ? '' : row.email,
    role: row.role,
    referralCode: row.member_id,
    createdAt: row.created_at.toISOString(),
    isApproved: row.is_approved,
    status: row.status,
    deletionRequestedAt: row.deletion_requested_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    erasedAt: row.deleted_at?.toISOString() ?? null,
    dateOfBirth: row.date_of_birth ?? '',
    kycDocumentNumber: row.aadhaar_last4 ? maskAadhaar(row.aadhaar_last4) : '',
    pincode: row.pincode ?? '',
    gender: row.gender,
    walletAddress: row.wallet_address ?? '',
    profileImage: row.profile_image_id === null ? null : { url: mediaPath(row.profile_image_id) },
    referredBy:
      referrerId === null || name === null || referralCode === null ? null : { id: referrerId, name, referralCode },
  };
}

function figuresOf(row: store.MemberRow, { brought, earned }: { brought: bigint; earned: bigint }) {
  return {
    purchases: {
      approved: Number(row.approved),
      approvedAmount: formatPaise(row.approved_paise),
      pending: Number(row.pending),
      pendingAmount: formatPaise(row.pending_paise),
    },
    stockBalance: Number(row.balance),
    membersBrought: Number(brought),
    rewardsEarned: Number(earned),
  };
}

/**
 * A page of what is on record of one account.
 * @throws ApiError not_found, the same for an id of another company as for one that never was
 */
async function listOf<Row, Shown>(
  { db, company }: Scope,
  input: PageRequest & { readonly id: string },
  read: (db: Db, companyId: string, userId: string, page: PageRequest) => Promise<{ rows: Row[]; total: number }>,
  shown: (row: Row) => Shown,
): Promise<Result<Page<Shown>>> {
  if (!(await store.findAccount(db, company.id, input.id))) throw notFound('User');
  const { rows, total } = await read(db, company.id, input.id, input);
  return { data: paged(rows.map(shown), total, input) };
}

export function listMemberPurchases(
  scope: Scope,
  input: InputOf<typeof contracts.listMemberPurchases>,
): Promise<Result<OutputOf<typeof contracts.listMemberPurchases>>> {
  return listOf(scope, input, store.listPurchases, (row) => ({
    id: row.id,
    orderNumber: row.order_number,
    paymentMethod: row.payment_method,
    totalQuantity: Number(row.quantity),
    finalAmount: formatPaise(row.final_amount_paise),
    status: row.status,
    createdAt: row.created_at.toISOString(),
  }));
}

export function listMemberStock(
  scope: Scope,
  input: InputOf<typeof contracts.listMemberStock>,
): Promise<Result<OutputOf<typeof contracts.listMemberStock>>> {
  return listOf(scope, input, store.listEntries, (row): contracts.MemberEntry => {
    const { order_number: orderNumber, status, buyer_id: id, buyer_name: name, buyer_member_id: referralCode } = row;
    const isKnown = orderNumber !== null && status !== null && id !== null && name !== null && referralCode !== null;
    return {
      kind: row.kind,
      quantity: Number(row.quantity),
      transactionHash: row.hash,
      createdAt: row.created_at.toISOString(),
      purchase: isKnown ? { orderNumber, status, buyer: { id, name, referralCode } } : null,
    };
  });
}

export function listMemberReferrals(
  scope: Scope,
  input: InputOf<typeof contracts.listMemberReferrals>,
): Promise<Result<OutputOf<typeof contracts.listMemberReferrals>>> {
  return listOf(scope, input, store.listBrought, (row) => ({
    id: row.id,
    name: row.name,
    referralCode: row.member_id,
    createdAt: row.created_at.toISOString(),
    isApproved: row.is_approved,
    status: row.status,
    reward: Number(row.reward ?? 0n),
  }));
}

export function listMemberSignIns(
  scope: Scope,
  input: InputOf<typeof contracts.listMemberSignIns>,
): Promise<Result<OutputOf<typeof contracts.listMemberSignIns>>> {
  return listOf(scope, input, store.listSignIns, (row) => ({
    startedAt: row.started_at.toISOString(),
    isAdmin: row.kind === 'admin',
    isActive: row.is_active,
    device: row.user_agent === null ? null : deviceOf(row.user_agent),
    ip: row.ip,
    seenAt: row.seen_at?.toISOString() ?? null,
  }));
}
