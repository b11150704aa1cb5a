/* Chooses how to run a search in a large table, from a sample of the table's blocks. */

/** Blocks in a sample; reading them takes about a millisecond. */
export const SAMPLE_BLOCKS = 64;
/** Smaller tables are not sampled. */
export const SAMPLED_BLOCKS_MIN = 2_000;
/** A page is read in the order of the list if about so many rows fill it, which takes 30 ms. */
const PROBE_ROWS_MAX = 50_000;
/** Read at least, because it takes only a few milliseconds. */
const PROBE_ROWS_MIN = 5_000;

export interface Sample {
  /** Probability with which each block of the table was taken. */
  readonly share: number;
  /** Rows of the list in the sample. */
  readonly listed: number;
  /** Rows in the sample that the search matches, also outside the list. */
  readonly matching: number;
  /** Rows of the list that the search matches. */
  readonly hits: number;
  /** Blocks of the sample with a hit. */
  readonly blocks: number;
}

/** For a table that is too small to be sampled. */
export const NO_SAMPLE: Sample = { share: 0, listed: 0, matching: 0, hits: 0, blocks: 0 };

/** Whether to run the search before the list's conditions: the list is long and the search matches few rows of the table. */
export function isSearchFirst({ listed, matching }: Sample): boolean {
  return listed >= 100 && 20 * matching <= listed;
}

/**
 * Whether there are more than `most` hits. Otherwise the hits would be in at most `most` blocks, and the sample would contain
 * about `most * share` of them; the margin is exceeded by chance once in a hundred thousand searches. False proves nothing.
 */
export function hasMoreHitsThan({ share, blocks }: Sample, most: number): boolean {
  if (share <= 0) return false;
  const expected = most * share;
  return blocks >= expected + 4 * Math.sqrt(expected) + 4;
}

/**
 * How many rows of the list to read, in its order, to get `wanted` hits; null if reading all hits by the search index is
 * faster. Three times the estimate, because the sample does not show how the hits are spread over the list.
 */
export function probeRows({ listed, hits }: Sample, wanted: number): number | null {
  const expected = hits === 0 ? Number.POSITIVE_INFINITY : (wanted * listed) / hits;
  return expected > PROBE_ROWS_MAX ? null : Math.ceil(Math.max(PROBE_ROWS_MIN, 3 * expected));
}
