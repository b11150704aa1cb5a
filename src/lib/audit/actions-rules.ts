/*
 * Everything that the trail can say was done. What is recorded is one of these codes, so that none is without its words:
 * a code that is missing here does not compile. Codes stay for good, for entries are never changed; only words may.
 */

export interface ActionWords {
  /** For lists to choose from. */
  readonly title: string;
  /** The sentence; `{actor}` and `{subject}` stand for their names. */
  readonly tells: string;
}

export const AUDIT_ACTIONS = {
  'session.start': { title: 'Signed in', tells: '{subject} signed in' },
  'session.end': { title: 'Signed out', tells: '{subject} signed out' },
  'session.end-others': { title: 'Signed out elsewhere', tells: '{subject} signed out on all other devices' },
  'password.update': { title: 'Password changed', tells: '{subject} changed their password' },
  'password.reset': { title: 'Password reset', tells: '{subject} set a new password by code' },
  'password.give': { title: 'Password given', tells: 'The operator of the server gave {subject} a new password' },
  'profile.update': { title: 'Profile changed', tells: '{subject} changed their own profile' },
  'user.register': { title: 'User registered', tells: '{subject} registered' },
  'user.add': { title: 'User added', tells: '{actor} added {subject}' },
  'user.update': { title: 'User changed', tells: '{actor} changed {subject}' },
  'user.approve': { title: 'User verified', tells: '{actor} verified {subject}' },
  'user.delete': { title: 'User deleted', tells: '{actor} deleted {subject}' },
  'user.request-deletion': { title: 'Deletion requested', tells: '{subject} asked to be deleted' },
  'user.cancel-deletion': { title: 'Deletion request taken back', tells: '{subject} took the deletion request back' },
  'user.name-super': { title: 'Super admin named', tells: 'The operator of the server made {subject} a super admin' },
  'user.remove-super': {
    title: 'Super admin removed',
    tells: 'The operator of the server took the rights of super admin from {subject}',
  },
  'mail.resend': { title: 'Mail sent again', tells: '{actor} had a mail sent to {subject} again' },
  'purchase.submit': { title: 'Purchase submitted', tells: '{actor} submitted purchase {subject}' },
  'purchase.approve': { title: 'Purchase approved', tells: '{actor} approved purchase {subject}' },
  'purchase.approve.first': {
    title: 'Purchase approved, first of two',
    tells: '{actor} approved purchase {subject} as the first of two admins',
  },
  'purchase.reject': { title: 'Purchase rejected', tells: '{actor} rejected purchase {subject}' },
  'purchase.reverse': { title: 'Purchase reversed', tells: '{actor} reversed purchase {subject}' },
  'purchase.reverse.ask': { title: 'Reversal asked for', tells: '{actor} asked to reverse purchase {subject}' },
  'purchase.reverse.withdraw': {
    title: 'Reversal called off',
    tells: '{actor} called the reversal of purchase {subject} off',
  },
  'export.members': { title: 'Members exported', tells: '{actor} exported the members of {subject}' },
  'export.purchases': { title: 'Purchases exported', tells: '{actor} exported the purchases of {subject}' },
  'export.ledger': { title: 'Stock ledger exported', tells: '{actor} exported the stock ledger of {subject}' },
  'export.supply': { title: 'Supply exported', tells: '{actor} exported the supply of {subject}' },
  'export.changes': {
    title: 'Waiting changes exported',
    tells: '{actor} exported the changes of {subject} that wait for a second admin',
  },
  'beneficiary.add': { title: 'Beneficiary added', tells: '{actor} added the beneficiary {subject}' },
  'beneficiary.update': { title: 'Beneficiary changed', tells: '{actor} changed the beneficiary {subject}' },
  'beneficiary.delete': { title: 'Beneficiary deleted', tells: '{actor} deleted the beneficiary {subject}' },
  'beneficiary.deactivate': {
    title: 'Beneficiary deactivated',
    tells: '{actor} deleted the beneficiary {subject}, which stays on record for its purchases',
  },
  'beneficiary.propose': {
    title: 'Beneficiary change proposed',
    tells: '{actor} proposed a change of the beneficiary {subject}',
  },
  'beneficiary.confirm': {
    title: 'Beneficiary change confirmed',
    tells: '{actor} confirmed a change of the beneficiary {subject}',
  },
  'beneficiary.refuse': {
    title: 'Beneficiary change refused',
    tells: '{actor} refused a change of the beneficiary {subject}',
  },
  'beneficiary.withdraw': {
    title: 'Beneficiary change withdrawn',
    tells: '{actor} withdrew a change of the beneficiary {subject}',
  },
  'settings.update': { title: 'Settings changed', tells: '{actor} changed the settings of {subject}' },
  'settings.propose': {
    title: 'Settings change proposed',
    tells: '{actor} proposed a change of the settings of {subject}',
  },
  'settings.confirm': {
    title: 'Settings change confirmed',
    tells: '{actor} confirmed a change of the settings of {subject}',
  },
  'settings.refuse': {
    title: 'Settings change refused',
    tells: '{actor} refused a change of the settings of {subject}',
  },
  'settings.withdraw': {
    title: 'Settings change withdrawn',
    tells: '{actor} withdrew a change of the settings of {subject}',
  },
  'company.add': { title: 'Company made', tells: '{actor} made {subject}' },
  'company.update': { title: 'Company changed', tells: '{actor} changed {subject}' },
  'company.delete': { title: 'Company deleted', tells: '{actor} deleted {subject}' },
  'company.pause': { title: 'Sale paused', tells: '{actor} paused the sale of {subject}' },
  'company.resume': { title: 'Sale resumed', tells: '{actor} resumed the sale of {subject}' },
  'company.view': { title: 'Company viewed', tells: '{actor} looked at the back office of {subject}' },
  'company.brand': { title: 'Brand changed', tells: '{actor} changed the brand of {subject}' },
  'user.invite': { title: 'Admin invited', tells: '{actor} invited {subject} as an admin' },
} as const satisfies Record<string, ActionWords>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export function isAuditAction(code: string): code is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, code);
}

/** The words of a code; one of a newer program, which this one does not know, speaks for itself. */
export function wordsOf(code: string): ActionWords {
  return isAuditAction(code) ? AUDIT_ACTIONS[code] : { title: code, tells: `{actor}: ${code}, {subject}` };
}

/** A sentence in its pieces, to be put together with names and links. */
export type SentencePart = { readonly text: string } | { readonly who: 'actor' | 'subject' };

export function sentenceParts(tells: string): SentencePart[] {
  return tells
    .split(/(\{actor\}|\{subject\})/)
    .filter((part) => part !== '')
    .map((part) =>
      part === '{actor}' ? { who: 'actor' } : part === '{subject}' ? { who: 'subject' } : { text: part },
    );
}
