import { atom } from 'nanostores';

/* What islands of one page share. Written in the browser only: on the server a store would be shared by all visitors. */

/** Who is signed in, as the frame shows it; null until something has changed since the page was rendered. */
export interface ShownProfile {
  readonly name: string;
  readonly imageUrl: string | null;
}

export const $profile = atom<ShownProfile | null>(null);
