/** What a company may set, what weakens its control, and what an account may become. */
import { describe, expect, it } from 'vitest';
import {
  type Account,
  accountProblem,
  changeToTell,
  deleteProblem,
  maskAccountNumber,
  maskUpi,
  standing,
} from '@/lib/beneficiaries/rules.ts';
import { needsSecondApprover } from '@/lib/companies/rules.ts';
import { refusalOf, type Waiting } from '@/lib/proposals/rules.ts';
import { loosensControl, type Settings, settingsProblems } from '@/lib/settings/rules.ts';

const SETTINGS: Settings = {
  priceMicros: 250_000n,
  feeBps: 1800,
  rewardBps: 500,
  verifiedMembersOnly: false,
  upiLimitPaise: 10_000_000n,
  minOrderPaise: null,
  maxOrderPaise: null,
  launchAt: null,
  secondApproverAbovePaise: null,
  twoAdminsForAccounts: false,
  notice: '',
  supportEmail: '',
  supportPhone: '',
};
const NOW = Date.parse('2026-11-21T07:00:00Z');

describe('settingsProblems', () => {
  const table: readonly (readonly [string, Partial<Settings>, number, string | undefined])[] = [
    // what            set                                                              admins  problem
    ['nothing', {}, 1, undefined],
    ['min below max', { minOrderPaise: 100n, maxOrderPaise: 200n }, 1, undefined],
    ['min equals max', { minOrderPaise: 200n, maxOrderPaise: 200n }, 1, undefined],
    ['min above max', { minOrderPaise: 201n, maxOrderPaise: 200n }, 1, 'must not be below the minimum'],
    ['max buys one token', { maxOrderPaise: 25n }, 1, undefined],
    ['max buys none', { maxOrderPaise: 24n }, 1, 'at least the price of one token'],
    ['launch ahead', { launchAt: new Date(NOW + 1) }, 1, undefined],
    ['launch now', { launchAt: new Date(NOW) }, 1, 'must lie in the future'],
    ['two admins, two there', { twoAdminsForAccounts: true }, 2, undefined],
    ['two admins, one there', { twoAdminsForAccounts: true }, 1, 'needs a second admin'],
    ['second approver, two there', { secondApproverAbovePaise: 0n }, 2, undefined],
    ['second approver, one there', { secondApproverAbovePaise: 0n }, 1, 'needs a second admin'],
  ];
  it.each(table)('%s', (_, set, admins, problem) => {
    const texts = Object.values(settingsProblems(SETTINGS, { ...SETTINGS, ...set }, NOW, admins));
    expect(texts).toHaveLength(problem === undefined ? 0 : 1);
    if (problem !== undefined) expect(texts[0]).toContain(problem);
  });

  it('leaves alone what was so before', () => {
    const set = { ...SETTINGS, launchAt: new Date(NOW - 1), twoAdminsForAccounts: true, secondApproverAbovePaise: 1n };
    expect(settingsProblems(set, { ...set, notice: 'Hello' }, NOW, 1)).toEqual({});
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
    [true, 500n, true, 400n, false],
    [true, null, false, null, true],
    [false, 500n, false, 501n, true],
    [false, 500n, false, null, true],
    [false, 500n, true, null, true],
  ] as const)('from %s, %s to %s, %s: weaker %s', (a, above, b, next, weaker) =>
    expect(loosensControl(set(a, above), set(b, next))).toBe(weaker),
  );
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
    isOver: false,
    isMine: false,
    decidedBy: null,
    proposerStands: true,
    wasThere: true,
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
    ['one that is over', { isOver: true }, 'refuse', 'This change was not confirmed in time. Please propose it again.'],
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
      { proposerStands: false },
      'confirm',
      'The admin who proposed this change is no longer active. Please refuse it and propose it anew.',
    ],
    ['an orphan', { proposerStands: false }, 'refuse', null],
    [
      'older than oneself',
      { wasThere: false },
      'confirm',
      'You became an admin, or your email was changed, after this change was proposed. ' +
        'An admin from before has to confirm it, or it has to be proposed anew.',
    ],
    ['older than oneself', { wasThere: false }, 'refuse', null],
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
    expect(standing(accounts, current, wanted)).toEqual(becomes),
  );

  it.each([
    ['an edit', two, two, {}, null],
    ['the same details as another', two, { ...one }, {}, 'exactly these details'],
    ['an inactive primary', off, off, { isPrimary: true }, 'Only an active account'],
    ['no primary any more', one, one, { isPrimary: false }, 'Buyers need one primary account'],
    ['a primary that is switched off', one, one, { isActive: false }, 'Make another one primary first'],
    ['switched on and primary', off, off, { isPrimary: true, isActive: true }, null],
  ] as const)('%s', (_, current, details, wanted, problem) => {
    const found = accountProblem(all, current, details, wanted);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toContain(problem);
  });

  it('has a bound', () => {
    const many = Array.from({ length: 20 }, (_, n) => account(String(n)));
    expect(accountProblem(many, null, account('new'), {})).toContain('at most 20');
    expect(accountProblem(many.slice(1), null, account('new'), {})).toBeNull();
  });

  it('deletes the primary one only as the last active one', () => {
    expect(deleteProblem(all, one)).toContain('Make another one primary first');
    expect(deleteProblem([one, off], one)).toBeNull();
    expect(deleteProblem(all, two)).toBeNull();
  });

  it('tells of a change for 24 hours', () => {
    const at = new Date(NOW);
    expect(changeToTell(at, new Date(NOW + 86_400_000 - 1))).toBe(at);
    expect(changeToTell(at, new Date(NOW + 86_400_000))).toBeNull();
    expect(changeToTell(null, at)).toBeNull();
  });

  it('shows too little to pay to', () => {
    expect(maskAccountNumber('31234567890')).toBe('ending 7890');
    expect(maskUpi('cowlaunch@sbi')).toBe('co…@sbi');
    expect([maskAccountNumber(''), maskUpi('')]).toEqual(['none', 'none']);
  });
});
