import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger' | 'success';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  look?: ButtonLook;
  size?: 'md' | 'sm';
  /** Takes the whole width of its place. */
  full?: boolean;
  icon?: IconName;
  /** Work is under way: clicks do nothing, the width stays. */
  busy?: boolean;
  /** What it reads meanwhile, as 'Logging in...'. */
  busyText?: ReactNode;
}

/** The classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = 'primary', size: 'md' | 'sm' = 'md', full = false): string {
  return `btn btn-${look}${size === 'sm' ? ' btn-sm' : ''}${full ? ' btn-full' : ''}`;
}

/** Both words lie in one grid cell, the idle one hidden, so the width is that of the longer and nothing jumps. */
export function Button({
  look = 'primary',
  size = 'md',
  full = false,
  icon,
  busy = false,
  busyText,
  type = 'button',
  disabled,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>): void {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look, size, full)}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={click}
    >
      <span className="btn-face" data-off={busy || undefined} aria-hidden={busy || undefined}>
        {icon && <Icon name={icon} size={size === 'sm' ? 16 : 20} />}
        {children}
      </span>
      {(busy || busyText !== undefined) && (
        <span className="btn-face" data-off={!busy || undefined} aria-hidden={!busy || undefined}>
          <span className="spinner" aria-hidden="true" />
          {busyText ?? children}
        </span>
      )}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  icon: IconName;
  /** Said to screen readers and shown on hover. */
  label: string;
  look?: 'quiet' | 'danger';
}

/** A square button with a picture only; its label is its name. */
export function IconButton({ icon, label, look = 'quiet', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={`btn-icon btn-icon-${look}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}
