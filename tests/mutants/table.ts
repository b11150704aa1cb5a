import type { Mutant } from './mutant.ts';
import { ACCESS } from './table/access.ts';
import { ADMINS } from './table/admins.ts';
import { CALL_WALKS } from './table/call-walks.ts';
import { CODES } from './table/codes.ts';
import { LAUNCH } from './table/launch.ts';
import { LIMITS } from './table/limits.ts';
import { LOCKS } from './table/locks.ts';
import { LOG } from './table/log.ts';
import { LOG_EPOCHS } from './table/log-epochs.ts';
import { MAILS } from './table/mails.ts';
import { MATCHING } from './table/matching.ts';
import { MONEY } from './table/money.ts';
import { OUTSIDE } from './table/outside.ts';
import { PASSKEYS } from './table/passkeys.ts';
import { PAYERS } from './table/payers.ts';
import { PURCHASES } from './table/purchases.ts';
import { REFUNDS } from './table/refunds.ts';
import { REWARDS } from './table/rewards.ts';
import { ROW_SECURITY } from './table/row-security.ts';
import { SESSIONS } from './table/sessions.ts';
import { SOLE_ACTS } from './table/sole-acts.ts';
import { UPLOADS } from './table/uploads.ts';
import { VERIFICATION } from './table/verification.ts';

/** All planted bugs. docs/testing.md says how to add one. */
export const MUTANTS: readonly Mutant[] = [
  ...MONEY,
  ...PURCHASES,
  ...ADMINS,
  ...REWARDS,
  ...ACCESS,
  ...CODES,
  ...MATCHING,
  ...PAYERS,
  ...LOG,
  ...LOG_EPOCHS,
  ...LAUNCH,
  ...OUTSIDE,
  ...LOCKS,
  ...LIMITS,
  ...ROW_SECURITY,
  ...SESSIONS,
  ...PASSKEYS,
  ...UPLOADS,
  ...MAILS,
  ...VERIFICATION,
  ...REFUNDS,
  ...SOLE_ACTS,
  ...CALL_WALKS,
];
