/** Every mail to members exists in every language, and every mail to admins stays in English (docs/languages.md). */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { REWARD_SIGNS } from '../../src/lib/core/rewards.ts';
import { inLanguage } from '../../src/lib/languages/service.ts';
import * as account from '../../src/lib/mail/templates/account.ts';
import { adminNews } from '../../src/lib/mail/templates/admins.ts';
import * as auth from '../../src/lib/mail/templates/auth.ts';
import * as bank from '../../src/lib/mail/templates/bank.ts';
import { accountNews } from '../../src/lib/mail/templates/beneficiary.ts';
import * as deletion from '../../src/lib/mail/templates/deletion.ts';
import * as factors from '../../src/lib/mail/templates/factors.ts';
import {
  keyAdded,
  webhookAdded,
  webhookEnded,
  webhookMoved,
  webhookPausedByAdmin,
} from '../../src/lib/mail/templates/integrations.ts';
import * as launch from '../../src/lib/mail/templates/launch.ts';
import * as messages from '../../src/lib/mail/templates/messages.ts';
import * as purchase from '../../src/lib/mail/templates/purchase.ts';
import * as refunds from '../../src/lib/mail/templates/refunds.ts';
import * as reminders from '../../src/lib/mail/templates/reminders.ts';
import * as rewards from '../../src/lib/mail/templates/rewards.ts';
import * as security from '../../src/lib/mail/templates/security.ts';
import { settingsNews } from '../../src/lib/mail/templates/settings.ts';
import type { RenderedMail } from '../../src/lib/mail/templates/template.ts';
import { payeeText } from '../../src/lib/refunds/labels.rules.ts';

type Mails = Readonly<Record<string, () => RenderedMail>>;

const TEMPLATES = 'src/lib/mail/templates';
/** What templates are made of. */
const PARTS = [
  'renderMail',
  'greeting',
  'nameShown',
  'toAccountHolder',
  'withoutPayees',
  'englishTime',
  'securityMail',
  'ifNotYou',
];

const brand = { name: 'Cow Launch', symbol: 'COWL', siteUrl: 'https://sale.example.com' };
const coded = { brand, code: '482913', validSeconds: 600 };
const person = { brand, name: 'Asha Rao' };
const order = { ...person, orderNumber: 'PUR-12', amountPaise: 118_000n, quantity: 4000n };
const submitted = { ...order, referenceNumber: '412345678901' };
const seen = { ...submitted, duePaise: 118_000n, seenOn: '2026-11-18', readUntil: '2026-11-18' };
const hash = `0x${'12'.repeat(32)}`;
const refund = { ...order, number: 'RFD-123456' };
const earned = { ...person, quantity: 200n, fromMemberId: 'COWL0000000', hash };
const at = new Date('2026-11-21T09:30:00Z');
const letter = { ...order, purchaseId: 'id-1', text: '123' };
const reminder = { ...order, aboutId: 'id-1', freezeAt: at, unsubscribe: { path: '/unsubscribe?token=1' } };
const warned = { ...person, at, ip: '10.0.0.1', isSuperAdmin: false };
const news = { brand, by: 'Ravi', at, changes: [['Price', '₹1.00']] } as const;

