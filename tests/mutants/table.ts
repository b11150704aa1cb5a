import type { Mutant } from './mutant.ts';
import { ACCESS } from './table/access.ts';
import { ADMINS } from './table/admins.ts';
import { CODES } from './table/codes.ts';
import { LAUNCH } from './table/launch.ts';
import { LOG } from './table/log.ts';
import { MATCHING } from './table/matching.ts';
import { MONEY } from './table/money.ts';
import { OUTSIDE } from './table/outside.ts';
import { PURCHASES } from './table/purchases.ts';
import { REWARDS } from './table/rewards.ts';

/** All planted bugs. docs/testing.md says how to add one. */
export const MUTANTS: readonly Mutant[] = [
  ...MONEY,
  ...PURCHASES,
  ...ADMINS,
  ...REWARDS,
  ...ACCESS,
  ...CODES,
  ...MATCHING,
  ...LOG,
  ...LAUNCH,
  ...OUTSIDE,
];
