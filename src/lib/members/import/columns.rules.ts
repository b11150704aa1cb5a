/** What the columns of a file of members mean. */

/** What a column can mean: the fields of 'Add New User' but the password. */
export type Field = 'name' | 'mobile' | 'email' | 'role';

export interface TableLine {
  /** Of the file, from 1: the first one of a line whose quoted cells have line ends. */
  readonly line: number;
  /** Cleaned; '' where the line has no such cell. */
  readonly cells: Readonly<Record<Field, string>>;
}

export interface Table {
  readonly lines: readonly TableLine[];
  /** Names of the columns that are not used. */
  readonly unusedColumns: readonly string[];
}

/** The names of a column in small letters and digits alone. */
const NAMES: Readonly<Record<Field, RegExp>> = {
  name: /^((full|member|customer|client|investor|contact)?name|nameof(the)?(member|customer|investor))$/,
  mobile:
    /^((mobile|phone|cell|mobilephone|cellphone|telephone|tel|whatsapp)(number|no|num)?|contact(number|no|num|phone|mobile))$/,
  email: /^e?mail(address|id)?$/,
  role: /^(user)?role$/,
};
const FIELDS = Object.keys(NAMES) as Field[];
const plain = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The field that a column of this name has; null for any other column. */
export function fieldOf(header: string): Field | null {
  const text = plain(header);
  return text === '' ? null : (FIELDS.find((field) => NAMES[field].test(text)) ?? null);
}
