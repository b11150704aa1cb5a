/*
 * Reasons against an equal number (docs/product.md, Reconciliation): a payer who does not fit the buyer, a note that names another
 * live order, a name that fits another open claim of the same amount.
 */
import type { BankRow, Claim, Member } from '../rules.ts';
import { type Fitting, type NameIndex, nameIndex } from './names.rules.ts';
import { orderKey, orderTexts } from './orders.rules.ts';
import {
  buyerTokens,
  type Fit,
  isBetter,
  mayBePayer,
  nameFit,
  nameTokens,
  payerOfRow,
  sameName,
} from './payer.rules.ts';
import { hasPhoneOf, isIdentityOld } from './suggest.rules.ts';

/** Rows or claims between two pauses. */
const SLICE = 50;

/** `OTHER_MEMBER`: the bank names another member, and not the buyer. `SHARED`: several members have the name. `NEW`: it was taken later. */
export type PayerVerdict = 'FITS' | 'NOBODY' | 'OTHER' | 'OTHER_MEMBER' | 'SHARED' | 'NEW';

/** The least fit that is better than another in weight alone. */
const above = ({ kind, weight }: Fit): Fit => ({ kind, weight: weight + 1 });
const ANY_FIT: Fit = { kind: 'PART', weight: 0 };
const FULL_FIT: Fit = { kind: 'FULL', weight: 0 };

/**
 * Whether the row's payer fits the buyer. Anybody can register under the name and the phone number on a screenshot, so a buyer whom no
 * admin has verified fits only where no other member may be the payer: a bank cuts and extends names, and a stranger can take the form
 * that it prints. A payer who fits another member better fits nobody else; an account that nobody has verified makes that doubtful
 * at most. An order number in the note speaks for nobody: buyers name their orders themselves.
 */
export function payerVerdict(row: BankRow, claim: Claim, { ownTokens, membersOf }: Contest): PayerVerdict {
  const payer = payerOfRow(row, ownTokens);
  const { isBuyerVerified } = claim;
  const isNamed = row.payerMembers.some(({ id }) => id === claim.buyerId);
  const own = isNamed ? sameName(payer) : nameFit(payer, claim);
  const hasOther = (least: Fit, isMeant: (member: Member) => boolean = () => true): boolean =>
    membersOf(row, least).some(({ item }) => item.id !== claim.buyerId && isMeant(item));
  // A part of a name says nothing against a buyer whose own name does not fit at all.
  if (own.kind === 'NONE') {
    if (hasOther(FULL_FIT)) return 'OTHER_MEMBER';
  } else {
    if (hasOther(above(own), (member) => member.isVerified || !isBuyerVerified)) return 'OTHER_MEMBER';
    const isShared = isBuyerVerified
      ? hasOther(above(own))
      : hasOther(own) || hasOther(ANY_FIT, (member) => mayBePayer(payer, nameTokens(member.name)));
    if (isShared) return 'SHARED';
  }
  if (own.kind !== 'NONE' || (isBuyerVerified && hasPhoneOf(row, claim)))
    return isIdentityOld(row, claim) || nameFit(payer, { ...claim, buyerName: '' }).kind !== 'NONE' ? 'FITS' : 'NEW';
  return payer.tokens.length === 0 ? 'NOBODY' : 'OTHER';
}

export interface Contest {
  readonly ownTokens: ReadonlySet<string>;
  /** Other open claims that the note names, or that have the row's amount and fit its payer better. */
  rivalsOf(row: BankRow, claim: Claim): Claim[];
  /** The members whose names fit the row's payer at least so well. */
  membersOf(row: BankRow, least: Fit): Generator<Fitting<Member>>;
}

/** Indexes members by the names of the rows. Pauses after each slice. */
function* namesakes(
  rows: readonly BankRow[],
  members: readonly Member[],
  ownTokens: ReadonlySet<string>,
): Generator<undefined, Contest['membersOf']> {
  const names = nameIndex<Member>();
  for (const [nth, row] of rows.entries()) {
    names.expect(payerOfRow(row, ownTokens));
    if (nth % SLICE === SLICE - 1) yield;
  }
  for (const [nth, member] of members.entries()) {
    names.add(member, nameTokens(member.name));
    if (nth % SLICE === SLICE - 1) yield;
  }
  return function* membersOf(row, least) {
    const payer = payerOfRow(row, ownTokens);
    const fit = sameName(payer);
    if (!isBetter(least, fit)) for (const item of row.payerMembers) yield { item, fit };
    const known = new Set(row.payerMembers.map(({ id }) => id));
    yield* names.fitting(payer, least).filter(({ item }) => !known.has(item.id));
  };
}

/** Indexes the open claims by what the rows name. Pauses after each slice. @param rows credits that can be a payment */
export function* contesting(
  rows: readonly BankRow[],
  claims: readonly Claim[],
  ownTokens: ReadonlySet<string>,
  members: readonly Member[] = [],
): Generator<undefined, Contest> {
  const byOrder = new Map<string, Claim[]>();
  const byAmount = new Map<bigint, NameIndex<Claim>>();
  for (const [nth, row] of rows.entries()) {
    const names = byAmount.get(row.restPaise) ?? nameIndex<Claim>();
    names.expect(payerOfRow(row, ownTokens));
    byAmount.set(row.restPaise, names);
    for (const text of orderTexts(row).flat()) byOrder.set(text, []);
    if (nth % SLICE === SLICE - 1) yield;
  }
  for (const [nth, claim] of claims.entries()) {
    if (claim.status === 'PENDING') {
      if (byOrder.size > 0) byOrder.get(orderKey(claim.orderNumber))?.push(claim);
      byAmount.get(claim.duePaise)?.add(claim, buyerTokens(claim));
    }
    if (nth % SLICE === SLICE - 1) yield;
  }
  const namedIn = (row: BankRow): Claim[] =>
    orderTexts(row).flatMap((longest) => byOrder.get(longest.find((it) => byOrder.get(it)?.length) ?? '') ?? []);
  const fittingBetter = (row: BankRow, claim: Claim): Claim[] => {
    const payer = payerOfRow(row, ownTokens);
    const own = nameFit(payer, claim);
    const least = own.kind === 'NONE' ? ANY_FIT : own.kind === 'FULL' ? FULL_FIT : above(own);
    const fitting = byAmount.get(row.restPaise)?.fitting(payer, least) ?? [];
    return [...fitting].map(({ item }) => item).filter((other) => other.buyerId !== claim.buyerId);
  };
  const rivalsOf = (row: BankRow, claim: Claim): Claim[] =>
    [...new Set([...namedIn(row), ...fittingBetter(row, claim)])].filter((other) => other !== claim);
  return { ownTokens, rivalsOf, membersOf: yield* namesakes(rows, members, ownTokens) };
}