/** By the name of the template, and the case where one has several. */
const TO_MEMBERS: Mails = {
  registrationCode: () => auth.registrationCode(coded),
  alreadyRegistered: () => auth.alreadyRegistered({ brand }),
  passwordResetCode: () => auth.passwordResetCode({ ...coded, ...person }),
  passwordChanged: () => auth.passwordChanged(person),
  'passwordChanged, factors removed': () =>
    auth.passwordChanged({ ...person, dropped: { passkeys: 1, hasApp: true, hasCodes: true } }),
  welcome: () => auth.welcome({ ...person, memberId: 'COWL0000000' }),
  invitation: () => auth.invitation({ ...person, email: 'asha@example.com' }),
  accountVerified: () => auth.accountVerified(person),
  accountBlocked: () => auth.accountBlocked(person),
  accountDeleted: () => auth.accountDeleted(person),
  accountDeactivated: () => account.accountDeactivated(person),
  accountReopened: () => account.accountReopened(person),
  emailGoneBack: () => account.emailGoneBack({ ...person, takeBack: '/take-back?token=1' }),
  emailLeft: () => account.emailLeft({ ...person, takeBack: '/take-back?token=1' }),
  emailTaken: () => account.emailTaken({ ...person, email: 'asha@example.com' }),
  'adminRole, given': () => account.adminRole({ ...person, isAdmin: true }),
  'adminRole, taken': () => account.adminRole({ ...person, isAdmin: false }),
  deletionRequested: () => deletion.deletionRequested(person),
  'purchaseSubmitted, bank': () => purchase.purchaseSubmitted({ ...submitted, paymentMethod: 'BANK', holdHours: 72 }),
  'purchaseSubmitted, manual': () =>
    purchase.purchaseSubmitted({ ...submitted, paymentMethod: 'MANUAL', holdHours: 0 }),
  'purchaseSubmitted, crypto': () =>
    purchase.purchaseSubmitted({ ...submitted, paymentMethod: 'CRYPTO', holdHours: 0 }),
  purchaseApproved: () => purchase.purchaseApproved({ ...order, hash }),
  purchaseRejected: () => purchase.purchaseRejected({ ...order, reason: '123' }),
  purchaseReversed: () => purchase.purchaseReversed({ ...order, hash, reason: '123' }),
  purchaseSeen: () => bank.purchaseSeen(seen),
  purchaseMissing: () => bank.purchaseMissing(seen),
  purchaseAmountDiffers: () => bank.purchaseAmountDiffers({ ...seen, amountPaise: 100_000n }),
  'purchaseMessage, question': () => messages.purchaseMessage({ ...letter, isQuestion: true }),
  'purchaseMessage, message': () => messages.purchaseMessage({ ...letter, isQuestion: false }),
  announcement: () => messages.announcement({ ...letter, ...reminder, title: '2026' }),
  'reminderToMember, question': () => reminders.reminderToMember({ ...reminder, kind: 'question' }),
  'reminderToMember, rejected': () => reminders.reminderToMember({ ...reminder, kind: 'rejected' }),
  'reminderToMember, verification': () => reminders.reminderToMember({ ...reminder, kind: 'verification' }),
  'reminderToMember, address': () => reminders.reminderToMember({ ...reminder, kind: 'address' }),
  'reminderToMember, refund': () => reminders.reminderToMember({ ...reminder, kind: 'refund' }),
  refundRequested: () => refunds.refundRequested({ ...refund, reason: '' }),
  'refundRequested, again': () => refunds.refundRequested({ ...refund, reason: '123' }),
  'refundRequested, by the bank': () =>
    refunds.refundRequested({ ...refund, reason: 'The bank sent the money back. Please check your account.' }),
  'refundAccountEntered, bank': () =>
    refunds.refundAccountEntered({ ...refund, payee: payeeText('SBIN account ••6789') }),
  'refundAccountEntered, UPI': () => refunds.refundAccountEntered({ ...refund, payee: 'UPI as••@okaxis' }),
  refundPaid: () => refunds.refundPaid({ ...refund, paidOn: '2026-11-21', bankReference: '412345678901' }),
  'refundPaid, without a number': () => refunds.refundPaid({ ...refund, paidOn: '2026-11-21', bankReference: null }),
  refundCancelled: () => refunds.refundCancelled({ ...refund, reason: '123' }),
  rewardCredited: () => rewards.rewardCredited(earned),
  rewardReversed: () => rewards.rewardReversed(earned),
  'rewardHeld, signs': () => rewards.rewardHeld({ ...earned, signs: REWARD_SIGNS, heldUntil: null }),
  'rewardHeld, days': () => rewards.rewardHeld({ ...earned, signs: [], heldUntil: at }),
  rewardRefused: () => rewards.rewardRefused({ ...earned, reason: '123' }),
  rewardEnded: () => rewards.rewardEnded(earned),
  'factorChanged, app added': () => factors.factorChanged({ ...warned, change: 'app-added' }),
  'factorChanged, app removed': () => factors.factorChanged({ ...warned, change: 'app-removed' }),
  'factorChanged, codes': () => factors.factorChanged({ ...warned, change: 'codes-made' }),
  'factorsReset, by an admin': () => factors.factorsReset({ ...warned, ip: null, admin: 'Asha Rao' }),
  'factorsReset, by the operator': () => factors.factorsReset({ ...warned, ip: null, admin: null }),
  letIn: () => factors.letIn({ ...warned, path: '/let-in?token=1' }),
  'recoveryCodeUsed, one left': () => factors.recoveryCodeUsed({ ...warned, left: 1 }),
  'recoveryCodeUsed, many left': () => factors.recoveryCodeUsed({ ...warned, left: 9 }),
  'failedAttempts, passwords': () => security.failedAttempts({ ...warned, what: 'passwords' }),
  'failedAttempts, codes': () => security.failedAttempts({ ...warned, what: 'codes' }),
  'passkeyChanged, added': () => security.passkeyChanged({ ...warned, passkey: '123', change: 'added' }),
  'passkeyChanged, removed': () => security.passkeyChanged({ ...warned, passkey: '123', change: 'removed' }),
  addressChanged: () => launch.addressChanged({ ...person, walletAddress: hash, reason: '123' }),
};

