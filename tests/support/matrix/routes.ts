/** What the build serves, and what the contracts say of it. */
import fs from 'node:fs';
import type { Contract } from '../../../src/lib/core/contract.ts';
import { isContract } from '../tidy/routes.ts';

export interface Route {
  /** As Astro has it: `/api/v1/media/[id]`. */
  readonly route: string;
  readonly type: string;
}

/** Read off the manifest that the built program goes by. */
export function routesOfBuild(): Route[] {
  const text = fs.readFileSync('dist/server/entry.mjs', 'utf8');
  const found = [...text.matchAll(/"routeData":\{"route":"([^"]+)","isIndex":(?:true|false),"type":"(\w+)"/g)];
  return found.map(([, route = '', type = '']) => ({ route, type }));
}

const modules = import.meta.glob<Record<string, unknown>>('../../../src/lib/*/*contract.ts', { eager: true });

export const CONTRACTS: readonly Contract[] = Object.values(modules).flatMap((exported) =>
  Object.values(exported).filter(isContract),
);

export const nameOf = ({ method, path }: Pick<Contract, 'method' | 'path'>): string => `${method} ${path}`;

/** Every key that an input may have, through unions and wrappers. */
function keysOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const def = '_zod' in schema ? (schema as { _zod: { def: Record<string, unknown> } })._zod.def : null;
  if (!def) return [];
  if (typeof def.shape === 'object' && def.shape !== null) return Object.keys(def.shape);
  const inner = [def.in, def.out, def.innerType, ...(Array.isArray(def.options) ? def.options : [])];
  return inner.flatMap((it) => keysOf(it, seen));
}

/**
 * Keys that end like ids and name no row: the company has a test of its own, the order number is the buyer's invention, and
 * a member ID is what lists are searched by.
 */
const NO_ROW = new Set(['companyId', 'purchaseId', 'memberId']);

/** The fields of a call that name a row. */
export function rowFieldsOf(contract: Contract): string[] {
  return [...new Set(keysOf(contract.input))].filter((key) => /^(id|ids|\w+Ids?)$/.test(key) && !NO_ROW.has(key));
}

export function takesCompany(contract: Contract): boolean {
  return keysOf(contract.input).includes('companyId');
}
