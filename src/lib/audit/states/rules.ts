/*
 * States that the audit trail holds as digests: what a change of an account for payments, of a setting or of an admin left. A
 * verification compares the rows of today with the last of them, and so finds what was changed outside the program.
 */

/** `payees`, `settings` and `admins` are of a company, `supers` of the platform. */
export type StateKind = 'payees' | 'settings' | 'admins' | 'supers';

/** SHA-256 in hex, by the id of a row or the name of a setting. */
export type State = Readonly<Record<string, string>>;

export const COMPANY_STATES: readonly StateKind[] = ['payees', 'settings', 'admins'];
export const PLATFORM_STATES: readonly StateKind[] = ['supers'];

/** The field of an entry's `after` that holds states by kind. */
export const STATE_FIELD = 'state';

const NOUNS: Readonly<Record<StateKind, string>> = {
  payees: 'beneficiary',
  settings: 'setting',
  admins: 'admin',
  supers: 'super admin',
};

/** The states in an entry's `after`; none in an entry that has no such field. */
export function statesIn(after: unknown): ReadonlyMap<StateKind, State> {
  const field = isObject(after) ? after[STATE_FIELD] : null;
  if (!isObject(field)) return new Map();
  const kinds = [...COMPANY_STATES, ...PLATFORM_STATES].filter((kind) => isObject(field[kind]));
  return new Map(kinds.map((kind) => [kind, field[kind] as State]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The first difference between the rows of today and the last recorded state; null without one.
 * @param recorded a setting that it lacks came with a later version, and is not compared
 */
export function stateDifference(kind: StateKind, recorded: State, present: State): string | null {
  for (const key of [...new Set([...Object.keys(recorded), ...Object.keys(present)])].sort()) {
    if (recorded[key] === present[key]) continue;
    const name = `the ${NOUNS[kind]} ${key}`;
    if (recorded[key] === undefined) {
      if (kind !== 'settings') return `${name} was added without an entry`;
    } else if (present[key] === undefined) return `${name} is gone without an entry`;
    else return `${name} was changed without an entry`;
  }
  return null;
}
