/** Checks a form against the contract of its call. Apart from `call`: what only reads needs no zod. */
import type { Contract } from '@/lib/core/contract.ts';
import * as z from '@/lib/core/zod.ts';

/** The first problem of each field by its name, or null when the contract takes the input as it is. */
export function problemsOf<C extends Contract>(contract: C, input: unknown): Record<string, string> | null {
  const parsed = z.safeParse(contract.input, input);
  if (parsed.success) return null;
  const out: Record<string, string> = {};
  for (const issue of parsed.error.issues) out[String(issue.path[0] ?? '')] ??= issue.message;
  return out;
}
