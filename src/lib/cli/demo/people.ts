/** The made-up members: their data, when they joined, who referred them, and what admins did to their accounts. */
import { toE164 } from '../../accounts/phone/service.ts';
import { memberIdFromBytes } from '../../accounts/rules.ts';
import { toChecksumAddress } from '../../accounts/wallet.rules.ts';
import { afterWork, DAY_MS, dayPicker, endOfToday, HOUR_MS, MINUTE_MS, momentOf, past } from './calendar.ts';
import { MAIL_DOMAINS, REGIONS, type Region } from './names.ts';
import { type Dice, diceOf, idOf } from './random.ts';

export type Gender = 'male' | 'female';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly mobile: string;
  readonly gender: Gender;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
  readonly pincode: string;
  readonly memberId: string;
  readonly walletAddress: string | null;
  /** Twelve digits that fail Aadhaar's check digit, so that no person has them. Null if none were given. */
  readonly kycDigits: string | null;
  /** Picks the sample portrait; null for none. */
  readonly portrait: number | null;
  readonly referrer: Person | null;
  /** Has the same distance from the end of today whenever the program starts; everything else follows from it. */
  readonly plannedAt: number;
  /** `plannedAt`, moved to yesterday if it is still to come. */
  readonly joinedAt: number;
  readonly verifiedAt: number | null;
  readonly status: 'ACTIVE' | 'INACTIVE' | 'BLOCKED';
  /** When an admin blocked or deactivated the account; null for an active one. */
  readonly closedAt: number | null;
  readonly deletionRequestedAt: number | null;
  /** Weight of this member among the buyers; 0 for one who never buys. */
  readonly appetite: number;
  /** Picks the sample proof: one member's phone looks the same on every proof. */
  readonly look: number;
  /** The four letters that begin the bank's reference numbers. */
  readonly bankPrefix: string;
}

export interface PeoplePlan {
  readonly companyId: string;
  readonly symbol: string;
  readonly now: number;
  readonly days: number;
  readonly count: number;
  readonly seed: number;
  /** Members with a wallet address: some and the guide, or all but the guide. */
  readonly wallets: 'SOME' | 'ALL_BUT_GUIDE';
}

/** Of banks that do not exist. */
const BANK_PREFIXES = ['SHYB', 'NRMD', 'KVRI', 'VNDH', 'KNKN'] as const;

/** The member to sign in with: among the first, verified, with a picture, a wallet and many referred friends. */
const GUIDE = { index: 2, name: 'Ananya Iyer', gender: 'female', pincode: '600004' } as const;

export function planPeople(plan: PeoplePlan): Person[] {
  const dice = diceOf(plan.seed);
  const pickDay = dayPicker(plan.days);
  const planned = Array.from({ length: plan.count }, (_, index) => {
    // The first five join when the sale opens.
    if (index < 5) return endOfToday(plan.now) - (plan.days + 1) * DAY_MS + (10 + index) * HOUR_MS;
    return momentOf(dice, plan.now, pickDay(dice));
  }).sort((a, b) => a - b);
  const people: Person[] = [];
  const seen = new Set<string>();
  for (const [index, at] of planned.entries()) {
    people.push(planPerson(diceOf(plan.seed + index * 7919), plan, index, at, people, seen));
  }
  return people;
}

/** The guide of the demonstration. */
export function guideOf(people: readonly Person[]): Person {
  const guide = people[GUIDE.index];
  if (!guide) throw new RangeError('there are too few people');
  return guide;
}

