import { useState } from 'react';

/** Widths of the picture in per cent of its frame; 100 shows the whole picture. */
export const ZOOMS = [100, 150, 200, 300, 400] as const;

export interface Zoom {
  readonly percent: (typeof ZOOMS)[number];
  readonly canIn: boolean;
  readonly canOut: boolean;
  in(): void;
  out(): void;
  fit(): void;
}

/** How large a receipt is shown; another receipt is shown whole again. */
export function useZoom(receiptId: string): Zoom {
  const [{ id, at }, set] = useState({ id: receiptId, at: 0 });
  const now = id === receiptId ? at : 0;
  const to = (next: number): void => set({ id: receiptId, at: Math.max(0, Math.min(ZOOMS.length - 1, next)) });
  return {
    percent: ZOOMS[now] ?? 100,
    canIn: now < ZOOMS.length - 1,
    canOut: now > 0,
    in: () => to(now + 1),
    out: () => to(now - 1),
    fit: () => to(0),
  };
}
