/** What a launch pack is made of and from (docs/launch.md). Amounts are in the token's smallest units, 18 decimals. */

/** Decimals of every token on its chain: one token is 10^18 units. */
export const TOKEN_DECIMALS = 18;

/** Files of a pack in which all stock unlocks on one date. */
export const PACK_FILES_MAX = 7;

/** An address may have several, with different unlock dates. */
export interface Allocation {
  /** `0x` and 40 hex digits, in lower case or with an EIP-55 checksum. */
  readonly address: string;
  /** Smallest units, more than 0. */
  readonly units: bigint;
  /** ISO date, `2027-01-31`; null for what is free from the start. */
  readonly unlockAt: string | null;
}

export interface PackSettings {
  readonly tokenAddress: string;
  /** EIP-155, such as 1 for Ethereum. */
  readonly chainId: number;
  readonly symbol: string;
  /** What the ledger says that all members own, in smallest units. Without the same sum no pack is made. */
  readonly totalUnits: bigint;
}

export interface PackFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** 64 hex digits. */
  readonly sha256: string;
}

export const TREE_KINDS = ['openzeppelin', 'uniswap', 'sablier'] as const;
export type TreeKind = (typeof TREE_KINDS)[number];

export interface Tree {
  /** 32 bytes for each node, in the order that `proofPositions` describes. */
  readonly nodes: Uint8Array;
  /** The node of each holder's leaf, in the order of the holders. */
  readonly leafAt: Uint32Array;
}

export interface Holder {
  /** EIP-55. */
  readonly address: string;
  readonly units: bigint;
}

/** Everything that claims are made from. The index of a holder is the position in `holders`. */
export interface Claims {
  /** By lower-case address, each once. */
  readonly holders: readonly Holder[];
  readonly trees: Readonly<Record<TreeKind, Tree>>;
}

export interface Pack {
  /** In the order of the manifest, which is the last. */
  readonly files: readonly PackFile[];
  /** `0x` and 64 hex digits each. */
  readonly roots: Readonly<Record<TreeKind, string>>;
  readonly claims: Claims;
}

/** What a holder passes to each kind of contract. Proofs go from the leaf to the root, each hash with `0x`. */
export interface Claim {
  /** EIP-55. */
  readonly address: string;
  readonly units: bigint;
  readonly openzeppelin: { readonly root: string; readonly proof: readonly string[] };
  readonly uniswap: { readonly root: string; readonly index: number; readonly proof: readonly string[] };
  readonly sablier: { readonly root: string; readonly index: number; readonly proof: readonly string[] };
}
