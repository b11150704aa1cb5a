const TOUCHES = ['pointerdown', 'keydown'] as const;

/**
 * Runs once, at the first touch of the page by hand or by key. What only an answer to a touch needs is fetched then: so a
 * page that is only looked at stays light, and whoever sends a form does not wait for it.
 * @returns takes it back
 */
export function atFirstTouch(work: () => void): () => void {
  const stop = (): void => {
    for (const touch of TOUCHES) removeEventListener(touch, run, true);
  };
  const run = (): void => {
    stop();
    work();
  };
  for (const touch of TOUCHES) addEventListener(touch, run, { capture: true, passive: true });
  return stop;
}
