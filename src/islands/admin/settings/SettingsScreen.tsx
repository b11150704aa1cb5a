import { type SyntheticEvent, useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import { usePolling } from '@/islands/usePolling.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { getSettings } from '@/lib/settings/calls.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { previewOf } from './draft.ts';
import type { SettingsAsk } from './SettingsDialog.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsHistory } from './SettingsHistory.tsx';
import { SettingsProposalCard } from './SettingsProposal.tsx';
import { useSettingsDraft } from './useSettingsDraft.ts';

type Data = OutputOf<typeof getSettings>;

/** How often they are read again while somebody looks at them, so that colleagues' changes show. */
const REFRESH_MS = 15_000;
const READS = [getSettings];

/** The company's settings: typed, looked at as a list of changes, and saved. */
export function SettingsScreen({ initial }: { initial: Data }) {
  const { data = initial } = useFetched(getSettings, {}, initial);
  const [dialog, setDialog] = useState<SettingsAsk | null>(null);
  const dialogs = useLazyComponent('The form', async () => (await import('./SettingsDialog.tsx')).SettingsDialog);
  const typed = useSettingsDraft(data);
  const { form, draft, names, problems } = typed;
  const { settings, proposals } = data;

  usePolling(READS, REFRESH_MS);

  async function ask(next: SettingsAsk): Promise<void> {
    if (await dialogs.load()) setDialog(next);
  }

  async function review(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (await typed.isValid()) await ask({ kind: 'review' });
  }

  return (
    <div className="stack">
      <div className="page-head">
        <div>
          <h1 className="page-title">Settings</h1>
          <p className="page-lead">
            The rules of the sale. Every change is recorded, with its admin and the value before.
          </p>
        </div>
        <ExportMenu what="changes" />
      </div>
      {proposals.map((proposal) => (
        <SettingsProposalCard
          key={proposal.id}
          proposal={proposal}
          onDecide={(verb) => void ask({ kind: 'proposal', id: proposal.id, verb })}
        />
      ))}
      <form ref={form} className="grid gap-8" method="post" noValidate onSubmit={review}>
        {typed.isOvertaken && (
          <p className="notice" data-tone="warning" role="status">
            <Icon name="info" />
            <span>
              Another admin has saved settings just now. Fields that you had not edited show them; please review your
              changes again before you save.
            </span>
          </p>
        )}
        <SettingsForm draft={draft} problems={problems} hasSecondAdmin={data.hasSecondAdmin} onChange={typed.change} />
        <SaveBar changes={names.length} isBusy={dialogs.loading} onDiscard={typed.discard} />
      </form>
      <SettingsHistory changes={data.history} />
      {dialog && dialogs.Component && (dialog.kind === 'proposal' || names.length > 0) && (
        <dialogs.Component
          ask={dialog}
          changes={{ before: settings, after: previewOf(settings, names, draft) }}
          proposals={proposals}
          onSave={() => typed.save(() => setDialog(null))}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

interface SaveBarProps {
  changes: number;
  isBusy: boolean;
  onDiscard: () => void;
}

/** In sight as long as there is something to save. */
function SaveBar({ changes, isBusy, onDiscard }: SaveBarProps) {
  return (
    <div
      className="z-1 flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 data-open:sticky data-open:bottom-3 data-open:shadow-float [&>.btn]:flex-auto sm:[&>.btn]:flex-none"
      data-open={changes > 0 || undefined}
    >
      <p className="flex-[1_1_100%] text-sm text-muted sm:flex-auto" role="status">
        {changes === 0 ? 'No changes' : changes === 1 ? '1 change' : `${changes} changes`}
      </p>
      <Button look="secondary" onClick={onDiscard} disabled={changes === 0}>
        Discard
      </Button>
      <Button type="submit" disabled={changes === 0} busy={isBusy}>
        Review and save
      </Button>
    </div>
  );
}
