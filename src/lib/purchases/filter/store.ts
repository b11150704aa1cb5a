/** The conditions of a list of purchases. */
import { type RawBuilder, sql } from 'kysely';
import type { Paise } from '../../core/money.ts';
import type { SearchText } from '../../core/search.ts';
import type { Db } from '../../db/client.ts';
import type { PaymentMethod, PurchaseStatus } from '../../db/schema/schema.ts';
import { type Days, withinDays } from '../../db/search/days.ts';
import { contains } from '../../db/search/search.ts';
import type { BankState, PurchaseFlag } from '../calls.ts';

/** A flag, with what three of them depend on. */
export interface FlagFilter {
  readonly name: PurchaseFlag;
  /** A proof that comes later than this after its order is late. */
  readonly paymentSeconds: number;
  /** An account counts as new for this long. */
  readonly newAccountSeconds: number;
  /** The bank states that contradict a purchase. */
  readonly contradictions: readonly BankState[];
}

export interface PurchaseFilter extends Days {
  readonly companyId: string;
  /** Only this member's purchases. */
  readonly userId?: string;
  readonly status?: PurchaseStatus | undefined;
  /** Null matches all. */
  readonly search: SearchText | null;
  /** Only purchases whose approval or reversal waits for a second admin. */
  readonly waitsForSecond?: boolean;
  /** Only purchases with exactly this final amount. */
  readonly finalPaise?: Paise | undefined;
  readonly method?: PaymentMethod | undefined;
  /** Bounds of the final amount, both included. */
  readonly minPaise?: Paise | undefined;
  readonly maxPaise?: Paise | undefined;
  /** Only pending purchases with this flag. */
  readonly flag?: FlagFilter | undefined;
  /** Only purchases with one of these bank states. */
  readonly bankStates?: readonly BankState[] | undefined;
}

type Condition = RawBuilder<boolean>;
export const allOf = (parts: readonly Condition[]): Condition => sql`${sql.join(parts, sql` AND `)}`;

/** Whose purchases, and in which status: every index of a list begins with these. */
export function listedIn(filter: PurchaseFilter): Condition[] {
  return [
    sql`p.company_id = ${filter.companyId}`,
    ...(filter.userId === undefined ? [] : [sql<boolean>`p.user_id = ${filter.userId}`]),
    ...(filter.status === undefined ? [] : [sql<boolean>`p.status = ${filter.status}`]),
  ];
}

export const daysOf = (filter: PurchaseFilter): Condition[] => withinDays('p.created_at', filter);

export function amountsOf({ finalPaise, minPaise, maxPaise }: PurchaseFilter): Condition[] {
  return [
    ...(finalPaise === undefined ? [] : [sql<boolean>`p.final_amount_paise = ${finalPaise}`]),
    ...(minPaise === undefined ? [] : [sql<boolean>`p.final_amount_paise >= ${minPaise}`]),
    ...(maxPaise === undefined ? [] : [sql<boolean>`p.final_amount_paise <= ${maxPaise}`]),
  ];
}

export function methodOf({ method }: PurchaseFilter): Condition[] {
  return method === undefined ? [] : [sql<boolean>`p.payment_method = ${method}`];
}

const HAS_STATEMENTS: Condition = sql`EXISTS (SELECT FROM bank_statements b WHERE b.company_id = p.company_id)`;

/** Whether a stored state, which can be one of these, is in force for `p`. */
const isStored = (states: readonly BankState[]): Condition => sql`EXISTS (SELECT FROM bank_claim_states c
  WHERE c.company_id = p.company_id AND c.purchase_id = p.id AND c.state IN (${sql.join(states.map((it) => sql.lit(it)))}))`;

const HAS_STATE: Condition = sql`EXISTS (SELECT FROM bank_claim_states c WHERE c.company_id = p.company_id AND c.purchase_id = p.id)`;

