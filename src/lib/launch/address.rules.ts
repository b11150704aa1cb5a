/** Which addresses may receive tokens at the launch (docs/launch.md). */
import { readWalletAddress } from '../accounts/wallet.rules.ts';

/**
 * No key is known for the first 65,536 addresses. 0x01 to 0x11 are precompiles of Ethereum since Prague, 0x100 since Osaka; 0x64 to
 * 0xff and 0x800 to 0x80f are precompiles of rollups and side chains; 0xdead is where tokens are burnt.
 */
const RESERVED_BELOW = 0x10000n;
/** Contracts that every chain of the OP Stack has: 0x42000000000000000000000000000000000000 and two bytes. */
const PREDEPLOYS_PREFIX = `0x42${'0'.repeat(34)}`;
const SPECIAL: Readonly<Record<string, string>> = {
  '0xdead000000000000000042069420694206942069': 'an address where tokens are burnt',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee': 'a placeholder for the coin of the chain',
  '0xfffffffffffffffffffffffffffffffffffffffe': 'the system address of Ethereum',
  '0xffffffffffffffffffffffffffffffffffffffff': 'an address without an owner',
};
const LOST = 'Tokens sent there are lost. Enter the address of your own wallet.';

type Hash = (bytes: Uint8Array) => Uint8Array;

/** A sentence for what is wrong with an address with a valid checksum or in lower case; null if it may receive tokens. */
function reservedProblem(address: string): string | null {
  const lower = address.toLowerCase();
  const value = BigInt(lower);
  if (value === 0n) return `This is the zero address, which belongs to nobody. ${LOST}`;
  if (value <= 0x11n) return `This address is a precompiled contract of the chain, not a wallet. ${LOST}`;
  if (value < RESERVED_BELOW) return `This address is reserved by the chain. It is not a wallet. ${LOST}`;
  if (lower.startsWith(PREDEPLOYS_PREFIX)) return `This address is a system contract, not a wallet. ${LOST}`;
  const special = SPECIAL[lower];
  return special === undefined ? null : `This address is ${special}, not a wallet. ${LOST}`;
}

/**
 * Checks the address of a holder.
 * @param keccak256 another implementation, for those who check many
 * @returns the address with its EIP-55 checksum, or a sentence that says what is wrong and what to do
 */
export function checkHolderAddress(
  text: string,
  keccak256?: Hash,
): { readonly address: string; readonly problem: null } | { readonly address: null; readonly problem: string } {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text))
    return {
      address: null,
      problem: 'A wallet address is 0x and 40 digits from 0 to 9 and a to f. Copy it from your wallet.',
    };
  const address = readWalletAddress(text, keccak256);
  if (address === null)
    return {
      address: null,
      problem: 'The capital letters of this address do not fit, so it may be mistyped. Copy it from your wallet again.',
    };
  const problem = reservedProblem(address);
  return problem === null ? { address, problem } : { address: null, problem };
}
