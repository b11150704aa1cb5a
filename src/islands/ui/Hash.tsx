import { shortenMiddle } from '@/lib/core/format.ts';
import { t } from '@/lib/core/texts.ts';
import { CopyButton } from './CopyButton.tsx';

export interface HashProps {
  value: string;
  /** What it is, as 'transaction hash'. */
  what?: string;
  head?: number;
  tail?: number;
}

/** A hash or address: its ends, the whole on hover, and a way to copy it. */
export function Hash({ value, what = t('hash'), head = 6, tail = 4 }: HashProps) {
  return (
    <span className="hash">
      <code title={value}>{shortenMiddle(value, head, tail)}</code>
      <CopyButton text={value} what={what} />
    </span>
  );
}
