import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface TabItem<Id extends string = string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly panel: ReactNode;
}

export interface TabsProps<Id extends string = string> {
  /** Names the group for screen readers. */
  label: string;
  items: readonly TabItem<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** `line`: words on a line; `segments`: a switch; `cards`: each label is a card (dashboard). */
  look?: 'line' | 'segments' | 'cards';
}

/** Arrow keys, Home and End move; one tab is in the tab order. Only the selected panel is rendered. */
export function Tabs<Id extends string>({ label, items, selected, onSelect, look = 'line' }: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = items.find((item) => item.id === selected) ?? items[0];

  function move(event: KeyboardEvent): void {
    const at = items.findIndex((item) => item.id === current?.id);
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + items.length) % items.length;
    const next = items[index];
    if (!next) return;
    onSelect(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  }

  return (
    <div className={`tabs tabs-${look}`}>
      <div className="tabs-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${base}-${item.id}`}
            className="tab"
            aria-selected={item.id === current?.id}
            aria-controls={item.id === current?.id ? `${base}-panel` : undefined}
            tabIndex={item.id === current?.id ? 0 : -1}
            onClick={() => onSelect(item.id)}
          >
            {item.label}
          </button>
        ))}
      </div>
      {current && (
        <div className="tabs-panel" role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${current.id}`}>
          {current.panel}
        </div>
      )}
    </div>
  );
}
