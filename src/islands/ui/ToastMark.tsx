import type { ToastItem } from '../toasts.ts';
import { Icon } from './Icon.tsx';

const MARKS = { success: 'approved', error: 'rejected', info: 'info' } as const;

/** The picture beside a message. */
export function ToastMark({ kind }: { kind: ToastItem['kind'] }) {
  return <Icon name={MARKS[kind]} />;
}
