import { FilterDialog } from './FilterDialog.tsx';
import type { ListToolsProps } from './ListTools.tsx';
import { ViewsDialog } from './ViewsDialog.tsx';

export interface ListDialogProps<Q> extends Omit<ListToolsProps<Q>, 'chips'> {
  open: 'filters' | 'views';
  onClose: () => void;
}

/** The dialogs above a list; they load apart from it. */
export function ListDialog<Q>({ open, views, onChange, onClose, ...filters }: ListDialogProps<Q>) {
  if (open === 'views') return <ViewsDialog {...views} onClose={onClose} />;
  return <FilterDialog {...filters} onApply={onChange} onClose={onClose} />;
}
