/** Changing the settings. */
import { ownPassword } from '../../accounts/contract.ts';
import { outcome } from '../../approvals/contract.ts';
import { textToBuyers } from '../../core/buyer-text.ts';
import { contract } from '../../core/contract.ts';
import { companyId, email, flag, mobile, optional, uuid } from '../../core/fields.ts';
import { parseSigns } from '../../core/rewards.ts';
import { amountPaise, percentBps, priceMicros, quantity } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

const blank = z.union([z.null(), z.string().check(z.regex(/^\s*$/))]);

/** A field that is left out does not change; null or '' clears it, which gives `none`. */
function clearable<T extends z.ZodMiniType, N extends string | null | readonly never[]>(
  field: T,
  none: N,
  message: string,
) {
  return z.optional(
    z.union(
      [
        z.pipe(
          blank,
          z.transform(() => none),
        ),
        field,
      ],
      message,
    ),
  );
}

const instantWrong = 'Please enter the launch date and time.';
/** ISO 8601 with a zone. */
const instant = z.string(instantWrong).check(
  z.maxLength(40, instantWrong),
  z.refine(
    (text: string) =>
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text) &&
      !Number.isNaN(Date.parse(text)),
    instantWrong,
  ),
);

/** A whole number from 0 to `max`. */
function wholeNumber(max: number, message: string) {
  return z.pipe(
    quantity(message).check(z.refine((n: bigint) => n <= BigInt(max), message)),
    z.transform((n: bigint) => Number(n)),
  );
}

const OPEN_PURCHASES_MAX = 10_000;
/** A year. */
const HOLD_HOURS_MAX = 8_760;
/** A month. */
const REMINDER_HOURS_MAX = 720;

/** A year. */
const REWARD_WAIT_DAYS_MAX = 365;

const signsWrong = 'Please name the signs with commas between: mobile, wallet, payer, browser, network.';
const signs = z.pipe(
  z.string(signsWrong).check(
    z.maxLength(100, { error: signsWrong, abort: true }),
    z.refine((text: string) => parseSigns(text) !== null, signsWrong),
  ),
  z.transform((text: string) => parseSigns(text) ?? []),
);

const versionWrong = 'The version must be a whole number from 1.';

/** The fields that can be changed. */
export const settingsFields = {
  price: optional(priceMicros('Please enter a price above 0 with at most six decimals.')),
  platformChargePercent: optional(percentBps('Please enter platform fees from 0 to 100 per cent.')),
  referralRewardPercent: optional(percentBps('Please enter a referral reward from 0 to 100 per cent.')),
  rewardWaitDays: optional(
    wholeNumber(
      REWARD_WAIT_DAYS_MAX,
      'Please enter the days until a reward is credited as a whole number from 0 to 365.',
    ),
  ),
  rewardSigns: clearable(signs, [], signsWrong),
  verifiedMembersOnly: optional(flag),
  upiLimit: optional(amountPaise('Please enter the UPI limit as an amount above 0.')),
  minimumOrder: clearable(amountPaise(), null, 'Please enter the minimum order as an amount above 0, or nothing.'),
  maximumOrder: clearable(amountPaise(), null, 'Please enter the maximum order as an amount above 0, or nothing.'),
  openPurchasesMax: optional(
    wholeNumber(OPEN_PURCHASES_MAX, 'Please enter the open purchases per member as a whole number from 0 to 10,000.'),
  ),
  heldSharePercent: optional(percentBps('Please enter the held share of a verified member from 0 to 100 per cent.')),
  heldSharePercentUnverified: optional(
    percentBps('Please enter the held share of an unverified member from 0 to 100 per cent.'),
  ),
  unprovenSharePercent: optional(
    percentBps('Please enter the held share of all unproven orders from 0 to 100 per cent.'),
  ),
  holdHours: optional(
    wholeNumber(HOLD_HOURS_MAX, 'Please enter the hours until a hold ends as a whole number from 0 to 8,760.'),
  ),
  reminderHours: optional(
    wholeNumber(REMINDER_HOURS_MAX, 'Please enter the hours until a reminder as a whole number from 0 to 720.'),
  ),
  quietFromHour: optional(wholeNumber(23, 'Please enter the start of the quiet hours as an hour from 0 to 23.')),
  quietToHour: optional(wholeNumber(23, 'Please enter the end of the quiet hours as an hour from 0 to 23.')),
  launchAt: clearable(instant, null, instantWrong),
  secondApproverAbove: clearable(
    amountPaise(),
    null,
    'Please enter the amount above which a second approver is needed, or nothing.',
  ),
  twoAdminsForAccounts: optional(flag),
  adminsNeedFactor: optional(flag),
  notice: clearable(textToBuyers('the notice', 1, 300), '', 'The notice can have at most 300 characters.'),
  supportEmail: clearable(email, '', 'Please enter a valid email address.'),
  supportPhone: clearable(mobile, '', 'Please enter a valid mobile number.'),
};

const written = z.object({ state: outcome, version: z.number() });

export const updateSettings = contract(calls.updateSettings, {
  textsWait: true,
  input: z.strictObject({
    ...settingsFields,
    /** The version that was shown; 409 if it is no longer the present one. */
    version: z.number(versionWrong).check(z.refine((n: number) => Number.isSafeInteger(n) && n >= 1, versionWrong)),
    /** The admin's own. */
    password: ownPassword,
    companyId,
  }),
  output: written,
  summary:
    'Changes the settings that are sent. A price or fee applies to new orders. Under a two-admin rule some changes wait for a second admin.',
  recentAuthentication: 'always',
});

export const confirmSettings = contract(calls.confirmSettings, {
  input: z.strictObject({ id: uuid, password: ownPassword, companyId }),
  output: written,
  summary: 'Confirms and makes a change of the settings that another admin has proposed.',
  recentAuthentication: 'always',
});

export const refuseSettings = contract(calls.refuseSettings, {
  input: z.strictObject({ id: uuid, companyId }),
  output: z.null(),
  summary: 'Refuses a change of the settings that another admin has proposed.',
});

export const withdrawSettings = contract(calls.withdrawSettings, {
  input: z.strictObject({ id: uuid, companyId }),
  output: z.null(),
  summary: "Withdraws the caller's own change of the settings while it waits for a second admin.",
});
