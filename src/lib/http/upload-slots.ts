/** The slots of uploads that arrive: a few of each account and network, and some that new accounts cannot take (decision 0758). */
import { readCreation } from '../accounts/service.ts';
import { networkOf, WIDE_FACTOR } from '../rate-limits/network.rules.ts';
import type { Scope } from '../scope.ts';
import { type ArrivalWatch, PROGRESS_BYTES_MIN } from './body.ts';
import { createSlots, refusal, type SlotKey } from './slots.ts';
import { paceTimes, rankOf, type Standing, standingOf, uploadToEnd } from './upload-slots.rules.ts';

export const BUSY = 'files are being sent';
/** 1.2 GiB on the disk at most. */
const SLOTS = 200;
const PER_KEY = 3;
/** Accounts that are unverified and younger than a day have 150 of them together. */
const NEW_ACCOUNTS: SlotKey = { name: 'new accounts', times: 50 };
const LOOK_MS = 250;
const AGE_STEP_MS = 500;

const slots = createSlots({
  activeMax: SLOTS,
  activePerKeyMax: PER_KEY,
  // New accounts have 500 of them at most.
  waitingMax: 600,
  waitingPerKeyMax: 10,
  what: BUSY,
});
let newAccounts = 0;

export const slotsTaken = (): number => slots.size();

interface Arrival {
  readonly standing: Standing;
  ageMs: number;
  receivedBytes: () => number;
  end: () => void;
}
const arrivals = new Set<Arrival>();

export interface UploadSlot {
  readonly watch: ArrivalWatch;
  release(): void;
}

/**
 * Waits for a slot. When none is free, another upload ends for it, if one may.
 * @throws ApiError unavailable when no slot is free within five seconds
 */
export async function acquireUploadSlot(scope: Scope): Promise<UploadSlot> {
  const standing = await readStanding(scope);
  const own = ownKeys(scope);
  const shared = standing === 'new' ? [NEW_ACCOUNTS] : [];
  // One for each that waits.
  let mayEndOne = true;
  const makeRoom = (): void => {
    const isFull = slots.size() >= SLOTS || !slots.fits(shared);
    if (mayEndOne && isFull && slots.fits(own)) mayEndOne = !endOneFor(standing);
  };
  const timer = setInterval(makeRoom, LOOK_MS);
  makeRoom();
  const releaseSlot = await slots.acquire([...own, ...shared], rankOf(standing)).finally(() => clearInterval(timer));
  const arrival: Arrival = { standing, ageMs: 0, receivedBytes: () => 0, end: () => {} };
  if (standing === 'new') newAccounts++;
  return {
    watch: watchOf(arrival),
    release() {
      if (standing === 'new') newAccounts--;
      releaseSlot();
    },
  };
}

function ownKeys({ actor, request }: Scope): SlotKey[] {
  const { narrow, wide } = networkOf(request.ip);
  return [
    ...(actor ? [{ name: `account ${actor.id}` }] : []),
    { name: `network ${narrow}` },
    ...(wide === null ? [] : [{ name: `network ${wide}`, times: WIDE_FACTOR }]),
  ];
}

async function readStanding(scope: Scope): Promise<Standing> {
  const { actor, now } = scope;
  if (actor?.kind !== 'member' || actor.isApproved) return 'verified';
  return standingOf((await readCreation(scope)) ?? now, now);
}

/** @returns false if no upload may be ended for it */
function endOneFor(standing: Standing): boolean {
  const uploads = [...arrivals].map((arrival) => ({ ...arrival, arrival, receivedBytes: arrival.receivedBytes() }));
  const upload = uploadToEnd(uploads, standing);
  if (upload === undefined) return false;
  arrivals.delete(upload.arrival);
  upload.arrival.end();
  return true;
}

function watchOf(arrival: Arrival): ArrivalWatch {
  const tooSlow = () => refusal(BUSY, true);
  let timer: NodeJS.Timeout | undefined;
  return {
    tooSlow,
    bytesMin() {
      const all = slots.size() / SLOTS;
      const share =
        arrival.standing === 'new' ? Math.max(all, newAccounts / (PER_KEY * (NEW_ACCOUNTS.times ?? 1))) : all;
      return PROGRESS_BYTES_MIN * paceTimes(share);
    },
    begin({ receivedBytes, end }) {
      arrival.receivedBytes = receivedBytes;
      arrival.end = () => end(tooSlow());
      arrivals.add(arrival);
      timer = setInterval(() => (arrival.ageMs += AGE_STEP_MS), AGE_STEP_MS);
    },
    done() {
      clearInterval(timer);
      arrivals.delete(arrival);
    },
  };
}
