import type { ReactNode } from 'react';

export interface EmptyStateProps {
  drawing?: 'empty' | 'error' | 'done';
  text: ReactNode;
  /** A second, quieter line. */
  hint?: ReactNode;
  /** The next step: a button or link. */
  children?: ReactNode;
  role?: 'alert' | 'status';
}

/** Paper sheets on the tray: nothing there, torn off, or settled. */
function Drawing({ kind }: { kind: 'empty' | 'error' | 'done' }) {
  return (
    <svg className="empty-drawing" width="96" height="72" viewBox="0 0 96 72" aria-hidden="true" focusable="false">
      <path className="draw-shade" d="M12 62c0-4 16-7 36-7s36 3 36 7-16 7-36 7-36-3-36-7Z" />
      <path className="draw-sheet" d="M30 8h28l10 10v36a3 3 0 0 1-3 3H30a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3Z" />
      <path className="draw-line" d="M58 8v7a3 3 0 0 0 3 3h7" />
      <path className="draw-line" d="M35 27h16M35 35h25M35 43h12" />
      <circle className="draw-mark" cx="68" cy="48" r="11" />
      {kind === 'empty' && <path className="draw-sign" d="M68 43v10M63 48h10" />}
      {kind === 'error' && <path className="draw-sign" d="M68 42v7M68 53.4v.1" />}
      {kind === 'done' && <path className="draw-sign" d="m63 48.5 3.5 3.5 7-7.5" />}
    </svg>
  );
}

/** A drawing, a sentence, the next step. */
export function EmptyState({ drawing = 'empty', text, hint, children, role }: EmptyStateProps) {
  return (
    <div className="empty" data-kind={drawing} role={role}>
      <Drawing kind={drawing} />
      <p className="empty-text">{text}</p>
      {hint && <p className="empty-hint">{hint}</p>}
      {children && <div className="empty-next">{children}</div>}
    </div>
  );
}
