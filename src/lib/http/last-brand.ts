/**
 * The brand that each host's site had when it was last read, for pages that must work without a database: a
 * visitor of one company never sees another's, whatever has failed.
 */
import type { Scope } from '../scope.ts';
import { type Brand, brandFor } from '../tokens/brand.ts';

/** Far more sites than one deployment has. */
const BRANDS_MAX = 1_000;
const brands = new Map<string, Brand>();

/** @param host the company's own name under which the request came; null for the deployment's */
export function keepBrand(host: string | null, scope: Scope): void {
  if (brands.size >= BRANDS_MAX) brands.clear();
  brands.set(host ?? '', brandFor(scope));
}

/** Null where no page of this host has been served yet. */
export function lastBrand(host: string | null): Brand | null {
  return brands.get(host ?? '') ?? null;
}
