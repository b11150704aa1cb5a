/** Makes a launch pack: the same bytes for the same allocations, in whatever order they come (docs/launch.md). */
import { allocationsCsv, claimsJson, fileOf, openzeppelinJson, sablierCsv, safeCsv, uniswapJson } from './files.ts';
import { checkHolders, checkSettings, holdersOf, mergedAllocations, sumOf } from './holders.ts';
import { makeTree, rootOf } from './trees.ts';
import { type Allocation, type Claims, type Pack, type PackFile, type PackSettings, TOKEN_DECIMALS } from './types.ts';

interface Lot {
  readonly unlockAt: string | null;
  readonly file: PackFile;
  readonly holders: number;
  readonly totalUnits: string;
  readonly sablierRoot: string;
}

/** A file for each unlock date, if there are several: each can be a campaign of its own. */
function lotsOf(allocations: readonly Allocation[]): Lot[] {
  const dates = [...new Set(allocations.map(({ unlockAt }) => unlockAt ?? ''))].sort();
  if (dates.length < 2) return [];
  return dates.map((date) => {
    const lot = allocations.filter(({ unlockAt }) => (unlockAt ?? '') === date);
    return {
      unlockAt: date === '' ? null : date,
      file: fileOf(`lot-${date === '' ? 'unlocked' : date}.csv`, sablierCsv(lot)),
      holders: lot.length,
      totalUnits: String(sumOf(lot)),
      sablierRoot: rootOf('sablier', makeTree('sablier', lot)),
    };
  });
}

function manifestOf(head: object, lots: readonly Lot[], files: readonly PackFile[]): PackFile {
  const manifest = {
    format: 'launch-pack-v1',
    ...head,
    lots: lots.map(({ file, ...lot }) => ({ ...lot, file: file.name })),
    files: files.map(({ name, bytes, sha256 }) => ({ name, bytes: bytes.length, sha256 })),
  };
  return fileOf('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]);
}

/**
 * Takes some seconds and a few hundred MB for 100,000 holders: run it in a process of its own.
 * @param onProgress called with per cent, from 0 to 100
 * @throws ApiError `invalid` for an address that cannot receive tokens, a wrong amount, or a sum that is not the ledger's
 */
export function makePack(
  allocations: readonly Allocation[],
  settings: PackSettings,
  onProgress: (percent: number) => void = () => {},
): Pack {
  const tokenAddress = checkSettings(settings);
  const merged = mergedAllocations(allocations, tokenAddress);
  const holders = holdersOf(merged);
  checkHolders(holders, settings.totalUnits);
  onProgress(20);
  const openzeppelin = makeTree('openzeppelin', holders);
  onProgress(35);
  const uniswap = makeTree('uniswap', holders);
  onProgress(45);
  const sablier = makeTree('sablier', holders);
  onProgress(60);
  const claims: Claims = { holders, trees: { openzeppelin, uniswap, sablier } };
  const roots = {
    openzeppelin: rootOf('openzeppelin', openzeppelin),
    uniswap: rootOf('uniswap', uniswap),
    sablier: rootOf('sablier', sablier),
  };
  const head = {
    symbol: settings.symbol,
    tokenAddress,
    chainId: settings.chainId,
    decimals: TOKEN_DECIMALS,
    holders: holders.length,
    totalUnits: String(settings.totalUnits),
    roots,
  };
  const lots = lotsOf(merged);
  const files = [
    fileOf('allocations.csv', allocationsCsv(merged)),
    fileOf('openzeppelin.json', openzeppelinJson(claims)),
    fileOf('uniswap.json', uniswapJson(claims, settings.totalUnits)),
    fileOf('sablier.csv', sablierCsv(holders)),
    fileOf('safe-airdrop.csv', safeCsv(holders, tokenAddress)),
    ...lots.map(({ file }) => file),
  ];
  onProgress(85);
  const { holders: count, ...published } = head;
  files.push(fileOf('claims.json', claimsJson(claims, { ...published, count })));
  files.push(manifestOf(head, lots, files));
  onProgress(100);
  return { files, roots, claims };
}
