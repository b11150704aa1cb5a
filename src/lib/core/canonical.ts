/** JSON values, plus bigint (written as a string of digits) and undefined (left out, as in JSON). */
export type Jsonable =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly Jsonable[]
  | { readonly [key: string]: Jsonable };

/**
 * Serialises a value to one canonical text: keys sorted by UTF-16 code unit, no spaces (RFC 8785). A value that was stored in
 * a `jsonb` column gives the same text.
 */
export function canonicalJson(value: Jsonable): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('canonicalJson: not a finite number');
  if (typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const parts: string[] = [];
  for (const key of Object.keys(value).sort()) {
    if (value[key] !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  }
  return `{${parts.join(',')}}`;
}

function isList(value: object): value is readonly Jsonable[] {
  return Array.isArray(value);
}
