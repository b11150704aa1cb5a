/**
 * The plan of the demonstration: pure, from a seed and the time of the start. People, amounts and decisions are the same
 * every time; only the days are counted back from the start.
 */
import { feePaise, tokensFor } from '../../core/money.ts';
import { orderNumberAt, orderNumberWithSuffix } from '../../purchases/rules.ts';
import { addCases } from './cases.ts';
import { type Order, planOrders } from './orders.ts';
import { guideOf, type Person, planPeople } from './people.ts';
import { diceOf, idOf } from './random.ts';

export interface DemoSale {
  readonly companyId: string;
  readonly symbol: string;
  readonly priceMicros: bigint;
  readonly feeBps: number;
  readonly upiLimitPaise: bigint;
}

/** An order with the figures that the sale's terms give it. */
export interface PlannedOrder extends Readonly<Order> {
  readonly id: string;
  readonly orderNumber: string;
  readonly quantity: bigint;
  readonly feePaise: bigint;
  readonly finalAmountPaise: bigint;
}

/** The past of one company. */
export interface SalePlan {
  readonly people: readonly Person[];
  /** The member to sign in with. */
  readonly guide: Person;
  /** The oldest first. */
  readonly orders: readonly PlannedOrder[];
  /** When the company opened its sale. */
  readonly openedAt: number;
}

export interface DemoPlan extends SalePlan {
  /** The newest member who waits to be verified. */
  readonly newcomer: Person;
}

export const MEMBERS = 250;
export const PURCHASES = 900;

/** The present status of an order. */
export function statusOf({ decision, reversal }: Pick<Order, 'decision' | 'reversal'>) {
  if (reversal) return 'REVERSED' as const;
  return decision?.status ?? ('PENDING' as const);
}

/** Number of admins who decide: the installation's first one and the demonstration's two. */
export const ADMINS = 3;
const PURCHASE_DAYS = 90;
const MEMBER_DAYS = 92;
const COMPANY_DAYS = 95;
const DAY_MS = 86_400_000;
const SEED = 20_260_401;

/** The company near its launch. */
export const LAUNCHING = { members: 32, purchases: 60, admins: 2 } as const;
const LAUNCHING_DAYS = 60;
const LAUNCHING_MEMBER_DAYS = 62;
const LAUNCHING_COMPANY_DAYS = 65;

export function planDemo(sale: DemoSale, now: number): DemoPlan {
  const { companyId, symbol, feeBps, upiLimitPaise } = sale;
  const people = planPeople({ companyId, symbol, now, days: MEMBER_DAYS, count: MEMBERS, seed: SEED, wallets: 'SOME' });
  const guide = guideOf(people);
  const terms = { now, days: PURCHASE_DAYS, count: PURCHASES, feeBps, upiLimitPaise, admins: ADMINS, seed: SEED + 1 };
  const orders = planOrders(people, terms);
  addCases(diceOf(SEED + 2), orders, guide, terms);
  const newcomer = people.findLast((it) => it.status === 'ACTIVE' && it.verifiedAt === null);
  if (!newcomer) throw new RangeError('no member waits to be verified');
  return { people, guide, newcomer, orders: complete(sale, orders), openedAt: now - COMPANY_DAYS * DAY_MS };
}

/** A small sale near its launch: every order is decided, and all members but the guide have a wallet address. */
export function planLaunching(sale: DemoSale, now: number): SalePlan {
  const { companyId, symbol, feeBps, upiLimitPaise } = sale;
  const { members, purchases, admins } = LAUNCHING;
  const days = LAUNCHING_MEMBER_DAYS;
  const seed = SEED + 10;
  const people = planPeople({ companyId, symbol, now, days, count: members, seed, wallets: 'ALL_BUT_GUIDE' });
  const terms = { now, days: LAUNCHING_DAYS, count: purchases, feeBps, upiLimitPaise, admins, seed: seed + 1 };
  const orders = planOrders(people, terms);
  for (const order of orders) order.decision ??= { status: 'APPROVED', at: decidedSoon(order), admin: 0, reason: null };
  return {
    people,
    guide: guideOf(people),
    orders: complete(sale, orders),
    openedAt: now - LAUNCHING_COMPANY_DAYS * DAY_MS,
  };
}

/** Orders are at least a minute old. */
const decidedSoon = ({ createdAt }: Order): number => createdAt + 45_000;

function complete(sale: DemoSale, orders: readonly Order[]): PlannedOrder[] {
  const numbers = new Map<string, number>();
  return [...orders]
    .sort((a, b) => a.createdAt - b.createdAt || a.index - b.index)
    .map((order) => {
      const fee = feePaise(order.orderAmountPaise, sale.feeBps);
      const wanted = orderNumberAt(order.createdAt - order.orderAgeSeconds * 1000);
      const nth = (numbers.get(wanted) ?? 0) + 1;
      numbers.set(wanted, nth);
      return {
        ...order,
        id: idOf(sale.companyId, `purchase ${order.index}`),
        orderNumber: orderNumberWithSuffix(wanted, nth),
        quantity: tokensFor(order.orderAmountPaise, sale.priceMicros),
        feePaise: fee,
        finalAmountPaise: order.orderAmountPaise + fee,
      };
    });
}
