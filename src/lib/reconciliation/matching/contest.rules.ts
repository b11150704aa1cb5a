/*
 * What speaks against an equal number (docs/product.md, Reconciliation): a payer who does not fit the buyer, a note that names another
 * live order, a name that fits another open claim of the same amount.
 */
import type { BankRow, Claim } from '../rules.ts';
import { namesOrder, orderKey, orderTexts } from './orders.rules.ts';
import { buyerFit, fitKeys, isBetter, nameFit, nameTokens, payerOfRow } from './payer.rules.ts';
import { hasPhoneOf, isIdentityOld } from './suggest.rules.ts';

/** Rows or claims between two pauses. */
const SLICE = 50;

/** `OTHER_MEMBER`: the bank names another member, and not the buyer. `SHARED`: several members have the name. `NEW`: it was taken later. */
export type PayerVerdict = 'FITS' | 'NOBODY' | 'OTHER' | 'OTHER_MEMBER' | 'SHARED' | 'NEW';

/**
 * Whether the row's payer fits the buyer. Anybody can register under the name on a screenshot, so a name that another member has fits
 * only a buyer whom an admin has verified. A namesake with an open claim has said which payment is theirs, and competes by its amount.
 */
export function payerVerdict(row: BankRow, claim: Claim, ownTokens: ReadonlySet<string>): PayerVerdict {
  const others = row.payerMembers.filter(({ id }) => id !== claim.buyerId);
  const isNamed = others.length < row.payerMembers.length;
  if (others.length > 0 && !isNamed) return 'OTHER_MEMBER';
  if (!claim.isBuyerVerified && others.some((it) => !it.hasOpenClaim)) return 'SHARED';
  const payer = payerOfRow(row, ownTokens);
  if (namesOrder(row, claim)) return 'FITS';
  if (nameFit(payer, claim).kind !== 'NONE' || hasPhoneOf(row, claim))
    return isIdentityOld(row, claim) || nameFit(payer, { ...claim, buyerName: '' }).kind !== 'NONE' ? 'FITS' : 'NEW';
  return payer.tokens.length === 0 ? 'NOBODY' : 'OTHER';
}

export interface Contest {
  readonly ownTokens: ReadonlySet<string>;
  /** Other open claims that the note names, or that have the row's amount and fit its payer better. */
  rivalsOf(row: BankRow, claim: Claim): Claim[];
}

/** Indexes the open claims by what the rows name. Pauses after each slice. @param rows credits that can be a payment */
export function* contesting(
  rows: readonly BankRow[],
  claims: readonly Claim[],
  ownTokens: ReadonlySet<string>,
): Generator<undefined, Contest> {
  const byOrder = new Map<string, Claim[]>();
  /** By amount, then by what a fitting name has. */
  const byName = new Map<bigint, Map<string, Claim[]>>();
  for (const [nth, row] of rows.entries()) {
    const fitting = byName.get(row.restPaise) ?? new Map<string, Claim[]>();
    for (const key of fitKeys(payerOfRow(row, ownTokens).tokens)) fitting.set(key, []);
    byName.set(row.restPaise, fitting);
    for (const text of orderTexts(row).flat()) byOrder.set(text, []);
    if (nth % SLICE === SLICE - 1) yield;
  }
  for (const [nth, claim] of claims.entries()) {
    if (claim.status === 'PENDING') {
      if (byOrder.size > 0) byOrder.get(orderKey(claim.orderNumber))?.push(claim);
      const fitting = byName.get(claim.duePaise);
      // A claim without a row of its name is asked for its words this once: they are not remembered.
      if (fitting) for (const key of fitKeys(nameTokens(claim.buyerName))) fitting.get(key)?.push(claim);
    }
    if (nth % SLICE === SLICE - 1) yield;
  }
  const namedIn = (row: BankRow): Claim[] =>
    orderTexts(row).flatMap((longest) => byOrder.get(longest.find((it) => byOrder.get(it)?.length) ?? '') ?? []);
  const fittingBetter = (row: BankRow, claim: Claim): Claim[] => {
    const payer = payerOfRow(row, ownTokens);
    const own = nameFit(payer, claim);
    const fitting = byName.get(row.restPaise);
    const candidates = new Set(fitKeys(payer.tokens).flatMap((key) => fitting?.get(key) ?? []));
    return [...candidates].filter((other) => {
      if (other.buyerId === claim.buyerId) return false;
      const fit = buyerFit(payer, other);
      return isBetter(fit, own) || (fit.kind === 'FULL' && own.kind === 'FULL');
    });
  };
  const rivalsOf = (row: BankRow, claim: Claim): Claim[] =>
    [...new Set([...namedIn(row), ...fittingBetter(row, claim)])].filter((other) => other !== claim);
  return { ownTokens, rivalsOf };
}
