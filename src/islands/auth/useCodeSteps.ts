import { useEffect, useState } from 'react';
import type { CallError } from '../failure.ts';
import { type Form, useHydrated, type Values } from '../ui/useForm.ts';
import { type SentCodes, useSentCode } from './codes.ts';
import { readDraft, storeDraft } from './draft.ts';

export interface CodeSteps {
  /** 0 requests the code, 1 uses it. */
  readonly step: 0 | 1;
  readonly setStep: (step: 0 | 1) => void;
  readonly codes: SentCodes;
  /** Whether a code may have reached the address that is typed now. */
  readonly mayHaveCode: boolean;
  /** After the server has sent a code. */
  readonly noteSent: () => void;
  /** After the server has refused to send one. */
  readonly noteRefused: (error: CallError) => void;
}

export interface CodeStepsOptions<V extends Values> {
  readonly form: Form<V & { readonly email: string }>;
  /** The name of the stored draft. */
  readonly draft: string;
  /** The values that the draft stores: never a code or a password. */
  readonly stored: Values;
  readonly ttlSeconds: number;
}

/** The two steps of a form that mails a code. A reload of the page resumes at the same step, with what was typed. */
export function useCodeSteps<V extends Values>({ form, draft, stored, ttlSeconds }: CodeStepsOptions<V>): CodeSteps {
  const { email } = form.values;
  const codes = useSentCode();
  const [step, setStep] = useState<0 | 1>(0);
  // Too soon for another code: the last one was requested elsewhere, as in another tab.
  const [isSentElsewhere, setSentElsewhere] = useState(false);
  const hydrated = useHydrated();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const resumed = readDraft(draft);
    if (!resumed) return;
    form.fillBlanks(resumed);
    if (codes.resume(resumed.sentTo, resumed.sentAtMs, ttlSeconds) && resumed.step === '1') setStep(1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `form.values` represents `stored`
  useEffect(() => {
    if (!hydrated) return;
    const sent = codes.sent && { sentTo: codes.sent.to, sentAtMs: String(codes.sent.atMs), step: String(step) };
    storeDraft(draft, { ...stored, ...sent });
  }, [hydrated, form.values, step, codes.sent]);

  return {
    step,
    setStep,
    codes,
    mayHaveCode: isSentElsewhere || codes.isFor(email),
    noteSent: () => {
      codes.note(email);
      setStep(1);
    },
    noteRefused: ({ status }) => {
      if (status === 429) setSentElsewhere(true);
    },
  };
}
