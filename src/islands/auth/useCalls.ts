import { useLoaded } from '../useLoaded.ts';

/** Checks and calls of the forms before the sign-in. */
export const useCalls = () => useLoaded(() => import('./calls.ts'));
