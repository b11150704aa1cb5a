import { describe, expect, it } from 'vitest';
import { toE164 } from '@/lib/accounts/phone/service.ts';
import * as accounts from '@/lib/accounts/rules.ts';
import { readWalletAddress } from '@/lib/accounts/wallet.rules.ts';
import { earnsReward, reward } from '@/lib/referrals/rules.ts';

describe('a member ID', () => {
  it('is the symbol and seven unambiguous characters', () => {
    expect(accounts.memberIdFromBytes('cowl', Uint8Array.of(0, 31, 32, 255, 10, 18, 17, 99))).toBe('COWL0Z0ZAJH');
    const all = Uint8Array.from({ length: 256 }, (_, n) => n);
    const seen = new Set<string>();
    for (let at = 0; at + 7 <= 256; at++) for (const c of accounts.memberIdFromBytes('', all.subarray(at))) seen.add(c);
    expect([...seen].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
  });
  it('needs seven random bytes', () =>
    expect(() => accounts.memberIdFromBytes('COWL', new Uint8Array(6))).toThrow(RangeError));
});

describe('isAdult', () => {
  const table: readonly (readonly [string, string, boolean])[] = [
    // born          today         adult
    ['2008-11-21', '2026-11-21', true],
    ['2008-11-22', '2026-11-21', false],
    ['2008-02-29', '2026-02-28', false],
    ['2008-02-29', '2026-03-01', true],
    ['1990-01-01', '2026-11-21', true],
    ['2030-01-01', '2026-11-21', false],
  ];
  it.each(table)('born %s, on %s', (born, today, adult) => expect(accounts.isAdult(born, today)).toBe(adult));
});

describe('an Aadhaar number', () => {
  it('shows only its last four digits', () => expect(accounts.maskAadhaar('2346')).toBe('XXXX XXXX 2346'));
});

describe('accountChangeProblem', () => {
  const user = { id: 'u', role: 'USER', status: 'ACTIVE' } as const;
  const admin = { id: 'b', role: 'ADMIN', status: 'ACTIVE' } as const;
  const blocked = { id: 'c', role: 'ADMIN', status: 'BLOCKED' } as const;
  const self = { id: 'a', role: 'ADMIN', status: 'ACTIVE' } as const;
  const table: readonly (readonly [
    accounts.AccountChange['target'],
    accounts.AccountChange['to'],
    number,
    string | null,
  ])[] = [
    // target  to                          admins  refused because
    [user, 'deleted', 1, null],
    [user, { status: 'BLOCKED' }, 1, null],
    [user, { role: 'ADMIN' }, 1, null],
    [admin, 'deleted', 2, null],
    [admin, 'deleted', 1, 'You cannot delete the last admin.'],
    [admin, { role: 'USER' }, 1, 'You cannot take the admin role from the last admin.'],
    [admin, { role: 'USER' }, 2, null],
    [admin, { status: 'BLOCKED' }, 1, 'You cannot block the last admin.'],
    [admin, { role: 'ADMIN', status: 'ACTIVE' }, 1, null],
    [blocked, 'deleted', 1, null],
    [blocked, { status: 'ACTIVE' }, 1, null],
    [self, 'deleted', 2, 'You cannot delete your own account.'],
    [self, { role: 'USER' }, 2, 'You cannot take the admin role from your own account.'],
    [self, { status: 'BLOCKED' }, 2, 'You cannot block your own account.'],
    [self, { status: 'INACTIVE' }, 2, 'You cannot deactivate your own account.'],
    [self, {}, 1, null],
  ];
  it.each(table)('%j to %j with %i admins', (target, to, activeAdmins, problem) =>
    expect(accounts.accountChangeProblem({ actorId: 'a', target, activeAdmins, to })).toBe(problem),
  );
  it('ends sessions after a change of role or email and after blocking', () => {
    const email = 'a@example.com';
    const ends = (before: Omit<typeof user | typeof admin | typeof blocked, 'id'>, change: object) =>
      accounts.endsSessions({ ...before, email }, { ...before, email, ...change });
    expect(ends(admin, { role: 'USER' })).toBe(true);
    expect(ends(user, { status: 'BLOCKED' })).toBe(true);
    expect(ends(user, { email: 'b@example.com' })).toBe(true);
    expect(ends(blocked, { status: 'ACTIVE' })).toBe(false);
    expect(ends(user, {})).toBe(false);
  });
  it('erases instead of removes an account with money or stock', () => {
    expect(accounts.deletionMode({ purchases: 0, stockEntries: 0 })).toBe('remove');
    expect(accounts.deletionMode({ purchases: 1, stockEntries: 0 })).toBe('erase');
    expect(accounts.deletionMode({ purchases: 0, stockEntries: 1 })).toBe('erase');
  });
});

describe('toE164', () => {
  const table: readonly (readonly [string, string | null])[] = [
    ['98765 43210', '+919876543210'],
    ['098765-43210', '+919876543210'],
    ['+91 98765 43210', '+919876543210'],
    ['919876543210', '+919876543210'],
    ['+1 202 555 0123', '+12025550123'],
    ['+44 7400 123456', '+447400123456'],
    ['+971 50 123 4567', '+971501234567'],
    ['12345', null],
    ['+91 12345 67890', null],
    ['+999 123456789', null],
    ['98765 43210 ext 5', null],
    ['call me 9876543210', null],
    ['', null],
  ];
  it.each(table)('%j', (typed, number) => expect(toE164(typed)).toBe(number));
});

describe('readWalletAddress', () => {
  const good = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ];
  it.each(good)('%s', (address) => {
    expect(readWalletAddress(address)).toBe(address);
    expect(readWalletAddress(address.toLowerCase())).toBe(address);
    expect(readWalletAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });
  it('refuses a wrong checksum and a wrong shape', () => {
    const [first = ''] = good;
    for (const wrong of [first.replace('5aAe', '5AAe'), first.slice(0, -1), `${first}0`, first.slice(2), ` ${first}`]) {
      expect([wrong, readWalletAddress(wrong)]).toEqual([wrong, null]);
    }
  });
});

describe('reward', () => {
  const table: readonly (readonly [bigint, number, bigint, bigint])[] = [
    // bought  bps   left    reward
    [1000n, 500, 10_000n, 50n],
    [1019n, 500, 10_000n, 50n],
    [19n, 500, 10_000n, 0n],
    [1000n, 500, 49n, 49n],
    [1000n, 500, 0n, 0n],
    [1000n, 500, -5n, 0n],
    [1000n, 0, 10_000n, 0n],
    [1000n, 10_000, 10_000n, 1000n],
  ];
  it.each(table)('%s at %s with %s left is %s', (bought, bps, left, due) =>
    expect(reward(bought, bps, left)).toBe(due),
  );
  it('goes to an active referrer other than the buyer', () => {
    expect(earnsReward('a', { id: 'b', status: 'ACTIVE' })).toBe(true);
    expect(earnsReward('a', { id: 'a', status: 'ACTIVE' })).toBe(false);
    expect(earnsReward('a', { id: 'b', status: 'BLOCKED' })).toBe(false);
    expect(earnsReward('a', null)).toBe(false);
  });
});

describe('a new password', () => {
  const common = new Set(['password1', 'iloveyou1']);
  const table: readonly (readonly [string, string | null])[] = [
    ['correct horse', null],
    ['seven77', 'The password needs at least 8 characters.'],
    ['🐄🐄🐄🐄', 'The password needs at least 8 characters.'],
    ['x'.repeat(128), null],
    ['x'.repeat(129), 'The password can have at most 128 characters.'],
    ['password1', 'This password is among the most used ones. Please choose another.'],
    ['PassWord1', 'This password is among the most used ones. Please choose another.'],
    ['password12', null],
  ];
  it.each(table)('%s', (password, problem) =>
    expect(accounts.passwordProblem(password, (text) => common.has(text))).toBe(problem),
  );

  const names = ['Asha Rao', 'asha.rao77@example.com', 'Cowl Ventures Private Limited', 'Cowl', 'COWL'];
  const guessable = 'This password is easy to guess, because it is made of a name. Please choose another.';
  it.each([
    ['asharao2026', guessable],
    ['Asha.Rao!', guessable],
    ['@sh@r@0#99', guessable],
    ['COWL-cowl-2026', guessable],
    ['c0wl_v3ntur3s', guessable],
    ['asha loves the rain', null],
    ['pepper clouds 7 rivers', null],
  ])('%s with the names of the account', (password, problem) => {
    expect(accounts.passwordProblem(password, () => false, names)).toBe(problem);
  });

  it.each(['P@ssw0rd2024!', '2024Password', 'passw0rd!!!', 'PASSWORD_1999'])('%s is a common one', (password) => {
    expect(accounts.passwordProblem(password, (text) => text === 'password')).toMatch(/most used/);
  });
});
