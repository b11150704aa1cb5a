import { Icon } from '@/islands/ui/Icon.tsx';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { secondSentence } from './fourEyes.ts';

/** What is said of two admins, and of a purchase of one's own. `bar`: why who looks can't act. */
export function FourEyesNote({ purchase, bar }: { purchase: AdminTransaction; bar: string | null }) {
  const text = purchase.isOwn ? bar : secondSentence(purchase);
  if (text === null) return null;
  return (
    <p className="notice" data-tone={bar === null ? 'info' : 'warning'}>
      <Icon name="users" size={16} />
      <span>{text}</span>
    </p>
  );
}
