/*
 * Reasons against an equal number (docs/product.md, Reconciliation): a payer who does not fit the buyer, a note that names another
 * live order, a name that fits another open claim of the same amount.
 */
import type { BankRow, Claim, Member } from '../rules.ts';
import { namesOrder, orderKey, orderTexts } from './orders.rules.ts';
import { buyerFit, type Fit, fitKeys, isBetter, nameFit, nameTokens, payerOfRow, sameName } from './payer.rules.ts';
import { daysBetween, hasPhoneOf, isIdentityOld } from './suggest.rules.ts';

/** Rows or claims between two pauses. */
const SLICE = 50;

/** `OTHER_MEMBER`: the bank names another member, and not the buyer. `SHARED`: several members have the name. `NEW`: it was taken later. */
export type PayerVerdict = 'FITS' | 'NOBODY' | 'OTHER' | 'OTHER_MEMBER' | 'SHARED' | 'NEW';

/** A member with a claim this many days before the payment, or later, has said which payment is theirs. */
const CLAIM_DAYS = 10;

const isBusy = ({ lastClaimOn }: Member, row: BankRow): boolean =>
  lastClaimOn !== null && daysBetween(lastClaimOn, row.date) <= CLAIM_DAYS;

/**
 * Whether the row's payer fits the buyer. Anybody can register under the name on a screenshot, so a name that fits another member as
 * well fits only a buyer whom an admin has verified, and one that fits another member better fits nobody else. A namesake with a claim
 * of these days has said which payment is theirs, and competes by its amount.
 */
export function payerVerdict(row: BankRow, claim: Claim, { ownTokens, membersOf }: Contest): PayerVerdict {
  const payer = payerOfRow(row, ownTokens);
  const isNamed = row.payerMembers.some(({ id }) => id === claim.buyerId);
  const own = isNamed ? sameName(payer) : nameFit(payer, claim);
  const others = membersOf(row).filter(({ member }) => member.id !== claim.buyerId);
  const isBeaten = others.some(({ fit }) => isBetter(fit, own) && (fit.kind === 'FULL' || own.kind === 'PART'));
  if (isBeaten) return 'OTHER_MEMBER';
  const isShared = others.some(({ member, fit }) => own.kind !== 'NONE' && !isBetter(own, fit) && !isBusy(member, row));
  if (isShared && !claim.isBuyerVerified) return 'SHARED';
  if (namesOrder(row, claim)) return 'FITS';
  if (own.kind !== 'NONE' || hasPhoneOf(row, claim))
    return isIdentityOld(row, claim) || nameFit(payer, { ...claim, buyerName: '' }).kind !== 'NONE' ? 'FITS' : 'NEW';
  return payer.tokens.length === 0 ? 'NOBODY' : 'OTHER';
}

interface FittingMember {
  readonly member: Member;
  readonly fit: Fit;
}

export interface Contest {
  readonly ownTokens: ReadonlySet<string>;
  /** Other open claims that the note names, or that have the row's amount and fit its payer better. */
  rivalsOf(row: BankRow, claim: Claim): Claim[];
  /** The members whose names fit the row's payer. */
  membersOf(row: BankRow): readonly FittingMember[];
}

/** Indexes members by what the names of the rows have. Pauses after each slice. */
function* namesakes(
  rows: readonly BankRow[],
  members: readonly Member[],
  ownTokens: ReadonlySet<string>,
): Generator<undefined, Contest['membersOf']> {
  const byKey = new Map<string, Member[]>();
  for (const [nth, row] of rows.entries()) {
    for (const key of fitKeys(payerOfRow(row, ownTokens).tokens)) byKey.set(key, []);
    if (nth % SLICE === SLICE - 1) yield;
  }
  for (const [nth, member] of members.entries()) {
    for (const key of fitKeys(nameTokens(member.name))) byKey.get(key)?.push(member);
    if (nth % SLICE === SLICE - 1) yield;
  }
  const known = new WeakMap<BankRow, readonly FittingMember[]>();
  const fittingOf = (row: BankRow): FittingMember[] => {
    const payer = payerOfRow(row, ownTokens);
    const exact: FittingMember[] = row.payerMembers.map((member) => ({ member, fit: sameName(payer) }));
    const ids = new Set(row.payerMembers.map(({ id }) => id));
    const candidates = new Set(fitKeys(payer.tokens).flatMap((key) => byKey.get(key) ?? []));
    const fitting = [...candidates]
      .filter(({ id }) => !ids.has(id))
      .map((member): FittingMember => ({ member, fit: buyerFit(payer, { buyerName: member.name }) }));
    return [...exact, ...fitting.filter(({ fit }) => fit.kind !== 'NONE')];
  };
  return (row) => {
    const own = known.get(row) ?? fittingOf(row);
    known.set(row, own);
    return own;
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
  return { ownTokens, rivalsOf, membersOf: yield* namesakes(rows, members, ownTokens) };
}
