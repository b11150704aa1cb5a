/* Rows that are used in part, and claims that are paid in part or with another row. */
import type { BankRow, Claim, Suggestion } from '../rules.ts';
import { numberOfClaim, numbersOfRow } from './references.rules.ts';

/** A part of the row is used: what is open is its rest. */
const isRest = (row: BankRow): boolean => row.restPaise !== row.amountPaise;

/** Whether the row is a rest, or the claim has a part payment: the two are no match of two wholes. */
export const isPart = (row: BankRow, claim: Claim): boolean => isRest(row) || claim.partPaise > 0n;

/** The rest of a row belongs to the buyer of its allocations, so it is suggested for their claims alone. */
export function ofOwner(
  { ownerId }: BankRow,
  suggestions: readonly Suggestion[],
  claims: ReadonlyMap<string, Claim>,
): readonly Suggestion[] {
  if (ownerId === null) return suggestions;
  return suggestions.filter(({ purchaseId }) => claims.get(purchaseId)?.buyerId === ownerId);
}

/** The claims that cannot have the rest of a row, because it is another buyer's. */
export const notOfOwner = ({ ownerId }: BankRow, claims: readonly Claim[]): readonly Claim[] =>
  ownerId === null ? [] : claims.filter(({ buyerId }) => buyerId !== ownerId);

/** A second payment of an order that was approved with another one, or the rest of its payment. */
export function isPaidOtherwise(row: BankRow, claim: Claim): boolean {
  const number = numberOfClaim(claim);
  const isOther = claim.rowId !== row.id && !(number !== null && numbersOfRow(row).includes(number));
  return claim.rowId !== null && (isRest(row) || isOther);
}
