/**
 * Uploads arrive slowly and are parsed quickly. Many may arrive at the same time, on the disk, a few of each account and each
 * address; few are in memory at the same time (decision 0185).
 */
import { networkOf } from '../rate-limits/network.rules.ts';
import type { Scope } from '../scope.ts';
import { type Bytes, receiveBody, requireMultipart } from './body.ts';
import { createSlots } from './slots.ts';

const BUSY = 'files are being sent';

/** 1.2 GiB on the disk at most. */
const arrivingSlots = createSlots({
  activeMax: 200,
  activePerKeyMax: 3,
  waitingMax: 100,
  waitingPerKeyMax: 10,
  what: BUSY,
});

/** A body is parsed entirely in memory. */
const parsingSlots = createSlots({
  activeMax: 4,
  activePerKeyMax: 4,
  waitingMax: 200,
  waitingPerKeyMax: 200,
  what: BUSY,
});

/** How many files arrive, and how many are parsed. */
export const uploadsInFlight = (): { readonly arriving: number; readonly parsing: number } => ({
  arriving: arrivingSlots.size(),
  parsing: parsingSlots.size(),
});

/**
 * Receives the body of an upload, then runs `work` with it.
 * @throws ApiError unavailable when no slot is free within five seconds; as `receiveBody`
 */
export async function withUpload<T>(
  { app, actor, request: { ip } }: Scope,
  request: Request,
  bytesMax: number,
  work: (body: Bytes) => Promise<T>,
): Promise<T> {
  requireMultipart(request);
  const releaseArriving = await arrivingSlots.acquire([
    ...(actor ? [`account ${actor.id}`] : []),
    `network ${networkOf(ip).narrow}`,
  ]);
  try {
    const body = await receiveBody(request, bytesMax, () => app.storage.openTemporary());
    try {
      const releaseParsing = await parsingSlots.acquire([]);
      try {
        return await work(await body.read());
      } finally {
        releaseParsing();
      }
    } finally {
      await body.close();
    }
  } finally {
    releaseArriving();
  }
}
