/** Which addresses may receive tokens at the launch (docs/launch.md). */
import { readWalletAddress, reservedProblem, walletProblem } from '../accounts/wallet.rules.ts';

type Hash = (bytes: Uint8Array) => Uint8Array;

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
  const problem = walletProblem(address);
  return problem === null ? { address, problem } : { address: null, problem };
}

/** A sentence for what is wrong with the address of the token's contract; null if a pack can name it. */
export function tokenAddressProblem(text: string, keccak256?: Hash): string | null {
  if (readWalletAddress(text, keccak256) === null)
    return 'The token address is wrong: its characters or its checksum do not fit. Please copy it again.';
  if (reservedProblem(text) !== null)
    return 'The token address is wrong: no token can be there. Please copy it from the page of the token.';
  return null;
}

/**
 * Whether a holder can receive the token: the rule of the pack and of the checks before it.
 * @param tokenAddress null while it is not set
 * @returns as `checkHolderAddress` does
 */
export function checkReceiver(
  text: string,
  tokenAddress: string | null,
  keccak256?: Hash,
): ReturnType<typeof checkHolderAddress> {
  const checked = checkHolderAddress(text, keccak256);
  if (checked.problem !== null || checked.address.toLowerCase() !== tokenAddress?.toLowerCase()) return checked;
  return { address: null, problem: 'This is the address of the token itself. Tokens sent there are lost.' };
}
