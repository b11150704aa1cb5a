import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { t } from '@/lib/core/texts.ts';
import { IconButton } from './Button.tsx';

export interface ModalProps {
  open: boolean;
  /** Asked for by Escape, the close control or the backdrop; the owner then sets `open` to false. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, at the end; the primary one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** A click outside closes it. Leave it off where something was typed. */
  closeOnBackdrop?: boolean;
}

const FIRST_FIELD =
  '.modal-body form :is(input, select, textarea):not(:disabled, [type="file"], [type="hidden"], [hidden])';

/** The browser's own dialog: it keeps the focus inside, gives it back, and makes the rest inert. */
export function Modal({ open, onClose, title, children, footer, size = 'md', closeOnBackdrop = false }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Before the dialog leaves the page: after that, closing it gives the focus back to nobody.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    if (!element.open) {
      element.showModal();
      // Of itself the browser begins with what closes it. On a phone the keyboard would cover what is to be read first.
      if (!matchMedia('(pointer: coarse)').matches) element.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    }
    return () => element.close();
  }, [open]);

  useEffect(() => {
    const element = dialog.current;
    if (!element || !open || !closeOnBackdrop) return;
    const press = (event: PointerEvent): void => {
      if (event.target === element) onClose();
    };
    element.addEventListener('pointerdown', press);
    return () => element.removeEventListener('pointerdown', press);
  }, [open, closeOnBackdrop, onClose]);

  function cancel(event: SyntheticEvent<HTMLDialogElement>): void {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    onClose();
  }

  // Browsers let a second Escape through unasked; whether the dialog closes is its owner's to say.
  function closed({ target }: SyntheticEvent<HTMLDialogElement>): void {
    const element = dialog.current;
    if (!open || !element || target !== element || element.open) return;
    element.showModal();
    onClose();
  }

  return (
    <dialog ref={dialog} className={`modal modal-${size}`} aria-labelledby={titleId} onCancel={cancel} onClose={closed}>
      {open && (
        <div className="modal-frame">
          <header className="modal-head">
            <h2 className="modal-title" id={titleId}>
              {title}
            </h2>
            <IconButton icon="close" label={t('Close')} onClick={onClose} />
          </header>
          <div className="modal-body">{children}</div>
          {footer && <footer className="modal-foot">{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}
