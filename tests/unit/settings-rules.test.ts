/** The settings a company may have, changes that weaken its controls, and valid changes of accounts. */
import { describe, expect, it } from 'vitest';
import { refusalOf, type Waiting } from '@/lib/approvals/rules.ts';
import {
  type Account,
  accountProblem,
  deleteProblem,
  flagsAfter,
  maskAccountNumber,
  maskUpi,
  recentChange,
} from '@/lib/beneficiaries/rules.ts';
import { needsSecondApprover } from '@/lib/companies/rules.ts';
import { storedSettings, valuesOf } from '@/lib/settings/mapper.ts';
import { needsSecondAdmin, type Settings, settingsProblems } from '@/lib/settings/rules.ts';

const SETTINGS: Settings = {
  priceMicros: 250_000n,
  feeBps: 1800,
  rewardBps: 500,
  rewardWaitDays: 0,
  rewardSigns: ['mobile', 'wallet', 'payer', 'browser', 'network'],
  verifiedMembersOnly: false,
  upiLimitPaise: 10_000_000n,
  minOrderPaise: null,
  maxOrderPaise: null,
  openPurchasesMax: 50,
  heldShareBps: 500,
  heldShareUnverifiedBps: 100,
  unprovenShareBps: 2_000,
  holdHours: 72,
  reminderHours: 24,
  quietFromHour: 0,
  quietToHour: 0,
  launchAt: null,
  secondApproverAbovePaise: null,
  twoAdminsForAccounts: false,
  adminsNeedFactor: false,
  notice: '',
  supportEmail: '',
  supportPhone: '',
};
const NOW = Date.parse('2026-11-21T07:00:00Z');

it('a change that was stored before a setting existed is read with its default', () => {
  const { openPurchasesMax, heldSharePercent, heldSharePercentUnverified, unprovenSharePercent, holdHours, ...stored } =
    valuesOf(SETTINGS);
  expect(storedSettings(stored)).toEqual(valuesOf(SETTINGS));
  expect(storedSettings({ ...stored, holdHours: 24 }).holdHours).toBe(24);
  expect(unprovenSharePercent).toBe('20');
  expect([openPurchasesMax, heldSharePercent, heldSharePercentUnverified, holdHours]).toEqual([50, '5', '1', 72]);
});

describe('settingsProblems', () => {
  const table: readonly (readonly [string, Partial<Settings>, boolean, string | undefined])[] = [
    // what            set                                                              second  problem
    ['nothing', {}, false, undefined],
    ['min below max', { minOrderPaise: 100n, maxOrderPaise: 200n }, false, undefined],
    ['min equals max', { minOrderPaise: 200n, maxOrderPaise: 200n }, false, undefined],
    ['min above max', { minOrderPaise: 201n, maxOrderPaise: 200n }, false, 'must not be below the minimum'],
    ['max buys one token', { maxOrderPaise: 25n }, false, undefined],
    ['max buys none', { maxOrderPaise: 24n }, false, 'at least the price of one token'],
    ['launch ahead', { launchAt: new Date(NOW + 1) }, false, undefined],
    ['launch now', { launchAt: new Date(NOW) }, false, 'must be in the future'],
    ['two admins, a second there', { twoAdminsForAccounts: true }, true, undefined],
    ['two admins, none there', { twoAdminsForAccounts: true }, false, 'needs a second admin'],
    ['second approver, one there', { secondApproverAbovePaise: 0n }, true, undefined],
    ['second approver, none there', { secondApproverAbovePaise: 0n }, false, 'needs a second admin'],
  ];
  it.each(table)('%s', (_, set, hasSecond, problem) => {
    const texts = Object.values(settingsProblems(SETTINGS, { ...SETTINGS, ...set }, NOW, hasSecond));
    expect(texts).toHaveLength(problem === undefined ? 0 : 1);
    if (problem !== undefined) expect(texts[0]).toContain(problem);
  });

  it('ignores problems that existed before the change', () => {
    const set = { ...SETTINGS, launchAt: new Date(NOW - 1), twoAdminsForAccounts: true, secondApproverAbovePaise: 1n };
    expect(settingsProblems(set, { ...set, notice: 'Hello' }, NOW, false)).toEqual({});
  });
});

