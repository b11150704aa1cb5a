/** The part of JSON Schema (2020-12) that the contracts' forms come out as. */
import * as z from 'zod/v4/core';

export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  pattern?: string;
  description?: string;
}

const known = { input: new WeakMap<z.$ZodType, JsonSchema>(), output: new WeakMap<z.$ZodType, JsonSchema>() };

/**
 * Made once for each form: the forms of all calls take a tenth of a second of the main thread.
 * @param io `input`: what may be sent; `output`: what is answered. Checks that are code and not form are left out.
 */
export function schemaOf(type: z.$ZodType, io: 'input' | 'output'): JsonSchema {
  const made = known[io].get(type);
  if (made) return made;
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as JsonSchema & {
    $schema?: string;
  };
  known[io].set(type, schema);
  return schema;
}
