/**
 * Texts of admins that buyers read. The field of each such text is marked here, and the endpoint checks all marked fields
 * (`http/buyer-texts.ts`), because only the server knows which numbers are the buyer's own (docs/decisions/0670).
 */
import { boundedText } from './fields.ts';
import type * as z from './zod.ts';

const MARKED = new WeakSet<object>();

/** One line of text that buyers read. @param label the name of the field in messages */
export function textToBuyers(label: string, min: number, max: number) {
  const field = boundedText(label, min, max);
  MARKED.add(field);
  return field;
}

interface Def {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly options?: readonly z.ZodMiniType[];
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly out?: z.ZodMiniType;
}

/** The strings of a schema, each with the name of its field at the top. */
export function textFields(schema: z.ZodMiniType, field = '', seen = new Set<unknown>()): Map<z.ZodMiniType, string> {
  if (seen.has(schema)) return new Map();
  seen.add(schema);
  const def = schema._zod.def as Def & { readonly type: string };
  if (def.type === 'string') return new Map([[schema, field]]);
  const parts = [def.innerType, def.element, def.in, def.out, ...(def.options ?? [])];
  const all = new Map<z.ZodMiniType, string>();
  for (const part of parts) if (part) for (const [it, name] of textFields(part, field, seen)) all.set(it, name);
  for (const [name, part] of Object.entries(def.shape ?? {}))
    for (const [it, top] of textFields(part, field || name, seen)) all.set(it, top);
  return all;
}

export const isToBuyers = (schema: z.ZodMiniType): boolean => MARKED.has(schema);

/** The names of the fields of an input that buyers read. */
export function buyerFields(input: z.ZodMiniType): string[] {
  return [...textFields(input)].flatMap(([schema, name]) => (isToBuyers(schema) ? [name] : []));
}
