import { useState } from 'react';
import { toast } from '@/islands/toasts.ts';
import { Icon } from '@/islands/ui/Icon.tsx';
import { useFileDrop, usePageDrop } from '@/islands/ui/useFileDrop.ts';
import { PATHS } from '@/lib/core/paths.ts';

const FAILED = 'The file could not be taken along. Please drop it on the reconciliation page.';

/** Takes a bank statement to the reconciliation, where it is read. The whole page is a target for the file. */
export function StatementStrip() {
  const [file, setFile] = useState<File | null>(null);

  async function take(dropped: File | undefined): Promise<void> {
    if (!dropped || file) return;
    setFile(dropped);
    try {
      const { HANDOVER_HASH, storeStatement } = await import('../reconciliation/statementHandover.ts');
      await storeStatement(dropped);
      window.location.assign(PATHS.reconciliation + HANDOVER_HASH);
    } catch {
      setFile(null);
      toast.error(FAILED);
    }
  }

  const drop = useFileDrop((dropped) => void take(dropped));
  usePageDrop((dropped) => void take(dropped));
  return (
    <div className="drop" {...drop}>
      <p className="flex items-center gap-3 px-4 py-3 text-sm text-muted" role="status">
        <Icon name="upload" />
        {file ? (
          <span className="wrap-anywhere">Opening {file.name}…</span>
        ) : (
          <span>
            <a className="link" href={PATHS.reconciliation}>
              Open the reconciliation
            </a>
            <span className="drop-wide">, or drop the bank statement here,</span> to approve exact matches together.
          </span>
        )}
      </p>
    </div>
  );
}
