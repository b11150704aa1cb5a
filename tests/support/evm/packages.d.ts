/** The few declarations that tests use of these packages, so that types are checked without reading the packages' own. */

declare module 'solc' {
  const solc: {
    compile(input: string, callbacks: { import(path: string): { readonly contents: string } }): string;
  };
  export default solc;
}

declare module '@ethereumjs/util' {
  export interface Address {
    toString(): string;
  }
  export function createAddressFromString(text: string): Address;
}

declare module '@ethereumjs/evm' {
  import type { Address } from '@ethereumjs/util';

  export interface CallResult {
    readonly createdAddress?: Address;
    readonly execResult: { readonly exceptionError?: { readonly error: string }; readonly returnValue: Uint8Array };
  }
  export interface Evm {
    runCall(options: {
      readonly caller: Address;
      readonly to?: Address;
      readonly data: Uint8Array;
      readonly gasLimit: bigint;
    }): Promise<CallResult>;
  }
  export function createEVM(): Promise<Evm>;
}

declare module '@openzeppelin/merkle-tree' {
  type Value = readonly [address: string, amount: string] | readonly [index: string, address: string, amount: string];
  export class StandardMerkleTree {
    static of(values: readonly Value[], encoding: readonly string[]): StandardMerkleTree;
    static load(dump: object): StandardMerkleTree;
    readonly root: string;
    dump(): object;
    validate(): void;
    getProof(index: number): string[];
  }
}
