import type { ClientDirective } from 'astro';

const TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * `client:soon`: an island that is read first. Its script loads when the browser has nothing else to do, or at the first touch,
 * whichever comes first. boot.js taps again what was tapped before; text that was typed stays.
 */
const soon: ClientDirective = (load) => {
  let isLoading = false;
  const start = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    for (const type of TOUCHES) removeEventListener(type, start, true);
    const hydrate = await load();
    await hydrate();
  };
  for (const type of TOUCHES) addEventListener(type, start, { capture: true, passive: true });
  // Safari has no idle callback.
  (window.requestIdleCallback ?? ((run) => setTimeout(run, 200)))(() => void start());
};

export default soon;
