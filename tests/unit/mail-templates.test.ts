import { describe, expect, test } from 'vitest';
import type { Letter, MailBrand } from '@/lib/mail/letter.ts';
import * as accounts from '@/lib/mail/templates.ts';
import * as purchases from '@/lib/mail/templates-purchase.ts';

const brand: MailBrand = { name: 'Cow Launch', symbol: 'COWL', siteUrl: 'https://sale.example.com', accent: '#0f766e' };
const CODE = '482913';
const HASH = `0x${'ab'.repeat(32)}`;

/** Every letter, with `text` in each place that a person can fill. */
function lettersWith(text: string, of: MailBrand = brand): Record<string, Letter> {
  const coded = { brand: of, code: CODE, validSeconds: 600 };
  const buyer = { brand: of, name: text, orderNumber: text, amountPaise: 118_000n };
  const row = { ...buyer, memberId: text, memberName: text, paymentMethod: 'UPI', referenceNumber: text, note: null };
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
    purchaseSubmitted: purchases.purchaseSubmitted({ ...row, quantity: 4000n }),
    purchaseApproved: purchases.purchaseApproved({ ...buyer, quantity: 4000n, hash: HASH }),
    purchaseRejected: purchases.purchaseRejected({ ...buyer, reason: text }),
    purchaseReversed: purchases.purchaseReversed({ ...buyer, quantity: 4000n, reason: text, hash: HASH }),
    rewardReversed: purchases.rewardReversed({ brand: of, name: text, quantity: 200n, fromMemberId: text, hash: HASH }),
    rewardCredited: purchases.rewardCredited({ brand: of, name: text, quantity: 200n, fromMemberId: text, hash: HASH }),
    purchasesWaiting: purchases.purchasesWaiting({ brand: of, purchases: [row] }),
    digest: purchases.purchasesWaiting({ brand: of, purchases: [row, row] }),
  };
}

const plain = Object.entries(lettersWith('Asha Rao'));

test.each(plain)('%s: has all its parts, in both readings', (_, letter) => {
  expect(letter.subject.length).toBeGreaterThan(10);
  expect(letter.text).toContain('Team Cow Launch\nhttps://sale.example.com\n\nYou are getting this mail because');
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

  test('only letters with a code run out', () => {
    expect(plain.filter(([, it]) => it.validSeconds !== undefined).map(([name]) => name)).toEqual(
      coded.map(([name]) => name),
    );
  });
});

describe('what people type', () => {
  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</title><svg onload=alert(1)>',
    '&lt;b&gt;',
  ])('%s stays text everywhere', (payload) => {
    const wild = lettersWith(payload, { ...brand, name: payload, symbol: payload, accent: `red"${payload}` });
    for (const [name, letter] of Object.entries(wild)) {
      const tags = [...letter.html.matchAll(/<(\/?[a-z!][a-z0-9]*)/gi)].map((it) => it[1]);
      const known = ['!doctype', 'html', 'head', 'meta', 'title', 'body', 'p', 'h1', 'ul', 'li', 'strong', 'a', 'br'];
      expect(
        tags.filter((tag) => !known.includes((tag ?? '').replace('/', ''))),
        name,
      ).toEqual([]);
      expect(letter.html, name).not.toMatch(/<[^>]*\son[a-z]+=/i);
      expect(letter.html.match(/<title>/g), name).toHaveLength(1);
    }
  });

  test('line ends do not reach a subject or begin a line of their own', () => {
    for (const [name, letter] of Object.entries(lettersWith('Asha\r\nBcc: all@example.com\n\n999999\u2028x'))) {
      expect(letter.subject, name).not.toMatch(/[\r\n\u2028]/);
      expect(letter.text, name).not.toMatch(/^(Bcc|999999)/m);
    }
  });

  test('a name that is a link is not greeted', () => {
    for (const name of ['Win at evil.example', 'http://evil.example', '<b>', 'Call 9876543210']) {
      expect(accounts.passwordChanged({ brand, name }).text).toMatch(/^Hello,\n/);
    }
    for (const name of ['Asha Rao', 'R. K. Narayan', 'आशा राव', "D'Souza-Iyer"]) {
      expect(accounts.passwordChanged({ brand, name }).text).toMatch(`Hello ${name},`);
    }
  });
});

test('figures are written as in India', () => {
  const { text } = purchases.purchaseApproved({
    brand,
    name: 'Asha',
    orderNumber: 'PUR-123456',
    amountPaise: 12_345_678_50n,
    quantity: 1_000_000n,
    hash: HASH,
  });
  expect(text).toContain('Total amount: ₹1,23,45,678.50');
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
  const { subject, text } = purchases.purchasesWaiting({ brand, purchases: Array.from({ length: 1060 }, () => row) });
  expect(subject).toBe('1,060 purchase requests are waiting');
  expect(text.match(/PUR-1:/g)).toHaveLength(50);
  expect(text).toContain('and 1,010 more');
});
