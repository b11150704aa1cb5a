import { useEffect, useRef, useState } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';

const TYPING = 'input,textarea,select,[contenteditable]';

/** Shows the keys with `?`, searches the list with `/` and opens its desk with D. The button is for those who do not know the key. */
export function KeysHelp() {
  const [isOpen, setOpen] = useState(false);
  const dialog = useLazyComponent('The list of keys', async () => (await import('./KeysDialog.tsx')).KeysDialog);

  async function open(): Promise<void> {
    if (await dialog.load()) setOpen(true);
  }

  const act = useRef<(key: string) => boolean>(() => false);
  act.current = (key) => {
    if (key === '?') {
      void open();
      return true;
    }
    const selector = key === '/' ? '[type=search]' : key === 'd' ? '[data-desk]' : '_';
    const target = document.querySelector<HTMLElement>(selector);
    target?.focus();
    if (key === 'd') target?.click();
    return Boolean(target);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      if (target instanceof Element && target.closest(`${TYPING}, dialog`)) return;
      if (act.current(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  return (
    <>
      <Button look="quiet" size="sm" data-keys busy={dialog.loading} onClick={() => void open()} aria-keyshortcuts="?">
        Keys <kbd className="key">?</kbd>
      </Button>
      {isOpen && dialog.Component && <dialog.Component onClose={() => setOpen(false)} />}
    </>
  );
}
