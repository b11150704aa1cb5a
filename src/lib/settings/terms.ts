/**
 * The terms that an order is held to. Somebody who is paying while they change has seen the old ones: an order that was
 * right by terms which held within the last half hour is taken by those, so that nobody has paid for what is refused.
 */
import * as z from 'zod/mini';
import { type Paise, type PriceMicros, parsePercent, parsePrice } from '../core/money.ts';
import type { Db } from '../db/client.ts';
import type { Company } from '../scope.ts';
import { settingsValues } from './contract.ts';
import * as store from './store.ts';
import { keptPaise } from './values.ts';

/** The payment screen counts down 15 minutes; as much again for the proof. */
export const OLD_TERMS_MINUTES = 30;

export interface Terms {
  readonly priceMicros: PriceMicros;
  readonly feeBps: number;
  /** Bounds of one order's amount; null for none. */
  readonly minPaise: Paise | null;
  readonly maxPaise: Paise | null;
}

export type ShownTerms = Pick<Terms, 'priceMicros' | 'feeBps'>;

export function termsOf(company: Company): Terms {
  return {
    priceMicros: company.price_micros,
    feeBps: company.fee_bps,
    minPaise: company.min_order_paise,
    maxPaise: company.max_order_paise,
  };
}

function replacedTerms(values: object): Terms[] {
  const read = z.safeParse(settingsValues, values);
  if (!read.success) return [];
  const { price, platformChargePercent, minimumOrder, maximumOrder } = read.data;
  const [priceMicros, feeBps] = [parsePrice(price), parsePercent(platformChargePercent)];
  if (priceMicros === null || feeBps === null) return [];
  return [{ priceMicros, feeBps, minPaise: keptPaise(minimumOrder), maxPaise: keptPaise(maximumOrder) }];
}

/**
 * @param company locked against change
 * @param shown price and fee that the buyer saw; null: not known, then those of now count alone
 */
export async function termsFor(tx: Db, company: Company, orderPaise: Paise, shown: ShownTerms | null): Promise<Terms> {
  const now = termsOf(company);
  const isRight = (it: Terms): boolean =>
    it.priceMicros === shown?.priceMicros &&
    it.feeBps === shown.feeBps &&
    (it.minPaise === null || orderPaise >= it.minPaise) &&
    (it.maxPaise === null || orderPaise <= it.maxPaise);
  if (shown === null || isRight(now)) return now;
  const replaced = (await store.listReplaced(tx, company.id, OLD_TERMS_MINUTES)).flatMap(replacedTerms);
  return replaced.find(isRight) ?? now;
}
