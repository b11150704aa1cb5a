import { useLoaded } from '../useLoaded.ts';

/** Checks and calls of the profile's forms. */
export const useCalls = () => useLoaded(() => import('./calls.ts'));
export type Calls = Awaited<ReturnType<ReturnType<typeof useCalls>>>;
