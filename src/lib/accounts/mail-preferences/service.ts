/**
 * Which mails a member gets besides those about the account and its orders, and an admin besides those about changes. A link in such a mail ends them with one click and
 * without a sign-in (RFC 8058): its token names the account and is signed, so that nobody can unsubscribe another.
 */
import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../core/errors.ts';
import { unsubscribePath } from '../../core/paths.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import type { Secrets } from '../../secrets.ts';
import * as calls from './calls.ts';
import * as store from './store.ts';

const signedText = (companyId: string, userId: string): string => `${companyId} ${userId}`;

/** The two links of a mail: the page for people, and the address for mail programs. @param origin of the site */
export function unsubscribeLinks(
  secrets: Pick<Secrets, 'mac'>,
  origin: string,
  { companyId, userId }: { companyId: string; userId: string },
): { readonly path: string; readonly postUrl: string } {
  const mac = secrets.mac('unsubscribe', signedText(companyId, userId)).toString('base64url');
  const token = `${userId.replaceAll('-', '')}-${mac}`;
  return { path: unsubscribePath(token), postUrl: `${origin}${calls.unsubscribe.path}?token=${token}` };
}

const wants = async (scope: Scope): Promise<boolean> =>
  !(await store.hasDeclined(scope.db, scope.company.id, actorOf(scope).id));
const setWants = (scope: Scope, isWanted: boolean): Promise<boolean> =>
  store.setDeclined(scope.db, scope.company.id, actorOf(scope).id, !isWanted);

export const getMailPreferences: UseCase<typeof calls.getMailPreferences> = async (scope) => ({
  data: { announcements: await wants(scope) },
});

export const updateMailPreferences: UseCase<typeof calls.updateMailPreferences> = async (scope, { announcements }) => {
  await setWants(scope, announcements);
  return { data: { announcements } };
};

export const getMailPreferencesAsAdmin: UseCase<typeof calls.getMailPreferencesAsAdmin> = async (scope) => ({
  data: { reminders: await wants(scope) },
});

export const updateMailPreferencesAsAdmin: UseCase<typeof calls.updateMailPreferencesAsAdmin> = async (
  scope,
  { reminders },
) => {
  await setWants(scope, reminders);
  return { data: { reminders } };
};

/** @throws ApiError invalid for a link that we have not made for this company */
export const unsubscribe: UseCase<typeof calls.unsubscribe> = async (scope, { token }) => {
  const userId = ownerOf(scope, token);
  if (userId === null)
    throw new ApiError('invalid', 'This link is not valid. Please use the mail settings in your profile.');
  // An account that was deleted gets no mails either.
  await store.setDeclined(scope.db, scope.company.id, userId, true);
  return {};
};

function ownerOf(scope: Scope, token: string): string | null {
  const [, a, b, c, d, e, mac = ''] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})-([\w-]{43})$/.exec(token) ?? [];
  if (mac === '') return null;
  const userId = [a, b, c, d, e].join('-');
  const given = Buffer.from(mac, 'base64url');
  const macs = scope.app.secrets.macs('unsubscribe', signedText(scope.company.id, userId));
  return macs.some((known) => known.length === given.length && timingSafeEqual(known, given)) ? userId : null;
}