describe('rules of two admins', () => {
  const set = (twoAdminsForAccounts: boolean, secondApproverAbovePaise: bigint | null): Settings => ({
    ...SETTINGS,
    twoAdminsForAccounts,
    secondApproverAbovePaise,
  });
  it.each([
    [false, null, true, 500n, false],
    [true, 500n, true, 500n, false],
    [true, 500n, true, 400n, true],
    [true, null, true, 400n, true],
    [true, null, false, null, true],
    [false, 500n, false, 501n, true],
    [false, 500n, false, null, true],
    [false, 500n, true, null, true],
  ] as const)('from %s, %s to %s, %s: two admins %s', (a, above, b, next, needs) =>
    expect(needsSecondAdmin(set(a, above), set(b, next))).toBe(needs),
  );
  it.each([
    ['a higher price', { priceMicros: 300_000n }, true],
    ['a lower price', { priceMicros: 1n }, true],
    ['a lower fee', { feeBps: 1799 }, true],
    ['a higher fee', { feeBps: 1801 }, true],
    ['a longer wait for rewards', { rewardWaitDays: 8 }, true],
    ['a shorter wait for rewards', { rewardWaitDays: 6 }, true],
    ['a higher reward', { rewardBps: 501 }, true],
    ['a lower reward', { rewardBps: 499 }, true],
    ['a lower amount for two admins', { secondApproverAbovePaise: 100n }, true],
    ['a higher maximum', { maxOrderPaise: 100_001n }, true],
    ['no maximum', { maxOrderPaise: null }, true],
    ['a lower maximum', { maxOrderPaise: 99_999n }, false],
    ['unverified members too', { verifiedMembersOnly: false }, true],
    ['more open purchases', { openPurchasesMax: 51 }, true],
    ['any number of open purchases', { openPurchasesMax: 0 }, true],
    ['fewer open purchases', { openPurchasesMax: 49 }, false],
    ['a larger held share', { heldShareBps: 501 }, true],
    ['a larger held share of unproven orders', { unprovenShareBps: 2_001 }, true],
    ['unproven orders without a limit', { unprovenShareBps: 0 }, true],
    ['a smaller held share of unproven orders', { unprovenShareBps: 1_999 }, false],
    ['a larger held share, unverified', { heldShareUnverifiedBps: 0 }, true],
    ['longer holds', { holdHours: 73 }, true],
    ['shorter holds', { holdHours: 71 }, true],
    ['holds without an end', { holdHours: 0 }, true],
    ['a notice', { notice: 'Hello' }, true],
    ['no notice', { notice: '' }, false],
    ['a support phone', { supportPhone: '+919876543210' }, true],
    ['another support email', { supportEmail: 'help@example.org' }, true],
    ['no support email', { supportEmail: '' }, false],
    ['another minimum', { minOrderPaise: 5n }, false],
  ] as const)('%s waits for a second admin only while a rule is on', (_, change, waits) => {
    const off = {
      ...SETTINGS,
      rewardWaitDays: 7,
      maxOrderPaise: 100_000n,
      verifiedMembersOnly: true,
      notice: 'Hi',
      supportEmail: 'a@b.in',
    };
    expect(needsSecondAdmin(off, { ...off, ...change })).toBe(false);
    for (const rule of [{ twoAdminsForAccounts: true }, { secondApproverAbovePaise: 500n }]) {
      const on = { ...off, ...rule };
      expect(needsSecondAdmin(on, { ...on, ...change })).toBe(waits);
    }
  });
  it.each([
    [500n, null, false],
    [500n, 500n, false],
    [501n, 500n, true],
    [1n, 0n, true],
  ] as const)('a purchase of %s above %s needs a second approver: %s', (amount, above, needs) =>
    expect(needsSecondApprover(amount, above)).toBe(needs),
  );
});

