import { useState } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { formatQuantity } from '@/lib/core/format.ts';
import type { getUnproven } from '@/lib/purchases/decide/unproven/calls.ts';

/** Pending requests without a proof, and the button that rejects all of them. */
export function UnprovenStrip({ count, held, heldMax }: OutputOf<typeof getUnproven>) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useLazyComponent('The question', async () => (await import('./RejectUnproven.tsx')).RejectUnproven);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-muted">
      <p className="flex-[1_1_320px]" role="status">
        {count === 1 ? '1 request has no proof.' : `${shownCount(count)} requests have no proof.`} All requests without
        a proof or of unverified members hold {formatQuantity(held)}
        {heldMax === null ? ' tokens.' : ` of the ${formatQuantity(heldMax)} tokens that they may hold together.`}
      </p>
      <Button
        look="secondary"
        size="sm"
        busy={dialog.loading}
        onClick={async () => {
          if (await dialog.load()) setOpen(true);
        }}
      >
        Reject all without proof
      </Button>
      {isOpen && dialog.Component && <dialog.Component count={count} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** At most 500 are rejected by one call. */
const shownCount = (count: number): string => (count > 500 ? 'More than 500' : String(count));
