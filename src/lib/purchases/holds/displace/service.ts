/**
 * Ends unproven holds for an order with a proof, or one that is at the bank (docs/decisions/0630). Their purchases stay pending
 * and can be approved while tokens are left, as after any end of a hold.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { type AuditEvent, record } from '../../../audit/service.ts';
import { asksForTwoAdmins } from '../../../companies/rules.ts';
import { readCompany } from '../../../companies/store.ts';
import { ApiError } from '../../../core/errors.ts';
import { type Db, inTransaction, type Started } from '../../../db/client.ts';
import type { Purchases } from '../../../db/schema/schema.ts';
import { type Displaced, type DisplacingOrder, displaceHolds, reserve } from '../../../ledger/service.ts';
import type { Scope } from '../../../scope.ts';
import { busyProblem, mayDisplace, proofProblem } from '../../holds.rules.ts';

/** Holds that end in one transaction: all buyers wait for the supply meanwhile. */
const ENDED_TOGETHER = 50;
/** Each try ends more holds, or waits for the decisions on those that are locked. */
const TRIES_MAX = 200;
const WAIT_MS = 20;

/** The order fits once unproven holds have ended. */
class HoldsInTheWay extends Error {
  readonly order: DisplacingOrder;

  constructor(order: DisplacingOrder) {
    super('unproven holds are in the way of an order');
    this.order = order;
  }
}

/**
 * Submits an order; if unproven holds are in the way, again with their end.
 * @param submit throws `HoldsInTheWay`; its parameter says whether holds end for the order
 * @throws ApiError conflict if others took the room each time
 */
export async function submitBetweenHolds<T>(scope: Scope, submit: (displaces: boolean) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await submit(tries > 0);
    } catch (cause) {
      if (!(cause instanceof HoldsInTheWay)) throw cause;
      if (tries === TRIES_MAX) throw new ApiError('conflict', busyProblem(), { cause });
      if (tries > 0 && (await makeRoom(scope, cause.order)) === 0) await delay(WAIT_MS);
    }
  }
}

interface ReserveTerms {
  readonly isAtBank: boolean;
  /** Whether unproven holds end for the order. */
  readonly displaces: boolean;
  /** Where two admins are asked for, holds that one admin's word alone backs may end, too (docs/decisions/0757). */
  readonly company: Parameters<typeof asksForTwoAdmins>[0];
  /** For an order above what is left that ends no holds, or that does not fit without them either; by the whole tokens that are left. */
  readonly short: (remaining: bigint) => Error;
}

/**
 * Reserves the stock of an order that was inserted. If holds end for it, they end now, under the locks for which all buyers wait.
 * @returns what starts the statements that remain, which throw `HoldsInTheWay` or a refusal
 * @throws HoldsInTheWay when more holds have to end than one transaction may end
 */
export async function reserveOrder(
  tx: Db,
  row: Selectable<Purchases>,
  { company, isAtBank, displaces, short }: ReserveTerms,
): Promise<() => Started> {
  const { company_id: companyId, user_id: userId, id: purchaseId, quantity } = row;
  const order = { companyId, userId, purchaseId, quantity, unproven: row.is_unproven ? quantity : 0n };
  const canDisplace = mayDisplace({ hasProof: row.receipt_id !== null, isAtBank });
  const inTheWay = (): Error => new HoldsInTheWay(order);
  const refused = (remaining: bigint): Error =>
    remaining < quantity ? short(remaining) : new ApiError('conflict', proofProblem());
  const full = canDisplace ? inTheWay : refused;
  if (!displaces || !canDisplace) {
    const refusal = canDisplace && asksForTwoAdmins(company) ? inTheWay : short;
    return () => [reserve(tx, companyId, quantity, refusal, { quantity: order.unproven, full })];
  }
  const ended = await displaceHolds(tx, order, ENDED_TOGETHER, { refusal: short, more: inTheWay });
  return () => ended.map((hold) => record(tx, endOf(order, hold)));
}

/** Ends some of the holds that are in the way. @returns how many */
function makeRoom(scope: Scope, order: DisplacingOrder): Promise<number> {
  return inTransaction(scope.db, async (tx) => {
    await readCompany(tx, order.companyId);
    const never = (): Error => new Error('making room reserves nothing');
    const room = { ...order, purchaseId: null };
    const ended = await displaceHolds(tx, room, ENDED_TOGETHER, { refusal: never, more: never });
    for (const hold of ended) await record(tx, endOf(order, hold));
    return ended.length;
  });
}

/** Holds that end for one approval, which one admin waits for. */
const ENDED_FOR_APPROVAL = 500;

/**
 * Makes room for an order without a hold that is approved or reopened: a payment that came in is worth more than the holds that may end for
 * an order with a proof. Locks the company's supply. Does nothing while enough is left; leaves the refusal to who takes the stock.
 * @param userId the buyer
 * @returns the events of the holds that ended
 */
export async function makeRoomForApproval(
  tx: Db,
  companyId: string,
  userId: string,
  quantity: bigint,
): Promise<AuditEvent[]> {
  const order = { companyId, userId, purchaseId: null, quantity, unproven: 0n };
  const never = (): Error => new Error('making room reserves nothing');
  const ended = await displaceHolds(tx, order, ENDED_FOR_APPROVAL, { refusal: never, more: never });
  return ended.map((hold) => endOf(order, hold));
}

function endOf({ companyId }: DisplacingOrder, { id, orderNumber, quantity }: Displaced): AuditEvent {
  return {
    scopeId: companyId,
    actor: null,
    action: 'purchase.hold.end',
    subjectKind: 'purchase',
    subjectId: id,
    after: { orderNumber, quantity, reason: 'displaced' },
  };
}
