import { useEffect, useRef, useState } from 'react';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { decidedSentence, readPurchase } from './decide.ts';

/** How often the request on show is read again: another admin may have decided it, or what its flags speak of. */
const READ_EVERY_MS = 8000;

export interface PresentState {
  /** The sentence about a request that waits no more, by this admin's decision or by another's; null while it waits. */
  readonly text: string | null;
  /** Notes the sentence for the request on show. */
  note(sentence: string): void;
}

/**
 * Reads each further request on show as it comes, and every request every eight seconds.
 * @param isBusy while a decision is sent nothing is read
 */
export function usePresentState(
  current: AdminTransaction | undefined,
  isBusy: boolean,
  onRead: (fresh: AdminTransaction) => void,
): PresentState {
  const [sentences, setSentences] = useState<ReadonlyMap<string, string>>(new Map());
  const shown = useRef(current);
  shown.current = current;
  const id = current?.id;
  /** The request that the desk opens with comes from the list as it is. */
  const opened = useRef(id);
  const text = id === undefined ? null : (sentences.get(id) ?? null);
  const note = (sentence: string): void => {
    if (id !== undefined) setSentences((before) => new Map(before).set(id, sentence));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a fresh copy of the same request is no reason to read it again
  useEffect(() => {
    if (id === undefined || text !== null || isBusy) return;
    let hasLeft = false;
    async function read(): Promise<void> {
      const request = shown.current;
      if (request === undefined || document.visibilityState !== 'visible') return;
      const fresh = await readPurchase(request);
      if (!fresh || hasLeft) return;
      onRead(fresh);
      const sentence = decidedSentence(fresh, Date.now());
      if (sentence !== null)
        setSentences((before) => (before.has(fresh.id) ? before : new Map(before).set(fresh.id, sentence)));
    }
    if (id !== opened.current) void read();
    // The way back to the first request reads it, too.
    opened.current = undefined;
    const timer = setInterval(() => void read(), READ_EVERY_MS);
    return () => {
      hasLeft = true;
      clearInterval(timer);
    };
  }, [id, text, isBusy]);

  return { text, note };
}
