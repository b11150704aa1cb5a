import { type RefObject, useEffect, useRef } from 'react';

/**
 * What takes the place of the control that was pressed also takes its focus, which would be lost with that control.
 * @returns for the revealed element: its first field gets the focus, or the element itself, which needs `tabIndex={-1}`
 */
export function useRevealed<Revealed extends HTMLElement>(isRevealed: boolean): RefObject<Revealed | null> {
  const ref = useRef<Revealed>(null);
  const wasRevealed = useRef(isRevealed);
  useEffect(() => {
    if (isRevealed && !wasRevealed.current)
      (ref.current?.querySelector<HTMLElement>('input, select') ?? ref.current)?.focus();
    wasRevealed.current = isRevealed;
  }, [isRevealed]);
  return ref;
}
