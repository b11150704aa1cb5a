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

/** @param io `input`: what may be sent; `output`: what is answered. Checks that are code and not form are left out. */
export function schemaOf(type: z.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as JsonSchema & {
    $schema?: string;
  };
  return schema;
}
