import { type SyntheticEvent, useEffect, useState } from 'react';
import type { Call } from '@/lib/core/contract.ts';
import { CallError, showFailure } from '../failure.ts';
import { refresh } from '../refresh.ts';
import { toast } from '../toasts.ts';
import type { Form, Values } from './useForm.ts';

export interface Answer<D> {
  /** Shown as a toast; nothing for ''. */
  readonly message: string;
  readonly data: D;
}

export type FieldProblems = Readonly<Record<string, string>>;
type Check = FieldProblems | null | false;

export interface SubmitOptions<D, V extends Values = Values> {
  /** Its fields show the problems; a single button has no form. */
  readonly form?: Form<V>;
  /**
   * The problems of what was typed, by field of the call; null if it can be sent, false if there is nothing to send.
   * @throws CallError if the checks could not be loaded
   */
  readonly check?: () => Check | Promise<Check>;
  /** @throws CallError with what the server refuses */
  readonly send: () => Promise<Answer<D>>;
  /** The form's field for a field of the call, where the names differ. */
  readonly names?: Readonly<Record<string, keyof V & string>>;
  /** What is shown of the problems besides the fields; by default what the specification names, and what no field shows. */
  readonly toastOf?: (problems: readonly string[]) => string | readonly string[];
  /** The field of a refusal, where the server does not name it. */
  readonly fieldOf?: (error: CallError) => string | undefined;
  /** What shows the change: read again after an answer, and after a refusal, because another person may have been quicker. */
  readonly refreshes?: readonly Call[];
  readonly onDone?: ((data: D) => void | Promise<void>) | undefined;
  readonly onFailure?: (error: CallError) => void;
  /** The next page is on its way after success, so it stays busy. */
  readonly leaves?: boolean | ((data: D) => boolean);
}

export interface Submission {
  readonly form: Form<Values> | undefined;
  readonly busy: boolean;
  /** The last refusal that belongs to no field. */
  readonly refusal: string | null;
  readonly submit: (event?: SyntheticEvent) => Promise<void>;
  /** Drops the refusal. */
  readonly reset: () => void;
}

/** The texts that the specification shows as a message too. Loaded when one is needed: most pages never do. */
async function isSpecified(): Promise<(text: string) => boolean> {
  const { SPEC_TEXTS } = await import('@/lib/core/spec-texts.ts');
  const texts: ReadonlySet<string> = new Set(Object.values(SPEC_TEXTS));
  return (text) => texts.has(text);
}

function renamed(problems: FieldProblems, names: Readonly<Record<string, string>>): FieldProblems {
  return Object.fromEntries(Object.entries(problems).map(([name, text]) => [names[name] ?? name, text]));
}

/** A page that Back brings back as it was left is not busy any more. */
function useRestored(onRestored: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only sets state
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) onRestored();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);
}

/** Checks, sends once, shows the answer and refreshes what shows the change: the one way to submit anything. */
export function useSubmit<D, V extends Values = Values>(options: SubmitOptions<D, V>): Submission {
  const { form, check, send, names = {}, refreshes = [], leaves = false } = options;
  const { toastOf, fieldOf = (error) => error.field, onDone, onFailure } = options;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  useRestored(() => setBusy(false));

  function showRefusal(error: CallError): void {
    const field = fieldOf(error);
    const name = field === undefined ? undefined : (names[field] ?? field);
    if (form && name !== undefined && name in form.values) form.refuse({ [name]: error.message });
    else setRefusal(error.message);
    onFailure?.(error);
    refresh(...refreshes);
  }

  /** @returns whether the page is being left */
  async function run(): Promise<boolean> {
    const checked = await check?.();
    if (checked === false) return false;
    const problems = renamed(checked ?? {}, names);
    const texts = Object.values(problems);
    if (texts.length > 0) {
      const isShown = (name: string): boolean => form !== undefined && name in form.values;
      const specified = await isSpecified().catch(() => () => false);
      const unsaid = Object.entries(problems).filter(([name, text]) => !isShown(name) || specified(text));
      toast.error(toastOf ? toastOf(texts) : unsaid.map(([, text]) => text));
      // With the problems, so that the field to go to is not disabled any more.
      setBusy(false);
      form?.refuse(problems);
      return false;
    }
    const { message, data } = await send();
    if (message !== '') toast.success(message);
    refresh(...refreshes);
    await onDone?.(data);
    return typeof leaves === 'function' ? leaves(data) : leaves;
  }

  async function submit(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    let isLeaving = false;
    try {
      isLeaving = await run();
    } catch (cause) {
      setBusy(false);
      showFailure(cause);
      if (cause instanceof CallError) showRefusal(cause);
    } finally {
      if (!isLeaving) setBusy(false);
    }
  }

  return { form, busy, refusal, submit, reset: () => setRefusal(null) };
}
