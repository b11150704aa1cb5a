import { type ReactNode, type ToggleEvent, useId, useRef } from 'react';
import { Icon } from './Icon.tsx';

export interface MenuProps {
  /** Names the button that opens it, as 'More for PUR-123456'. */
  label: string;
  /** Buttons, each of which calls `close` first: the menu closes and its own button has the focus. */
  children: (close: () => void) => ReactNode;
}

const MARGIN_PX = 8;
const WIDTH_PX = 200;

/** Seldom used actions of a row behind one quiet button. It closes with Escape, a press elsewhere and a choice. */
export function Menu({ label, children }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  function close(): void {
    list.current?.hidePopover();
    opener.current?.focus();
  }

  /** A popover is above everything, so that no frame cuts it off; its position is set through the CSSOM, which the CSP allows. */
  function position({ newState, currentTarget: { style } }: ToggleEvent<HTMLDivElement>): void {
    const from = opener.current?.getBoundingClientRect();
    if (newState !== 'open' || !from) return;
    style.top = `${Math.min(from.bottom + 4, innerHeight - 3 * from.height)}px`;
    style.left = `${Math.max(MARGIN_PX, Math.min(from.right, innerWidth - MARGIN_PX) - WIDTH_PX)}px`;
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        className="btn-icon btn-icon-quiet size-7"
        aria-label={label}
        title={label}
        popoverTarget={id}
      >
        <Icon name="more" size={20} />
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className="menu fixed m-0 w-50 [&_.btn]:justify-start rounded-lg border border-line bg-surface p-1 text-ink shadow-float"
        onBeforeToggle={position}
      >
        {children(close)}
      </div>
    </>
  );
}