/** A row of the bank that `p` has while it is pending. `allocated_paise` is above 0 exactly while a row of the bank is matched. */
const hasPendingMatch = (
  isMeant: Condition,
): Condition => sql`(p.status = 'PENDING' AND p.allocated_paise > 0 AND EXISTS (
  SELECT FROM bank_matches k JOIN bank_rows r ON r.company_id = k.company_id AND r.id = k.row_id
  WHERE k.company_id = p.company_id AND k.purchase_id = p.id AND k.released_at IS NULL AND ${isMeant}))`;

/** The bank took a payment of the purchase back. Of an approved one the comparison has stored it. */
const HAS_RETURNED: Condition = sql`(${hasPendingMatch(sql`is_taken_back(r)`)}
  OR (p.status = 'APPROVED' AND p.allocated_paise > 0 AND ${isStored(['CHECKING'])}))`;
/** A part of the money has come, and not yet the rest. */
const HAS_PARTS: Condition = sql`(${hasPendingMatch(sql`k.kind = 'PART'`)} AND NOT ${HAS_RETURNED})`;
/** The order has one payment, which waits for a second admin. Until then it has the state that its own number gives. */
const IS_WAITING: Condition = sql`(${hasPendingMatch(sql`k.kind <> 'PART'`)} AND NOT ${HAS_PARTS} AND NOT ${HAS_RETURNED})`;

/**
 * Whether `purchase_bank_state` says one of these states of `p`, by conditions that use indexes: the function would run for each
 * row.
 */
export function hasBankState(states: readonly BankState[]): Condition {
  const isIn = (state: BankState): boolean => states.includes(state);
  const open = states.filter((state) => state !== 'UNKNOWN');
  const none = sql<boolean>`(p.status = 'REVERSED' OR NOT ${HAS_STATEMENTS}
    OR (p.allocated_paise = 0 AND NOT ${HAS_STATE}))`;
  const stored = sql<boolean>`((p.allocated_paise = 0 OR ${IS_WAITING}) AND ${isStored(open)})`;
  const of = [
    stored,
    ...(isIn('SEEN')
      ? [sql<boolean>`(p.allocated_paise > 0 AND NOT ${HAS_PARTS} AND NOT ${HAS_RETURNED} AND NOT ${IS_WAITING})`]
      : []),
    ...(isIn('AMOUNT_DIFFERS') ? [sql<boolean>`(${HAS_PARTS} AND NOT ${isStored(['SUGGESTED'])})`] : []),
    ...(isIn('SUGGESTED') ? [sql<boolean>`(${HAS_PARTS} AND ${isStored(['SUGGESTED'])})`] : []),
    ...(isIn('CHECKING') ? [HAS_RETURNED, sql<boolean>`(${IS_WAITING} AND NOT ${HAS_STATE})`] : []),
  ];
  const some = sql<boolean>`(p.status <> 'REVERSED' AND ${HAS_STATEMENTS} AND (${sql.join(of, sql` OR `)}))`;
  if (open.length === 0) return isIn('UNKNOWN') ? none : sql`false`;
  return isIn('UNKNOWN') ? sql`(${none} OR ${some})` : some;
}

/** The state that `purchase_bank_state` says of `p`, for lists of any length. */
export const BANK_STATE = sql<BankState>`(CASE
  WHEN p.status = 'REVERSED' OR NOT ${HAS_STATEMENTS} THEN 'UNKNOWN' WHEN ${HAS_RETURNED} THEN 'CHECKING' WHEN ${HAS_PARTS}
    THEN CASE WHEN ${isStored(['SUGGESTED'])} THEN 'SUGGESTED' ELSE 'AMOUNT_DIFFERS' END
  WHEN p.allocated_paise > 0 AND NOT ${IS_WAITING} THEN 'SEEN'
  ELSE coalesce((SELECT c.state FROM bank_claim_states c WHERE c.company_id = p.company_id AND c.purchase_id = p.id),
    CASE WHEN p.allocated_paise > 0 THEN 'CHECKING' ELSE 'UNKNOWN' END) END)`;

