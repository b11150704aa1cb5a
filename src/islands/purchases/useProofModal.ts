import { type ComponentType, useState } from 'react';
import { toast } from '../toasts.ts';
import type { ProofModalProps } from './ProofModal.tsx';

export interface LazyProofModal {
  /** Null until it has come. */
  readonly Modal: ComponentType<ProofModalProps> | null;
  /** It was asked for and is on its way. */
  readonly loading: boolean;
  /** Fetches it ahead of its use. */
  prefetch(): void;
  /** @returns whether it can be shown; where not, that has been told */
  load(): Promise<boolean>;
}

/** The proof's dialog comes apart from the screen: who has not paid yet does not wait for it. */
export function useProofModal(): LazyProofModal {
  const [Modal, setModal] = useState<ComponentType<ProofModalProps> | null>(null);
  const [loading, setLoading] = useState(false);

  async function fetchIt(): Promise<void> {
    const { ProofModal } = await import('./ProofModal.tsx');
    setModal(() => ProofModal);
  }

  async function load(): Promise<boolean> {
    if (Modal) return true;
    setLoading(true);
    try {
      await fetchIt();
      return true;
    } catch {
      toast.error('The form could not be loaded. Please check your connection and try again.');
      return false;
    } finally {
      setLoading(false);
    }
  }

  return {
    Modal,
    loading,
    load,
    // What fails ahead of its use is tried again then.
    prefetch: () => void (Modal ?? fetchIt().catch(() => undefined)),
  };
}
