import { ApiError } from '../../core/errors.ts';

/**
 * The private supply must cover the tokens that are sold or reserved.
 * @throws ApiError conflict, with the minimum
 */
export function checkPrivateSupply(privateSupply: bigint, credited: bigint, held: bigint): void {
  const minimum = credited + held;
  if (privateSupply >= minimum) return;
  throw new ApiError(
    'conflict',
    `Private Supply cannot be less than ${minimum.toLocaleString('en-IN')}, the tokens credited or held for pending purchases.`,
  );
}
