import { describe, expect, it } from 'vitest';
import { PATHS } from '@/lib/core/paths.ts';
import { areaOf, canonicalPath, guard, type SignedIn } from '@/lib/http/guard-rules.ts';
import { SPELLINGS } from '../support/spellings.ts';

const nobody: SignedIn = { member: false, admin: false, super: false };
const member: SignedIn = { ...nobody, member: true };
const admin: SignedIn = { ...nobody, admin: true };
const platform: SignedIn = { ...nobody, super: true };

const protectedPages: readonly (readonly [string, string])[] = [
  [PATHS.user, '/'],
  [PATHS.userDashboard, '/'],
  [PATHS.buyToken, '/'],
  [PATHS.paymentHistory, '/'],
  [PATHS.payment, '/'],
  [PATHS.profile, '/'],
  [PATHS.admin, '/admin/login'],
  [PATHS.adminLogout, '/admin/login'],
  [PATHS.adminDashboard, '/admin/login'],
  [PATHS.userManage, '/admin/login'],
  [PATHS.purchaseRequest, '/admin/login'],
  [PATHS.beneficiary, '/admin/login'],
  [PATHS.superadmin, '/superadmin/login'],
  [PATHS.superadminLogout, '/superadmin/login'],
  [PATHS.superadminDashboard, '/superadmin/login'],
  [PATHS.companyManage, '/superadmin/login'],
];

describe('each protected page in each spelling', () => {
  it('has at least 18 spellings', () => expect(Object.keys(SPELLINGS).length).toBeGreaterThanOrEqual(18));

  for (const [label, spell] of Object.entries(SPELLINGS)) {
    it(`${label}: redirects signed-out visitors to the login`, () => {
      const got = protectedPages.map(([path]) => [path, guard(spell(path), nobody)]);
      expect(got).toEqual(protectedPages.map(([path, login]) => [path, login]));
    });
  }

  it('is closed to other kinds of account', () => {
    for (const [path, login] of protectedPages) {
      const own = login === '/' ? member : login === '/admin/login' ? admin : platform;
      for (const other of [member, admin, platform].filter((it) => it !== own)) {
        // A member on the member login continues to the dashboard: that is the next request, not this one.
        expect([path, guard(path, other)]).toEqual([path, login]);
      }
      const home = { '/user': '/user/dashboard', '/admin': '/admin/dashboard', '/superadmin': '/superadmin/dashboard' };
      expect([path, guard(path, own)]).toEqual([path, path in home ? home[path as keyof typeof home] : null]);
    }
  });
});

describe('a password that is due', () => {
  const due = { ...nobody, isPasswordDue: true };
  const table: readonly (readonly [string, SignedIn, string | null])[] = [
    ['/user/dashboard', { ...due, member: true }, '/user/choose-password'],
    ['/USER//buy-token/', { ...due, member: true }, '/user/choose-password'],
    ['/', { ...due, member: true }, '/user/choose-password'],
    ['/register', { ...due, member: true }, '/user/choose-password'],
    ['/user', { ...due, member: true }, '/user/choose-password'],
    ['/user/choose-password', { ...due, member: true }, null],
    ['/user/choose-password', nobody, '/'],
    ['/token', { ...due, member: true }, null],
    ['/admin/settings', { ...nobody, isFactorDue: true, admin: true }, '/admin/security'],
    ['/admin/security', { ...nobody, isFactorDue: true, admin: true }, null],
    ['/admin/logout', { ...nobody, isFactorDue: true, admin: true }, null],
    ['/superadmin', { ...nobody, isFactorDue: true, super: true }, '/superadmin/security'],
    ['/superadmin/login', { ...nobody, isFactorDue: true, super: true }, '/superadmin/security'],
    ['/admin/settings', { ...due, admin: true }, '/admin/choose-password'],
    ['/admin/login', { ...due, admin: true }, '/admin/choose-password'],
    ['/admin/logout', { ...due, admin: true }, null],
    ['/admin/choose-password', { ...due, admin: true }, null],
  ];
  it.each(table)('%s', (path, who, to) => expect(guard(path, who)).toBe(to));
});

describe('guard', () => {
  const table: readonly (readonly [string, SignedIn, string | null])[] = [
    // path                    who       goes to
    ['/', nobody, null],
    ['/', member, '/user/dashboard'],
    ['//', member, '/user/dashboard'],
    ['/', admin, null],
    ['/register', nobody, null],
    ['/register', member, '/user/dashboard'],
    ['/Register/', member, '/user/dashboard'],
    ['/register', admin, null],
    ['/admin/login', nobody, null],
    ['/admin/login/', nobody, null],
    ['/admin/login', member, null],
    ['/admin/login', admin, '/admin/dashboard'],
    ['/ADMIN/%6cogin', admin, '/admin/dashboard'],
    ['/superadmin/login', nobody, null],
    ['/superadmin/login', admin, null],
    ['/superadmin/login', platform, '/superadmin/dashboard'],
    ['/admin/logout', admin, null],
    ['/superadmin/logout', platform, null],
    ['/admin/login/more', nobody, '/admin/login'],
    ['/user-else', nobody, '/'],
    ['/fogot-password', nobody, null],
    ['/fogot-password', member, null],
    ['/forgot-password', nobody, '/fogot-password'],
    ['/forgot-password/', member, '/fogot-password'],
    ['/privacy-policy', nobody, null],
    ['/privacy-policy', member, null],
    ['/api', nobody, null],
    ['/api/v1/user/auth/login', nobody, null],
    ['/api/v1/admin/auth/list', member, null],
    ['/no-such-page', nobody, null],
  ];
  it.each(table)('%s', (path, who, target) => expect(guard(path, who)).toBe(target));
});

describe('canonicalPath', () => {
  const table: readonly (readonly [string, string])[] = [
    ['', '/'],
    ['/', '/'],
    ['/../..', '/'],
    ['/a/./b/../c/', '/a/c'],
    ['/A%2fB', '/a/b'],
    ['/100%', '/100%'],
    ['/%%32f', '/'],
  ];
  it.each(table)('%j is %s', (path, canonical) => expect(canonicalPath(path)).toBe(canonical));
});

describe('areaOf', () => {
  const table: readonly (readonly [string, string | null])[] = [
    ['/', 'member'],
    ['/register', 'member'],
    ['/USER/profile', 'member'],
    ['/admin/login', 'admin'],
    ['/admin', 'admin'],
    ['/superadmin/x', 'super'],
    ['/privacy-policy', null],
    ['/fogot-password', null],
    ['/admin/dashboard/..%2f..%2fapi', 'admin'],
    ['/admin/..%2f', 'admin'],
  ];
  it.each(table)('%s is %s', (path, kind) => expect(areaOf(path)).toBe(kind));
});
