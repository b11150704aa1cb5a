import { type RefObject, useEffect, useRef, useState } from 'react';
import { readColours } from './colours.ts';
import type { Drawn } from './draw.ts';
import type { ChartSpec, OnHover } from './spec.ts';

export type ChartState = 'waiting' | 'drawn' | 'failed';

export interface ChartHandle {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly state: ChartState;
  /** Marks a slice as the pointer would. */
  mark(index: number | null): void;
  /** Tries to load and draw again after a failure. */
  retry(): void;
}

/** Changes with the theme, whether the system or the switch changed it. */
function useTheme(): number {
  const [theme, setTheme] = useState(0);
  useEffect(() => {
    const changed = (): void => setTheme((count) => count + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-token'] });
    system.addEventListener('change', changed);
    return () => {
      observer.disconnect();
      system.removeEventListener('change', changed);
    };
  }, []);
  return theme;
}

/** Resolves when the element is within one more screen of what is seen: the library that draws is larger than a page's own script. */
function nearlySeen(element: Element, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: '100%' },
    );
    signal.addEventListener('abort', () => observer.disconnect());
    observer.observe(element);
  });
}

/** Draws `spec`, and again when it or the theme changes. */
export function useChart(spec: ChartSpec | null, onHover: OnHover): ChartHandle {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const isFirst = useRef(true);
  const hover = useRef(onHover);
  hover.current = onHover;
  const [state, setState] = useState<ChartState>('waiting');
  const [tries, setTries] = useState(0);
  const theme = useTheme();
  const content = JSON.stringify(spec);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` represents `spec`; the rest says when to draw again
  useEffect(() => {
    const element = canvas.current;
    if (!spec || !element) return;
    const left = new AbortController();
    void (async () => {
      try {
        await nearlySeen(element.parentElement ?? element, left.signal);
        const { draw } = await import('./draw.ts');
        await document.fonts.ready;
        if (left.signal.aborted) return;
        drawn.current = draw(element, spec, {
          colours: readColours(element.parentElement ?? document.body),
          still: !isFirst.current || matchMedia('(prefers-reduced-motion: reduce)').matches,
          font: getComputedStyle(element).fontFamily,
          onHover: (index) => hover.current(index),
        });
        isFirst.current = false;
        setState('drawn');
      } catch {
        if (!left.signal.aborted) setState('failed');
      }
    })();
    return () => {
      left.abort();
      drawn.current?.destroy();
      drawn.current = null;
    };
  }, [content, theme, tries]);

  return {
    canvas,
    state,
    mark: (index) => drawn.current?.mark(index),
    retry: () => {
      setState('waiting');
      setTries((count) => count + 1);
    },
  };
}
