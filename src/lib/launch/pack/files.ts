/** The texts of the files of a pack (docs/launch.md, Files). Each is made in parts, so that no string has a whole file. */
import { createHash } from 'node:crypto';
import { formatDecimal } from '../../core/money.ts';
import { hexNode, proofOf, rootOf } from './trees.ts';
import {
  type Allocation,
  type Claims,
  type Holder,
  type PackFile,
  TOKEN_DECIMALS,
  TREE_KINDS,
  type Tree,
  type TreeKind,
} from './types.ts';

const PART_CHARACTERS = 1 << 20;

/** Joins texts of ASCII and hashes them. */
export function fileOf(name: string, texts: Iterable<string>): PackFile {
  const digest = createHash('sha256');
  const parts: Buffer[] = [];
  let waiting = '';
  const flush = (): void => {
    const part = Buffer.from(waiting, 'latin1');
    digest.update(part);
    parts.push(part);
    waiting = '';
  };
  for (const text of texts) {
    waiting += text;
    if (waiting.length >= PART_CHARACTERS) flush();
  }
  flush();
  return { name, bytes: Buffer.concat(parts), sha256: digest.digest('hex') };
}

/** Whole tokens with as many decimals as needed: 1500000000000000000n is '1.5'. */
export const inTokens = (units: bigint): string => formatDecimal(units, TOKEN_DECIMALS).replace(/\.?0+$/, '');

/** Bytes in hex, as ethers writes a BigNumber: an even number of digits. */
const inHex = (units: bigint): string => {
  const digits = units.toString(16);
  return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`;
};

/** Items of a JSON array or object, each on a line of its own. */
function* lines<T>(items: Iterable<T>, textOf: (item: T, index: number) => string): Generator<string> {
  let index = 0;
  for (const item of items) {
    yield `${index === 0 ? '' : ','}\n${textOf(item, index)}`;
    index += 1;
  }
}

function* nodesOf({ nodes }: Tree): Generator<string> {
  for (let position = 0; position * 32 < nodes.length; position++) yield `"${hexNode(nodes, position)}"`;
}

/** Every allocation with its unlock date; empty for what is free from the start. */
export function* allocationsCsv(allocations: readonly Allocation[]): Generator<string> {
  yield 'address,amount,unlock_at\n';
  for (const { address, units, unlockAt } of allocations) yield `${address},${inTokens(units)},${unlockAt ?? ''}\n`;
}

/** For a campaign of Sablier. Its indexes are the numbers of the rows from 0. */
export function* sablierCsv(holders: readonly Holder[]): Generator<string> {
  yield 'address,amount\n';
  for (const { address, units } of holders) yield `${address},${inTokens(units)}\n`;
}

/** For the app "CSV Airdrop" of a Safe. */
export function* safeCsv(holders: readonly Holder[], tokenAddress: string): Generator<string> {
  yield 'token_type,token_address,receiver,amount\n';
  for (const { address, units } of holders) yield `erc20,${tokenAddress},${address},${inTokens(units)}\n`;
}

/** What `StandardMerkleTree.load` of @openzeppelin/merkle-tree reads. */
export function* openzeppelinJson({ holders, trees: { openzeppelin } }: Claims): Generator<string> {
  yield '{"format":"standard-v1","leafEncoding":["address","uint256"],"tree":[';
  yield* lines(nodesOf(openzeppelin), (node) => node);
  yield '\n],"values":[';
  yield* lines(
    holders,
    ({ address, units }, index) => `{"value":["${address}","${units}"],"treeIndex":${openzeppelin.leafAt[index]}}`,
  );
  yield '\n]}\n';
}

/** As the scripts of Uniswap's merkle-distributor write it. */
export function* uniswapJson({ holders, trees: { uniswap } }: Claims, totalUnits: bigint): Generator<string> {
  yield `{"merkleRoot":"${rootOf('uniswap', uniswap)}","tokenTotal":"${inHex(totalUnits)}","claims":{`;
  yield* lines(holders, ({ address, units }, index) => {
    const proof = proofOf('uniswap', uniswap, index);
    return `"${address}":${JSON.stringify({ index, amount: inHex(units), proof })}`;
  });
  yield '\n}}\n';
}

/**
 * Everything that any claim is made from, to be published.
 * @param head what identifies the pack
 */
export function* claimsJson({ holders, trees }: Claims, head: object): Generator<string> {
  yield `{"format":"launch-claims-v1",${JSON.stringify(head).slice(1, -1)},"kinds":${JSON.stringify(TREE_KINDS)},"holders":[`;
  yield* lines(holders, ({ address, units }, index) =>
    JSON.stringify([address, String(units), ...TREE_KINDS.map((kind) => trees[kind].leafAt[index])]),
  );
  yield '\n],"nodes":{';
  for (const [at, kind] of TREE_KINDS.entries()) {
    yield `${at === 0 ? '' : ','}\n"${kind}":[`;
    yield* lines(nodesOf(trees[kind]), (node) => node);
    yield '\n]';
  }
  yield '}}\n';
}

interface ClaimsFile {
  readonly format: string;
  readonly holders: readonly (readonly [string, string, ...number[]])[];
  readonly nodes: Readonly<Record<TreeKind, readonly string[]>>;
}

/** Reads a file of `claimsJson`. @throws Error for another format */
export function readClaims(bytes: Uint8Array): Claims {
  const file = JSON.parse(Buffer.from(bytes).toString('latin1')) as ClaimsFile;
  if (file.format !== 'launch-claims-v1') throw new Error(`claims of the format ${file.format} cannot be read`);
  const treeOf = (kind: TreeKind, at: number): Tree => ({
    nodes: Buffer.from(file.nodes[kind].map((node) => node.slice(2)).join(''), 'hex'),
    leafAt: Uint32Array.from(file.holders, (holder) => Number(holder[2 + at])),
  });
  const [openzeppelin, uniswap, sablier] = TREE_KINDS.map(treeOf) as [Tree, Tree, Tree];
  return {
    holders: file.holders.map(([address, units]) => ({ address, units: BigInt(units) })),
    trees: { openzeppelin, uniswap, sablier },
  };
}
