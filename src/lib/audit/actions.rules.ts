// Every action of the trail: `record` accepts no other. Never rename or remove a code, because stored entries keep it.

import { REFUND_ACTIONS } from './refund-actions.rules.ts';

export interface ActionLabel {
  /** For filters. */
  readonly title: string;
  /** Has `{actor}` and `{subject}` in place of their names. */
  readonly sentence: string;
}

export const AUDIT_ACTIONS = {
  'session.start': { title: 'Signed in', sentence: '{subject} signed in' },
  'session.confirm': { title: 'Confirmed a session', sentence: '{subject} confirmed that it is them' },
  'session.end': { title: 'Signed out', sentence: '{subject} signed out' },
  'session.end-others': { title: 'Signed out elsewhere', sentence: '{subject} signed out on all other devices' },
  'session.fail': {
    title: 'Repeated failed sign-ins',
    sentence: 'Wrong passwords or codes were entered repeatedly for {subject}',
  },
  'password.update': { title: 'Password changed', sentence: '{subject} changed their password' },
  'password.reset': { title: 'Password reset', sentence: '{subject} set a new password by code' },
  'password.give': {
    title: 'Password set by the operator',
    sentence: 'The operator of the server set a new password for {subject}',
  },
  'passkey.add': { title: 'Passkey added', sentence: '{subject} added a passkey' },
  'passkey.update': { title: 'Passkey renamed', sentence: '{subject} renamed a passkey' },
  'passkey.delete': { title: 'Passkey removed', sentence: '{subject} removed a passkey' },
  'passkey.clear': {
    title: 'Passkeys removed by the operator',
    sentence: 'The operator of the server removed all passkeys of {subject}',
  },
  'factor.add': { title: 'Authenticator app added', sentence: '{subject} added an authenticator app' },
  'factor.delete': { title: 'Authenticator app removed', sentence: '{subject} removed the authenticator app' },
  'factor.codes': { title: 'Recovery codes made', sentence: '{subject} made new recovery codes' },
  'factor.reset': { title: 'Second factors reset', sentence: '{actor} removed all second factors of {subject}' },
  'factor.clear': {
    title: 'Second factors removed by the operator',
    sentence: 'The operator of the server removed all second factors of {subject}',
  },
  'secret.seal': {
    title: 'Secrets sealed again',
    sentence: 'The operator of the server sealed the secrets of the {subject} again',
  },
  'site.restore': {
    title: 'Backup restored',
    sentence: 'The operator of the server restored a backup. What came after it is not here: {subject}',
  },
  'log.rollback': {
    title: 'Rollback confirmed',
    sentence: 'The operator of the server confirmed that the log of {subject} was set back, and it got a new key',
  },
  'company.clusters': { title: 'Clusters changed', sentence: 'The operator changed the clusters of {subject}' },
  'company.leave': { title: 'Company left', sentence: '{subject} left for another cluster' },
  'company.arrive': { title: 'Company arrived', sentence: '{subject} arrived from another cluster' },
  'company.return': { title: 'Move undone', sentence: 'The operator undid the move of {subject} to another cluster' },
  'session.end-admins': { title: 'All admins signed out', sentence: '{actor} signed all admins of {subject} out' },
  'profile.update': { title: 'Profile changed', sentence: '{subject} changed their own profile' },
  'user.register': { title: 'User registered', sentence: '{subject} registered' },
  'user.add': { title: 'User added', sentence: '{actor} added {subject}' },
  'user.import': { title: 'Members imported', sentence: '{actor} imported members of {subject}' },
  'user.update': { title: 'User changed', sentence: '{actor} changed {subject}' },
  'user.approve': { title: 'User verified', sentence: '{actor} verified {subject}' },
  'user.delete': { title: 'User deleted', sentence: '{actor} deleted {subject}' },
  'user.propose': {
    title: 'Change of an account proposed',
    sentence: '{actor} proposed a change of an account: {subject}',
  },
  'user.confirm': {
    title: 'Change of an account confirmed',
    sentence: '{actor} confirmed a change of an account: {subject}',
  },
  'user.move.back': { title: 'Change of email taken back', sentence: 'The owner took back the new email of {subject}' },
  'user.refuse': {
    title: 'Change of an account refused',
    sentence: '{actor} refused a change of an account: {subject}',
  },
  'user.withdraw': {
    title: 'Change of an account withdrawn',
    sentence: '{actor} withdrew a change of an account: {subject}',
  },
  'user.outdate': {
    title: 'Change of an account outdated',
    sentence: '{actor} proposed another change of an account, which ended the waiting one: {subject}',
  },
  'user.request-deletion': {
    title: 'Deletion requested',
    sentence: '{subject} requested the deletion of their account',
  },
  'user.cancel-deletion': { title: 'Deletion request withdrawn', sentence: '{subject} withdrew the deletion request' },
  'user.first-admin': { title: 'First admin made', sentence: 'The first start made {subject} an admin' },
  'user.first-super': { title: 'First super admin made', sentence: 'The first start made {subject} a super admin' },
  'user.name-super': {
    title: 'Super admin added',
    sentence: 'The operator of the server made {subject} a super admin',
  },
  'user.remove-super': {
    title: 'Super admin removed',
    sentence: 'The operator of the server removed {subject} as super admin',
  },
  'mail.resend': { title: 'Mail sent again', sentence: '{actor} had a mail sent to {subject} again' },
  'purchase.submit': { title: 'Purchase submitted', sentence: '{actor} submitted purchase {subject}' },
  'purchase.approve': { title: 'Purchase approved', sentence: '{actor} approved purchase {subject}' },
  'purchase.approve.first': {
    title: 'Purchase approved, first of two',
    sentence: '{actor} approved purchase {subject} as the first of two admins',
  },
  'purchase.reopen': { title: 'Purchase reopened', sentence: '{actor} reopened the rejected purchase {subject}' },
  'purchase.reject': { title: 'Purchase rejected', sentence: '{actor} rejected purchase {subject}' },
  'purchase.hold.end': {
    title: 'Hold ended',
    sentence: 'The hold of purchase {subject} ended, so its tokens can be sold',
  },
  'purchase.reverse': { title: 'Purchase reversed', sentence: '{actor} reversed purchase {subject}' },
  'purchase.reverse.ask': {
    title: 'Reversal requested',
    sentence: '{actor} requested the reversal of purchase {subject}',
  },
  'purchase.reverse.withdraw': {
    title: 'Reversal request closed',
    sentence: '{actor} closed the request to reverse purchase {subject}',
  },
  'message.ask': { title: 'Question to the buyer', sentence: '{actor} asked the buyer of purchase {subject}' },
  'message.propose': { title: 'Message proposed', sentence: '{actor} proposed a message about purchase {subject}' },
  'message.confirm': { title: 'Message confirmed', sentence: '{actor} confirmed a message about purchase {subject}' },
  'message.refuse': { title: 'Message refused', sentence: '{actor} refused a message about purchase {subject}' },
  'message.withdraw': { title: 'Message withdrawn', sentence: '{actor} withdrew a message about purchase {subject}' },
  'message.send': { title: 'Message sent', sentence: '{actor} wrote about purchase {subject}' },
  'purchase.correct': {
    title: 'Purchase corrected by the buyer',
    sentence: '{actor} corrected the proof of purchase {subject}',
  },
  ...REFUND_ACTIONS,
  'reward.release.first': {
    title: 'Reward released by the first of two admins',
    sentence: '{actor} released the reward for purchase {subject} as the first of two admins',
  },
  'reward.release': { title: 'Reward released', sentence: '{actor} released the reward for purchase {subject}' },
  'reward.refuse.first': {
    title: 'Reward refused by the first of two admins',
    sentence: '{actor} refused the reward for purchase {subject} as the first of two admins',
  },
  'reward.refuse': { title: 'Reward refused', sentence: '{actor} refused the reward for purchase {subject}' },
  'reward.credit': { title: 'Reward credited on its day', sentence: 'The reward for purchase {subject} was credited' },
  'reward.review': { title: 'Reward put under review', sentence: 'The reward for purchase {subject} needs a review' },
  'statement.import': { title: 'Bank statement imported', sentence: '{actor} imported {subject}' },
  'statement.delete': { title: 'Bank statement deleted', sentence: '{actor} deleted {subject}' },
  'statement.match': { title: 'Bank row matched', sentence: '{actor} matched purchase {subject} with a bank row' },
  'statement.assign': { title: 'Bank row assigned', sentence: '{actor} assigned a bank row to purchase {subject}' },
  'statement.link.first': {
    title: 'Bank row assigned by the first of two admins',
    sentence: '{actor} assigned a bank row to purchase {subject} as the first of two admins',
  },
  'statement.part': { title: 'Part payment', sentence: '{actor} recorded a part payment of purchase {subject}' },
  'statement.reject': {
    title: 'Claim rejected next to a bank row',
    sentence: '{actor} rejected purchase {subject} next to a bank row',
  },
  'statement.rule.delete': { title: 'Rule for bank rows deleted', sentence: '{actor} deleted {subject}' },
  'statement.mark': { title: 'Bank row marked as not ours', sentence: '{actor} marked {subject} as not ours' },
  'statement.undo': { title: 'Decision on a bank row undone', sentence: '{actor} undid the decision about {subject}' },
  'export.members': { title: 'Members exported', sentence: '{actor} exported the members of {subject}' },
  'export.purchases': { title: 'Purchases exported', sentence: '{actor} exported the purchases of {subject}' },
  'export.ledger': { title: 'Stock ledger exported', sentence: '{actor} exported the stock ledger of {subject}' },
  'export.supply': { title: 'Supply exported', sentence: '{actor} exported the supply of {subject}' },
  'export.changes': {
    title: 'Waiting changes exported',
    sentence: '{actor} exported the changes of {subject} that wait for a second admin',
  },
  'export.refunds': { title: 'Refunds exported', sentence: '{actor} exported the refunds of {subject}' },
  'export.rewards': {
    title: 'Referral rewards exported',
    sentence: '{actor} exported the referral rewards of {subject}',
  },
  'export.reconciliation': {
    title: 'Reconciliation exported',
    sentence: '{actor} exported the bank statements of {subject} with their decisions',
  },
  'beneficiary.add': { title: 'Beneficiary added', sentence: '{actor} added the beneficiary {subject}' },
  'beneficiary.update': { title: 'Beneficiary changed', sentence: '{actor} changed the beneficiary {subject}' },
  'beneficiary.delete': { title: 'Beneficiary deleted', sentence: '{actor} deleted the beneficiary {subject}' },
  'beneficiary.deactivate': {
    title: 'Beneficiary deactivated',
    sentence: '{actor} deleted the beneficiary {subject}, which stays on record for its purchases',
  },
  'beneficiary.propose': {
    title: 'Beneficiary change proposed',
    sentence: '{actor} proposed a change of the beneficiary {subject}',
  },
  'beneficiary.confirm': {
    title: 'Beneficiary change confirmed',
    sentence: '{actor} confirmed a change of the beneficiary {subject}',
  },
  'beneficiary.refuse': {
    title: 'Beneficiary change refused',
    sentence: '{actor} refused a change of the beneficiary {subject}',
  },
  'beneficiary.withdraw': {
    title: 'Beneficiary change withdrawn',
    sentence: '{actor} withdrew a change of the beneficiary {subject}',
  },
  'settings.update': { title: 'Settings changed', sentence: '{actor} changed the settings of {subject}' },
  'settings.propose': {
    title: 'Settings change proposed',
    sentence: '{actor} proposed a change of the settings of {subject}',
  },
  'settings.confirm': {
    title: 'Settings change confirmed',
    sentence: '{actor} confirmed a change of the settings of {subject}',
  },
  'settings.refuse': {
    title: 'Settings change refused',
    sentence: '{actor} refused a change of the settings of {subject}',
  },
  'settings.withdraw': {
    title: 'Settings change withdrawn',
    sentence: '{actor} withdrew a change of the settings of {subject}',
  },
  'launch.update': { title: 'Launch settings changed', sentence: '{actor} changed the launch settings of {subject}' },
  'launch.step': { title: 'Launch moved on', sentence: '{actor} moved the launch of {subject} to another state' },
  'launch.propose': { title: 'Launch step proposed', sentence: '{actor} proposed a step of the launch of {subject}' },
  'launch.confirm': { title: 'Launch step confirmed', sentence: '{actor} confirmed a step of the launch of {subject}' },
  'launch.refuse': { title: 'Launch change refused', sentence: '{actor} refused a change for the launch of {subject}' },
  'launch.withdraw': {
    title: 'Launch change withdrawn',
    sentence: '{actor} withdrew a change for the launch of {subject}',
  },
  'launch.pack': { title: 'Launch pack made', sentence: 'The launch pack of {subject} was made' },
  'launch.pack.fail': { title: 'Launch pack failed', sentence: 'The launch pack of {subject} could not be made' },
  'launch.file': {
    title: 'Launch file downloaded',
    sentence: '{actor} downloaded a file of the launch pack of {subject}',
  },
  'launch.address': {
    title: 'Wallet address changed for the launch',
    sentence: '{actor} changed the wallet address of {subject} for the launch',
  },
  'launch.address.propose': {
    title: 'Wallet address proposed for the launch',
    sentence: '{actor} proposed another wallet address of {subject} for the launch',
  },
  'announcement.send': { title: 'Announcement sent', sentence: '{actor} sent {subject} to members' },
  'announcement.propose': { title: 'Announcement proposed', sentence: '{actor} proposed {subject}' },
  'announcement.confirm': { title: 'Announcement confirmed', sentence: '{actor} confirmed {subject}' },
  'announcement.refuse': { title: 'Announcement refused', sentence: '{actor} refused {subject}' },
  'announcement.withdraw': { title: 'Announcement withdrawn', sentence: '{actor} withdrew {subject}' },
  'announcement.stop': { title: 'Announcement stopped', sentence: '{actor} stopped {subject}' },
  'key.add': { title: 'API key made', sentence: '{actor} made {subject}' },
  'key.revoke': { title: 'API key revoked', sentence: '{actor} revoked {subject}' },
  'webhook.add': { title: 'Webhook added', sentence: '{actor} added {subject}' },
  'webhook.update': { title: 'Webhook changed', sentence: '{actor} changed {subject}' },
  'webhook.rotate': { title: 'Webhook secret changed', sentence: '{actor} made a new secret for {subject}' },
  'webhook.resume': { title: 'Webhook resumed', sentence: '{actor} resumed {subject}' },
  'webhook.pause': { title: 'Webhook paused', sentence: 'Repeated failures paused {subject}' },
  'webhook.pause.manual': { title: 'Webhook paused by an admin', sentence: '{actor} paused {subject}' },
  'webhook.disable': { title: 'Webhook disabled', sentence: 'The receiver disabled {subject}' },
  'webhook.replay': { title: 'Event sent again', sentence: '{actor} sent an event to {subject} again' },
  'webhook.delete': { title: 'Webhook deleted', sentence: '{actor} deleted {subject}' },
  'company.note': { title: 'State noted', sentence: 'The state of {subject} was recorded to notice outside changes' },
  'row.note': {
    title: 'Rows recorded',
    sentence: 'From here on, values of {subject} that are changed outside the program are noticed',
  },
  'file.record': { title: 'File stored', sentence: 'A file of {subject} was stored or deleted' },
  'writer.grant': { title: 'Unsigned entries count', sentence: 'Unsigned entries of {subject} count for an hour' },
  'row.record': { title: 'Rows changed', sentence: 'The program changed rows of {subject} without an act of a person' },
  'company.add': { title: 'Company created', sentence: '{actor} created {subject}' },
  'company.update': { title: 'Company changed', sentence: '{actor} changed {subject}' },
  'company.delete': { title: 'Company deleted', sentence: '{actor} deleted {subject}' },
  'company.pause': { title: 'Sale paused', sentence: '{actor} paused the sale of {subject}' },
  'company.resume': { title: 'Sale resumed', sentence: '{actor} resumed the sale of {subject}' },
  'company.view': { title: 'Company viewed', sentence: '{actor} viewed the back office of {subject}' },
  'company.brand': { title: 'Brand changed', sentence: '{actor} changed the brand of {subject}' },
  'user.invite': { title: 'Admin invited', sentence: '{actor} invited {subject} as an admin' },
} as const satisfies Record<string, ActionLabel>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export function isAuditAction(code: string): code is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, code);
}

/** The label of a code. The code itself is the label of an unknown one, which a newer version of the program wrote. */
export function actionLabel(code: string): ActionLabel {
  return isAuditAction(code) ? AUDIT_ACTIONS[code] : { title: code, sentence: `{actor}: ${code}, {subject}` };
}

/** A part of a sentence: text, or a name that the screen shows with its link. */
export type SentencePart = { readonly text: string } | { readonly who: 'actor' | 'subject' };

export function sentenceParts(sentence: string): SentencePart[] {
  return sentence
    .split(/(\{actor\}|\{subject\})/)
    .filter((part) => part !== '')
    .map((part) =>
      part === '{actor}' ? { who: 'actor' } : part === '{subject}' ? { who: 'subject' } : { text: part },
    );
}
