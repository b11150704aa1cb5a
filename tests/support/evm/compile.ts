/** Compiles the contracts of the tests. `compiled.json` has the result, because compiling takes seconds. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import solc from 'solc';

const require = createRequire(import.meta.url);
const SOURCE = 'tests/support/evm/contracts.sol';
const SETTINGS = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'paris',
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
};

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<string, Readonly<Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>>>
  >;
}

/** Bytecode in hex without `0x`, by the name of the contract. @throws Error with the compiler's messages */
export function compileContracts(): Record<string, string> {
  const input = {
    language: 'Solidity',
    sources: { [SOURCE]: { content: fs.readFileSync(SOURCE, 'utf8') } },
    settings: SETTINGS,
  };
  const findImport = (name: string) => ({ contents: fs.readFileSync(require.resolve(name), 'utf8') });
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: findImport })) as Output;
  const errors = output.errors?.filter(({ severity }) => severity === 'error') ?? [];
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const contracts = Object.entries(output.contracts[SOURCE] ?? {});
  return Object.fromEntries(contracts.map(([name, { evm }]) => [name, evm.bytecode.object]));
}
