const INTERACTIONS = ['pointerdown', 'keydown'] as const;

/**
 * Runs once, at the first press of a pointer or a key. Code that only answers an interaction is fetched then: a page that
 * is only read stays light, and a person who sends a form does not wait for it.
 * @returns cancels it
 */
export function onFirstInteraction(work: () => void): () => void {
  const stop = (): void => {
    for (const type of INTERACTIONS) removeEventListener(type, run, true);
  };
  const run = (): void => {
    stop();
    work();
  };
  for (const type of INTERACTIONS) addEventListener(type, run, { capture: true, passive: true });
  return stop;
}
