/*
 * Reasons against an equal number (docs/product.md, Reconciliation): a payer who does not fit the buyer, a note that names another
 * live order, a name that fits another open claim of the same amount.
 */
import type { BankRow, Claim, Member } from '../rules.ts';
import { isOfAggregator } from './aggregators.rules.ts';
import { type Fitting, type NameIndex, nameIndex } from './names.rules.ts';
import { orderKey, orderTexts } from './orders.rules.ts';
import {
  buyerFit,
  buyerTokens,
  type Fit,
  fitOfPayer,
  hasTwoInCommon,
  isBetter,
  isSameWithTitles,
  mayBePayer,
  nameFit,
  nameTokens,
  type Payer,
  payerOfAddress,
  payerOfRow,
  sameName,
  soundsLike,
} from './payer.rules.ts';
import { append } from './similar.rules.ts';
import { isForeign, soundKeys, soundsAsOne, soundsOf } from './sounds.rules.ts';
import { hasPhone, hasPhoneOf, isIdentityOld, phoneKey, phonesOf } from './suggest.rules.ts';

/**
 * `OTHER_MEMBER`: the bank names another member, and not the buyer. `OTHER_PHONE`: it names nobody, and another phone number than the
 * buyer's. `SHARED`: several members have the name, or may have the payer's address. `NEW`: it was taken later.
 * `NO_AGGREGATOR`: the bank's credit of the settlement is of somebody else.
 */
export type PayerVerdict =
  | 'FITS'
  | 'NOBODY'
  | 'OTHER'
  | 'OTHER_MEMBER'
  | 'OTHER_PHONE'
  | 'SHARED'
  | 'NEW'
  | 'NO_AGGREGATOR';

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
export function payerVerdict(row: BankRow, claim: Claim, contest: Contest): PayerVerdict {
  const known = contest.verdicts.get(row);
  if (known?.claim === claim) return known.verdict;
  const verdict = readVerdict(row, claim, contest);
  contest.verdicts.set(row, { claim, verdict });
  return verdict;
}

function readVerdict(row: BankRow, claim: Claim, contest: Contest): PayerVerdict {
  if (row.settlement !== null && !isOfAggregator(row.settlement, contest.ownTokens)) return 'NO_AGGREGATOR';
  const payer = payerOfRow(row, contest.ownTokens);
  const { isBuyerVerified } = claim;
  const isNamed = row.payerMembers.some(({ id }) => id === claim.buyerId);
  const own = isNamed ? sameName(payer) : nameFit(payer, claim);
  const isOther = ({ item }: Fitting<Member>): boolean => item.id !== claim.buyerId;
  const hasOther = (least: Fit, isMeant: (member: Member) => boolean = () => true): boolean =>
    contest.membersOf(row, least).some((it) => isOther(it) && isMeant(it.item));
  // A part of a name says nothing against a buyer whose own name does not fit at all.
  if (own.kind === 'NONE') {
    if (hasOther(FULL_FIT)) return 'OTHER_MEMBER';
  } else {
    const better = [...contest.membersOf(row, above(own)).filter(isOther)];
    if (better.some(({ item }) => item.isVerified || !isBuyerVerified)) return 'OTHER_MEMBER';
    const isShared = isBuyerVerified
      ? better.length > 0
      : hasOther(own) || hasOther(ANY_FIT, ({ name }) => isLikely(payer, nameTokens(name)));
    const isSurely = isBuyerVerified && own.kind === 'FULL';
    if (isShared || (!isSurely && mayBeForeign(payer, claim, contest))) return 'SHARED';
    if (isNamesake(row, payer, claim) || (!payer.isName && isOfOther(row, claim, contest))) return 'SHARED';
  }
  const isFitting = isBuyerVerified || isNamed || isWhole(payer, claim);
  const isPhoneShared = (): boolean => hasPhoneOf(row, claim) && contest.isPhoneShared(row, claim);
  if ((own.kind !== 'NONE' && isFitting) || (isBuyerVerified && hasPhoneOf(row, claim) && !isPhoneShared()))
    return isIdentityOld(row, claim) || nameFit(payer, { ...claim, buyerName: '' }).kind !== 'NONE' ? 'FITS' : 'NEW';
  if (own.kind === 'NONE' && fitsByAddress(row, claim, contest)) return isIdentityOld(row, claim) ? 'FITS' : 'NEW';
  if (payer.tokens.length > 0) return 'OTHER';
  if (row.settlement !== null) return 'NOBODY';
  if (isPhoneShared() || isOfOther(row, claim, contest)) return 'SHARED';
  return hasPhone(row) && !hasPhoneOf(row, claim) ? 'OTHER_PHONE' : 'NOBODY';
}

