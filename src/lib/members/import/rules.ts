/** Which lines of a file add a member, and why others do not. */
import { MOBILE_INVALID } from '../../accounts/rules.ts';
import { issueMessages } from '../../core/contract.ts';
import * as z from '../../core/zod.ts';
import { personFields } from '../contract.ts';
import type { Table, TableLine } from './columns.rules.ts';
import type { LEFT_OUT } from './contract.ts';

export interface Person {
  readonly line: number;
  readonly name: string;
  /** E.164. */
  readonly mobile: string;
  /** Lower case. */
  readonly email: string;
}

export interface LeftOut extends Person {
  readonly why: (typeof LEFT_OUT)[number];
  readonly reason: string;
}

export interface People {
  /** Valid, each address once. */
  readonly people: readonly Person[];
  readonly leftOut: readonly LeftOut[];
}

const member = z.object({ name: personFields.name, mobile: personFields.mobile, email: personFields.email });

const SHORTENED =
  'The spreadsheet has shortened the mobile number. Format the column as text and enter the number again.';

/** What a file may say in place of USER. Admins are added one at a time, some with a second admin. */
const MEMBER_ROLES = /^(|user|member|customer|investor)$/i;

/** @param toE164 null for an invalid number */
function readPerson({ cells }: TableLine, toE164: (text: string) => string | null): Omit<Person, 'line'> | string {
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(cells.mobile)) return SHORTENED;
  const parsed = z.safeParse(member, cells);
  if (!parsed.success) return issueMessages(parsed.error).join(' ');
  const mobile = toE164(parsed.data.mobile);
  if (mobile === null) return MOBILE_INVALID;
  if (!MEMBER_ROLES.test(cells.role)) return 'Only members can be imported. Please add admins with ‘Add User’.';
  return { ...parsed.data, mobile };
}

/** @param toE164 null for an invalid number */
export function readPeople({ lines }: Table, toE164: (text: string) => string | null): People {
  const people = new Map<string, Person>();
  const leftOut: LeftOut[] = [];
  for (const entry of lines) {
    const { line, cells } = entry;
    const person = readPerson(entry, toE164);
    if (typeof person === 'string') {
      const { name, mobile, email } = cells;
      leftOut.push({ line, name, mobile, email, why: 'WRONG', reason: person });
      continue;
    }
    const earlier = people.get(person.email);
    if (earlier)
      leftOut.push({ line, ...person, why: 'REPEATED', reason: `The same email as on line ${earlier.line}.` });
    else people.set(person.email, { line, ...person });
  }
  return { people: [...people.values()], leftOut };
}

export interface Plan {
  readonly fresh: readonly Person[];
  readonly leftOut: readonly LeftOut[];
}

/** @param known addresses that have an account in the company */
export function planOf({ people, leftOut }: People, known: ReadonlySet<string>): Plan {
  const knownPeople = people
    .filter(({ email }) => known.has(email))
    .map((person): LeftOut => ({ ...person, why: 'KNOWN', reason: 'Has an account already.' }));
  return { fresh: people.filter(({ email }) => !known.has(email)), leftOut: [...leftOut, ...knownPeople] };
}

export interface Counts {
  readonly known: number;
  readonly repeated: number;
  readonly wrong: number;
}

export function countsOf(leftOut: readonly LeftOut[]): Counts {
  const count = (why: LeftOut['why']): number => leftOut.filter((line) => line.why === why).length;
  return { known: count('KNOWN'), repeated: count('REPEATED'), wrong: count('WRONG') };
}

const ORDER: readonly LeftOut['why'][] = ['WRONG', 'REPEATED', 'KNOWN'];

/** What the admin has to correct first, then by line. */
export function inOrder(leftOut: readonly LeftOut[]): LeftOut[] {
  return leftOut.toSorted((a, b) => ORDER.indexOf(a.why) - ORDER.indexOf(b.why) || a.line - b.line);
}
