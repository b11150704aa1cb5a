/** What the build serves, and what the contracts say of it. */
import fs from 'node:fs';
import type { Contract } from '../../../src/lib/core/contract.ts';
import { isContract } from '../tidy/routes.ts';

export interface Route {
  /** As Astro has it: `/api/v1/media/[id]`. */
  readonly route: string;
  readonly type: string;
}

/** From the manifest of the built program. */
export function routesOfBuild(): Route[] {
  const text = fs.readFileSync('dist/server/entry.mjs', 'utf8');
  const routes = [...text.matchAll(/"routeData":\{"route":"([^"]+)","isIndex":(?:true|false),"type":"(\w+)"/g)];
  return routes.map(([, route = '', type = '']) => ({ route, type }));
}

const modules = import.meta.glob<Record<string, unknown>>('../../../src/lib/*/**/contract.ts', { eager: true });

export const CONTRACTS: readonly Contract[] = Object.values(modules).flatMap((exported) =>
  Object.values(exported).filter(isContract),
);

export const nameOf = ({ method, path }: Pick<Contract, 'method' | 'path'>): string => `${method} ${path}`;

const elementOf = (schema: unknown): unknown =>
  typeof schema === 'object' && schema !== null && '_zod' in schema
    ? (schema as { _zod: { def: { element?: unknown } } })._zod.def.element
    : undefined;

/** Every key that an input may have, through unions and wrappers, and those of the objects in its lists. */
function keysOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const def = '_zod' in schema ? (schema as { _zod: { def: Record<string, unknown> } })._zod.def : null;
  if (!def) return [];
  if (typeof def.shape === 'object' && def.shape !== null)
    return [...Object.keys(def.shape), ...Object.values(def.shape).flatMap((it) => keysOf(elementOf(it), seen))];
  const inner = [def.in, def.out, def.innerType, ...(Array.isArray(def.options) ? def.options : [])];
  return inner.flatMap((it) => keysOf(it, seen));
}

/**
 * Keys that end like ids and name no row: the company has a test of its own, the order number is the buyer's invention, and
 * a member ID is what lists are searched by.
 */
const NO_ROW = new Set(['companyId', 'purchaseId', 'memberId', 'chainId']);

/** The fields of a call that name a row. */
export function rowFieldsOf(contract: Contract): string[] {
  return [...new Set(keysOf(contract.input))].filter((key) => /^(id|ids|\w+Ids?)$/.test(key) && !NO_ROW.has(key));
}

export function takesCompany(contract: Contract): boolean {
  return keysOf(contract.input).includes('companyId');
}
