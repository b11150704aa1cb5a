/** A chain in memory: an EVM in JavaScript, contracts on it and calls to them. */
import { createEVM, type Evm } from '@ethereumjs/evm';
import { createAddressFromString } from '@ethereumjs/util';
import { toChecksumAddress } from '@/lib/accounts/wallet.rules.ts';
import { keccak256 } from '@/lib/launch/pack/keccak.ts';

const GAS_LIMIT = 10_000_000n;
const TOPICS = { transfer: 'transfer(address,uint256)', balanceOf: 'balanceOf(address)' } as const;

export const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
export const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');
/** A dynamic array of hashes, for the end of a call. */
export const encodedArray = (hashes: readonly string[]): string =>
  word(hashes.length) + hashes.map((hash) => hash.slice(2)).join('');

const selector = (signature: string): string => keccak256(Buffer.from(signature)).toString('hex', 0, 4);

export interface Chain {
  /** The address of the new contract. @param bytecode in hex without `0x`, and the words of the constructor's arguments */
  deploy(bytecode: string): Promise<string>;
  /** Sends a call to a contract from an account that owns nothing. @returns null, or the reason for which it was reverted */
  send(to: string, signature: string, encoded: string): Promise<string | null>;
  /** From the account that deployed the contracts. @throws Error when reverted */
  transfer(token: string, to: string, units: bigint): Promise<void>;
  balanceOf(token: string, owner: string): Promise<bigint>;
}

const DEPLOYER = `0x${'d'.repeat(40)}`;
const STRANGER = `0x${'5'.repeat(40)}`;

async function run(evm: Evm, from: string, to: string | null, hex: string) {
  const caller = createAddressFromString(from);
  const { createdAddress, execResult } = await evm.runCall({
    caller,
    data: Buffer.from(hex, 'hex'),
    gasLimit: GAS_LIMIT,
    ...(to !== null && { to: createAddressFromString(to) }),
  });
  return { createdAddress, error: execResult.exceptionError?.error ?? null, returned: execResult.returnValue };
}

/** The text of `Error(string)`, or what the EVM says. */
function reasonOf(error: string, returned: Uint8Array): string {
  if (returned.length < 68) return error;
  const length = Number(Buffer.from(returned.subarray(36, 68)).readBigUInt64BE(24));
  return Buffer.from(returned.subarray(68, 68 + length)).toString();
}

export async function openChain(): Promise<Chain> {
  const evm = await createEVM();
  return {
    deploy: async (bytecode) => {
      const { createdAddress, error } = await run(evm, DEPLOYER, null, bytecode);
      if (error !== null || !createdAddress) throw new Error(`the contract was not deployed: ${error}`);
      return toChecksumAddress(createdAddress.toString());
    },
    send: async (to, signature, encoded) => {
      const { error, returned } = await run(evm, STRANGER, to, selector(signature) + encoded);
      return error === null ? null : reasonOf(error, returned);
    },
    transfer: async (token, to, units) => {
      const { error } = await run(evm, DEPLOYER, token, selector(TOPICS.transfer) + addressWord(to) + word(units));
      if (error !== null) throw new Error(`the transfer was reverted: ${error}`);
    },
    balanceOf: async (token, owner) => {
      const { returned } = await run(evm, STRANGER, token, selector(TOPICS.balanceOf) + addressWord(owner));
      return BigInt(`0x${Buffer.from(returned).toString('hex')}`);
    },
  };
}
