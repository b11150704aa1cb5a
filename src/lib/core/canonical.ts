/** What JSON can carry, besides bigint (written as its digits in a string) and undefined (left out, as JSON does). */
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
 * One text for one value, whatever order its keys came in: keys sorted by UTF-16 code unit and no spaces, as RFC 8785 has
 * it. A value that went through a `jsonb` column gives the same text again.
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
