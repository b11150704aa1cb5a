import { describe, expect, test } from 'vitest';
import * as accounts from '@/lib/mail/templates/auth.ts';
import * as bank from '@/lib/mail/templates/bank.ts';
import * as messages from '@/lib/mail/templates/messages.ts';
import * as purchases from '@/lib/mail/templates/purchase.ts';
import * as refunds from '@/lib/mail/templates/refunds.ts';
import * as reminders from '@/lib/mail/templates/reminders.ts';
import * as rewards from '@/lib/mail/templates/rewards.ts';
import * as security from '@/lib/mail/templates/security.ts';
import type { MailBrand, RenderedMail } from '@/lib/mail/templates/template.ts';

const brand: MailBrand = { name: 'Cow Launch', symbol: 'COWL', siteUrl: 'https://sale.example.com', accent: '#0f766e' };
const CODE = '482913';
const HASH = `0x${'ab'.repeat(32)}`;

/** Every mail, with `text` in each field that people fill in. */
function mailsWith(text: string, of: MailBrand = brand): Record<string, RenderedMail> {
  const coded = { brand: of, code: CODE, validSeconds: 600 };
  const buyer = { brand: of, name: text, orderNumber: text, amountPaise: 118_000n };
  const row = { ...buyer, memberId: text, memberName: text, paymentMethod: 'UPI', referenceNumber: text, note: null };
  const seen = { ...buyer, duePaise: 118_000n, referenceNumber: text };
  const warned = { brand: of, name: text, at: new Date('2026-11-21T09:30:00Z'), ip: '10.0.0.1' };
  return {
    registrationCode: accounts.registrationCode(coded),
    alreadyRegistered: accounts.alreadyRegistered({ brand: of }),
    passwordResetCode: accounts.passwordResetCode({ ...coded, name: text }),
    superAdminCode: accounts.superAdminCode({ ...coded, validSeconds: 180 }),
    passwordChanged: accounts.passwordChanged({ brand: of, name: text }),
    welcome: accounts.welcome({ brand: of, name: text, memberId: text }),
    invitation: accounts.invitation({ brand: of, name: text, email: text }),
    accountVerified: accounts.accountVerified({ brand: of, name: text }),
    accountBlocked: accounts.accountBlocked({ brand: of, name: text }),
    accountDeleted: accounts.accountDeleted({ brand: of, name: text }),
    purchaseSubmitted: purchases.purchaseSubmitted({ ...row, quantity: 4000n, holdHours: 72 }),
    purchaseApproved: purchases.purchaseApproved({ ...buyer, quantity: 4000n, hash: HASH }),
    purchaseRejected: purchases.purchaseRejected({ ...buyer, reason: text }),
    purchaseReversed: purchases.purchaseReversed({ ...buyer, quantity: 4000n, reason: text, hash: HASH }),
    rewardReversed: rewards.rewardReversed({ brand: of, name: text, quantity: 200n, fromMemberId: text, hash: HASH }),
    rewardCredited: rewards.rewardCredited({ brand: of, name: text, quantity: 200n, fromMemberId: text, hash: HASH }),
    purchaseQuestion: messages.purchaseMessage({ ...buyer, purchaseId: text, text, isQuestion: true }),
    purchaseMessage: messages.purchaseMessage({ ...buyer, purchaseId: text, text, isQuestion: false }),
    announcement: messages.announcement({
      brand: of,
      name: text,
      title: `News of ${text}`,
      text,
      unsubscribe: { path: '/unsubscribe?token=x' },
    }),
    reminderQuestion: reminders.reminderToMember({
      ...buyer,
      kind: 'question',
      aboutId: text,
      freezeAt: null,
      unsubscribe: { path: '/u' },
    }),
    reminderRejected: reminders.reminderToMember({
      ...buyer,
      kind: 'rejected',
      aboutId: text,
      freezeAt: null,
      unsubscribe: { path: '/u' },
    }),
    reminderVerification: reminders.reminderToMember({
      ...buyer,
      kind: 'verification',
      aboutId: null,
      freezeAt: null,
      unsubscribe: { path: '/u' },
    }),
    reminderAddress: reminders.reminderToMember({
      ...buyer,
      kind: 'address',
      aboutId: null,
      freezeAt: new Date('2026-12-01T00:00:00Z'),
      unsubscribe: { path: '/u' },
    }),
    reminderRefund: reminders.reminderToMember({
      ...buyer,
      kind: 'refund',
      aboutId: text,
      freezeAt: null,
      unsubscribe: { path: '/u' },
    }),
    reminderToAdmins: reminders.reminderToAdmins({
      brand: of,
      purchases: 2,
      unanswered: 1,
      refunds: 1,
      members: 3,
      hours: 24,
      unsubscribe: { path: '/u' },
    }),
    buyerAnswered: messages.buyerAnswered({ brand: of, orderNumber: text, purchaseId: text, isAnswer: true }),
    refundRequested: refunds.refundRequested({ ...buyer, number: text, reason: '' }),
    refundRequestedAgain: refunds.refundRequested({ ...buyer, number: text, reason: text }),
    refundAccount: refunds.refundAccountEntered({ ...buyer, number: text, payee: text }),
    refundPaid: refunds.refundPaid({ ...buyer, number: text, paidOn: '2026-11-21', bankReference: text }),
    refundCancelled: refunds.refundCancelled({ ...buyer, number: text, reason: text }),
    purchasesWaiting: purchases.purchasesWaiting({ brand: of, purchases: [row], checkpoint: null }),
    purchaseSeen: bank.purchaseSeen({ ...seen, seenOn: '2026-11-18' }),
    purchaseMissing: bank.purchaseMissing({ ...seen, readUntil: '2026-11-18' }),
    purchaseAmountDiffers: bank.purchaseAmountDiffers({ ...seen, seenOn: '2026-11-18', amountPaise: 100_000n }),
    paymentsReversed: bank.paymentsReversed({ brand: of, orderNumbers: [text] }),
    passkeyAdded: security.passkeyChanged({ ...warned, isSuperAdmin: false, passkey: text, change: 'added' }),
    passkeyRemoved: security.passkeyChanged({ ...warned, isSuperAdmin: false, passkey: text, change: 'removed' }),
    digest: purchases.purchasesWaiting({
      brand: of,
      purchases: [row, row],
      checkpoint: 'sale.example.com/ledger/1\n12\nabc=\n',
    }),
  };
}

