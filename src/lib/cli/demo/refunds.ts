/** The refunds of the demonstration as rows, and what the audit trail has of them. */
import type { Insertable } from 'kysely';
import type { PastEvent } from '../../audit/service.ts';
import { formatIsoDay } from '../../core/format.ts';
import { formatPaise } from '../../core/money.ts';
import type { Refunds } from '../../db/schema/refunds.ts';
import type { RefundState } from '../../refunds/calls.ts';
import { NUMBER_DIGITS, type Payee, payeeHint, referenceOf, refundNumber } from '../../refunds/rules.ts';
import { HOUR_MS } from './calendar.ts';
import type { PlannedOrder } from './plan.ts';
import { idOf } from './random.ts';

const STEPS = ['WAITING_FOR_ACCOUNT', 'WAITING_FOR_APPROVAL', 'APPROVED', 'EXPORTED', 'PAID'] as const;
type RefundStep = (typeof STEPS)[number];
/** Hours from the creation of a refund to each of its steps. */
const HOURS: Readonly<Record<RefundStep, number>> = {
  WAITING_FOR_ACCOUNT: 0,
  WAITING_FOR_APPROVAL: 7,
  APPROVED: 23,
  EXPORTED: 26,
  PAID: 50,
};
const CANCELLED_AFTER_HOURS = 8;
const CANCEL_NOTE = 'Your bank has taken this payment back itself, so nothing is left to pay back.';

export interface DemoRefund {
  readonly id: string;
  readonly number: string;
  readonly reference: string;
  readonly state: RefundState;
  readonly order: PlannedOrder;
  /** Null before the member has entered it. */
  readonly payee: Payee | null;
  readonly paidReference: string;
  /** When it came to a step; null for one that it has not reached. */
  at(step: RefundStep | 'CANCELLED'): Date | null;
}

/** @param companyId whose orders they are. @returns the refunds, in the order of their purchases */
export function refundsOf(companyId: string, orders: readonly PlannedOrder[]): DemoRefund[] {
  return orders.flatMap((order): DemoRefund[] => {
    if (order.refund === null) return [];
    const { state, createdAt } = order.refund;
    const id = idOf(companyId, `refund ${order.index}`);
    const number = refundNumber(Number(`0x${id.slice(0, 8)}`) % 10 ** NUMBER_DIGITS);
    const last = state === 'CANCELLED' ? 0 : STEPS.indexOf(state);
    const at = (step: RefundStep | 'CANCELLED'): Date | null => {
      if (step === 'CANCELLED')
        return state === 'CANCELLED' ? new Date(createdAt + CANCELLED_AFTER_HOURS * HOUR_MS) : null;
      return STEPS.indexOf(step) <= last ? new Date(createdAt + HOURS[step] * HOUR_MS) : null;
    };
    const payee = at('WAITING_FOR_APPROVAL') === null ? null : payeeOf(order);
    const paidReference = `N${formatIsoDay(createdAt + HOURS.PAID * HOUR_MS).replaceAll('-', '')}7700456`;
    return [{ id, number, reference: referenceOf(number, 1), state, order, payee, paidReference, at }];
  });
}

function payeeOf({ buyer, method, index }: PlannedOrder): Payee {
  const holderName = buyer.name;
  if (method === 'UPI')
    return { kind: 'UPI', holderName, upi: `${buyer.email.split('@')[0]?.replace('_', '.')}@example` };
  const accountNumber = `00${String(buyer.look * 7919 + index).padStart(10, '4')}`;
  return { kind: 'BANK', holderName, accountNumber, ifscCode: `${buyer.bankPrefix}0000123` };
}

/** @param seal encrypts an account for a refund */
export function refundRow(
  refund: DemoRefund,
  companyId: string,
  adminIds: readonly string[],
  seal: (id: string, payee: Payee) => Buffer,
): Insertable<Refunds> {
  const { id, number, reference, state, order, payee, paidReference, at } = refund;
  const [admin = '', other = ''] = adminIds;
  const [approvedAt, exportedAt, paidAt] = [at('APPROVED'), at('EXPORTED'), at('PAID')];
  return {
    company_id: companyId,
    id,
    number,
    reference,
    purchase_id: order.id,
    user_id: order.buyer.id,
    cause: 'REVERSAL',
    amount_paise: order.finalAmountPaise,
    state,
    created_by: admin,
    created_at: at('WAITING_FOR_ACCOUNT') ?? undefined,
    note: state === 'CANCELLED' ? CANCEL_NOTE : '',
    ...(payee && {
      payee_kind: payee.kind,
      payee_hint: payeeHint(payee),
      payee_sealed: seal(id, payee),
      payee_version: 1,
    }),
    ...(approvedAt && { approved_by: other, approved_at: approvedAt }),
    ...(exportedAt && { exports: 1, exported_by: other, exported_at: exportedAt }),
    ...(paidAt && { paid_on: formatIsoDay(paidAt), paid_reference: paidReference, paid_by: other }),
    ended_at: paidAt ?? at('CANCELLED'),
  };
}

/** @returns what the audit trail has of a refund, the oldest first */
export function refundEvents(refund: DemoRefund, adminIds: readonly string[]): PastEvent[] {
  const { number, reference, state, order, payee, paidReference } = refund;
  const [creator, decider] = [adminIds[0] ?? '', adminIds[1] ?? ''];
  const events: PastEvent[] = [];
  const add = (
    step: RefundStep | 'CANCELLED',
    action: PastEvent['action'],
    actor: PastEvent['actor'],
    facts: Pick<PastEvent, 'before' | 'after'>,
  ): void => {
    const at = refund.at(step);
    if (at) events.push({ at, actor, action, subjectKind: 'purchase', subjectId: order.id, ...facts });
  };
  const first = { kind: 'admin', id: creator } as const;
  const second = { kind: 'admin', id: decider } as const;
  add('WAITING_FOR_ACCOUNT', 'refund.add', first, {
    after: { number, cause: 'REVERSAL', amount: formatPaise(order.finalAmountPaise) },
  });
  add(
    'WAITING_FOR_APPROVAL',
    'refund.account',
    { kind: 'member', id: order.buyer.id },
    {
      before: { state: 'WAITING_FOR_ACCOUNT' },
      after: { number, state: 'WAITING_FOR_APPROVAL', kind: payee?.kind, payeeVersion: 1 },
    },
  );
  add('APPROVED', 'refund.approve', second, {
    before: { state: 'WAITING_FOR_APPROVAL' },
    after: { number, state: 'APPROVED' },
  });
  add('EXPORTED', 'refund.export', second, {
    before: { state: 'APPROVED' },
    after: { number, reference, state: 'EXPORTED', exports: 1 },
  });
  add('PAID', 'refund.pay', second, {
    before: { state: 'EXPORTED' },
    after: { number, state: 'PAID', paidOn: formatIsoDay(refund.at('PAID') ?? 0), paidReference },
  });
  add('CANCELLED', 'refund.cancel', first, { before: { state: 'WAITING_FOR_ACCOUNT' }, after: { number, state } });
  return events;
}
