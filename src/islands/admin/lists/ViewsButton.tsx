import { useState } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { ListAddress } from '@/lib/core/list-url.ts';
import type { ViewList } from '@/lib/saved-views/calls.ts';

export interface ViewsButtonProps<Q> {
  list: ViewList;
  address: ListAddress<Q>;
  query: Q;
}

/** The views that the admin keeps of a list, in a dialog that loads when it is opened. */
export function ViewsButton<Q>({ list, address, query }: ViewsButtonProps<Q>) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useLazyComponent('The list of views', async () => (await import('./ViewsDialog.tsx')).ViewsDialog);
  return (
    <>
      <Button
        look="secondary"
        icon="copy"
        busy={dialog.loading}
        onClick={async () => (await dialog.load()) && setOpen(true)}
      >
        Views
      </Button>
      {isOpen && dialog.Component && (
        <dialog.Component
          list={list}
          path={address.path(query)}
          pathOf={(saved) => address.path(address.read(new URLSearchParams(saved)))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