const TO_ADMINS: Mails = {
  superAdminCode: () => auth.superAdminCode(coded),
  superAdminConfirmCode: () => auth.superAdminConfirmCode(coded),
  newAdmin: () => account.newAdmin({ brand, memberId: 'COWL0000000', by: 'Ravi' }),
  adminNews: () => adminNews({ ...news, step: 'proposed', kind: 'add', name: 'Asha Rao' }),
  accountNews: () =>
    accountNews({ ...news, step: 'made', what: 'added', account: 'SBIN ••6789', isPrimary: true, isActive: null }),
  settingsNews: () => settingsNews({ ...news, step: 'made' }),
  deletionRequestedForAdmins: () => deletion.deletionRequestedForAdmins({ brand, memberId: 'COWL0000000' }),
  deletionTakenBackForAdmins: () => deletion.deletionTakenBackForAdmins({ brand, memberId: 'COWL0000000' }),
  memberMoved: () => account.memberMoved({ brand, memberId: 'COWL0000000', kind: 'email', by: 'COWL1111111' }),
  memberMoveTakenBack: () => account.memberMoveTakenBack({ brand, name: 'Asha Rao', memberId: 'COWL0000000' }),
  keyAdded: () => keyAdded({ ...news, name: 'Books', hint: 'lb_1', scopes: ['read'], networks: [], expiresAt: at }),
  webhookAdded: () => webhookAdded({ ...news, name: 'Books', url: 'https://books.example.com/', types: [] }),
  webhookMoved: () =>
    webhookMoved({ ...news, name: 'Books', from: 'https://old.example.com/', to: 'https://books.example.com/' }),
  webhookPausedByAdmin: () => webhookPausedByAdmin({ ...news, name: 'Books', url: 'https://books.example.com/' }),
  webhookEnded: () =>
    webhookEnded({ brand, name: 'Books', url: 'https://books.example.com/', state: 'PAUSED', error: 'No answer.' }),
  launchNews: () => launch.launchNews({ ...news, action: 'launch.update', after: { freezeAt: '2026-12-01' } }),
  buyerAnswered: () => messages.buyerAnswered({ ...letter, isAnswer: true }),
  messageProposed: () => messages.messageProposed({ ...letter, by: 'Ravi', until: '2026-12-01T06:00:00.000Z' }),
  paymentsReversed: () => bank.paymentsReversed({ brand, orderNumbers: ['PUR-12'] }),
  purchasesWaiting: () =>
    purchase.purchasesWaiting({
      brand,
      purchases: [{ ...submitted, memberId: 'COWL0000000', memberName: 'Asha', paymentMethod: 'UPI', note: null }],
      checkpoint: null,
    }),
  reminderToAdmins: () =>
    reminders.reminderToAdmins({
      brand,
      purchases: 2,
      unanswered: 1,
      refunds: 1,
      members: 3,
      hours: 24,
      unsubscribe: { path: '/u' },
    }),
  newDevice: () => security.newDevice({ ...warned, device: 'Chrome on Android' }),
};

describe('to members', () => {
  test.each(Object.entries(TO_MEMBERS))('%s is wholly in Hindi, and has the same facts and addresses', (_, render) => {
    const english = render();
    const hindi = inLanguage('hi', render);
    const known =
      /Cow Launch|Asha Rao|COWL\d*|PUR-12|RFD-\d+|0x\d{64}|\b(UPI )?ID\b|\bPIN\b|SBIN|UPI|as••@okaxis|\b[ap]m\b/g;
    const bare = `${hindi.subject}\n${hindi.text}`.replace(/https?:\/\/\S+|asha@\S+/g, '').replace(known, '');
    expect(bare).not.toMatch(/[A-Za-z]/);
    expect(hindi.html).toContain('<html lang="hi-IN">');
    expect(english.html).toContain('<html lang="en-IN">');
    expect(english.text).not.toMatch(/\p{Script=Devanagari}/u);
    const facts = ({ text }: RenderedMail) =>
      text
        .match(
          /https?:\/\/\S*[^\s.,]|COWL0000000|PUR-12|RFD-\d+|0x\d{64}|₹[\d,.]*\d|\d{2}\/\d{2}\/\d{4}|\d{6,}|\S+@\S+/g,
        )
        ?.sort();
    expect(facts(hindi)).toEqual(facts(english));
  });
});

describe('to admins', () => {
  test.each(Object.entries(TO_ADMINS))('%s stays in English in a Hindi call', (_, render) => {
    expect(inLanguage('hi', render)).toEqual(render());
    expect(`${render().subject}${render().html}`).not.toMatch(/\p{Script=Devanagari}/u);
  });
});

test('every template is listed here, as one to members or one to admins', async () => {
  const files = (await readdir(TEMPLATES)).filter((file) => file.endsWith('.ts'));
  const modules: object[] = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ path.resolve(TEMPLATES, file))),
  );
  const made = modules.flatMap((module) =>
    Object.entries(module)
      .filter(([, value]) => typeof value === 'function')
      .map(([name]) => name),
  );
  const listed = [...Object.keys(TO_MEMBERS), ...Object.keys(TO_ADMINS)].map((name) => name.replace(/,.*/, ''));
  expect([...new Set([...listed, ...PARTS])].sort()).toEqual(made.sort());
});
