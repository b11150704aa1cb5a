import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $toasts } from '../toasts.ts';

/** Whether messages lie over more than half of what has the focus. */
function isFocusCovered(layer: HTMLElement): boolean {
  const focused = document.activeElement;
  if (!focused || layer.contains(focused)) return false;
  const { left, right, top, bottom, width, height } = focused.getBoundingClientRect();
  return [...layer.querySelectorAll('[class~=Toastify__toast]')].some((message) => {
    const box = message.getBoundingClientRect();
    const across = Math.min(right, box.right) - Math.max(left, box.left);
    const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
    return across > 0 && down > 0 && across * down * 2 > width * height;
  });
}

/**
 * Nobody sees a focus below a message: when Tab gets there, the messages go to the other end of the window, until there are
 * none.
 * @param layer the element that holds the messages
 */
export function useFocusInSight(layer: HTMLElement): void {
  const hasToasts = useStore($toasts).length > 0;
  useEffect(() => {
    if (!hasToasts) return;
    const release = ({ key }: KeyboardEvent): void => {
      if (key === 'Tab' && isFocusCovered(layer)) layer.toggleAttribute('data-aside');
    };
    document.addEventListener('keyup', release);
    return () => {
      document.removeEventListener('keyup', release);
      layer.removeAttribute('data-aside');
    };
  }, [layer, hasToasts]);
}
