import { TILE_WIDTH } from '../tree.rules.ts';

const LEVEL_MAX = 7;

/** The position and width that a path of C2SP tlog-tiles names; null for another path. A full tile is 256 wide. */
export function tileAddress(path: string): { level: number; index: number; width: number } | null {
  const [, level = '', groups = '', partial] =
    /^([0-9])\/((?:x[0-9]{3}\/){0,4}[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/.exec(path) ?? [];
  const index = Number(groups.replaceAll(/[x/]/g, ''));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  // One path for each tile: no group of zeros in front.
  if (level === '' || Number(level) > LEVEL_MAX || groups.startsWith('x000') || (partial && width >= TILE_WIDTH))
    return null;
  return Number.isSafeInteger(index) ? { level: Number(level), index, width } : null;
}

/** The sizes that a consistency proof is between; null unless 1 <= first <= second <= `newest`, in plain digits. */
export function sizesOf(first: string, second: string, newest: number): { first: number; second: number } | null {
  const isSize = (text: string): boolean => /^[1-9][0-9]{0,14}$/.test(text);
  const sizes = { first: Number(first), second: Number(second) };
  const isOrdered = sizes.first <= sizes.second && sizes.second <= newest;
  return isSize(first) && isSize(second) && isOrdered ? sizes : null;
}
