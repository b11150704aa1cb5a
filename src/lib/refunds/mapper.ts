import { type FirstAdmin, firstAdminKey } from '../approvals/rules.ts';
import { formatPaise } from '../core/money.ts';
import type { Refund, Refundable, RefundForAdmin } from './contract.ts';
import { canChange } from './labels.rules.ts';
import { availablePaise, causeOf, receivedPaise } from './rules.ts';
import type { MoneyRow, RefundRow } from './store.ts';

const commonOf = (row: RefundRow) => ({
  id: row.id,
  number: row.number,
  orderNumber: row.order_number,
  cause: row.cause,
  amount: formatPaise(row.amount_paise),
  state: row.state,
  createdAt: row.created_at.toISOString(),
  note: row.note,
  payee: row.payee_hint,
  approvedAt: row.approved_at?.toISOString() ?? null,
  paidOn: row.paid_on,
  paidReference: row.paid_reference,
});

/** What the member reads: not which admins acted. */
export function refundOf(row: RefundRow): Refund {
  return { ...commonOf(row), canEnterAccount: canChange(row.state) };
}

/** @param first of two admins, by `firstAdminKey` */
export function refundForAdmin(
  row: RefundRow,
  actorId: string,
  first: ReadonlyMap<string, FirstAdmin>,
): RefundForAdmin {
  const agreed = row.state === 'WAITING_FOR_APPROVAL' ? first.get(firstAdminKey('refund.approve', row.id)) : undefined;
  return {
    ...commonOf(row),
    purchaseId: row.purchase_id,
    userId: row.user_id,
    memberId: row.member_id,
    memberName: row.member_name,
    createdBy: row.created_by_name ?? 'A former admin',
    createdByMe: row.created_by === actorId,
    isOwn: row.user_id === actorId,
    payeeVersion: row.payee_version,
    firstApproval: agreed ? { by: agreed.name, at: agreed.at.toISOString(), isMine: agreed.id === actorId } : null,
    request: requestOf(row, actorId, first),
    reference: row.reference,
    exports: row.exports,
    exportedAt: row.exported_at?.toISOString() ?? null,
    lateReference: row.late_reference,
  };
}

function requestOf(
  { id }: RefundRow,
  actorId: string,
  first: ReadonlyMap<string, FirstAdmin>,
): RefundForAdmin['request'] {
  const reopen = first.get(firstAdminKey('refund.reopen', id));
  const request = reopen ?? first.get(firstAdminKey('refund.repeat', id));
  if (!request) return null;
  const act = reopen ? ('reopen' as const) : ('export' as const);
  return { act, by: request.name, at: request.at.toISOString(), isMine: request.id === actorId };
}

export function refundableOf(row: MoneyRow): Refundable {
  return {
    purchaseId: row.purchaseId,
    orderNumber: row.orderNumber,
    cause: causeOf(row.status) ?? 'REVERSAL',
    memberId: row.memberId,
    memberName: row.memberName,
    received: formatPaise(receivedPaise(row)),
    available: formatPaise(availablePaise(row)),
    since: row.since.toISOString(),
  };
}
