/** Contracts and the pages under `src/pages/api` against each other: a call is served by the file of its own path. */
import type { Contract } from '../../../src/lib/core/contract.ts';
import type { Source } from './sources.ts';

export interface NamedContract {
  /** As exported. */
  readonly name: string;
  /** Of the file that exports it, from the root. */
  readonly file: string;
  readonly contract: Pick<Contract, 'method' | 'path'>;
}

export function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

/** The address that a page file under `src/pages` is reached by. */
export function addressOf(file: string): string {
  return file
    .replace(/^src\/pages/, '')
    .replace(/\.ts$/, '')
    .replace(/\/index$/, '');
}

function serves(page: Source, { name, file }: NamedContract): boolean {
  return page.imports.some((it) => it.target === file && it.names.includes(name));
}

/** What is wrong between the contracts and the pages, one sentence each. */
export function mismatches(contracts: readonly NamedContract[], pages: readonly Source[]): string[] {
  const out: string[] = [];
  const byAddress = new Map(pages.map((page) => [addressOf(page.path), page]));
  const calls = new Set<string>();
  for (const named of contracts) {
    const { name, contract } = named;
    const call = `${contract.method} ${contract.path}`;
    if (calls.has(call)) out.push(`${call} has two contracts`);
    calls.add(call);
    if (!contract.path.startsWith('/api/v1/')) out.push(`${name} lies outside /api/v1`);
    const page = byAddress.get(contract.path);
    if (!page) out.push(`${call} (${name}) has no page`);
    else if (!serves(page, named)) out.push(`${page.path} does not serve ${name}, whose path it has`);
  }
  for (const page of pages) {
    const served = contracts.filter((named) => serves(page, named));
    if (served.length === 0) out.push(`${page.path} serves no contract`);
    for (const { name, contract } of served) {
      if (contract.path !== addressOf(page.path))
        out.push(`${page.path} serves ${name}, whose path is ${contract.path}`);
    }
  }
  return [...new Set(out)];
}
