/**
 * Uploads arrive slowly and are parsed quickly. Many may arrive at the same time, on the disk, a few of each account and each
 * address; few are in memory at the same time (decision 0185).
 */
import type { Contract } from '../core/contract.ts';
import type { Scope } from '../scope.ts';
import { type Bytes, boundOf, receiveBody, requireMultipart } from './body.ts';
import { createSlots } from './slots.ts';
import { acquireUploadSlot, BUSY, slotsTaken } from './upload-slots.ts';

/** A body is parsed entirely in memory. */
const PARSED = { activeMax: 4, activePerKeyMax: 4, waitingMax: 200, waitingPerKeyMax: 200, what: BUSY } as const;

/** Proofs and pictures hold their slot until the storage has them. An object store may be silent for many seconds (decision 0465). */
const storingSlots = createSlots(PARSED);
/** Bank statements and imports are read and not stored: no storage delays them. */
const readingSlots = createSlots(PARSED);

/** How many files arrive, how many are parsed and stored, and how many are read. */
export const uploadsInFlight = (): Readonly<Record<'arriving' | 'storing' | 'reading', number>> => ({
  arriving: slotsTaken(),
  storing: storingSlots.size(),
  reading: readingSlots.size(),
});

/**
 * Receives the body of an upload, then runs `work` with it.
 * @throws ApiError unavailable when no slot is free within five seconds; as `receiveBody`
 */
export async function withUpload<T>(
  scope: Scope,
  request: Request,
  contract: Contract,
  work: (body: Bytes) => Promise<T>,
): Promise<T> {
  requireMultipart(request);
  const slot = await acquireUploadSlot(scope);
  try {
    const openFile = () => scope.app.storage.openTemporary();
    const body = await receiveBody(request, boundOf(contract), openFile, slot.watch);
    try {
      const releaseParsing = await (contract.storesFile ? storingSlots : readingSlots).acquire([]);
      try {
        return await work(await body.read());
      } finally {
        releaseParsing();
      }
    } finally {
      await body.close();
    }
  } finally {
    slot.release();
  }
}
