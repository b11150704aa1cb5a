/**
 * Runs work again and again, each run after the one before has ended; a timer that comes due meanwhile waits. The timer
 * keeps no process alive.
 * @param everyMs between two starts
 * @param run never rejects: it says itself what became of a failure
 * @param first a run that has begun already, which the next one waits for
 * @returns a function that stops it and waits for the current run
 */
export function repeatEvery(
  everyMs: number,
  run: () => Promise<unknown>,
  first: Promise<unknown> = Promise.resolve(),
): () => Promise<void> {
  let running = first;
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
