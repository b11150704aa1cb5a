import { contract } from '../../core/contract.ts';
import { companyId, flag } from '../../core/fields.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

const preferences = z.object({
  /** Announcements and reminders come by mail too. Mails about the account and its orders always come. */
  announcements: z.boolean(),
});

export const getMailPreferences = contract(calls.getMailPreferences, {
  input: z.object({ companyId }),
  output: preferences,
  summary: 'Returns which mails the member gets besides those about the account and its orders.',
});

export const updateMailPreferences = contract(calls.updateMailPreferences, {
  input: z.strictObject({ announcements: flag, companyId }),
  output: preferences,
  summary: 'Turns announcements and reminders by mail on or off.',
});

const adminPreferences = z.object({
  /** The daily reminder of what waits too long comes by mail too. All other mails to admins always come. */
  reminders: z.boolean(),
});

export const getMailPreferencesAsAdmin = contract(calls.getMailPreferencesAsAdmin, {
  input: z.object({ companyId }),
  output: adminPreferences,
  summary: 'Returns whether the admin gets the daily reminder by mail.',
});

export const updateMailPreferencesAsAdmin = contract(calls.updateMailPreferencesAsAdmin, {
  input: z.strictObject({ reminders: flag, companyId }),
  output: adminPreferences,
  summary: 'Turns the daily reminder by mail on or off for the admin.',
});

const wrong = 'This link is not complete. Please open it from the mail again, or use your profile.';

export const unsubscribe = contract(calls.unsubscribe, {
  input: z.object({
    token: z.string(wrong).check(z.regex(/^[\w-]{20,200}$/, wrong)),
    companyId,
  }),
  output: z.null(),
  summary: 'Turns announcements and reminders by mail off, by the link in such a mail (RFC 8058).',
  limits: [{ name: 'unsubscribe', max: 60, windowSeconds: 60 }],
});