describe('a proposal', () => {
  const open: Waiting = {
    state: 'OPEN',
    isExpired: false,
    isMine: false,
    decidedBy: null,
    isProposerActive: true,
    wasAdminBefore: true,
    isIndependent: true,
    isSeasoned: true,
  };
  it.each([
    ['another’s', {}, 'confirm', null],
    ['another’s', {}, 'refuse', null],
    ['another’s', {}, 'withdraw', 'Only the admin who proposed this change can withdraw it.'],
    [
      'one’s own',
      { isMine: true },
      'confirm',
      'Another admin must confirm this change: you have proposed it yourself.',
    ],
    ['one’s own', { isMine: true }, 'refuse', 'Another admin must refuse this change: you have proposed it yourself.'],
    ['one’s own', { isMine: true }, 'withdraw', null],
    [
      'one that is over',
      { isExpired: true },
      'refuse',
      'This change was not confirmed in time. Please propose it again.',
    ],
    [
      'one that was closed',
      { state: 'EXPIRED' },
      'confirm',
      'This change was not confirmed in time. Please propose it again.',
    ],
    [
      'one that is done',
      { state: 'CONFIRMED', decidedBy: 'Leela' },
      'refuse',
      'This change was already confirmed by Leela.',
    ],
    [
      'an orphan',
      { isProposerActive: false },
      'confirm',
      'The admin who proposed this change is no longer active. Please refuse it and propose it again.',
    ],
    ['an orphan', { isProposerActive: false }, 'refuse', null],
    [
      'older than oneself',
      { wasAdminBefore: false },
      'confirm',
      'You became an admin, or your email was changed, after this change was proposed. ' +
        'An admin who was one before that has to confirm it, or it has to be proposed again.',
    ],
    ['older than oneself', { wasAdminBefore: false }, 'refuse', null],
    [
      'of a sponsor',
      { isIndependent: false },
      'confirm',
      'You and the first admin are not independent: one of you, or one other admin alone, gave the other access. ' +
        'Another admin has to confirm this change.',
    ],
    ['of a sponsor', { isIndependent: false }, 'refuse', null],
    [
      'for a new admin',
      { isSeasoned: false },
      'confirm',
      'You became an admin, or your email was changed, less than 24 hours ago. Please try again later. ' +
        'Another admin can also confirm this change.',
    ],
    ['for a new admin', { isSeasoned: false }, 'withdraw', 'Only the admin who proposed this change can withdraw it.'],
  ] as const)('%s %j: %s', (_, over, verb, text) =>
    expect(refusalOf({ ...open, ...over }, verb)?.text ?? null).toBe(text),
  );
});

describe('accounts', () => {
  const account = (id: string, over: Partial<Account> = {}): Account => ({
    id,
    holderName: 'Holder',
    bankName: 'Bank',
    branch: 'Branch',
    accountNumber: `number-${id}`,
    ifscCode: 'SBIN0000300',
    upi: 'a@b',
    isPrimary: false,
    isActive: true,
    version: 1,
    ...over,
  });
  const one = account('1', { isPrimary: true });
  const two = account('2');
  const off = account('3', { isActive: false });
  const all = [one, two, off];

  it.each([
    ['the first one is primary', [], null, {}, { isPrimary: true, isActive: true }],
    ['a later one is not', all, null, {}, { isPrimary: false, isActive: true }],
    ['unless it is wanted', all, null, { isPrimary: true }, { isPrimary: true, isActive: true }],
    ['switched on where there is none', [off], off, { isActive: true }, { isPrimary: true, isActive: true }],
    ['switched off it is none', [one], one, { isActive: false }, { isPrimary: false, isActive: false }],
    ['an edit changes neither', all, off, {}, { isPrimary: false, isActive: false }],
  ] as const)('%s', (_, accounts, current, wanted, becomes) =>
    expect(flagsAfter(accounts, current, wanted)).toEqual(becomes),
  );

  it.each([
    ['an edit', two, two, {}, null],
    ['the same details as another', two, { ...one }, {}, 'exactly these details'],
    ['an inactive primary', off, off, { isPrimary: true }, 'Only an active account'],
    ['no primary any more', one, one, { isPrimary: false }, 'Buyers need one primary account'],
    ['a primary that is switched off', one, one, { isActive: false }, 'Make another one primary first'],
    ['switched on and primary', off, off, { isPrimary: true, isActive: true }, null],
  ] as const)('%s', (_, current, details, wanted, problem) => {
    const message = accountProblem(all, current, details, wanted);
    if (problem === null) expect(message).toBeNull();
    else expect(message).toContain(problem);
  });

  it('are limited in number', () => {
    const many = Array.from({ length: 20 }, (_, n) => account(String(n)));
    expect(accountProblem(many, null, account('new'), {})).toContain('at most 20');
    expect(accountProblem(many.slice(1), null, account('new'), {})).toBeNull();
  });

  it('deletes the primary one only as the last active one', () => {
    expect(deleteProblem(all, one)).toContain('Make another one primary first');
    expect(deleteProblem([one, off], one)).toBeNull();
    expect(deleteProblem(all, two)).toBeNull();
  });

  it('announces a change for 24 hours', () => {
    const at = new Date(NOW);
    expect(recentChange(at, new Date(NOW + 86_400_000 - 1))).toBe(at);
    expect(recentChange(at, new Date(NOW + 86_400_000))).toBeNull();
    expect(recentChange(null, at)).toBeNull();
  });

  it('shows a masked account only', () => {
    expect(maskAccountNumber('31234567890')).toBe('ending 7890');
    expect(maskUpi('cowlaunch@sbi')).toBe('co…@sbi');
    expect([maskAccountNumber(''), maskUpi('')]).toEqual(['none', 'none']);
  });
});
