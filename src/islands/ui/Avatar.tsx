import { initials } from '@/lib/core/format.ts';

export interface AvatarProps {
  name: string;
  imageUrl?: string | null | undefined;
  size?: 'sm' | 'md' | 'lg';
}

/** The picture, or else the initials. Decorative: the name is next to it. */
export function Avatar({ name, imageUrl, size = 'md' }: AvatarProps) {
  return (
    <span className={`avatar avatar-${size}`} aria-hidden="true">
      {imageUrl ? <img src={imageUrl} alt="" loading="lazy" decoding="async" /> : initials(name)}
    </span>
  );
}
