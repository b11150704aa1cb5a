/* How a search is answered in a large table, decided from a sample of its blocks. */

/** So many blocks are looked through: about a millisecond. */
export const SAMPLE_BLOCKS = 64;
/** A smaller table is not sampled. */
export const SAMPLED_BLOCKS_MIN = 2_000;
/** A page is read in the order of the list where about so many rows will fill it: what takes 30 ms. */
const PROBE_ROWS_MAX = 50_000;
/** So many are read in a few milliseconds, whatever was expected. */
const PROBE_ROWS_MIN = 5_000;

export interface Sample {
  /** Each block of the table was taken with this probability. */
  readonly share: number;
  /** Rows of the list in the sample; those that the search finds, also outside the list; those that are both. */
  readonly listed: number;
  readonly found: number;
  readonly fitting: number;
  /** Blocks of the sample that have a row that fits. */
  readonly blocks: number;
}

/** Of a table that is too small to be sampled. */
export const NO_SAMPLE: Sample = { share: 0, listed: 0, found: 0, fitting: 0, blocks: 0 };

/** The list is long, and what the search finds in the table is little beside it: nothing is gained by the list's index. */
export function isFoundFirst({ listed, found }: Sample): boolean {
  return listed >= 100 && 20 * found <= listed;
}

/**
 * Whether more than `most` rows fit. If no more did, they would stand in at most as many blocks, and the sample have about
 * `most * share` of these: so many more come by chance once in a hundred thousand searches. False says nothing.
 */
export function isMany({ share, blocks }: Sample, most: number): boolean {
  if (share <= 0) return false;
  const expected = most * share;
  return blocks >= expected + 4 * Math.sqrt(expected) + 4;
}

/**
 * How many rows of the list to read, in its order, for so many that fit; null where all that fit are sooner read by the index.
 * Three times as many as the sample promises: it knows nothing of how they are spread over the list.
 */
export function probeRows({ listed, fitting }: Sample, wanted: number): number | null {
  const expected = fitting === 0 ? Number.POSITIVE_INFINITY : (wanted * listed) / fitting;
  return expected > PROBE_ROWS_MAX ? null : Math.ceil(Math.max(PROBE_ROWS_MIN, 3 * expected));
}
