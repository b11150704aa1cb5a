import { translated } from '@/lib/core/texts.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export type Tone = 'success' | 'danger' | 'warning' | 'neutral';

/** Green for approved, success, completed; red for reject, rejected, failed; yellow for pending; grey otherwise. */
export function toneOf(status: string): Tone {
  switch (status.toLowerCase()) {
    case 'approved':
    case 'success':
    case 'completed':
      return 'success';
    case 'reject':
    case 'rejected':
    case 'failed':
      return 'danger';
    case 'pending':
      return 'warning';
    default:
      return 'neutral';
  }
}

const MARKS: Record<Tone, IconName> = {
  success: 'approved',
  danger: 'rejected',
  warning: 'pending',
  neutral: 'neutral',
};

export interface StatusBadgeProps {
  status: string;
  /** What it reads; the status in words otherwise: 'PENDING' reads 'Pending'. */
  label?: string;
  /** Where the word is not one of the known states, as 'Verified'. */
  tone?: Tone;
}

export function StatusBadge({ status, label, tone }: StatusBadgeProps) {
  const look = tone ?? toneOf(status);
  const word = label ?? status.charAt(0).toUpperCase() + status.slice(1).toLowerCase();
  return (
    <span className="badge" data-tone={look}>
      <Icon name={MARKS[look]} size={16} />
      {translated(word)}
    </span>
  );
}
