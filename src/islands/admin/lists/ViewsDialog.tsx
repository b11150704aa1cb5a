import { useId, useState } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { Button, IconButton } from '@/islands/ui/Button.tsx';
import { problemsOf } from '@/islands/ui/form-problems.ts';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import type { ListAddress } from '@/lib/core/list-url.ts';
import { VIEWS_MAX, type ViewList } from '@/lib/saved-views/calls.ts';
import { addSavedView, deleteSavedView, listSavedViews, type SavedView } from '@/lib/saved-views/contract.ts';
import { isOutdated, viewQuery } from './viewQuery.ts';

export interface ViewsDialogProps<Q> {
  list: ViewList;
  address: ListAddress<Q>;
  /** Of the list as it is shown. */
  query: Q;
  onClose: () => void;
}

/** Links to the saved views, and a form that keeps what is shown now. */
export function ViewsDialog<Q>({ list, address, query, onClose }: ViewsDialogProps<Q>) {
  const path = address.path(query);
  const pathOf = (saved: string): string => address.path(address.read(new URLSearchParams(saved)));
  const { data, error, retry } = useFetched(listSavedViews, { list });
  const [deleted, setDeleted] = useState<SavedView | null>(null);
  const undo = useSubmit({
    check: () => (deleted ? null : false),
    send: () => call(addSavedView, { list, name: deleted?.name ?? '', query: deleted?.query ?? '' }),
    refreshes: [listSavedViews],
    onDone: () => setDeleted(null),
  });
  const views = data?.records ?? [];
  return (
    <Modal open title="Views" onClose={onClose}>
      <div className="stack">
        {error !== null && !data && <LoadError text={error} onRetry={retry} />}
        {data && views.length === 0 && <p className="text-muted">You have no views of this list yet.</p>}
        {views.length > 0 && (
          <ul className="grid gap-1" aria-label="Your views">
            {views.map((view) => (
              <View
                key={view.id}
                view={view}
                href={pathOf(view.query)}
                isShown={viewQuery(list, path) === viewQuery(list, pathOf(view.query))}
                isOld={isOutdated(list, view.query, pathOf(view.query))}
                onDeleted={() => setDeleted(view)}
              />
            ))}
          </ul>
        )}
        {deleted && (
          <div className="flex flex-wrap items-center gap-3" role="status">
            <span className="min-w-0 break-words">‘{deleted.name}’ was deleted.</span>
            <Button look="secondary" size="sm" busy={undo.busy} onClick={() => void undo.submit()}>
              Undo
            </Button>
          </div>
        )}
        <SaveForm list={list} query={viewQuery(list, path)} isFull={views.length >= VIEWS_MAX} />
      </div>
    </Modal>
  );
}

interface ViewProps {
  view: SavedView;
  href: string;
  isShown: boolean;
  isOld: boolean;
  onDeleted: () => void;
}

function View({ view, href, isShown, isOld, onDeleted }: ViewProps) {
  const removal = useSubmit({
    send: async () => ({ ...(await call(deleteSavedView, { id: view.id })), message: '' }),
    refreshes: [listSavedViews],
    onDone: onDeleted,
  });
  return (
    <li className="flex items-center gap-2">
      <div className="grid min-w-0 flex-1">
        <a
          className="link grid min-h-11 content-center break-words"
          href={href}
          aria-current={isShown ? 'page' : undefined}
        >
          {view.name}
        </a>
        {isShown && <span className="text-sm text-muted">Shown now</span>}
        {isOld && <span className="text-sm text-muted">A filter of this view no longer exists and is left out.</span>}
      </div>
      <IconButton
        icon="delete"
        label={`Delete the view ${view.name}`}
        disabled={removal.busy}
        onClick={() => void removal.submit()}
      />
    </li>
  );
}

function SaveForm({ list, query, isFull }: { list: ViewList; query: string; isFull: boolean }) {
  const id = useId();
  const form = useForm({ name: '' });
  const input = { list, name: form.values.name, query };
  const { busy, refusal, submit } = useSubmit({
    form,
    check: () => problemsOf(addSavedView, input),
    send: () => call(addSavedView, input),
    refreshes: [listSavedViews],
    onDone: () => form.fill({ name: '' }),
  });
  if (query === '') return <p className="text-muted">Choose a filter or an order to save a view.</p>;
  if (isFull) return <p className="text-muted">You have {VIEWS_MAX} views. Delete one to save another.</p>;
  return (
    <form ref={form.ref} id={id} className="grid gap-3" method="post" noValidate onSubmit={submit}>
      <Refusal text={refusal} />
      <TextField
        {...form.field('name')}
        label="Name"
        hint="Filters and order are saved, the search is not."
        maxLength={40}
        autoComplete="off"
      />
      <Button type="submit" busy={busy}>
        Save this view
      </Button>
    </form>
  );
}
