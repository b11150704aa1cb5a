/**
 * Bounds the time and the memory of responses that their clients do not take. Above the limit of bytes, the connections
 * that have taken nothing for the longest time are ended.
 */
import type { ServerResponse } from 'node:http';
import { TAKE_NOTHING_MS } from './timeouts.ts';

const IN_FLIGHT_BYTES_MAX = 64 * 1024 * 1024;
const CHECK_MS = 1_000;

interface Progress {
  readonly takenBytes: number;
  readonly sinceMs: number;
}

/** @param active the responses under way */
export function endSlowClients(active: ReadonlySet<ServerResponse>): void {
  const seen = new WeakMap<ServerResponse, Progress>();
  const stalledSince = (res: ServerResponse, nowMs: number): number => {
    const takenBytes = (res.socket?.bytesWritten ?? 0) - res.writableLength;
    const before = seen.get(res);
    const progress = before?.takenBytes === takenBytes ? before : { takenBytes, sinceMs: nowMs };
    seen.set(res, progress);
    return progress.sinceMs;
  };
  setInterval(() => {
    const nowMs = performance.now();
    const waiting = [...active]
      .filter((res) => res.writableLength > 0)
      .map((res) => ({ res, bytes: res.writableLength, sinceMs: stalledSince(res, nowMs) }))
      .sort((a, b) => a.sinceMs - b.sinceMs);
    let inFlightBytes = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { res, bytes, sinceMs } of waiting) {
      if (inFlightBytes <= IN_FLIGHT_BYTES_MAX && nowMs - sinceMs < TAKE_NOTHING_MS) return;
      inFlightBytes -= bytes;
      res.destroy();
    }
  }, CHECK_MS).unref();
}
