import { type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from '@/islands/toasts.ts';
import { Button } from '@/islands/ui/Button.tsx';
import type { ExportFormat, ExportKind } from '@/lib/exports/calls.ts';

export interface ExportMenuProps {
  what: ExportKind;
  /** As the list on the screen is asked for: `search`, `status`, `isApproved`. What is empty is left out. */
  filters?: Readonly<Record<string, string | undefined>>;
  /** Other lists that can be taken from here, whole. */
  also?: readonly ExportKind[];
}

const TITLES: Readonly<Record<ExportKind, string>> = {
  members: 'Members',
  purchases: 'Purchases',
  ledger: 'Stock ledger',
  supply: 'Supply',
  changes: 'Waiting changes',
  reconciliation: 'Reconciliation',
  refunds: 'Refunds',
  rewards: 'Referral rewards',
};

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
];

const FAILURE = 'Failed to export';

/** What fetches a file comes when the menu is opened. */
const load = () =>
  import('./download.ts').catch(() => {
    throw new Error(FAILURE);
  });

/** Takes the whole list along, under the filters of the screen. */
export function ExportMenu({ what, filters, also = [] }: ExportMenuProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useClosing(frame, open, () => setOpen(false));

  async function take(kind: ExportKind, format: ExportFormat): Promise<void> {
    setOpen(false);
    setBusy(true);
    try {
      const { downloadExport } = await load();
      await downloadExport(kind, { ...(kind === what && filters), format });
    } catch (cause) {
      toast.error(cause instanceof Error ? cause.message : FAILURE);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="sm:relative" ref={frame}>
      <Button
        look="secondary"
        icon="download"
        busy={busy}
        aria-expanded={open}
        onClick={() => {
          setOpen(!open);
          load().catch(() => undefined);
        }}
      >
        <span className="max-sm:sr-only">Export</span>
      </Button>
      <ul
        className="absolute end-0 top-full z-20 rounded-lg border border-line bg-surface p-1 shadow-float max-sm:start-0 sm:w-max"
        hidden={!open}
      >
        {[what, ...also].map((kind) => (
          <li key={kind} className="flex items-center gap-1 border-line p-1 ps-3 not-first:border-t">
            <span className="me-auto grid text-sm">
              {TITLES[kind]}
              {kind === what && filters && <span className="text-xs text-muted">as filtered here</span>}
            </span>
            {FORMATS.map(({ format, label }) => (
              <Button key={format} look="quiet" size="sm" onClick={() => take(kind, format)}>
                <span className="sr-only">{TITLES[kind]} as </span>
                {label}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A click elsewhere and Escape close it; Escape gives the focus back. */
function useClosing(frame: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is another function each time and does the same
  useEffect(() => {
    if (!open) return;
    const press = (event: PointerEvent): void => {
      if (!frame.current?.contains(event.target as Node)) close();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close();
      frame.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('keydown', key);
    };
  }, [open]);
}
