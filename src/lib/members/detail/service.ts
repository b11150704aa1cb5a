/** One member, as the company's admins see the account. */

import { maskAadhaar } from '../../accounts/rules.ts';
import { listAudit } from '../../audit-log/service.ts';
import { deviceOf } from '../../auth/sessions/device.rules.ts';
import { ApiError, assert, notFound } from '../../core/errors.ts';
import { formatPaise } from '../../core/money.ts';
import { type Page, type PageRequest, paged } from '../../core/pagination.ts';
import { mediaPath } from '../../core/paths.ts';
import type { Db } from '../../db/client.ts';
import { readFigures } from '../../referrals/store.ts';
import type { Result, Scope, UseCase } from '../../scope.ts';
import { listMemberMails } from '../mails/service.ts';
import type * as calls from './calls.ts';
import { SECTION_ROWS, type SectionPages } from './calls.ts';
import type * as contracts from './contract.ts';
import { type SelfReferralSign, selfReferralSigns } from './self-referral.rules.ts';
import * as store from './store.ts';

/** @throws ApiError not_found */
export const getMember: UseCase<typeof calls.getMember> = async (scope, { id }) => {
  const companyId = scope.company.id;
  const [row, figures] = await Promise.all([
    store.findMember(scope.db, companyId, id),
    readFigures(scope.db, companyId, id),
  ]);
  if (!row) throw notFound('User');
  const [signs, sharedWith] = await Promise.all([signsOf(scope, row), sharedWithOf(scope, row)]);
  return { data: { ...accountOf(row), ...figuresOf(row, figures), selfReferralSigns: signs, sharedWith } };
};

async function sharedWithOf(
  { db, company }: Scope,
  row: store.MemberRow,
): Promise<contracts.MemberDetails['sharedWith']> {
  const others = await store.listShared(db, company.id, row);
  return others.flatMap(({ id, name, member_id: referralCode, is_same_aadhaar, is_same_wallet }) => [
    ...(is_same_aadhaar ? [{ id, name, referralCode, what: 'aadhaar' as const }] : []),
    ...(is_same_wallet ? [{ id, name, referralCode, what: 'wallet' as const }] : []),
  ]);
}

async function signsOf({ db, company }: Scope, row: store.MemberRow): Promise<SelfReferralSign[]> {
  const { referrer_id: referrerId, referrer_mobile: mobile } = row;
  if (referrerId === null || mobile === null) return [];
  const [own, referrers] = await Promise.all([
    store.listSessionTraces(db, company.id, row.id),
    store.listSessionTraces(db, company.id, referrerId),
  ]);
  return selfReferralSigns(
    { mobile: row.mobile, walletAddress: row.wallet_address, sessions: own },
    { mobile, walletAddress: row.referrer_wallet_address, sessions: referrers },
  );
}

function accountOf(row: store.MemberRow) {
  const isErased = row.deleted_at !== null;
  const { referrer_id: referrerId, referrer_name: name, referrer_member_id: referralCode } = row;
  return {
    id: row.id,
    name: row.name,
    mobile: row.mobile,
    // An erased account has a placeholder address.
    email: isErased ? '' : row.email,
    role: row.role,
    referralCode: row.member_id,
    createdAt: row.created_at.toISOString(),
    isApproved: row.is_approved,
    status: row.status,
    deletionRequestedAt: row.deletion_requested_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    erasedAt: row.deleted_at?.toISOString() ?? null,
    hasSecondFactor: row.has_factor,
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
 * Reads one page of a list about one account.
 * @throws ApiError not_found, the same for an account of another company and for an unknown id
 */
async function pageOf<Row, Output>(
  { db, company }: Scope,
  input: PageRequest & { readonly id: string },
  read: (db: Db, companyId: string, userId: string, page: PageRequest) => Promise<{ rows: Row[]; total: number }>,
  toOutput: (row: Row) => Output,
): Promise<Result<Page<Output>>> {
  if (!(await store.findAccount(db, company.id, input.id))) throw notFound('User');
  const { rows, total } = await read(db, company.id, input.id, input);
  return { data: paged(rows.map(toOutput), total, input) };
}

export const listMemberPurchases: UseCase<typeof calls.listMemberPurchases> = (scope, input) => {
  return pageOf(scope, input, store.listPurchases, (row) => ({
    id: row.id,
    orderNumber: row.order_number,
    paymentMethod: row.payment_method,
    totalQuantity: Number(row.quantity),
    finalAmount: formatPaise(row.final_amount_paise),
    status: row.status,
    bankState: row.bankState,
    received: row.received === null ? null : formatPaise(row.received),
    createdAt: row.created_at.toISOString(),
  }));
};

export const listMemberStock: UseCase<typeof calls.listMemberStock> = (scope, input) => {
  return pageOf(scope, input, store.listEntries, (row): contracts.MemberEntry => {
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
};

export const listMemberReferrals: UseCase<typeof calls.listMemberReferrals> = (scope, input) => {
  return pageOf(scope, input, store.listReferred, (row) => ({
    id: row.id,
    name: row.name,
    referralCode: row.member_id,
    createdAt: row.created_at.toISOString(),
    isApproved: row.is_approved,
    status: row.status,
    reward: Number(row.reward ?? 0n),
  }));
};

export const listMemberSignIns: UseCase<typeof calls.listMemberSignIns> = (scope, input) => {
  return pageOf(scope, input, store.listSignIns, (row) => ({
    startedAt: row.started_at.toISOString(),
    isAdmin: row.kind === 'admin',
    isActive: row.is_active,
    device: row.user_agent === null ? null : deviceOf(row.user_agent),
    ip: row.ip,
    seenAt: row.seen_at?.toISOString() ?? null,
  }));
};

/** The data of the member page: the account and the requested page of each list. Null if the company has no such account. */
export async function readMemberPage(scope: Scope, id: string, pages: SectionPages) {
  const inputOf = (page: number) => ({ id, page, limit: SECTION_ROWS });
  try {
    const [member, purchases, stock, referrals, signIns, trail, mails] = await Promise.all([
      dataOf(getMember(scope, { id })),
      dataOf(listMemberPurchases(scope, inputOf(pages.purchases))),
      dataOf(listMemberStock(scope, inputOf(pages.stock))),
      dataOf(listMemberReferrals(scope, inputOf(pages.referrals))),
      dataOf(listMemberSignIns(scope, inputOf(pages.signIns))),
      dataOf(listAudit(scope, { userId: id, page: pages.trail, limit: SECTION_ROWS, search: '' })),
      dataOf(listMemberMails(scope, inputOf(pages.mails))),
    ]);
    return { member, purchases, stock, referrals, signIns, trail, mails };
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'not_found') return null;
    throw cause;
  }
}

async function dataOf<T>(result: Promise<Result<T>>): Promise<T> {
  const { data } = await result;
  assert(data !== undefined, 'a read returns data');
  return data;
}