/** Whether a bank can have printed the name of a member as this payer. */
const isLikely = (payer: Payer, name: readonly string[]): boolean =>
  mayBePayer(payer, name) || hasTwoInCommon(payer, name);

/** Whether the UPI address of a row without a name in its place is spelt like this buyer alone. Its other words may be a note. */
function fitsByAddress(row: BankRow, claim: Claim, contest: Contest): boolean {
  const address = payerOfAddress(row, contest.ownTokens);
  if (address.tokens.length === 0 || buyerFit(address, claim).kind === 'NONE') return false;
  if (isOfOther(row, claim, contest)) return false;
  return claim.isBuyerVerified || mayBePayer(address, buyerTokens(claim));
}

/** Whether the buyer is known for this payer alone, who is a member, too. */
const isNamesake = (row: BankRow, payer: Payer, claim: Claim): boolean =>
  buyerFit(payer, claim).kind !== 'FULL' &&
  row.payerMembers.some(
    ({ id, isVerified, name }) =>
      id !== claim.buyerId && isVerified && fitOfPayer(payer, nameTokens(name)).kind === 'FULL',
  );

/** A stranger can register under all frequent names: that of a buyer whom nobody has verified has to fit as a whole. */
const isWhole = (payer: Payer, claim: Claim): boolean =>
  [claim.buyerName, ...claim.payerNames].some((name) => mayBePayer(payer, nameTokens(name))) ||
  isSameWithTitles(payer, claim.buyerName) ||
  (isForeign(claim.buyerName) && soundsAsOne(payer.tokens.join(' '), claim.buyerName));

/** Whether another member, with a name in another script, may be the payer. */
const mayBeForeign = (payer: Payer, claim: Claim, { foreignersLike }: Contest): boolean =>
  foreignersLike(payer).some(({ id }) => id !== claim.buyerId);

/** Whether the UPI address of a row without a name in its place may be that of another member, and is not the buyer's. */
function isOfOther(row: BankRow, claim: Claim, contest: Contest): boolean {
  const payer = payerOfAddress(row, contest.ownTokens);
  if (payer.tokens.length === 0) return false;
  const own = buyerFit(payer, claim);
  // An address can glue a name: nirupamadolke is Nirupama Dolke before it is Nirupama Gupte.
  if (own.kind !== 'NONE' && [...contest.membersAt(row, above(own))].some(({ item }) => item.id !== claim.buyerId))
    return true;
  if (claim.isBuyerVerified && mayBePayer(payer, buyerTokens(claim))) return false;
  const isOther = ({ item }: Fitting<Member>): boolean =>
    item.id !== claim.buyerId && mayBePayer(payer, nameTokens(item.name));
  return contest.membersAt(row, ANY_FIT).some(isOther) || mayBeForeign(payer, claim, contest);
}

export interface Contest {
  readonly ownTokens: ReadonlySet<string>;
  /** The last verdict about each row: the row and its claim ask for the same one several times. */
  readonly verdicts: Map<BankRow, { readonly claim: Claim; readonly verdict: PayerVerdict }>;
  /** Other open claims that the note names, or that have the row's amount and fit its payer as well or better. */
  rivalsOf(row: BankRow, claim: Claim): Claim[];
  /** The members whose names fit the row's payer at least so well. */
  membersOf(row: BankRow, least: Fit): Generator<Fitting<Member>>;
  /** The same of the UPI address of a row without a name in its place. */
  membersAt(row: BankRow, least: Fit): Generator<Fitting<Member>>;
  /** The members with a name in another script that may be the payer's. */
  foreignersLike(payer: Payer): Member[];
  /** Whether another member has the phone number of the row, too. Anybody can enter it, so only a verified one counts against a verified buyer. */
  isPhoneShared(row: BankRow, claim: Claim): boolean;
}

type Namesakes = Pick<Contest, 'membersOf' | 'membersAt' | 'foreignersLike' | 'isPhoneShared'>;

