/** Every call of the API, gathered from the contracts themselves: none can be forgotten, and none invented. */
import type { Contract } from '../../core/contract.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../*/**/contract.ts', { eager: true });

export interface NamedContract {
  /** The name it is exported by: unique, and the `operationId`. */
  readonly name: string;
  readonly contract: Contract;
}

function isContract(value: unknown): value is Contract {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'input' in value &&
    'output' in value
  );
}

/** By path, then by method. */
export const CALLS: readonly NamedContract[] = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, it]) => (isContract(it) ? [{ name, contract: it }] : []))
  .sort((a, b) =>
    `${a.contract.path} ${a.contract.method}`.localeCompare(`${b.contract.path} ${b.contract.method}`, 'en'),
  );
