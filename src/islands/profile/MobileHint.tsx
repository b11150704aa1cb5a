import { mobileHint } from '../auth/mobile.ts';

/** How the server will understand the number. Apart from the form: a visit that only reads does not load it. */
export function MobileHint({ typed }: { typed: string }) {
  return mobileHint(typed);
}
