import { ICONS, type IconName } from './icons.ts';

export interface IconProps {
  name: IconName;
  /** Side in px. */
  size?: 16 | 20 | 24;
  className?: string | undefined;
}

/** An icon next to a word; never alone for a meaning, hence hidden from screen readers. */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={ICONS[name]} />
    </svg>
  );
}
