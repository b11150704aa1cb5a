/** The made-up members: who they are, when they came and through whom, and what an admin has done to their accounts. */
import { toE164 } from '../users/phone.ts';
import { memberIdFromBytes } from '../users/rules.ts';
import { toChecksumAddress } from '../users/wallet.ts';
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
  /** Twelve digits that no person can have: they do not pass Aadhaar's check. Null where none was given. */
  readonly kycDigits: string | null;
  /** Seed of the drawn picture, null for none. */
  readonly portrait: number | null;
  readonly referrer: Person | null;
  /** Decides what follows: the same distance from the end of today, whenever the program starts. */
  readonly plannedAt: number;
  /** The same, but for what has not come yet today. */
  readonly joinedAt: number;
  readonly verifiedAt: number | null;
  readonly status: 'ACTIVE' | 'INACTIVE' | 'BLOCKED';
  /** When an admin took the account out of use; null for an active one. */
  readonly closedAt: number | null;
  readonly deletionRequestedAt: number | null;
  /** How much this member buys beside others; 0 never. */
  readonly appetite: number;
  /** Look of the member's phone. */
  readonly look: number;
  readonly bank: readonly [name: string, prefix: string];
  readonly account: string;
}

export interface PeoplePlan {
  readonly companyId: string;
  readonly symbol: string;
  readonly now: number;
  readonly days: number;
  readonly count: number;
  readonly seed: number;
}

/** Names of banks that are none, with the four letters that begin their reference numbers. */
const BANKS = [
  ['Sahyadri Sample Bank', 'SHYB'],
  ['Narmada Sample Bank', 'NRMD'],
  ['Kaveri Sample Bank', 'KVRI'],
  ['Vindhya Sample Bank', 'VNDH'],
  ['Konkan Sample Bank', 'KNKN'],
] as const;

/** The member to sign in with: there from the first days, verified, with a picture, a wallet and many friends. */
const GUIDE = { index: 2, name: 'Ananya Iyer', gender: 'female', pincode: '600004' } as const;

export function planPeople(plan: PeoplePlan): Person[] {
  const dice = diceOf(plan.seed);
  const pickDay = dayPicker(plan.days);
  const planned = Array.from({ length: plan.count }, (_, index) => {
    // The first five open the sale.
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
  { companyId, symbol, now }: PeoplePlan,
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
    walletAddress: isGuide || dice.chance(0.4) ? toChecksumAddress(`0x${dice.hex(40)}`) : null,
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
    bank: dice.pick(BANKS),
    account: dice.digits(4),
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

/** A third came through somebody: mostly through the few who like to tell others. */
function referrerOf(dice: Dice, earlier: readonly Person[], at: number): Person | null {
  const known = earlier.filter((it) => it.plannedAt < at - DAY_MS && (it.closedAt ?? at + 1) > at);
  if (known.length === 0 || !dice.chance(0.36)) return null;
  return dice.weighted(
    known.map((it) => [it, it === earlier[GUIDE.index] ? 30 : it.look % 7 === 0 ? 12 : it.appetite + 0.5] as const),
  );
}
