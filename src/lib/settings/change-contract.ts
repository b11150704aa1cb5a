/** What changes the settings. */
import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { boundedText, companyId, email, flag, mobile, optional, uuid } from '../core/fields.ts';
import { amountPaise, percentBps, priceMicros } from '../core/wire.ts';
import { outcome } from '../proposals/contract.ts';
import { currentPassword } from '../users/contract.ts';

const away = z.union([z.null(), z.string().check(z.regex(/^\s*$/))]);

/** Left out it stays; null or '' takes it away, which reads as `none`. */
function clearable<T extends z.ZodMiniType, N extends string | null>(field: T, none: N, message: string) {
  return z.optional(
    z.union(
      [
        z.pipe(
          away,
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

const versionWrong = 'The version must be a whole number from 1.';

/** What may be changed; whatever is left out stays. */
export const settingsFields = {
  price: optional(priceMicros('Please enter a price above 0 with at most six decimals.')),
  platformChargePercent: optional(percentBps('Please enter a platform fee from 0 to 100 per cent.')),
  referralRewardPercent: optional(percentBps('Please enter a referral reward from 0 to 100 per cent.')),
  verifiedMembersOnly: optional(flag),
  upiLimit: optional(amountPaise('Please enter the UPI limit as an amount above 0.')),
  minimumOrder: clearable(amountPaise(), null, 'Please enter the minimum order as an amount above 0, or nothing.'),
  maximumOrder: clearable(amountPaise(), null, 'Please enter the maximum order as an amount above 0, or nothing.'),
  launchAt: clearable(instant, null, instantWrong),
  secondApproverAbove: clearable(
    amountPaise(),
    null,
    'Please enter the amount above which a second approver is needed, or nothing.',
  ),
  twoAdminsForAccounts: optional(flag),
  notice: clearable(boundedText('the notice', 1, 300), '', 'The notice can have at most 300 characters.'),
  supportEmail: clearable(email, '', 'Please enter a valid email address.'),
  supportPhone: clearable(mobile, '', 'Please enter a valid mobile number.'),
};

const written = z.object({ state: outcome, version: z.number() });

export const updateSettings = contract({
  method: 'PUT',
  path: '/api/v1/admin/settings/update',
  access: 'admin',
  from: 'json',
  input: z.strictObject({
    ...settingsFields,
    /** The one that was shown: with another one now, 409. */
    version: z.number(versionWrong).check(z.refine((n: number) => Number.isSafeInteger(n) && n >= 1, versionWrong)),
    /** The admin's own, once more. */
    password: currentPassword,
    companyId,
  }),
  output: written,
  summary:
    'Changes the settings that are sent. A price or fee holds for new orders; what weakens a rule of two admins waits for a second one.',
  failure: 'Failed to update settings',
  success: 'Settings updated successfully',
});

export const confirmSettings = contract({
  method: 'POST',
  path: '/api/v1/admin/settings/confirm',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, password: currentPassword, companyId }),
  output: written,
  summary: 'Confirms and carries out a change of the settings that another admin has proposed.',
  failure: 'Failed to confirm the change',
  success: 'Change confirmed successfully',
});

export const refuseSettings = contract({
  method: 'POST',
  path: '/api/v1/admin/settings/refuse',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, companyId }),
  output: z.null(),
  summary: 'Refuses a change of the settings that another admin has proposed.',
  failure: 'Failed to refuse the change',
  success: 'Change refused',
});

export const withdrawSettings = contract({
  method: 'POST',
  path: '/api/v1/admin/settings/withdraw',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, companyId }),
  output: z.null(),
  summary: "Takes back one's own change of the settings while it waits for a second admin.",
  failure: 'Failed to withdraw the change',
  success: 'Change withdrawn',
});
