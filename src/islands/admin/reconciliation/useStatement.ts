import { useEffect, useRef, useState } from 'react';
import { CallError, call } from '@/islands/api.ts';
import { refresh } from '@/islands/refresh.ts';
import { toast } from '@/islands/toasts.ts';
import { listMatches } from '@/lib/reconciliation/calls.ts';
import { getProgress, importStatement, readStatement } from '@/lib/reconciliation/statement/calls.ts';
import type { Mapping, Reading } from '@/lib/reconciliation/statement/contract.ts';
import { FIGURES } from './figures.ts';

/** What the admin says about a file that the file does not say itself. */
export interface StatementChoices {
  readonly beneficiaryId?: string;
  readonly mapping?: Mapping;
  /** Rupees as typed: the bank's total of the credits of an export that has only some rows. */
  readonly filteredTotal?: string;
  /** Whether rows that may be known from a statement of another layout are known. */
  readonly unclearRows?: 'KNOWN' | 'NEW';
}

export interface Statement {
  /** The file on show; null for none. */
  readonly file: File | null;
  /** What was read of it; null before, and after a refusal. */
  readonly reading: Reading | null;
  readonly choices: StatementChoices;
  readonly isReading: boolean;
  /** How much is read, in per cent; null while that is not known. */
  readonly percent: number | null;
  readonly isImporting: boolean;
  /** Why it could not be read or imported, a sentence each. */
  readonly refusals: readonly string[];
  read(file: File, choices?: StatementChoices): Promise<void>;
  /** Stores its rows. */
  importRows(): Promise<void>;
  discard(): void;
}

function formOf(file: File, choices: StatementChoices, draftId: string): FormData {
  const { beneficiaryId, mapping, filteredTotal, unclearRows } = choices;
  const form = new FormData();
  form.append('draftId', draftId);
  form.append('statement', file, file.name);
  if (beneficiaryId) form.append('beneficiaryId', beneficiaryId);
  if (mapping) form.append('mapping', JSON.stringify(mapping));
  if (filteredTotal) form.append('filteredCreditTotal', filteredTotal);
  if (unclearRows) form.append('unclearRows', unclearRows);
  return form;
}

/** A random UUID; `crypto.randomUUID` is missing where a site is served without TLS. */
function newDraftId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

const PROGRESS_MS = 700;

/** Asks how much was read until it is stopped. @returns stops it */
function watchProgress(draft: string, signal: AbortSignal, onPercent: (percent: number) => void): () => void {
  const timer = setInterval(async () => {
    // A progress that cannot be read is not shown; the reading itself says what fails.
    const answer = await call(getProgress, { draft }, { signal }).catch(() => null);
    if (answer && answer.data.percent > 0 && !signal.aborted) onPercent(answer.data.percent);
  }, PROGRESS_MS);
  return () => clearInterval(timer);
}

const IDLE = {
  file: null,
  reading: null,
  choices: {},
  isReading: false,
  percent: null,
  isImporting: false,
  refusals: [],
};
type State = Pick<Statement, keyof typeof IDLE>;

/** A bank statement from the drop to its import. @param onImported with the number of new rows */
export function useStatement(onImported: (newRows: number) => void): Statement {
  const [state, setState] = useState<State>(IDLE);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const change = (next: Partial<State>): void => setState((before) => ({ ...before, ...next }));

  async function read(file: File, choices: StatementChoices = {}): Promise<void> {
    underWay.current?.abort();
    const controller = new AbortController();
    underWay.current = controller;
    const { signal } = controller;
    // Corrections keep what was read on show; another file does not.
    setState((before) => ({
      ...before,
      file,
      choices,
      isReading: true,
      percent: null,
      refusals: [],
      reading: before.file === file ? before.reading : null,
    }));
    const draftId = newDraftId();
    const stopWatching = watchProgress(draftId, signal, (percent) => change({ percent }));
    try {
      const { data } = await call(readStatement, formOf(file, choices, draftId), { signal });
      if (!signal.aborted) change({ reading: data, isReading: false });
    } catch (cause) {
      if (signal.aborted) return;
      if (!(cause instanceof CallError)) throw cause;
      change({ isReading: false, refusals: cause.messages });
    } finally {
      stopWatching();
    }
  }

  async function importRows(): Promise<void> {
    if (!state.reading || state.isImporting) return;
    change({ isImporting: true, refusals: [] });
    try {
      const { message, data } = await call(importStatement, { draftId: state.reading.draftId });
      toast.success(message);
      setState(IDLE);
      refresh(...FIGURES, listMatches);
      onImported(data.newRows);
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      change({ isImporting: false, refusals: cause.messages });
    }
  }

  function discard(): void {
    underWay.current?.abort();
    setState(IDLE);
  }

  return { ...state, read, importRows, discard };
}
