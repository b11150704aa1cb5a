import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { meantEmail } from '@/lib/core/email-question.ts';

test.each([
  ['gmial.com', 'gmail.com'],
  ['gamil.com', 'gmail.com'],
  ['gmal.com', 'gmail.com'],
  ['gmai.com', 'gmail.com'],
  ['gmil.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gnail.com', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.cm', 'gmail.com'],
  ['gmail.om', 'gmail.com'],
  ['gmail.comm', 'gmail.com'],
  ['gmail.ocm', 'gmail.com'],
  ['gmail.in', 'gmail.com'],
  ['gmail,com', 'gmail.com'],
  ['gmail..com', 'gmail.com'],
  ['gmailcom', 'gmail.com'],
  ['GMIAL.COM', 'gmail.com'],
  ['yaho.com', 'yahoo.com'],
  ['yahooo.com', 'yahoo.com'],
  ['yhaoo.com', 'yahoo.com'],
  ['yahoo.con', 'yahoo.com'],
  ['yahoo.co.on', 'yahoo.co.in'],
  ['hotmial.com', 'hotmail.com'],
  ['hotmai.com', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['outloook.com', 'outlook.com'],
  ['redifmail.com', 'rediffmail.com'],
  ['rediffmial.com', 'rediffmail.com'],
  ['iclould.com', 'icloud.com'],
  ['icoud.com', 'icloud.com'],
])('asha@%s may be %s', (typed, meant) => {
  expect(meantEmail(` asha.rao+x@${typed} `)).toBe(`asha.rao+x@${meant}`);
});

test.each([
  'gmail.com',
  'googlemail.com',
  'ymail.com',
  'mail.com',
  'email.com',
  'gmx.com',
  'yahoo.in',
  'yahoo.co.in',
  'live.in',
  'outlook.in',
  'rediff.com',
  'proton.me',
  'iitb.ac.in',
  'cowl.example',
  'sbi.co.in',
  'उदाहरण.भारत',
  'company.com',
  'mail.gmail.example',
])('asha@%s is not in question', (domain) => {
  expect(meantEmail(`asha@${domain}`)).toBeNull();
});

test.each(['', 'asha', 'asha@', '@gmial.com', 'asha rao@gmial.com', 'gmial.com'])(
  '%j is no address to ask about',
  (typed) => {
    expect(meantEmail(typed)).toBeNull();
  },
);

it('never asks about what it has suggested', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.string({ maxLength: 12 }), (email, tail) => {
      for (const typed of [email, `asha@g${tail}`, `asha@gmail.${tail}`]) {
        const meant = meantEmail(typed);
        if (meant !== null) expect(meantEmail(meant)).toBeNull();
      }
    }),
  );
});
