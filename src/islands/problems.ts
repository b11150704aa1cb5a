/** What is wrong with a form, told by the contract that it is sent under. Apart from `call`: what only reads needs no zod. */
import * as z from 'zod/mini';
import type { Contract } from '@/lib/core/contract.ts';
import '@/lib/core/jitless.ts';

/**
 * The first problem of each field by its name, or null when the contract takes the input as it is.
 * Of contracts whose input comes from the query, browsers have the schema of public ones alone (`slim-contracts.mjs`).
 */
export function problemsOf<C extends Contract>(contract: C, input: unknown): Record<string, string> | null {
  const parsed = z.safeParse(contract.input, input);
  if (parsed.success) return null;
  const out: Record<string, string> = {};
  for (const issue of parsed.error.issues) out[String(issue.path[0] ?? '')] ??= issue.message;
  return out;
}
