/** Which signs make a reward wait, until when, and who may release it. */
import { describe, expect, test } from 'vitest';
import { parseSigns, REWARD_SIGNS, type RewardSign } from '@/lib/core/rewards.ts';
import { type ReferralRule, waitOf } from '@/lib/referrals/rules.ts';
import { type SignFacts, signsOf, signUpNetwork } from '@/lib/referrals/signs.rules.ts';
import { type ReleaseFacts, releaseProblem } from '@/lib/rewards/rules.ts';

const FACTS: SignFacts = {
  buyer: { name: 'Asha Rao', mobile: '+919800000001', walletAddress: null },
  referrer: { name: 'Meera Iyer', mobile: '+919800000002', walletAddress: null },
  payers: [],
  referrerPayers: [],
  isSameBrowser: false,
  signUpsOfNetwork: 0,
};
const payer = (name: string | null, vpa: string | null = null) => ({ name, vpa });
const A = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('signsOf', () => {
  test.each<[string, Partial<SignFacts>, RewardSign[]]>([
    ['two people', {}, []],
    ['one mobile number', { buyer: { ...FACTS.buyer, mobile: '+919800000002' } }, ['mobile']],
    ['two erased numbers', { buyer: { ...FACTS.buyer, mobile: '' }, referrer: { ...FACTS.referrer, mobile: '' } }, []],
    [
      'one wallet in two spellings',
      {
        buyer: { ...FACTS.buyer, walletAddress: A.toLowerCase() },
        referrer: { ...FACTS.referrer, walletAddress: A },
      },
      ['wallet'],
    ],
    ['a wallet of one of them', { referrer: { ...FACTS.referrer, walletAddress: A } }, []],
    ['the buyer as payer', { payers: [payer('ASHA RAO')] }, []],
    ['the referrer as payer', { payers: [payer('MEERA IYER')] }, ['payer']],
    ['a name turned round, with a title and points', { payers: [payer('Mrs. IYER,  Meera')] }, ['payer']],
    ['a name with accents', { payers: [payer('MEÉRA IYER')] }, ['payer']],
    ['a part of the name', { payers: [payer('MEERA')] }, []],
    ['one word that both have', { referrer: { ...FACTS.referrer, name: 'Kumar' }, payers: [payer('KUMAR')] }, []],
    ['one more name', { payers: [payer('MEERA IYER RAO')] }, []],
    ['another vowel sign', { referrer: { ...FACTS.referrer, name: 'राम राव' }, payers: [payer('रम राव')] }, []],
    [
      'a payer of the referrer’s own',
      { payers: [payer('RAVI NAIR')], referrerPayers: [payer('Ravi Nair')] },
      ['payer'],
    ],
    [
      'a UPI address of the referrer’s own',
      { payers: [payer(null, 'Meera@okaxis')], referrerPayers: [payer('X', 'meera@OKAXIS')] },
      ['payer'],
    ],
    ['rows without a payer', { payers: [payer(null)], referrerPayers: [payer(null)] }, []],
    ['one browser', { isSameBrowser: true }, ['browser']],
    ['four sign-ups of a network', { signUpsOfNetwork: 4 }, []],
    ['five sign-ups of a network', { signUpsOfNetwork: 5 }, ['network']],
    [
      'everything, in one order',
      {
        buyer: { ...FACTS.referrer, walletAddress: A },
        referrer: { ...FACTS.referrer, walletAddress: A },
        payers: [payer('Meera Iyer')],
        isSameBrowser: true,
        signUpsOfNetwork: 9,
      },
      [...REWARD_SIGNS],
    ],
  ])('%s', (_, facts, signs) => {
    expect(signsOf({ ...FACTS, ...facts })).toEqual(signs);
  });
});

describe('signUpNetwork', () => {
  test.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['203.0.113.255', '203.0.113.0/24'],
    ['172.32.0.1', '172.32.0.0/24'],
    ['100.128.0.1', '100.128.0.0/24'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['127.0.0.1', null],
    ['10.1.2.3', null],
    ['192.168.1.9', null],
    ['172.16.0.1', null],
    ['172.31.255.1', null],
    ['169.254.0.1', null],
    ['100.64.0.1', null],
    ['100.127.9.1', null],
    ['::1', null],
    ['::ffff:203.0.113.7', null],
    ['fd00::1', null],
    ['fe80::1', null],
    ['', null],
    ['unknown', null],
  ])('%j is in %j', (ip, network) => {
    expect(signUpNetwork(ip)).toBe(network);
  });
});

describe('waitOf', () => {
  const AT = new Date('2026-11-23T10:00:00Z');
  const rule = (more: Partial<ReferralRule>): ReferralRule => ({
    version: 1,
    rewardBps: 500,
    waitDays: 0,
    signs: REWARD_SIGNS,
    ...more,
  });
  test.each<[string, Partial<ReferralRule>, RewardSign[], ReturnType<typeof waitOf>]>([
    ['nothing is seen', {}, [], null],
    ['a sign', {}, ['mobile'], { signs: ['mobile'], heldUntil: null }],
    ['a sign that the rule leaves out', { signs: ['wallet'] }, ['mobile'], null],
    ['a rule without signs', { signs: [] }, ['mobile', 'payer'], null],
    ['days to wait', { waitDays: 7 }, [], { signs: [], heldUntil: new Date('2026-11-30T10:00:00Z') }],
    ['both', { waitDays: 1 }, ['network'], { signs: ['network'], heldUntil: new Date('2026-11-24T10:00:00Z') }],
  ])('%s', (_, more, signs, wait) => {
    expect(waitOf(rule(more), signs, AT)).toEqual(wait);
  });
});

describe('releaseProblem', () => {
  const HELD: ReleaseFacts = { state: 'HELD', referrerId: 'r', buyerId: 'b', isReferrerActive: true };
  test.each<[string, Partial<ReleaseFacts>, string, string | null]>([
    ['another admin', {}, 'a', null],
    ['the referrer', {}, 'r', 'forbidden'],
    ['the buyer', {}, 'b', 'forbidden'],
    ['a referrer who is not active', { isReferrerActive: false }, 'a', 'conflict'],
    ['a credited reward', { state: 'CREDITED' }, 'a', 'conflict'],
    ['a refused reward', { state: 'REFUSED' }, 'r', 'conflict'],
    ['a reversed purchase', { state: 'REVERSED' }, 'a', 'conflict'],
  ])('%s', (_, facts, adminId, code) => {
    expect(releaseProblem({ ...HELD, ...facts }, adminId)?.code ?? null).toBe(code);
  });
});

test.each([
  ['', []],
  [' ', []],
  ['wallet, mobile', ['mobile', 'wallet']],
  ['mobile,mobile', ['mobile']],
  ['mobile,', null],
  ['Mobile', null],
  ['shoes', null],
])('the signs of %j are %j', (text, signs) => {
  expect(parseSigns(text)).toEqual(signs);
});
