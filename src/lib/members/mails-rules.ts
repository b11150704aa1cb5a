/*
 * Which mails to a member can be sent again. A mail is made anew from the database of the day, so only what is still true
 * can be sent; what holds a code, or tells of something that was 'just now', can not.
 */
import type { PurchaseStatus } from '@/lib/purchases/rules.ts';
import type { AccountStatus } from '@/lib/users/rules.ts';

/** A mail of one kind, about the same, goes out again at most once in so many seconds … */
export const RESEND_WAIT_SECONDS = 60;
/** … and so often a day to one member. */
export const RESENDS_A_DAY = 5;
export const DAY_SECONDS = 86_400;

const TITLES: Readonly<Record<string, string>> = {
  'registration-code': 'Code to register',
  'already-registered': 'Already registered',
  'reset-code': 'Code to set a new password',
  'password-changed': 'Password changed',
  welcome: 'Welcome',
  invitation: 'Invitation',
  'account-verified': 'Account verified',
  'account-active': 'Account active again',
  'account-inactive': 'Account set to inactive',
  'account-blocked': 'Account blocked',
  'account-deleted': 'Account closed',
  'email-left': 'Email address left',
  'email-taken': 'New email address',
  'admin-role': 'Admin role given or taken',
  'deletion-requested': 'Deletion request received',
  'purchase-submitted': 'Purchase received',
  'purchase-approved': 'Purchase approved',
  'purchase-rejected': 'Purchase rejected',
  'purchase-reversed': 'Purchase reversed',
  'reward-credited': 'Reward credited',
  'reward-reversed': 'Reward taken back',
  'purchases-waiting': 'To admins: purchases waiting',
  'new-admin': 'To admins: new admin',
  'deletion-request': 'To admins: deletion request',
  'deletion-taken-back': 'To admins: deletion request taken back',
};

/** What the mail is, in words; a kind without any speaks for itself: 'settings-proposed' is 'Settings proposed'. */
export function mailTitle(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return TITLES[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is true of the member today, and of the purchase that the mail tells about. */
export interface MailTruth {
  readonly kind: string;
  readonly state: 'WAITING' | 'SENT' | 'DISCARDED' | 'FAILED';
  readonly member: {
    readonly status: AccountStatus;
    readonly isApproved: boolean;
    readonly wantsDeletion: boolean;
  };
  /** Null where it is about none, or that is not known. */
  readonly purchaseStatus: PurchaseStatus | null;
}

type Fits = (it: MailTruth) => boolean;
const isStatus =
  (status: AccountStatus): Fits =>
  ({ member }) =>
    member.status === status;
const isPurchase =
  (status: PurchaseStatus): Fits =>
  ({ purchaseStatus }) =>
    purchaseStatus === status;

/** The kinds that can be made anew, and when what they say is true. */
const RESENDABLE = {
  welcome: isStatus('ACTIVE'),
  invitation: isStatus('ACTIVE'),
  'account-verified': ({ member }) => member.isApproved && member.status === 'ACTIVE',
  'account-active': isStatus('ACTIVE'),
  'account-inactive': isStatus('INACTIVE'),
  'account-blocked': isStatus('BLOCKED'),
  'deletion-requested': ({ member }) => member.wantsDeletion,
  'purchase-submitted': isPurchase('PENDING'),
  'purchase-approved': isPurchase('APPROVED'),
  'purchase-rejected': isPurchase('REJECTED'),
  'purchase-reversed': isPurchase('REVERSED'),
  'reward-credited': isPurchase('APPROVED'),
  'reward-reversed': isPurchase('REVERSED'),
} as const satisfies Record<string, Fits>;

export type ResendableKind = keyof typeof RESENDABLE;

export function isResendable(kind: string): kind is ResendableKind {
  return Object.hasOwn(RESENDABLE, kind);
}

/** Why the mail can't be sent again, null if it can. */
export function resendProblem(it: MailTruth): string | null {
  if (it.kind.endsWith('-code')) return 'It held a code that works once. The member can ask for a new one.';
  if (!isResendable(it.kind)) return 'It told of a moment that has passed.';
  if (it.purchaseStatus === null && /^(purchase|reward)-/.test(it.kind))
    return 'It is not kept which purchase it was about.';
  if (!RESENDABLE[it.kind](it)) return 'What it said is no longer true.';
  return it.state === 'WAITING' ? 'It waits to be sent and goes out by itself.' : null;
}

/** An earlier mail of the same kind about the same, of the last day. */
export interface EarlierMail {
  readonly id: string;
  readonly resentBy: string | null;
  readonly ageSeconds: number;
}

/**
 * What sending it again comes to now.
 * - `repeat`: this admin has just done so; the same call once more changes nothing.
 * - `wait`: too soon or too often; seconds until it may be.
 * @param earlier the newest first
 */
export function resendTurn(
  earlier: readonly EarlierMail[],
  actorId: string,
): { readonly to: 'send' } | { readonly to: 'repeat'; readonly id: string } | { readonly to: 'wait'; seconds: number } {
  const [last] = earlier;
  const again = earlier.filter((it) => it.resentBy !== null && it.ageSeconds < DAY_SECONDS);
  if (last && last.ageSeconds < RESEND_WAIT_SECONDS) {
    if (last.resentBy === actorId) return { to: 'repeat', id: last.id };
    return { to: 'wait', seconds: Math.max(1, Math.ceil(RESEND_WAIT_SECONDS - last.ageSeconds)) };
  }
  const oldest = again[RESENDS_A_DAY - 1];
  if (oldest) return { to: 'wait', seconds: Math.max(1, Math.ceil(DAY_SECONDS - oldest.ageSeconds)) };
  return { to: 'send' };
}
