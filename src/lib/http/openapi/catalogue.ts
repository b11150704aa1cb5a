/** Every call of the API, gathered from the contracts themselves: none can be forgotten, and none invented. */
import type { Contract } from '../../core/contract.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../*/*contract.ts', { eager: true });

export interface NamedContract {
  /** The name it is exported by: unique, and the `operationId`. */
  readonly name: string;
  readonly contract: Contract;
}

function isContract(it: unknown): it is Contract {
  return typeof it === 'object' && it !== null && 'method' in it && 'path' in it && 'input' in it && 'output' in it;
}

/** By path, then by method. */
export const CALLS: readonly NamedContract[] = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, it]) => (isContract(it) ? [{ name, contract: it }] : []))
  .sort((a, b) =>
    `${a.contract.path} ${a.contract.method}`.localeCompare(`${b.contract.path} ${b.contract.method}`, 'en'),
  );
