/*
 * What speaks against an equal number (docs/product.md, Reconciliation): a payer who does not fit the buyer, a note that names another
 * live order, a name that fits another open claim of the same amount.
 */
import type { BankRow, Claim } from '../rules.ts';
import { namesOrder, orderKey, orderTexts } from './orders.rules.ts';
import { buyerTokens, fitKeys, isBetter, nameFit, payerOfRow } from './payer.rules.ts';
import { append } from './similar.rules.ts';
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
  const [byOrder, byName] = [new Map<string, Claim[]>(), new Map<string, Claim[]>()];
  const keysOf = (amountPaise: bigint, tokens: readonly string[]): string[] =>
    fitKeys(tokens).map((key) => `${amountPaise} ${key}`);
  const amounts = new Set<bigint>();
  for (const [nth, row] of rows.entries()) {
    for (const key of keysOf(row.restPaise, payerOfRow(row, ownTokens).tokens)) byName.set(key, []);
    for (const text of orderTexts(row).flat()) byOrder.set(text, []);
    amounts.add(row.restPaise);
    if (nth % SLICE === SLICE - 1) yield;
  }
  for (const [nth, claim] of claims.entries()) {
    if (claim.status === 'PENDING') {
      if (byOrder.size > 0) byOrder.get(orderKey(claim.orderNumber))?.push(claim);
      if (amounts.has(claim.duePaise))
        for (const key of new Set(keysOf(claim.duePaise, buyerTokens(claim)))) {
          const fitting = byName.get(key);
          if (fitting) append(byName, key, claim);
        }
    }
    if (nth % SLICE === SLICE - 1) yield;
  }
  const namedIn = (row: BankRow): Claim[] =>
    orderTexts(row).flatMap((longest) => byOrder.get(longest.find((it) => byOrder.get(it)?.length) ?? '') ?? []);
  const fittingBetter = (row: BankRow, claim: Claim): Claim[] => {
    const payer = payerOfRow(row, ownTokens);
    const own = nameFit(payer, claim);
    const candidates = new Set(keysOf(row.restPaise, payer.tokens).flatMap((key) => byName.get(key) ?? []));
    return [...candidates].filter((other) => {
      if (other.buyerId === claim.buyerId) return false;
      const fit = nameFit(payer, { ...other, payerNames: [] });
      return isBetter(fit, own) || (fit.kind === 'FULL' && own.kind === 'FULL');
    });
  };
  const rivalsOf = (row: BankRow, claim: Claim): Claim[] =>
    [...new Set([...namedIn(row), ...fittingBetter(row, claim)])].filter((other) => other !== claim);
  return { ownTokens, rivalsOf };
}
