import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call, showFailure } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { toast } from '@/islands/toasts.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { useLazy } from '@/islands/useLazy.ts';
import { useLoaded } from '@/islands/useLoaded.ts';
import { useRefreshing } from '@/islands/useRefreshing.ts';
import type { OutputOf, SentOf } from '@/lib/core/contract.ts';
import type { updateSettings } from '@/lib/settings/change-contract.ts';
import { getSettings } from '@/lib/settings/contract.ts';
import { type Problems, SETTING_NAMES } from '@/lib/settings/rules.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { changedFields, type Draft, draftOf, follow, previewOf, sentOf } from './draft.ts';
import type { SettingsAsk } from './SettingsDialog.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsHistory } from './SettingsHistory.tsx';
import { SettingsProposalCard } from './SettingsProposal.tsx';

/** How often they are read again while somebody looks at them, so that colleagues' changes show. */
const REFRESH_MS = 15_000;
const READS = [getSettings];

/** The company's settings: typed, looked at as a list of changes, saved under the password. */
export function SettingsScreen({ initial }: { initial: OutputOf<typeof getSettings> }) {
  const { data = initial } = useFetched(getSettings, {}, initial);
  const { settings, version, proposals } = data;
  const [seen, setSeen] = useState({ settings, version });
  const [draft, setDraft] = useState<Draft>(() => draftOf(settings));
  const [problems, setProblems] = useState<Problems>({});
  const [others, setOthers] = useState(false);
  const [dialog, setDialog] = useState<SettingsAsk | null>(null);
  const dialogs = useLazy('The form', async () => (await import('./SettingsDialog.tsx')).SettingsDialog);
  const calls = useLoaded(() => import('./calls.ts'));
  const [isSaved, setSaved] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const names = changedFields(settings, draft);

  useRefreshing(READS, REFRESH_MS);

  // Somebody has saved: what was not touched here follows, what was typed stays.
  useEffect(() => {
    if (version === seen.version) return;
    const next = follow(seen.settings, settings, draft);
    setDraft(next);
    setSeen({ settings, version });
    setOthers(!isSaved && changedFields(settings, next).length > 0);
    setSaved(false);
  }, [version, settings, seen, draft, isSaved]);

  // What was typed is not lost by a slip.
  useEffect(() => {
    if (names.length === 0) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [names.length]);

  function change(part: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...part }));
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))) as Problems);
  }

  function discard(): void {
    setDraft(draftOf(settings));
    setProblems({});
    setOthers(false);
  }

  async function ask(next: SettingsAsk): Promise<void> {
    if (await dialogs.load()) setDialog(next);
  }

  /** The password comes with the list of changes. */
  async function problemsIn(): Promise<Record<string, string> | null> {
    const { problemsOf, updateSettings } = await calls();
    return problemsOf(updateSettings, { ...sentOf(names, draft), version, password: 'later' });
  }

  async function review(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = await problemsIn().catch(showFailure);
    if (found === undefined) return;
    if (!found) return ask({ kind: 'review' });
    setProblems(found as Problems);
    toast.error(Object.values(found));
    const first = SETTING_NAMES.find((name) => name in found);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function save(password: string): Promise<{ message: string }> {
    const { updateSettings: update } = await calls();
    const answer = await call(update, { ...sentOf(names, draft), version, password } as SentOf<typeof updateSettings>);
    setSaved(true);
    // What waits for a second admin is not so yet.
    if (answer.data.state === 'waiting') discard();
    return answer;
  }

  const preview = previewOf(settings, names, draft);

  return (
    <div className="stack">
      <div className="page-head">
        <div>
          <h1 className="page-title">Settings</h1>
          <p className="page-lead">The rules of the sale. Each change is kept with who made it and what was before.</p>
        </div>
        <ExportMenu what="changes" />
      </div>
      {proposals.map((it) => (
        <SettingsProposalCard
          key={it.id}
          it={it}
          onDecide={(verb) => void ask({ kind: 'proposal', id: it.id, verb })}
        />
      ))}
      <form ref={form} className="settings" method="post" noValidate onSubmit={review}>
        {others && (
          <p className="notice" data-tone="warning" role="status">
            <Icon name="info" />
            <span>
              Another admin has saved settings just now. The fields that you had not touched show them; please review
              your changes again before you save.
            </span>
          </p>
        )}
        <SettingsForm draft={draft} problems={problems} admins={data.admins} onChange={change} />
        <div className="settings-bar" data-open={names.length > 0 || undefined}>
          <p role="status">
            {names.length === 0 ? 'No changes' : names.length === 1 ? '1 change' : `${names.length} changes`}
          </p>
          <Button look="secondary" onClick={discard} disabled={names.length === 0}>
            Discard
          </Button>
          <Button type="submit" disabled={names.length === 0} busy={dialogs.loading}>
            Review and save
          </Button>
        </div>
      </form>
      <SettingsHistory changes={data.history} />
      {dialog && dialogs.Part && (dialog.kind === 'proposal' || names.length > 0) && (
        <dialogs.Part
          ask={dialog}
          changes={{ before: settings, after: preview }}
          proposals={proposals}
          onSave={save}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