function planPerson(
  dice: Dice,
  { companyId, symbol, now, wallets }: PeoplePlan,
  index: number,
  plannedAt: number,
  earlier: readonly Person[],
  seen: Set<string>,
): Person {
  const isGuide = index === GUIDE.index;
  const region = dice.weighted(REGIONS.map((it) => [it, it.share] as const));
  const gender: Gender = isGuide ? GUIDE.gender : dice.chance(0.42) ? 'female' : 'male';
  const name = isGuide ? GUIDE.name : freshName(dice, region, gender, seen);
  const id = idOf(companyId, `member ${index}`);
  const joinedAt = past(plannedAt, now);
  const age = endOfToday(now) - plannedAt;
  const mature = age > 4 * DAY_MS;
  const closing = isGuide || !mature ? 'ACTIVE' : dice.weighted(CLOSINGS);
  const verifiedAt = Math.min(afterWork(joinedAt, dice.int(20, 900) * MINUTE_MS), now - dice.int(15, 200) * MINUTE_MS);
  const isVerified = isGuide || (age > 2 * DAY_MS && dice.chance(mature ? 0.84 : 0.4));
  const hasWallet = (): boolean => (wallets === 'SOME' ? isGuide || dice.chance(0.4) : !isGuide);
  const closedAt = closing === 'ACTIVE' ? null : plannedAt + Math.floor(age * (0.5 + dice.next() / 3));
  return {
    id,
    name,
    email: isGuide ? 'ananya.iyer@example.com' : freshEmail(dice, name, seen),
    mobile: freshMobile(dice, seen),
    gender,
    dateOfBirth: `${dice.int(1958, 2005)}-${two(dice.int(1, 12))}-${two(dice.int(1, 28))}`,
    pincode: isGuide ? GUIDE.pincode : dice.pick(region.pincodes),
    memberId: memberIdFromBytes(symbol, Buffer.from(idOf(companyId, `member id ${index}`).replaceAll('-', ''), 'hex')),
    walletAddress: hasWallet() ? toChecksumAddress(`0x${dice.hex(40)}`) : null,
    kycDigits: isGuide || dice.chance(0.6) ? `0${dice.digits(11)}` : null,
    portrait: isGuide || dice.chance(0.4) ? dice.int(1, 1_000_000) : null,
    referrer: isGuide ? null : referrerOf(dice, earlier, plannedAt),
    plannedAt,
    joinedAt,
    verifiedAt: isVerified ? verifiedAt : null,
    status: closing,
    closedAt,
    deletionRequestedAt:
      !isGuide && mature && closing === 'ACTIVE' && dice.chance(0.012) ? now - dice.int(5, 60) * HOUR_MS : null,
    appetite: isGuide ? 5 : dice.chance(0.27) ? 0 : Math.min(10, (1 / (0.04 + dice.next())) ** 0.75),
    look: dice.int(0, 29),
    bankPrefix: dice.pick(BANK_PREFIXES),
  };
}

const CLOSINGS = [
  ['ACTIVE', 93],
  ['INACTIVE', 4],
  ['BLOCKED', 3],
] as const;

const two = (value: number): string => String(value).padStart(2, '0');

function freshName(dice: Dice, region: Region, gender: Gender, seen: Set<string>): string {
  for (;;) {
    const first = dice.pick(gender === 'female' ? region.women : region.men);
    const name = `${first} ${dice.pick(region.families)}`;
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
  }
}

function freshEmail(dice: Dice, name: string, seen: Set<string>): string {
  const [first = '', last = ''] = name.toLowerCase().split(' ');
  for (;;) {
    const local = dice.pick([
      `${first}.${last}`,
      `${first}${last}`,
      `${first}.${last}${dice.int(60, 99)}`,
      `${first}_${last}`,
    ]);
    const email = `${local}@${dice.weighted(MAIL_DOMAINS)}`;
    if (!seen.has(email)) {
      seen.add(email);
      return email;
    }
  }
}

function freshMobile(dice: Dice, seen: Set<string>): string {
  for (;;) {
    const mobile = toE164(`${dice.int(7, 9)}${dice.digits(9)}`);
    if (mobile !== null && !seen.has(mobile)) {
      seen.add(mobile);
      return mobile;
    }
  }
}

/** About a third were referred, mostly by a few active members. */
function referrerOf(dice: Dice, earlier: readonly Person[], at: number): Person | null {
  const known = earlier.filter((it) => it.plannedAt < at - DAY_MS && (it.closedAt ?? at + 1) > at);
  if (known.length === 0 || !dice.chance(0.36)) return null;
  return dice.weighted(
    known.map((it) => [it, it === earlier[GUIDE.index] ? 30 : it.look % 7 === 0 ? 12 : it.appetite + 0.5] as const),
  );
}
