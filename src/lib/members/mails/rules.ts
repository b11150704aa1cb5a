/*
 * Which mails to a member can be sent again. A mail is rendered from the current data, so it is sent only if it is still
 * true. A mail with a code, or about an event of the moment, cannot be sent again.
 */

import type { AccountStatus } from '../../accounts/rules.ts';
import type { PurchaseStatus } from '../../purchases/rules.ts';

/** Limits for mails of one kind about one subject to one member. */
const RESEND_WAIT_SECONDS = 60;
const RESENDS_PER_DAY_MAX = 5;
const DAY_SECONDS = 86_400;

const TITLES: Readonly<Record<string, string>> = {
  'registration-code': 'Code to register',
  'already-registered': 'Already registered',
  'reset-code': 'Code to set a new password',
  'password-changed': 'Password changed',
  'failed-attempts': 'Many failed attempts to log in',
  'new-device': 'Login from a new device',
  welcome: 'Welcome',
  invitation: 'Invitation',
  'account-verified': 'Account verified',
  'account-active': 'Account active again',
  'account-inactive': 'Account set to inactive',
  'account-blocked': 'Account blocked',
  'account-deleted': 'Account closed',
  'email-left': 'Email changed, to the old address',
  'email-left-unproven': 'Email changed, to an old address that nobody has confirmed',
  'email-taken': 'Email changed, to the new address',
  'member-move': 'To admins: an admin changed an email or removed second factors',
  'member-move-back': 'To admins: a change of an email was taken back',
  'admin-role': 'Admin role added or removed',
  'deletion-requested': 'Deletion request received',
  'purchase-submitted': 'Purchase received',
  'purchase-approved': 'Purchase approved',
  'purchase-rejected': 'Purchase rejected',
  'purchase-reversed': 'Purchase reversed',
  'purchase-question': 'Question about a purchase',
  'purchase-message': 'Message about a purchase',
  'purchase-answered': 'To admins: a buyer wrote',
  'message-proposed': 'To admins: a message waits for a second admin',
  announcement: 'Announcement',
  'purchase-seen': 'Payment seen at the bank',
  'purchase-not-found': 'Payment not found yet',
  'purchase-amount-differs': 'Another amount received',
  'payments-reversed': 'To admins: payments reversed by the bank',
  'refund-requested': 'Account for a refund requested',
  'refund-account': 'Account for a refund saved',
  'refund-cancelled': 'Refund cancelled',
  'refund-paid': 'Refund paid',
  'reward-credited': 'Reward credited',
  'reward-reversed': 'Reward reversed',
  'reward-held': 'Reward on hold',
  'reward-refused': 'Reward refused',
  'reward-ended': 'Reward on hold ended with its purchase',
  'purchases-waiting': 'To admins: purchases waiting',
  'new-admin': 'To admins: new admin',
  'deletion-request': 'To admins: deletion request',
  'deletion-taken-back': 'To admins: deletion request withdrawn',
};

/** The title of a kind of mail. A kind without a title here gets one from its name: 'settings-proposed' is 'Settings proposed'. */
export function mailTitle(kind: string): string {
  const name = kind.replaceAll('-', ' ');
  return TITLES[kind] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** A mail with the current state of its member and its purchase. */
export interface MailContext {
  readonly kind: string;
  readonly state: 'WAITING' | 'SENT' | 'DISCARDED' | 'FAILED';
  readonly member: {
    readonly status: AccountStatus;
    readonly isApproved: boolean;
    readonly wantsDeletion: boolean;
  };
  /** Null if the mail is not about a purchase, or its purchase is unknown. */
  readonly purchaseStatus: PurchaseStatus | null;
}

type Condition = (context: MailContext) => boolean;
const isStatus =
  (status: AccountStatus): Condition =>
  ({ member }) =>
    member.status === status;
const isPurchase =
  (status: PurchaseStatus): Condition =>
  ({ purchaseStatus }) =>
    purchaseStatus === status;

/** The kinds that can be sent again, and the condition under which their text is true. */
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
} as const satisfies Record<string, Condition>;

export type ResendableKind = keyof typeof RESENDABLE;

export function isResendable(kind: string): kind is ResendableKind {
  return Object.hasOwn(RESENDABLE, kind);
}

/** The reason why the mail cannot be sent again, or null. */
export function resendProblem(context: MailContext): string | null {
  const { kind, state, purchaseStatus } = context;
  if (kind.endsWith('-code')) return 'It contained a one-time code. The member can request a new one.';
  if (!isResendable(kind)) return 'It was about a past event.';
  if (purchaseStatus === null && /^(purchase|reward)-/.test(kind)) return 'Its purchase is not on record.';
  if (!RESENDABLE[kind](context)) return 'Its content is no longer true.';
  return state === 'WAITING' ? 'It is already waiting to be sent.' : null;
}

/** An earlier mail of the same kind about the same subject, from the last day. */
export interface EarlierMail {
  readonly id: string;
  readonly resentBy: string | null;
  readonly ageSeconds: number;
}

export type ResendDecision =
  | { readonly action: 'send' }
  /** This admin has just sent it: return that mail again. */
  | { readonly action: 'repeat'; readonly id: string }
  /** Too soon or too often. */
  | { readonly action: 'wait'; readonly seconds: number };

/** @param earlier newest first */
export function resendDecision(earlier: readonly EarlierMail[], actorId: string): ResendDecision {
  const [last] = earlier;
  if (last && last.ageSeconds < RESEND_WAIT_SECONDS) {
    if (last.resentBy === actorId) return { action: 'repeat', id: last.id };
    return { action: 'wait', seconds: Math.max(1, Math.ceil(RESEND_WAIT_SECONDS - last.ageSeconds)) };
  }
  const resent = earlier.filter((mail) => mail.resentBy !== null && mail.ageSeconds < DAY_SECONDS);
  const oldest = resent[RESENDS_PER_DAY_MAX - 1];
  if (oldest) return { action: 'wait', seconds: Math.max(1, Math.ceil(DAY_SECONDS - oldest.ageSeconds)) };
  return { action: 'send' };
}
