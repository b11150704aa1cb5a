import { type RefObject, useEffect, useRef, useState } from 'react';
import { CallError, call, showFailure } from '@/islands/api.ts';
import type { Answer } from '@/islands/ui/useSubmit.ts';
import { useLazyModule } from '@/islands/useLazyModule.ts';
import type { OutputOf, SentOf } from '@/lib/core/contract.ts';
import type { getSettings } from '@/lib/settings/calls.ts';
import { type Problems, SETTING_NAMES, type SettingName } from '@/lib/settings/rules.ts';
import { updateSettings } from '@/lib/settings/update/calls.ts';
import { changedFields, type Draft, draftOf, follow, sentOf } from './draft.ts';

export interface SettingsDraft {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly draft: Draft;
  /** The fields that differ from what is saved. */
  readonly names: readonly SettingName[];
  readonly problems: Problems;
  /** Another admin has saved while something was typed here. */
  readonly isOvertaken: boolean;
  change(part: Partial<Draft>): void;
  discard(): void;
  /** Shows the problems of what was typed, and focuses the first. */
  isValid(): Promise<boolean>;
  /**
   * @param onRefused called if the server refuses a field, which then shows why
   * @throws CallError
   */
  save(onRefused: () => void): Promise<Answer<unknown>>;
}

/** What was typed is not lost by a slip. */
function useLeaveWarning(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isTyped]);
}

/** The settings as they are typed. What is not touched follows what others save. */
export function useSettingsDraft({ settings, version }: OutputOf<typeof getSettings>): SettingsDraft {
  const [seen, setSeen] = useState({ settings, version });
  const [draft, setDraft] = useState<Draft>(() => draftOf(settings));
  const [problems, setProblems] = useState<Problems>({});
  const [isOvertaken, setOvertaken] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const checks = useLazyModule(() => import('./checks.ts'));
  const form = useRef<HTMLFormElement>(null);
  const names = changedFields(settings, draft);
  useLeaveWarning(names.length > 0);

  // Somebody has saved: what was not touched here follows, what was typed stays.
  useEffect(() => {
    if (version === seen.version) return;
    const next = follow(seen.settings, settings, draft);
    setDraft(next);
    setSeen({ settings, version });
    setOvertaken(!isSaved && changedFields(settings, next).length > 0);
    setSaved(false);
  }, [version, settings, seen, draft, isSaved]);

  function change(part: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...part }));
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))) as Problems);
  }

  function discard(): void {
    setDraft(draftOf(settings));
    setProblems({});
    setOvertaken(false);
  }

  async function isValid(): Promise<boolean> {
    const invalid = await problemsIn().catch(showFailure);
    if (!invalid) return invalid === null;
    showProblems(invalid as Problems);
    return false;
  }

  function showProblems(refused: Problems): void {
    setProblems(refused);
    const first = SETTING_NAMES.find((name) => name in refused);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function problemsIn(): Promise<Record<string, string> | null> {
    const { problemsOf, updateSettings: contract } = await checks();
    return problemsOf(contract, { ...sentOf(names, draft), version });
  }

  async function save(onRefused: () => void): Promise<Answer<unknown>> {
    const input = { ...sentOf(names, draft), version } as SentOf<typeof updateSettings>;
    const answer = await call(updateSettings, input).catch((cause: unknown) => {
      const { field, message } = cause instanceof CallError ? cause : { field: undefined, message: '' };
      if (field !== undefined && field in draft) {
        onRefused();
        // After the dialog has closed and given the focus back.
        setTimeout(() => showProblems({ [field]: message }));
      }
      throw cause;
    });
    setSaved(true);
    // What waits for a second admin is not so yet.
    if (answer.data.state === 'waiting') discard();
    return answer;
  }

  return { form, draft, names, problems, isOvertaken, change, discard, isValid, save };
}
