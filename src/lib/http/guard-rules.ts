import { FORGOT_PASSWORD_RESPELT, PATHS } from '../core/paths.ts';

/*
 * Where a page request is sent instead, by who is signed in. It compares a canonical form of the path, so no other
 * spelling of a protected page gets past; every target is canonical and lets its own kind of visitor through, so a
 * redirect is never followed by another.
 */

/** Which kinds of session the request carries, each already checked against the database. */
export interface SignedIn {
  readonly member: boolean;
  readonly admin: boolean;
  readonly super: boolean;
  /** The account can do nothing but choose a password. */
  readonly isPasswordDue?: boolean;
  /** The session may do nothing but add a second factor. */
  readonly isFactorDue?: boolean;
}

const DECODE_ROUNDS_MAX = 10;

/** One decoding of each `%XX`. By byte, so a malformed sequence next to it can't hide an encoded letter or slash. */
function decodeOnce(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * The one spelling of a path: decoded until nothing changes, `\` as `/`, without `;` parameters, query, control
 * characters and spaces, dots resolved, slashes single, none at the end, lower case.
 */
export function canonicalPath(path: string): string {
  let text = path;
  for (let round = 0; round < DECODE_ROUNDS_MAX && text.includes('%'); round++) text = decodeOnce(text);
  const [beforeQuery = ''] = text.split(/[?#]/, 1);
  const out: string[] = [];
  for (const part of beforeQuery.replaceAll('\\', '/').split('/')) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    const segment = part.replace(/;.*$/su, '').replace(/[\u0000-\u0020\u007f-\u00a0]/g, '');
    if (segment === '..') out.pop();
    else if (segment !== '' && segment !== '.') out.push(segment);
  }
  return `/${out.join('/')}`.toLowerCase();
}

type Kind = 'member' | 'admin' | 'super';

interface Area {
  readonly prefix: string;
  readonly login: string;
  readonly home: string;
  readonly kind: Kind;
  /** Where an account with a password that is due is sent, and the pages that it may still open. */
  readonly choosePassword?: string;
  /** Where a session that must add a second factor is sent. */
  readonly security?: string;
  readonly logout?: string;
}

const AREAS: readonly Area[] = [
  {
    prefix: PATHS.user,
    login: PATHS.login,
    home: PATHS.userDashboard,
    kind: 'member',
    choosePassword: PATHS.choosePassword,
  },
  {
    prefix: PATHS.admin,
    login: PATHS.adminLogin,
    home: PATHS.adminDashboard,
    kind: 'admin',
    choosePassword: PATHS.adminChoosePassword,
    security: PATHS.adminSecurity,
    logout: PATHS.adminLogout,
  },
  {
    prefix: PATHS.superadmin,
    login: PATHS.superadminLogin,
    home: PATHS.superadminDashboard,
    kind: 'super',
    security: PATHS.superadminSecurity,
    logout: PATHS.superadminLogout,
  },
];

function singleSlashes(path: string): string {
  return path.toLowerCase().replace(/\/+/g, '/');
}

/**
 * The path to send the request to, or null to serve it. Takes the path as it came, not its canonical form. Paths under `/api` are
 * never redirected.
 */
export function guard(path: string, signedIn: SignedIn): string | null {
  const at = canonicalPath(path);
  const { isPasswordDue = false, isFactorDue = false } = signedIn;
  if (at === FORGOT_PASSWORD_RESPELT) return PATHS.forgotPassword;
  // A path that only leads out of its area by encoded dots or parameters belongs to it: the router may not resolve them.
  const asSent = singleSlashes(path);
  for (const area of AREAS) {
    if (asSent.startsWith(area.prefix) && !at.startsWith(area.prefix) && !signedIn[area.kind]) return area.login;
  }
  if (at === PATHS.register && signedIn.member) return isPasswordDue ? PATHS.choosePassword : PATHS.userDashboard;
  for (const area of AREAS) {
    const isIn = signedIn[area.kind];
    const first = isPasswordDue ? area.choosePassword : isFactorDue ? area.security : undefined;
    const home = first ?? area.home;
    if (at === area.login) return isIn ? home : null;
    if (!at.startsWith(area.prefix)) continue;
    if (!isIn) return area.login;
    if (isPasswordDue || isFactorDue) return at === home || at === area.logout ? null : home;
    return at === area.prefix ? home : null;
  }
  return null;
}

/** Which session a page asks for, null for a public one: what a request reads and slides. Takes the path as it came. */
export function areaOf(path: string): Kind | null {
  const at = canonicalPath(path);
  if (at === PATHS.register) return 'member';
  const own = AREAS.find((area) => at === area.login || at.startsWith(area.prefix));
  const left = AREAS.find((area) => singleSlashes(path).startsWith(area.prefix));
  return (at === PATHS.login && left ? left : (own ?? left))?.kind ?? null;
}
