/**
 * The price, fee and bounds that apply to an order. A buyer who is paying during a change has seen the old terms. An order
 * that is valid by terms of the last half hour is accepted under those, so that nobody has paid for a refused order.
 */
import { type Paise, type PriceMicros, parsePercent, parsePrice } from '../../core/money.ts';
import type { Db } from '../../db/client.ts';
import type { Company } from '../../scope.ts';
import { storedPaise, storedSettings } from '../mapper.ts';
import * as store from '../store.ts';

/** The 15 minutes of the payment screen, and as much again for the proof. */
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
  const { price, platformChargePercent, minimumOrder, maximumOrder } = storedSettings(values);
  const [priceMicros, feeBps] = [parsePrice(price), parsePercent(platformChargePercent)];
  if (priceMicros === null || feeBps === null) return [];
  return [{ priceMicros, feeBps, minPaise: storedPaise(minimumOrder), maxPaise: storedPaise(maximumOrder) }];
}

const HIGHEST_PRICE_DAYS = 30;

/** The highest price of the last 30 days, by which bounds value tokens (docs/decisions/0172). */
export async function highestPrice(db: Db, company: Company): Promise<PriceMicros> {
  const replaced = await store.readHighestReplacedPrice(db, company.id, HIGHEST_PRICE_DAYS);
  const micros = replaced === null ? null : parsePrice(replaced);
  return micros !== null && micros > company.price_micros ? micros : company.price_micros;
}

/**
 * @param company locked against change
 * @param shown price and fee shown to the buyer; null if not known: then only the present terms apply
 */
export async function termsFor(tx: Db, company: Company, orderPaise: Paise, shown: ShownTerms | null): Promise<Terms> {
  const now = termsOf(company);
  const isRight = (terms: Terms): boolean =>
    terms.priceMicros === shown?.priceMicros &&
    terms.feeBps === shown.feeBps &&
    (terms.minPaise === null || orderPaise >= terms.minPaise) &&
    (terms.maxPaise === null || orderPaise <= terms.maxPaise);
  if (shown === null || isRight(now)) return now;
  const replaced = (await store.listReplaced(tx, company.id, OLD_TERMS_MINUTES)).flatMap(replacedTerms);
  return replaced.find(isRight) ?? now;
}
