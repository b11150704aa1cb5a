import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { t } from '../core/texts.ts';
import { fitsChain, parseWallet } from '../core/wallet.ts';
import { TOKEN_CONTRACTS } from './token-contracts.rules.ts';

type Hash = (bytes: Uint8Array) => Uint8Array;

/**
 * Writes an EVM address (`0x` and 40 hex digits) in the mixed case of EIP-55, which is its checksum.
 * @param keccak256 another implementation, for those who check many
 */
export function toChecksumAddress(address: string, keccak256: Hash = keccak_256): string {
  const lower = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak256(utf8ToBytes(lower)));
  let checksummed = '0x';
  for (let index = 0; index < lower.length; index++) {
    const digit = lower.charAt(index);
    checksummed += Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit;
  }
  return checksummed;
}

/**
 * Accepts an address in one case, which has no checksum (EIP-55), or with a valid checksum. A wrong checksum means a mistyped address, where tokens would
 * be lost.
 * @returns the checksummed address; null if it is invalid
 */
export function readWalletAddress(text: string, keccak256: Hash = keccak_256): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null;
  const checksummed = toChecksumAddress(text, keccak256);
  const digits = text.slice(2);
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return hasOneCase || text === checksummed ? checksummed : null;
}

/**
 * No key is known for the first 65,536 addresses. 0x01 to 0x11 are precompiles of Ethereum since Prague, 0x100 since Osaka; 0x64 to
 * 0xff and 0x800 to 0x80f are precompiles of rollups and side chains; 0xdead is where tokens are burnt.
 */
const RESERVED_PREFIX = `0x${'0'.repeat(36)}`;
/** Contracts that every chain of the OP Stack has: 0x42000000000000000000000000000000000000 and two bytes. */
const PREDEPLOYS_PREFIX = `0x42${'0'.repeat(34)}`;
const SPECIAL: Readonly<Record<string, string>> = {
  '0xdead000000000000000042069420694206942069': 'an address where tokens are burnt',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee': 'a placeholder for the coin of the chain',
  '0xfffffffffffffffffffffffffffffffffffffffe': 'the system address of Ethereum',
  '0xffffffffffffffffffffffffffffffffffffffff': 'an address without an owner',
};
const LOST = 'Tokens sent there are lost. Enter the address of your own wallet.';

const TOKENS: ReadonlyMap<string, string> = new Map(
  TOKEN_CONTRACTS.map(([address, token]) => [address.toLowerCase(), token]),
);

const RESERVED = `${RESERVED_PREFIX}|${PREDEPLOYS_PREFIX}|${Object.keys(SPECIAL).join('|')}`;
const reserved = new RegExp(`^(${RESERVED})`);
/** The addresses in lower case of which `walletProblem` says something, for searches in the database. */
export const REFUSED_WALLETS = `^(${RESERVED}|${[...TOKENS.keys()].join('|')})`;

/** A sentence for an address with a valid checksum or in one case that has no owner; null for any other. */
export function reservedProblem(address: string): string | null {
  const lower = address.toLowerCase();
  if (!reserved.test(lower)) return null;
  const value = BigInt(lower);
  if (value === 0n) return `This is the zero address, which belongs to nobody. ${LOST}`;
  if (value <= 0x11n) return `This address is a precompiled contract of the chain, not a wallet. ${LOST}`;
  if (lower.startsWith(RESERVED_PREFIX)) return `This address is reserved by the chain. It is not a wallet. ${LOST}`;
  if (lower.startsWith(PREDEPLOYS_PREFIX)) return `This address is a system contract, not a wallet. ${LOST}`;
  return `This address is ${SPECIAL[lower]}, not a wallet. ${LOST}`;
}

/** A sentence for what is wrong with an address with a valid checksum or in one case; null if it may receive tokens. */
export function walletProblem(address: string): string | null {
  const token = TOKENS.get(address.toLowerCase());
  if (token === undefined) return reservedProblem(address);
  return t(
    'This is the contract of the token {token}, not a wallet. Tokens sent there are lost. Enter the address of your own wallet.',
    { token },
  );
}

/**
 * Reads an address as a member types it.
 * @param chainId of the token; null while it is not set
 * @returns the checksummed address, or a sentence for what is wrong
 */
export function readTypedWallet(
  text: string,
  chainId: bigint | null,
): { readonly address: string; readonly problem: null } | { readonly address: null; readonly problem: string } {
  const typed = parseWallet(text);
  if (typed && !fitsChain(typed, chainId))
    return {
      address: null,
      problem: t(
        'This address is for another chain. Please enter your address on the chain of the token, without a name before it.',
      ),
    };
  const address = typed && readWalletAddress(typed.address);
  if (!address) return { address: null, problem: t('This wallet address has a wrong checksum. Please copy it again.') };
  const problem = walletProblem(address);
  return problem === null ? { address, problem } : { address: null, problem };
}