/** Indexes members by the names of the rows. Pauses after each row and claim. */
function* namesakes(
  rows: readonly BankRow[],
  members: readonly Member[],
  ownTokens: ReadonlySet<string>,
): Generator<undefined, Namesakes> {
  const names = nameIndex<Member>();
  const foreigners = new Map<string, Member[]>();
  const byPhone = new Map<string, Member[]>();
  for (const row of rows) {
    names.expect(payerOfRow(row, ownTokens));
    const address = payerOfAddress(row, ownTokens);
    if (address.tokens.length > 0) names.expect(address);
    for (const phone of phonesOf(row)) byPhone.set(phoneKey(phone), []);
    yield;
  }
  for (const member of members) {
    names.add(member, nameTokens(member.name));
    if (member.mobile !== undefined && byPhone.size > 0) byPhone.get(phoneKey(member.mobile))?.push(member);
    if (isForeign(member.name)) for (const key of soundKeys(soundsOf(member.name))) append(foreigners, key, member);
    yield;
  }
  function* membersOf(row: BankRow, least: Fit): Generator<Fitting<Member>> {
    const payer = payerOfRow(row, ownTokens);
    const fit = sameName(payer);
    if (!isBetter(least, fit)) for (const item of row.payerMembers) yield { item, fit };
    const known = new Set(row.payerMembers.map(({ id }) => id));
    yield* names.fitting(payer, least).filter(({ item }) => !known.has(item.id));
  }
  return {
    membersOf,
    membersAt: (row, least) => names.fitting(payerOfAddress(row, ownTokens), least),
    isPhoneShared: (row, { buyerId, isBuyerVerified }) =>
      [...phonesOf(row)].some((phone) =>
        byPhone.get(phoneKey(phone))?.some((it) => it.id !== buyerId && (it.isVerified || !isBuyerVerified)),
      ),
    foreignersLike: (payer) => {
      const keys = foreigners.size === 0 ? [] : soundKeys(soundsOf(payer.tokens.join(' ')));
      return keys.flatMap((key) => (foreigners.get(key) ?? []).filter(({ name }) => soundsLike(payer, name)));
    },
  };
}

/** Indexes the open claims by what the rows name. Pauses after each row and claim. @param rows credits that can be a payment */
export function* contesting(
  rows: readonly BankRow[],
  claims: readonly Claim[],
  ownTokens: ReadonlySet<string>,
  members: readonly Member[] = [],
): Generator<undefined, Contest> {
  const byOrder = new Map<string, Claim[]>();
  const byAmount = new Map<bigint, NameIndex<Claim>>();
  for (const row of rows) {
    const names = byAmount.get(row.restPaise) ?? nameIndex<Claim>();
    names.expect(payerOfRow(row, ownTokens));
    byAmount.set(row.restPaise, names);
    for (const text of orderTexts(row).flat()) byOrder.set(text, []);
    yield;
  }
  for (const claim of claims) {
    if (claim.status === 'PENDING') {
      if (byOrder.size > 0) byOrder.get(orderKey(claim.orderNumber))?.push(claim);
      byAmount.get(claim.duePaise)?.add(claim, nameTokens(claim.buyerName));
    }
    yield;
  }
  const namedIn = (row: BankRow): Claim[] =>
    orderTexts(row).flatMap((longest) => byOrder.get(longest.find((it) => byOrder.get(it)?.length) ?? '') ?? []);
  const fittingAsWell = (row: BankRow, claim: Claim): Claim[] => {
    const payer = payerOfRow(row, ownTokens);
    const own = nameFit(payer, claim);
    const least = own.kind === 'NONE' ? ANY_FIT : own.kind === 'FULL' ? FULL_FIT : own;
    const fitting = byAmount.get(row.restPaise)?.fitting(payer, least) ?? [];
    return [...fitting].map(({ item }) => item).filter((other) => other.buyerId !== claim.buyerId);
  };
  const rivalsOf = (row: BankRow, claim: Claim): Claim[] =>
    [...new Set([...namedIn(row), ...fittingAsWell(row, claim)])].filter((other) => other !== claim);
  return { ownTokens, verdicts: new Map(), rivalsOf, ...(yield* namesakes(rows, members, ownTokens)) };
}
