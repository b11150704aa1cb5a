import type { LineMeaning } from '../statement/contract.ts';

/** These can be in several columns, of which all count: charges are added, and of the dates the first that a line has counts. */
export const IN_SEVERAL_COLUMNS: ReadonlySet<LineMeaning> = new Set<LineMeaning>([
  'fee',
  'tax',
  'paidAt',
  'order',
  'bankReference',
  'note',
]);