/** The part payments of `p` that the bank did not take back, as `k` and `b`. */
export const PARTS_OF_PURCHASE = sql`bank_matches k JOIN bank_rows b ON b.company_id = k.company_id AND b.id = k.row_id
  WHERE p.allocated_paise > 0 AND p.status = 'PENDING' AND k.company_id = p.company_id AND k.purchase_id = p.id
    AND k.kind = 'PART' AND k.released_at IS NULL AND NOT is_taken_back(b)`;

/** The sum of the part payments of `p`, in paise; null for none. */
export const RECEIVED = sql<bigint | null>`(SELECT sum(k.amount_paise)::bigint FROM ${PARTS_OF_PURCHASE})`;

export function bankStatesOf({ bankStates }: PurchaseFilter): Condition[] {
  return bankStates === undefined ? [] : [hasBankState(bankStates)];
}

/** The condition of a list without its search, on purchases as `p`. */
export function listed(filter: PurchaseFilter): Condition {
  const parts = [
    ...listedIn(filter),
    ...daysOf(filter),
    ...amountsOf(filter),
    ...methodOf(filter),
    ...bankStatesOf(filter),
  ];
  if (filter.waitsForSecond) {
    parts.push(sql`p.id IN (SELECT a.subject_id FROM approvals a WHERE a.company_id = ${filter.companyId}
      AND a.state = 'OPEN' AND a.kind IN ('purchase.approve', 'purchase.reverse'))`);
  }
  return allOf(parts);
}

/** Whether the search matches; true without one. */
export function searched({ search }: PurchaseFilter): Condition {
  return search === null ? sql`true` : contains('p.search_text', search);
}

/** Selects the purchases that match a filter, as `p`. */
export function matching(db: Db, filter: PurchaseFilter) {
  const query = db.selectFrom('purchases as p').where(listed(filter));
  const narrowed = filter.search === null ? query : query.where(searched(filter));
  return filter.flag === undefined ? narrowed : narrowed.where(flagged(filter.flag));
}

const sameReference = (statuses: string): Condition => sql`EXISTS (SELECT FROM purchases o
  WHERE o.company_id = p.company_id AND o.reference_number = p.reference_number AND o.id <> p.id
    AND o.status IN (${sql.raw(statuses)}))`;

const buyer = (condition: Condition): Condition =>
  sql`EXISTS (SELECT FROM users u WHERE u.company_id = p.company_id AND u.id = p.user_id AND ${condition})`;

/** As the mapper of the list decides for each row; the database finds each by an index. */
export function flagged({ name, paymentSeconds, newAccountSeconds, contradictions }: FlagFilter): Condition {
  const conditions: Record<Exclude<PurchaseFlag, 'none'>, Condition> = {
    amount: sql`p.claimed_amount_paise <> p.final_amount_paise`,
    reference: sameReference("'PENDING', 'APPROVED'"),
    reversed: sameReference("'REVERSED'"),
    file: sql`EXISTS (SELECT FROM media m JOIN media s ON s.company_id = m.company_id AND s.sha256 = m.sha256
      JOIN purchases o ON o.company_id = p.company_id AND o.receipt_id = s.id
      WHERE m.company_id = p.company_id AND m.id = p.receipt_id AND o.id <> p.id)`,
    hold: sql`p.hold_ended_at IS NOT NULL`,
    waiting: sql`EXISTS (SELECT FROM purchase_threads t
      WHERE t.company_id = p.company_id AND t.purchase_id = p.id AND t.waiting_since IS NOT NULL)`,
    late: sql`p.order_age_seconds > ${sql.lit(paymentSeconds)}`,
    new: buyer(sql`p.created_at < u.created_at + ${sql.lit(newAccountSeconds)} * interval '1 second'`),
    unverified: buyer(sql`NOT u.is_approved`),
    bank: hasBankState(contradictions),
  };
  // Without a claim or a time of the order a comparison is neither true nor false, and there is no flag.
  const condition =
    name === 'none' ? sql`(${sql.join(Object.values(conditions), sql` OR `)}) IS NOT TRUE` : conditions[name];
  return sql`(p.status = 'PENDING' AND ${condition})`;
}