const plain = Object.entries(mailsWith('Asha Rao'));

test.each(plain)('%s: has all its parts, in HTML and in text', (_, letter) => {
  expect(letter.subject.length).toBeGreaterThan(10);
  expect(letter.text).toContain('Team Cow Launch\nhttps://sale.example.com\n\nYou are receiving this mail because');
  expect(letter.html).toMatch(/^<!doctype html>\n<html lang="en-IN">/);
  expect(letter.html).toContain('<h1');
  expect(`${letter.subject}${letter.text}${letter.html}`).not.toMatch(
    /undefined|null|NaN|\[object|<table|<img|<script/,
  );
});

describe('codes', () => {
  const coded = plain.filter(([name]) => name.endsWith('Code'));
  test.each(coded)('%s: alone on its line, with its validity, never in the subject', (name, letter) => {
    expect(letter.text.split('\n')).toContain(CODE);
    expect(letter.text).toContain(name === 'superAdminCode' ? 'valid for 3 minutes' : 'valid for 10 minutes');
    expect(letter.text).toContain('If you did not ask for this code, please ignore this mail');
    expect(letter.subject).not.toMatch(/\d/);
    expect(letter.validSeconds).toBe(name === 'superAdminCode' ? 180 : 600);
  });

  test('only mails with codes expire', () => {
    expect(plain.filter(([, it]) => it.validSeconds !== undefined).map(([name]) => name)).toEqual(
      coded.map(([name]) => name),
    );
  });
});

describe('text that people type', () => {
  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</title><svg onload=alert(1)>',
    '&lt;b&gt;',
  ])('%s stays text everywhere', (payload) => {
    const wild = mailsWith(payload, { ...brand, name: payload, symbol: payload, accent: `red"${payload}` });
    for (const [name, letter] of Object.entries(wild)) {
      const tags = [...letter.html.matchAll(/<(\/?[a-z!][a-z0-9]*)/gi)].map((it) => it[1]);
      const known = [
        '!doctype',
        'html',
        'head',
        'meta',
        'title',
        'body',
        'p',
        'h1',
        'ul',
        'li',
        'strong',
        'a',
        'br',
        'pre',
      ];
      expect(
        tags.filter((tag) => !known.includes((tag ?? '').replace('/', ''))),
        name,
      ).toEqual([]);
      expect(letter.html, name).not.toMatch(/<[^>]*\son[a-z]+=/i);
      expect(letter.html.match(/<title>/g), name).toHaveLength(1);
    }
  });

  test('line ends do not reach a subject or begin a line of their own', () => {
    for (const [name, letter] of Object.entries(mailsWith('Asha\r\nBcc: all@example.com\n\n999999\u2028x'))) {
      expect(letter.subject, name).not.toMatch(/[\r\n\u2028]/);
      expect(letter.text, name).not.toMatch(/^(Bcc|999999)/m);
    }
  });

  test('a name that is a link or says where to pay is in no mail', () => {
    const payees = ['pay UPI asha at okaxis', 'Asha pay 9876 5432 10', 'asha＠okaxis', 'Pay to HDFC0000001'];
    const at = new Date('2026-11-18T10:00:00Z');
    const person = { brand, name: 'Asha', at, ip: '203.0.113.9', isSuperAdmin: false };
    for (const name of ['Win at evil.example', 'http://evil.example', '<b>', 'Call 9876543210', ...payees]) {
      expect(accounts.passwordChanged({ brand, name }).text).toMatch(/^Hello,\n/);
      expect(security.passkeyChanged({ ...person, passkey: name, change: 'added' }).text).not.toContain(name);
    }
    for (const name of ['Asha Rao', 'R. K. Narayan', 'आशा राव', "D'Souza-Iyer"]) {
      expect(accounts.passwordChanged({ brand, name }).text).toMatch(`Hello ${name},`);
    }
  });
});

test('figures have the Indian format', () => {
  const { text } = purchases.purchaseApproved({
    brand,
    name: 'Asha',
    orderNumber: 'PUR-123456',
    amountPaise: 12_345_678_50n,
    quantity: 1_000_000n,
    hash: HASH,
  });
  expect(text).toContain('Total Amount: ₹1,23,45,678.50');
  expect(text).toContain('Quantity: 10,00,000 COWL');
  expect(text).toContain(`Transaction hash: ${HASH}`);
});

test('a long digest names fifty and counts the rest', () => {
  const row = {
    orderNumber: 'PUR-1',
    memberId: 'COWL1',
    memberName: 'A',
    amountPaise: 1n,
    paymentMethod: 'UPI',
    referenceNumber: null,
    note: null,
  };
  const { subject, text } = purchases.purchasesWaiting({
    brand,
    purchases: Array.from({ length: 1060 }, () => row),
    checkpoint: null,
  });
  expect(subject).toBe('1,060 purchase requests are waiting');
  expect(text.match(/PUR-1:/g)).toHaveLength(50);
  expect(text).toContain('and 1,010 more');
});
