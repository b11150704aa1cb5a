import type { ErrorReason } from '../core/errors.ts';

/** Changes that a first admin proposes. They expire, and `PROPOSALS_OPEN_MAX` of each admin may wait at a time. */
export const CHANGE_KINDS = [
  'admin.add',
  'admin.update',
  'admin.delete',
  'admin.factors',
  'beneficiary.add',
  'beneficiary.update',
  'beneficiary.delete',
  'settings.update',
  'announcement.send',
  'launch.step',
  'launch.address',
  'message.send',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
export const isChangeKind = (kind: string): kind is ChangeKind => CHANGE_KINDS.some((known) => known === kind);

/** Changes of an account: the subject is the account. */
export const ACCOUNT_KINDS = ['admin.update', 'admin.delete', 'admin.factors', 'launch.address'] as const;
export const isAccountKind = (kind: ChangeKind): boolean => ACCOUNT_KINDS.some((known) => known === kind);

/** Acts on a purchase, a refund, a reward or a bank row to which two admins have to agree. They do not expire. */
export type PurchaseAct =
  | 'purchase.approve'
  | 'purchase.reverse'
  | 'refund.approve'
  | 'refund.reopen'
  | 'refund.repeat'
  | 'reward.release'
  | 'reward.refuse'
  | 'statement.link';

/** Acts that count for the daily bound of the admin who did them alone. */
export type SoleActKind =
  | 'purchase.approve'
  | 'purchase.reverse'
  | 'refund.approve'
  | 'refund.export'
  | 'refund.pay'
  | 'reward.release'
  | 'reward.refuse'
  | 'statement.link';

/** Why an act needs two admins: its own worth, what the admin did alone on this day, or the admin moved the member's account. */
export type SecondAdminRule = 'worth' | 'day' | 'moved';

/** For so long an admin who moved a member's account decides nothing alone about the member. */
export const MOVED_DAYS = 7;

/** How long a change waits for its second admin. */
export const PROPOSAL_HOURS = 72;

/** How long an account must have been an admin before it counts as the second of two. */
export const SECOND_ADMIN_HOURS = 24;

/** Changes of one admin that may wait at a time. */
export const PROPOSALS_OPEN_MAX = 20;

/** Messages of one admin to buyers that may wait at a time. Counted apart, so that they keep no other change out. */
export const MESSAGES_OPEN_MAX = 100;

/** A change that was proposed. */
export interface Proposal {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly subjectId: string | null;
  readonly baseVersion: number | null;
  /** As stored: parse it with a contract before use. */
  readonly change: unknown;
  /** Id of the admin who proposed it. */
  readonly proposedBy: string;
  readonly head: {
    readonly id: string;
    readonly proposedBy: string;
    readonly proposedAt: string;
    readonly expiresAt: string;
    readonly isMine: boolean;
  };
}

export type Verb = 'confirm' | 'refuse' | 'withdraw';
export type ClosedState = 'CONFIRMED' | 'REFUSED' | 'WITHDRAWN';

export const STATE_OF: Readonly<Record<Verb, ClosedState>> = {
  confirm: 'CONFIRMED',
  refuse: 'REFUSED',
  withdraw: 'WITHDRAWN',
};

/** What an admin needs in order to be the second of two. */
export interface SecondAdmin {
  /** Whether the actor was an active admin, under the same address, before the first admin agreed. */
  readonly wasAdminBefore: boolean;
  /** Whether neither of the two, nor a third admin alone, gave the other access (docs/contract.md, Two admins). */
  readonly isIndependent: boolean;
  /** Whether the actor has been an active admin, under the same address, for `SECOND_ADMIN_HOURS`. */
  readonly isSeasoned: boolean;
}

export interface Waiting extends SecondAdmin {
  readonly state: 'OPEN' | 'EXPIRED' | ClosedState;
  /** Whether it has expired, by the database's clock. */
  readonly isExpired: boolean;
  readonly isMine: boolean;
  /** Name of the admin who decided; null while it is open. */
  readonly decidedBy: string | null;
  /** Whether the first admin is still an active admin. */
  readonly isProposerActive: boolean;
}

export interface Refusal {
  readonly code: 'conflict' | 'forbidden';
  readonly text: string;
}

const STATE_TEXT: Readonly<Record<ClosedState, string>> = {
  CONFIRMED: 'confirmed',
  REFUSED: 'refused',
  WITHDRAWN: 'withdrawn',
};

/** For an admin who came later: the event that came before, and what to do next. */
const CAME_LATER = {
  change: [
    'this change was proposed',
    'An admin who was one before that has to confirm it, or it has to be proposed again.',
  ],
  'purchase.approve': [
    'the first approval of this purchase',
    'An admin who was one before that has to approve it. If there is no such admin, the first one can approve it again.',
  ],
  'purchase.reverse': [
    'this reversal was requested',
    'An admin who was one before that has to agree, or the request has to be withdrawn and made again.',
  ],
  'refund.approve': [
    'the first approval of this refund',
    'An admin who was one before that has to approve it, or the refund has to be cancelled and made again.',
  ],
  'refund.reopen': [
    'the request to reopen this refund',
    'An admin who was one before that has to reopen it. If there is no such admin, the first one can request it again.',
  ],
  'refund.repeat': [
    'the request to export this refund again',
    'An admin who was one before that has to export it. If there is no such admin, the first one can request it again.',
  ],
  'statement.link': [
    'the request to assign this bank row',
    'An admin who was one before that has to assign it. If there is no such admin, the first one can assign it again.',
  ],
  'reward.release': [
    'the first release of this reward',
    'An admin who was one before that has to release it. If there is no such admin, the first one can release it again.',
  ],
  'reward.refuse': [
    'the first refusal of this reward',
    'An admin who was one before that has to refuse it. If there is no such admin, the first one can refuse it again.',
  ],
} as const;

function cameLater(act: keyof typeof CAME_LATER): string {
  const [event, nextStep] = CAME_LATER[act];
  return `You became an admin, or your email was changed, after ${event}. ${nextStep}`;
}

const NEXT_ADMIN: Readonly<Record<keyof typeof CAME_LATER, string>> = {
  change: 'Another admin has to confirm this change.',
  'purchase.approve': 'Another admin has to approve this purchase.',
  'purchase.reverse': 'Another admin has to agree to this reversal.',
  'refund.approve': 'Another admin has to approve this refund.',
  'refund.reopen': 'Another admin has to reopen this refund.',
  'refund.repeat': 'Another admin has to export this refund.',
  'statement.link': 'Another admin has to assign this bank row.',
  'reward.release': 'Another admin has to release this reward.',
  'reward.refuse': 'Another admin has to refuse this reward.',
};

/** Why an admin can't be the second of two; null when they can. */
function secondAdminProblem(act: keyof typeof CAME_LATER, second: SecondAdmin): string | null {
  if (!second.wasAdminBefore) return cameLater(act);
  if (!second.isIndependent)
    return `You and the first admin are not independent: one of you, or one other admin alone, gave the other access. ${NEXT_ADMIN[act]}`;
  if (!second.isSeasoned)
    return `You became an admin, or your email was changed, less than ${SECOND_ADMIN_HOURS} hours ago. Please try again later. ${NEXT_ADMIN[act].replace('has to', 'can also')}`;
  return null;
}

/** Why this admin can't confirm, refuse or withdraw a change; null when they can. Nobody confirms their own change. */
export function refusalOf(change: Waiting, verb: Verb): Refusal | null {
  if (change.state !== 'OPEN' && change.state !== 'EXPIRED') {
    const by = change.decidedBy === null ? '' : ` by ${change.decidedBy}`;
    return { code: 'conflict', text: `This change was already ${STATE_TEXT[change.state]}${by}.` };
  }
  if (change.state === 'EXPIRED' || change.isExpired)
    return { code: 'conflict', text: 'This change was not confirmed in time. Please propose it again.' };
  if (verb === 'withdraw' && !change.isMine)
    return { code: 'forbidden', text: 'Only the admin who proposed this change can withdraw it.' };
  if (verb !== 'withdraw' && change.isMine)
    return { code: 'forbidden', text: `Another admin must ${verb} this change: you have proposed it yourself.` };
  if (verb !== 'confirm') return null;
  if (!change.isProposerActive)
    return {
      code: 'conflict',
      text: 'The admin who proposed this change is no longer active. Please refuse it and propose it again.',
    };
  const text = secondAdminProblem('change', change);
  return text === null ? null : { code: 'conflict', text };
}

export interface OpenAgreement extends Pick<Waiting, 'isMine' | 'isProposerActive'>, SecondAdmin {
  /** Whether the company has active admins who are independent of the first. */
  readonly hasOthers: boolean;
  /** Whether one of them was an active admin before the first agreed. */
  readonly hasEarlierOthers: boolean;
}

/** What cannot be withdrawn and made again. */
const RENEWED: ReadonlySet<PurchaseAct> = new Set([
  'purchase.approve',
  'refund.reopen',
  'refund.repeat',
  'reward.release',
  'reward.refuse',
  'statement.link',
]);

const AGREED_BEFORE: Readonly<Record<PurchaseAct, string>> = {
  'purchase.approve': 'You have already approved this purchase. Another admin has to approve it too.',
  'purchase.reverse': 'You have already requested this reversal. Another admin has to agree.',
  'refund.approve': 'You have already approved this refund. Another admin has to approve it too.',
  'refund.reopen': 'You have already asked to reopen this refund. Another admin has to reopen it too.',
  'refund.repeat': 'You have already asked to export this refund again. Another admin has to export it too.',
  'statement.link': 'You have already assigned this bank row. Another admin has to assign it too.',
  'reward.release': 'You have already released this reward. Another admin has to release it too.',
  'reward.refuse': 'You have already refused this reward. Another admin has to refuse it too.',
};

/**
 * Whether an admin who agrees to an act is the first of two, the second, or is refused. The first admin can approve again
 * when every other admin came later.
 * @param open null when nobody has agreed yet
 */
export function agreementOf(
  act: PurchaseAct,
  open: OpenAgreement | null,
): 'first' | 'second' | { readonly text: string; readonly reason?: ErrorReason } {
  if (!open?.isProposerActive) return 'first';
  if (open.isMine) {
    const canRenew = RENEWED.has(act) && open.hasOthers && !open.hasEarlierOthers;
    return canRenew ? 'first' : { text: AGREED_BEFORE[act], reason: 'second_admin_needed' };
  }
  const text = secondAdminProblem(act, open);
  return text === null ? 'second' : { text };
}

/** The first of two admins on a purchase that waits for the second. */
export interface FirstAdmin {
  readonly id: string;
  readonly name: string;
  readonly at: Date;
  /** The reason of a reversal; empty for an approval. */
  readonly reason: string;
}

export const firstAdminKey = (kind: PurchaseAct, purchaseId: string): string => `${kind} ${purchaseId}`;
