/** Long computations, which let other requests run in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Other requests wait no longer for a slice than for the time of its last step in addition. */
const SLICE_MS = 20;

/** Runs a computation that pauses often. Most pauses are none: only after `SLICE_MS` other work runs. */
export async function inSlices<T>(steps: Generator<undefined, T>): Promise<T> {
  let sinceMs = performance.now();
  let step = steps.next();
  while (!step.done) {
    if (performance.now() - sinceMs >= SLICE_MS) {
      await nextTurn();
      sinceMs = performance.now();
    }
    step = steps.next();
  }
  return step.value;
}
